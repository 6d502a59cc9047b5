package contextpack

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/tokens"
)

// Section is one part of a composed pack: items that the caller chose, in order, under a heading.
type Section struct {
	Heading string // the product's own words, never an item's
	IDs     []items.ID
	View    View // the fullest view that an entry gets; "" = detail
	Most    int  // of the items that may be shown, the first so many; the others are left to later sections. 0 = all
	Share   int  // per cent of the budget that the section may take for its views; 0 = all that is left
}

// Compose makes a pack of chosen items instead of ranked ones, as a session's start needs it: every item passes the firewall as in
// Build, the earlier section goes first, and each item gets the fullest view that fits into its section's share, or its one line. An item
// that several sections name stands in the first. When the context's deadline passes while items are read, the pack holds those that
// were read by then and says so in Degraded.
func Compose(ctx context.Context, r Request, sections []Section, read Reader, tombstoned func(items.Head) bool) (Pack, error) {
	r, err := withDefaults(r)
	if err != nil {
		return Pack{}, fmt.Errorf("compose pack: %w", err)
	}
	r.Floor, r.Unasked = 0, true // the caller's choice stands for relevance
	judged := stopwatch.On(ctx, stopwatch.Judge)
	chapters, degraded, err := readSections(ctx, r, sections, read, tombstoned)
	judged()
	if err != nil {
		return Pack{}, fmt.Errorf("compose pack: %w", err)
	}
	defer stopwatch.On(ctx, stopwatch.Render)()
	p := Pack{Tokenizer: tokens.Name, Budget: r.Budget, Entries: []Entry{}, Omitted: []Omission{}, Degraded: degraded}
	p.Text, p.Tokens = spread(chapters, r)
	var all []*subject
	for _, c := range chapters {
		for _, s := range c.subjects {
			all = append(all, s)
			if s.at >= 0 {
				p.Entries = append(p.Entries, s.entry())
			} else if reasons := s.omitted(); len(reasons) > 0 {
				p.Omitted = append(p.Omitted, s.omission(r.Now, reasons))
			}
		}
	}
	if len(p.Entries) == 0 {
		p.Abstained = abstained(r, all)
	}
	return p.masked(r.Mask), nil
}

// chapter is a section whose items were read and judged.
type chapter struct {
	heading  string
	view     View
	share    int
	fit      int // subjects that may be shown
	subjects []*subject
}

func readSections(ctx context.Context, r Request, sections []Section, read Reader, tombstoned func(items.Head) bool) (
	chapters []chapter, degraded []string, err error) {
	var allowed []*subject
	seen := map[items.ID]bool{}
	for _, section := range sections {
		c := chapter{heading: section.Heading, view: section.View, share: section.Share}
		for _, id := range section.IDs {
			if section.Most > 0 && c.fit == section.Most {
				break
			}
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return append(chapters, c), append(degraded, timeUp), nil
			}
			if seen[id] {
				continue
			}
			seen[id] = true
			it, file, err := read.Get(ctx, id)
			if errors.Is(ctx.Err(), context.Canceled) {
				return nil, nil, ctx.Err()
			}
			if err != nil {
				degraded = append(degraded, fmt.Sprintf("%s was chosen and cannot be read: %v", id, err))
				continue
			}
			head := it.Head()
			s := &subject{hit: recall.Hit{ID: id, Head: head, Relevance: 1, Score: 1}, item: it, head: head, at: -1}
			s.judge(ctx, r, file, tombstoned)
			switch {
			case s.verdict.Decision == firewall.Deny:
			case r.given(it):
				s.out = firewall.AlreadyGiven
			case repeats(append(slices.Clip(allowed), s))[s]:
				s.out = firewall.Duplicate
			default:
				allowed = append(allowed, s)
				c.fit++
			}
			c.subjects = append(c.subjects, s)
		}
		chapters = append(chapters, c)
	}
	return chapters, degraded, nil
}

// spread gives the subjects their views, chapter by chapter, and renders what fits.
func spread(chapters []chapter, r Request) (text string, count int) {
	left := r.Budget - tokens.Count(frame(r.Nonce, nil))
	var shown []*subject
	for _, c := range chapters {
		limit := left
		if c.share > 0 {
			limit = min(left, r.Budget*c.share/100)
		}
		heading := tokens.Count(c.heading + "\n")
		for _, s := range c.subjects {
			if s.verdict.Decision == firewall.Deny || s.out != "" {
				continue
			}
			s.steps = steps(s, r, most(c.view), Render)
			cost := s.place(limit-heading, left-heading)
			if s.at < 0 {
				s.out = firewall.OverBudget
				continue
			}
			limit, left, heading = limit-cost-heading, left-cost-heading, 0
			shown = append(shown, s)
		}
	}
	// Costs of pieces may add up to less than the whole counts, and the host's cap is on characters: the rendered text decides.
	for {
		text = renderChapters(chapters, r.Nonce)
		if count = tokens.Count(text); text == "" || count <= r.Budget && r.fits(text) {
			return text, count
		}
		last := shown[len(shown)-1]
		if last.at--; last.at < 0 {
			last.out, shown = firewall.OverBudget, shown[:len(shown)-1]
		}
	}
}

// place chooses the fullest view of at most limit tokens, or else the shortest one of at most left, and returns its cost.
func (s *subject) place(limit, left int) (cost int) {
	for at, step := range slices.Backward(s.steps) {
		if step.cost <= limit || at == 0 && step.cost <= left {
			s.at = at
			return step.cost
		}
	}
	return 0
}

func most(v View) View {
	if v == "" {
		return Detail
	}
	return v
}

func renderChapters(chapters []chapter, nonce string) string {
	var parts []string
	for _, c := range chapters {
		heading := c.heading
		for _, s := range c.subjects {
			if s.at < 0 {
				continue
			}
			if heading != "" {
				parts, heading = append(parts, heading), ""
			}
			parts = append(parts, s.steps[s.at].text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return frame(nonce, parts)
}
