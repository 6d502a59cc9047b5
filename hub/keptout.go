package hub

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// keptOut says of the items in force that make the same claim as one that was just put out of force that it keeps them out of prompts: those of
// its project everywhere, one of every project there.
func (h *Hub) keptOut(ctx context.Context, r writeservice.Receipt) (reasons []string) {
	it, _, err := h.Items.Get(ctx, r.ID)
	if err != nil {
		return nil
	}
	view, err := h.View(ctx)
	if err != nil {
		return nil // doctor names them
	}
	stone := it.Head()
	alike := view.ByText(stone.TextKey)
	for _, key := range stone.ClaimKeys() {
		alike = slices.Concat(alike, view.ByClaim(key))
	}
	slices.SortFunc(alike, func(a, b items.Head) int { return cmp.Compare(a.ID, b.ID) })
	for _, head := range slices.CompactFunc(alike, func(a, b items.Head) bool { return a.ID == b.ID }) {
		if head.Status != items.Active || head.Candidate {
			continue
		}
		by, stands := writeservice.Tombstone(writeservice.InProject(head, stone.Project), view)
		switch {
		case !stands || by.ID != stone.ID:
		case head.Project == "" && stone.Project != "":
			reasons = append(reasons, fmt.Sprintf("%s, which is of every project, says the same: no prompt of project %s gets it from now on, those of other projects do", head.ID, stone.Project))
		default:
			reasons = append(reasons, fmt.Sprintf("%s says the same: no prompt gets it from now on", head.ID))
		}
	}
	return reasons
}
