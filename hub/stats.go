package hub

import (
	"context"
	"slices"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// Stats counts a store.
type Stats struct {
	Items    int            `json:"items"`
	Status   map[string]int `json:"status"`
	Types    map[string]int `json:"types"`    // active items, as in the next two
	Projects map[string]int `json:"projects"` // active items
	Trust    map[string]int `json:"trust"`    // active items
	Review   int            `json:"review"`   // candidates that wait
	Bad      int            `json:"bad"`      // files that are not items
	Sessions int            `json:"sessions"`
	Events   int            `json:"events"`
	Packs    int            `json:"packs"`

	SessionsElsewhere int `json:"sessions_elsewhere,omitempty"` // sessions of other projects, in none of the counts

	Elsewhere int `json:"elsewhere,omitempty"` // items and candidates of other projects, in none of the counts
}

// Stats counts items, evidence and packs.
func (h *Hub) Stats(ctx context.Context) (Stats, error) {
	st := Stats{Status: map[string]int{}, Types: map[string]int{}, Projects: map[string]int{}, Trust: map[string]int{}}
	view, err := h.View(ctx)
	if err != nil {
		return st, err
	}
	defer stopwatch.On(ctx, stopwatch.Pick)()
	st.Bad = len(view.Bad())
	for doc := range view.Len() {
		head := view.Head(doc)
		if h.Project != "" && head.Project != "" && head.Project != h.Project {
			st.Elsewhere++
			continue
		}
		if head.Candidate {
			if head.Status == items.Proposed {
				st.Review++
			}
			continue
		}
		st.Items++
		st.Status[string(head.Status)]++
		if head.Status == items.Active {
			st.Types[string(head.Type)]++
			st.Trust[string(head.Trust)]++
			if head.Project != "" {
				st.Projects[head.Project]++
			}
		}
	}
	sessions, err := h.Evidence.Sessions(ctx)
	if err != nil {
		return st, err
	}
	former := h.formerNames(sessions)
	for _, s := range sessions {
		if h.Project == "" || s.Project == h.Project || slices.Contains(former, s.Project) {
			st.Sessions++
			st.Events += s.Events
		} else {
			st.SessionsElsewhere++
		}
	}
	packs, err := h.Packs(ctx, 0)
	st.Packs = len(packs)
	return st, err
}
