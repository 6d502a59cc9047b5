package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/secrets"
)

// Marks that a reader can give.
const (
	Useful   = "useful"   // "helpful" means it too
	Wrong    = "wrong"    // it never was so
	Outdated = "outdated" // it is so no longer
)

// MarkNames lists them.
func MarkNames() []string { return []string{Useful, Wrong, Outdated} }

func isMark(mark string) bool { return slices.Contains(MarkNames(), mark) }

// maxFeedbackNote bounds a note in characters: a reason, not a text.
const maxFeedbackNote = 240

// Mark is one reader's word on a pack or on single items. It changes neither a fact nor its trust: a fact that is wrong is corrected or retired
// by a write. It decides among near-equals when items are ranked (readersSaid), and wrong and outdated ones wait for a person (Doubted).
type Mark struct {
	At      time.Time   `json:"at"`
	Mark    string      `json:"mark"` // useful, wrong, outdated
	Items   []items.ID  `json:"items"`
	Cohort  string      `json:"cohort,omitempty"` // the pack they came in
	Channel items.Trust `json:"channel"`
	By      string      `json:"by,omitempty"` // agent or person
	Note    string      `json:"note,omitempty"`
}

// Marked keeps a mark in the ledger. refs name the items; none means all that the pack held.
func (h *Hub) Marked(ctx context.Context, mark, cohort string, refs []string, note string, who Caller) (Mark, error) {
	m := Mark{At: h.Now(), Mark: mark, Items: []items.ID{}, Channel: who.Channel, By: who.Agent}
	if who.Channel == items.Human {
		m.By = who.Author
	}
	if mark == "helpful" {
		m.Mark = Useful
	}
	if !isMark(m.Mark) {
		return m, fmt.Errorf("mark %.20q: want one of %s", mark, strings.Join(MarkNames(), ", "))
	}
	if cohort == "" && len(refs) == 0 {
		return m, fmt.Errorf("say of what: the ids of items, or the pack they came in")
	}
	if cohort != "" {
		p, err := h.PackOf(ctx, cohort)
		if err != nil {
			return m, err
		}
		m.Cohort = p.Cohort
		if len(refs) == 0 {
			for _, e := range p.Entries {
				m.Items = append(m.Items, e.ID)
			}
		}
	}
	for _, ref := range refs {
		id, err := h.Resolve(ctx, ref)
		if err != nil {
			return m, err
		}
		m.Items = append(m.Items, id)
	}
	m.Note, _ = secrets.Redact(strings.Join(strings.Fields(note), " "))
	if r := []rune(m.Note); len(r) > maxFeedbackNote {
		m.Note = string(r[:maxFeedbackNote])
	}
	return m, h.Ledger.Append(ctx, ledger.Feedback, m.At, m)
}
