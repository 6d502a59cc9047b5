package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/recall"
)

// marksRead bounds how many marks count, the newest ones: what readers said long ago of other versions says little of today's.
const marksRead = 1000

// markedBy is one who marks: a person or an agent of a name.
type markedBy struct {
	item    items.ID
	channel items.Trust
	by      string
}

// lastMarks are the last word of every reader on every item, oldest first. A ledger that cannot be read counts as silence.
func (h *Hub) lastMarks(ctx context.Context) []Mark {
	lines, err := h.Ledger.Tail(ctx, ledger.Feedback, marksRead)
	if err != nil {
		return nil
	}
	seen := map[markedBy]bool{}
	var last []Mark
	for _, line := range lines { // newest first
		var m Mark
		if json.Unmarshal(line, &m) != nil || !isMark(m.Mark) {
			continue
		}
		for _, id := range m.Items {
			if r := (markedBy{id, m.Channel, m.By}); !seen[r] {
				seen[r] = true
				one := m
				one.Items = []items.ID{id}
				last = append(last, one)
			}
		}
	}
	slices.Reverse(last)
	return last
}

// readersSaid is what readers said of items, as ranking takes it: -1 to 1, nearer to the ends the more of them agree.
func (h *Hub) readersSaid(ctx context.Context) map[items.ID][]recall.Word {
	marks := h.lastMarks(ctx)
	if len(marks) == 0 {
		return nil
	}
	words := map[items.ID][]recall.Word{}
	for _, m := range marks {
		words[m.Items[0]] = append(words[m.Items[0]], recall.Opinion(m.At, m.Mark == Useful, m.Channel == items.Human))
	}
	return words
}

// Doubt is an item in force that a reader found wrong or outdated, and that nobody looked at since.
type Doubt struct {
	Head items.Head
	Said []Mark // oldest first
}

// Doubted lists the items that wait for a person because of what readers said. A mark is settled when its item was changed or left force
// after it, or when a person marked the item useful after it. An agent can raise a doubt and settle none but its own.
func (h *Hub) Doubted(ctx context.Context) ([]Doubt, error) {
	marks := h.lastMarks(ctx)
	if len(marks) == 0 {
		return nil, nil
	}
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	stood := map[items.ID]time.Time{} // when a person last said that it is useful
	for _, m := range marks {
		if m.Mark == Useful && m.Channel == items.Human && m.At.After(stood[m.Items[0]]) {
			stood[m.Items[0]] = m.At
		}
	}
	byID := map[items.ID]*Doubt{}
	for _, m := range marks {
		id := m.Items[0]
		doc, ok := view.Lookup(id)
		if m.Mark == Useful || !ok || !m.At.After(stood[id]) {
			continue
		}
		head := view.Head(doc)
		if head.Status != items.Active || head.Candidate || head.Updated.After(m.At) {
			continue
		}
		if byID[id] == nil {
			byID[id] = &Doubt{Head: head}
		}
		byID[id].Said = append(byID[id].Said, m)
	}
	var doubts []Doubt
	for _, d := range byID {
		doubts = append(doubts, *d)
	}
	slices.SortFunc(doubts, func(a, b Doubt) int {
		return cmp.Or(b.Said[len(b.Said)-1].At.Compare(a.Said[len(a.Said)-1].At), cmp.Compare(a.Head.ID, b.Head.ID))
	})
	return doubts, nil
}

// checkDoubts is doctor's line about them; none where there are none.
func (h *Hub) checkDoubts(ctx context.Context) []Check {
	doubts, err := h.Doubted(ctx)
	if err != nil || len(doubts) == 0 {
		return nil
	}
	c := Check{Name: "feedback", Level: Warn, Detail: count(len(doubts), "item") + " marked wrong or outdated by a reader", Fix: "memory review list shows what was said"}
	for _, d := range doubts {
		c.Files = append(c.Files, string(d.Head.ID))
	}
	return []Check{c}
}
