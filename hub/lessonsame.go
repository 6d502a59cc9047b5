package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// Headings of the lines of a lesson's body.
const (
	triggerLine     = "Trigger: "
	actionLine      = "Action: "
	consequenceLine = "Consequence: "
)

// sameLesson finds the lesson in force, else in review, that says to do the same in the same case, whatever it says would happen otherwise: what
// a lesson is learned from differs from time to time.
func (h *Hub) sameLesson(ctx context.Context, it items.Item) (known items.Item, found bool, err error) {
	view, err := h.View(ctx)
	if err != nil {
		return known, false, err
	}
	for doc := range view.Len() {
		head := view.Head(doc)
		if head.Type != items.Lesson || head.Project != it.Project || head.Status != items.Active && (head.Status != items.Proposed || found) ||
			!items.SameWords(head.Title, it.Title) || !items.SameWords(head.Summary, it.Summary) || h.unvouched(ctx, head.ID) {
			continue
		}
		one, _, err := h.Items.Get(ctx, head.ID)
		switch {
		case errors.Is(err, items.ErrNotFound), errors.Is(err, items.ErrInvalid): // gone, or damaged, since it was indexed
		case err != nil:
			return known, false, err
		case one.Status == head.Status && sameRule(one.Body, it.Body):
			known, found = one, true
		}
	}
	return known, found, nil
}

// sameRule compares trigger and action where a body gives them: title and summary may be cut.
func sameRule(a, b string) bool {
	for _, heading := range []string{triggerLine, actionLine} {
		x, y := bodyLine(a, heading), bodyLine(b, heading)
		if heading == triggerLine {
			x, y = whenever(x), whenever(y)
		}
		if bodyLine(a, heading) != "" && !items.SameWords(x, y) {
			return false
		}
	}
	return true
}

func bodyLine(body, heading string) string {
	for line := range strings.Lines(body) {
		if text, ok := strings.CutPrefix(line, heading); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// withConsequence adds to a lesson's body what else happens without it; false = it says so already.
func withConsequence(body, consequence string) (string, bool) {
	consequence = oneLine(consequence)
	lines := strings.Split(body, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, consequenceLine) })
	switch {
	case consequence == "":
		return body, false
	case at < 0:
		return strings.TrimLeft(strings.TrimRight(body, "\n")+"\n\n"+consequenceLine+consequence, "\n"), true
	case strings.Contains(items.Fold(lines[at]), items.Fold(consequence)):
		return body, false
	}
	lines[at] = strings.TrimRight(lines[at], " .;") + "; " + consequence
	return strings.Join(lines, "\n"), true
}

// addConsequence brings what a lesson that was said again adds into the one that is known. What an agent says without evidence does not change words
// that are in force: they would rest on its word from then on.
func (h *Hub) addConsequence(ctx context.Context, known items.Item, r LessonRequest, receipt *writeservice.Receipt) error {
	if _, more := withConsequence(known.Body, r.Consequence); !more {
		return nil
	}
	stays := func(why string) {
		receipt.Reasons = append(receipt.Reasons, fmt.Sprintf("the consequence was not added to %s: %s", known.ID, why))
	}
	if r.Caller.Channel != items.Human && known.Status == items.Active && len(r.Evidence) == 0 {
		stays("it is in force, and nothing was cited")
		return nil
	}
	changed, err := h.Change(ctx, func(s *writeservice.Service) (writeservice.Receipt, error) {
		who := writeservice.Actor{Channel: r.Caller.Channel, Agent: r.Caller.Agent, By: r.Caller.Author, Redact: r.Redact}
		return s.Update(ctx, known.ID, who, func(it *items.Item) error {
			it.Body, _ = withConsequence(it.Body, r.Consequence)
			return nil
		})
	})
	if err != nil {
		return err
	}
	if changed.Status == writeservice.Rejected {
		stays(strings.Join(changed.Reasons, "; "))
		return nil
	}
	receipt.Reasons = append(receipt.Reasons, changed.Reasons...)
	receipt.Reasons = append(receipt.Reasons, "the consequence was added")
	return nil
}
