package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/factline/memory/govern"
	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// LessonRequest is what was learned: when it applies, what to do then, and what happens otherwise.
type LessonRequest struct {
	Trigger     string
	Action      string // one imperative sentence
	Consequence string
	Corrected   bool    // a person corrected the agent
	Confidence  float64 // 0 = by Corrected
	Evidence    []items.Citation
	Tags        []string
	Caller      Caller
	Redact      bool
}

// SaveLesson writes a lesson. One that stands there already is reinforced instead.
func (h *Hub) SaveLesson(ctx context.Context, r LessonRequest) (writeservice.Receipt, error) {
	if strings.TrimSpace(r.Trigger) == "" || strings.TrimSpace(r.Action) == "" {
		return writeservice.Receipt{}, fmt.Errorf("%w: a lesson needs a trigger (when it applies) and an action (what to do then)", ErrIncomplete)
	}
	it := items.Item{
		Type: items.Lesson, Title: enclosed.Clip(oneLine(r.Action), writeservice.MaxTitle), Project: h.Project, Tags: r.Tags, Evidence: r.Evidence,
		Agent: r.Caller.Agent, Author: r.Caller.Author, Confidence: r.Confidence,
		Summary: enclosed.Clip(whenever(oneLine(r.Trigger))+": "+oneLine(r.Action), writeservice.MaxSummary),
		Body:    lessonBody(r),
	}
	if it.Confidence == 0 {
		it.Confidence = govern.FirstConfidence(r.Corrected || r.Caller.Channel == items.Human)
	}
	known, again, err := h.sameLesson(ctx, it)
	if err != nil {
		return writeservice.Receipt{}, err
	}
	if again { // in the words that it has, so that it is known for the same
		it.Title, it.Summary, it.Body = known.Title, known.Summary, known.Body
	}
	var was float64
	receipt, err := h.Write(ctx, writeservice.Draft{Item: it, Channel: r.Caller.Channel, Redact: r.Redact, Grown: func(known items.Item) float64 {
		if was = h.faded(ctx, known).Confidence; known.Type != items.Lesson {
			return known.Confidence
		}
		return govern.Reinforced(was)
	}})
	switch {
	case err != nil:
		return receipt, err
	case receipt.Status != writeservice.Written && receipt.ID != known.ID:
		return receipt, nil
	case receipt.Status != writeservice.Written:
	case receipt.Op == writeservice.OpUpdate:
		receipt.Reasons = append(receipt.Reasons, "it is known already, so it was reinforced", grew(was))
		h.lessonUsed(ctx, &receipt, "reinforced", receipt.ID)
	default:
		h.lessonUsed(ctx, &receipt, "saved", receipt.ID)
	}
	if again && receipt.ID == known.ID {
		err = h.addConsequence(ctx, known, r, &receipt)
	}
	return receipt, err
}

// grew tells of the confidence of a lesson that was reinforced, from what it was.
func grew(was float64) string {
	return fmt.Sprintf("confidence %.2f, was %.2f", govern.Reinforced(was), was)
}

// whenever is the trigger as the beginning of a sentence: people say "when you release" as often as "you release".
func whenever(trigger string) string {
	for _, word := range []string{"when", "whenever", "before", "after", "if"} {
		if first, rest, more := strings.Cut(trigger, " "); more && strings.EqualFold(first, word) {
			return strings.ToUpper(word[:1]) + word[1:] + " " + rest
		}
	}
	return "When " + trigger
}

func lessonBody(r LessonRequest) string {
	lines := []string{triggerLine + oneLine(r.Trigger), "", actionLine + oneLine(r.Action)}
	if r.Consequence != "" {
		lines = append(lines, "", consequenceLine+oneLine(r.Consequence))
	}
	return strings.Join(lines, "\n")
}

// ReinforceLesson raises a lesson's confidence, starting from what the weeks without use left of it.
func (h *Hub) ReinforceLesson(ctx context.Context, id items.ID, who Caller) (writeservice.Receipt, error) {
	it, _, err := h.Items.Get(ctx, id)
	if err != nil {
		return writeservice.Receipt{}, err
	}
	if it.Type != items.Lesson {
		return writeservice.Receipt{}, fmt.Errorf("%s is a %s: only a lesson is reinforced", id, it.Type)
	}
	now := h.faded(ctx, it).Confidence
	receipt, err := h.Change(ctx, func(s *writeservice.Service) (writeservice.Receipt, error) {
		return s.Update(ctx, id, writeservice.Actor{Channel: who.Channel, Agent: who.Agent, By: who.Author}, func(it *items.Item) error {
			it.Confidence = govern.Reinforced(now)
			return nil
		})
	})
	if err == nil && receipt.Status == writeservice.Written {
		receipt.Reasons = append(receipt.Reasons, grew(now))
		h.lessonUsed(ctx, &receipt, "reinforced", id)
	}
	return receipt, err
}

// RecallLessons packs the lessons that a task calls for. Those that it shows count as used.
func (h *Hub) RecallLessons(ctx context.Context, r PackRequest) (Packed, error) {
	r.Query.Types = []items.Type{items.Lesson}
	r.Door, r.eitherSide = cmp.Or(r.Door, "lesson"), true
	return h.Pack(ctx, r)
}

// lessonEvent is one line of the ledger of lessons: what a lesson's fading is counted from.
type lessonEvent struct {
	At time.Time `json:"at"`
	Op string    `json:"op"` // saved, reinforced, shown
	ID items.ID  `json:"id"`
}

func (h *Hub) lessonUsed(ctx context.Context, r *writeservice.Receipt, op string, id items.ID) {
	h.uses = nil
	if err := h.Ledger.Append(context.WithoutCancel(ctx), ledger.Lessons, h.Now(), lessonEvent{h.Now(), op, id}); err != nil {
		r.Degraded = append(r.Degraded, "its use was not recorded: "+err.Error())
	}
}

// shownLessons notes in the ledger which lessons a pack showed.
func (h *Hub) shownLessons(ctx context.Context, p *Packed) {
	for _, e := range p.Entries {
		if e.Type != items.Lesson {
			continue
		}
		h.uses = nil
		if err := h.Ledger.Append(ctx, ledger.Lessons, h.Now(), lessonEvent{h.Now(), "shown", e.ID}); err != nil {
			p.Degraded = append(p.Degraded, "the use of a lesson was not recorded: "+err.Error())
			return
		}
	}
}

// faded is a lesson as it counts now: its confidence less a twentieth for every whole week since it was last used. The item's file keeps
// what it has; other types do not fade.
func (h *Hub) faded(ctx context.Context, it items.Item) items.Item {
	if it.Type != items.Lesson {
		return it
	}
	it.Confidence = govern.Faded(it.EffectiveConfidence(), h.Now().Sub(h.lastUsed(ctx, it)))
	return it
}

// lastUsed is when a lesson was written, reinforced or shown last.
func (h *Hub) lastUsed(ctx context.Context, it items.Item) time.Time {
	if h.uses == nil {
		h.uses = h.lessonUses(ctx)
	}
	if used := h.uses[it.ID]; used.After(it.Updated) {
		return used
	}
	return it.Updated
}

// Fading is what time took of a lesson's confidence.
type Fading struct {
	Since time.Time `json:"since"` // when it was used last
	From  float64   `json:"from"`
	To    float64   `json:"to"`
}

// fading is nil for what has not faded.
func (h *Hub) fading(ctx context.Context, it items.Item) *Fading {
	from, to := it.EffectiveConfidence(), h.faded(ctx, it).EffectiveConfidence()
	if it.Type != items.Lesson || from == to {
		return nil
	}
	return &Fading{h.lastUsed(ctx, it).UTC(), from, to}
}

// lessonUses is when each lesson was used last. Lines that do not read are doctor's business.
func (h *Hub) lessonUses(ctx context.Context) map[items.ID]time.Time {
	uses := map[items.ID]time.Time{}
	for line, err := range h.Ledger.Read(ctx, ledger.Lessons) {
		var e lessonEvent
		if err == nil && json.Unmarshal(line, &e) == nil && e.At.After(uses[e.ID]) {
			uses[e.ID] = e.At
		}
	}
	return uses
}
