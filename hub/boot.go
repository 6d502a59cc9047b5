package hub

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// Budgets of the composed packs, in tokens.
const (
	DefaultBoot   = 800
	DefaultResume = 800
	DefaultBrief  = 300
)

// recently is how far back a boot pack looks for changes when nobody says since when.
const recently = 7 * 24 * time.Hour

// Most items that a section of a boot pack names. The budget is the real limit; these keep one section from naming everything.
const (
	mostPolicies = 8
	mostSignals  = 5
	mostHandoffs = 32 // looked at for one that may be shown: newer ones that a branch brought hide no own one
	mostLessons  = 3
	mostTask     = 6
	mostChanged  = 6
	mostDecided  = 4
)

// BootRequest asks for what a session starts with.
type BootRequest struct {
	Task     string    // what the session is about; "" = not known yet
	Budget   int       // tokens; 0 = DefaultBoot
	MaxChars int       // cap of the host on the text as JSON; 0 = none
	Since    time.Time // what changed from then on is named; zero = the last seven days
	Door     string    // who asks: boot, brief, hook, mcp
	Session  string    // agent and session that get it, for the ledger
	Given    map[items.ID]string
}

// Boot composes the pack that a session starts with: the last handoff of this project and branch, the policies (those tagged pinned
// first), open signals, what fits the task, and what changed. It never exceeds its budget.
func (h *Hub) Boot(ctx context.Context, r BootRequest) (Packed, error) {
	since := r.Since
	if since.IsZero() {
		since = h.Now().Add(-recently)
	}
	return h.compose(ctx, r, DefaultBoot, func() (sections []contextpack.Section, degraded []string, err error) {
		var last handoffs
		var orders, signals, news, decided []items.ID
		if err := h.pick(ctx, func(s *scope) {
			last, orders, signals, news = s.handoffs(""), s.policies(), s.signals(), s.changed(since)
			if r.Task == "" { // nothing tells what matters, so what was decided last does
				decided = s.newest(mostDecided, items.Decision)
			}
		}); err != nil {
			return nil, nil, err
		}
		if !h.compared() { // an older one is not the last because the newest one's file changed
			last.ids = last.ids[:min(1, len(last.ids))]
		}
		sections = []contextpack.Section{
			{Heading: last.heading("Handoff of the last session here"), IDs: last.ids, Most: 1, Share: 50},
			{Heading: "Policies and preferences in force:", IDs: orders, View: contextpack.Overview, Share: 40},
			{Heading: "Open signals:", IDs: signals, View: contextpack.Overview, Share: 20},
		}
		if strings.TrimSpace(r.Task) != "" {
			found, err := h.Search(ctx, recall.Query{Text: r.Task, K: h.further(candidates), HitsOnly: true})
			if err != nil {
				return nil, nil, err
			}
			degraded = found.Degraded
			lessons, rest := relevant(found)
			sections = append(sections,
				contextpack.Section{Heading: "Lessons for this task:", IDs: lessons, View: contextpack.Detail, Share: 25},
				contextpack.Section{Heading: "For this task:", IDs: rest, View: contextpack.Overview})
		}
		return append(sections,
			contextpack.Section{Heading: "Changed since " + since.UTC().Format("2006-01-02 15:04") + ":", IDs: news, View: contextpack.Overview},
			contextpack.Section{Heading: "Decided before:", IDs: decided, View: contextpack.Locator}), degraded, nil
	})
}

// Brief composes a short look at where the project stands: one line for each of the newest things.
func (h *Hub) Brief(ctx context.Context, r BootRequest) (Packed, error) {
	since := r.Since
	if since.IsZero() {
		since = h.Now().Add(-recently)
	}
	line := contextpack.Locator
	return h.compose(ctx, r, DefaultBrief, func() ([]contextpack.Section, []string, error) {
		var last handoffs
		var open, news, decided []items.ID
		err := h.pick(ctx, func(s *scope) {
			last, open = s.handoffs(""), slices.Concat(s.signals(), s.newest(mostSignals, items.Issue))
			news, decided = s.changed(since), s.newest(mostDecided, items.Decision)
		})
		return []contextpack.Section{
			{Heading: last.heading("Last handoff"), IDs: last.ids, Most: 1, View: contextpack.Overview, Share: 50},
			{Heading: "Open signals and issues:", IDs: open, View: line, Share: 40},
			{Heading: "Changed since " + since.UTC().Format("2006-01-02 15:04") + ":", IDs: news, View: line},
			{Heading: "Decided before:", IDs: decided, View: line},
		}, nil, err
	})
}

// ResumeRequest asks for the handoff to go on from.
type ResumeRequest struct {
	Budget   int    // tokens; 0 = DefaultResume
	Agent    string // only handoffs of this agent; "" = of any
	Door     string
	MaxChars int
}

// Resume composes the newest handoff of this project and branch that is still valid. Others are named by one line each.
func (h *Hub) Resume(ctx context.Context, r ResumeRequest) (Packed, error) {
	var last handoffs
	request := BootRequest{Budget: r.Budget, Door: cmp.Or(r.Door, "resume"), MaxChars: r.MaxChars}
	packed, err := h.compose(ctx, request, DefaultResume, func() ([]contextpack.Section, []string, error) {
		err := h.pick(ctx, func(s *scope) { last = s.handoffs(r.Agent) })
		sections := []contextpack.Section{{Heading: last.heading("Go on from this handoff"), IDs: last.ids, Most: 1}}
		if len(last.ids) > 1 {
			sections = append(sections, contextpack.Section{Heading: "Earlier handoffs:", IDs: last.ids, Most: mostSignals, View: contextpack.Locator})
		}
		if len(last.others) > 0 {
			sections = append(sections, contextpack.Section{Heading: "Handoffs of branches, none of which is checked out:", IDs: last.others, Most: mostSignals,
				View: contextpack.Locator})
		}
		return sections, nil, err
	})
	if err == nil && len(last.ids) == 0 {
		packed.Abstained = h.noHandoff(r.Agent)
	}
	return packed, err
}

// noHandoff says why there is nothing to go on from, and where to look.
func (h *Hub) noHandoff(agent string) string {
	why := "no handoff"
	if agent != "" {
		why += " of " + agent
	}
	why += " holds for this project"
	if h.Branch != "" {
		why += " on branch " + h.Branch
	}
	return why + "; memory list --type handoff names those of other branches and times"
}

// compose builds, names and records the pack of the sections that choose gives. It may call choose again.
func (h *Hub) compose(ctx context.Context, r BootRequest, budget int, choose func() ([]contextpack.Section, []string, error)) (Packed, error) {
	go firewall.Warm()
	p := PackRequest{Query: recall.Query{Text: r.Task, Now: h.Now()}, Budget: cmp.Or(r.Budget, budget), Door: cmp.Or(r.Door, "boot"),
		MaxChars: r.MaxChars, Given: r.Given, Session: r.Session}
	read := newReader(h)
	asked := h.packRequest(p, read)
	var pack contextpack.Pack
	ofAll := true // the files, as far as was known when it was composed
	work := func() (err error) {
		ofAll = h.compared()
		pack, err = h.uncrowded(ctx, func() (contextpack.Pack, int, error) {
			sections, degraded, err := choose()
			if err != nil {
				return contextpack.Pack{}, 0, err
			}
			made, err := contextpack.Compose(ctx, asked, sections, read, h.tombstoned(ctx, p))
			made.Degraded = append(degraded, made.Degraded...)
			return made, h.further(mostSignals), err // of any section
		})
		return err
	}
	err := h.ahead(ctx, work)
	if err == nil && ofAll != h.compared() {
		err = work()
	}
	if err != nil {
		return Packed{}, err
	}
	if why := h.Distrust(); why != "" && !slices.Contains(pack.Degraded, why) {
		pack.Degraded = append(pack.Degraded, why)
	}
	if pack.Abstained != "" {
		if why := h.Misnamed(ctx); why != "" && !slices.Contains(pack.Degraded, why) {
			pack.Degraded = append(pack.Degraded, why)
		}
	}
	packed := Packed{Pack: pack}
	h.record(context.WithoutCancel(ctx), p, &packed)
	return packed, nil
}

func (h *Hub) visible(head items.Head) bool {
	switch {
	case head.Candidate || head.Status != items.Active:
		return false
	case head.Project != "" && h.Project != "" && !strings.EqualFold(head.Project, h.Project):
		return false
	case head.Valid.Branch != "" && h.Branch != "" && head.Valid.Branch != h.Branch:
		return false
	}
	v := firewall.Judge(firewall.Request{Now: h.Now(), Project: h.Project, Branch: h.Branch, OS: runtime.GOOS},
		firewall.Subject{Item: items.Item{Status: head.Status, Type: head.Type, State: head.State, Valid: head.Valid, Trust: items.Human,
			Project: head.Project, Sensitivity: head.Sensitivity, Confidence: 1}, Relevance: 1})
	return v.Decision != firewall.Deny
}

// pinned is the tag that puts a policy before the others.
const pinned = "pinned"

func (s *scope) policies() []items.ID {
	rank := func(l glimpse) int {
		switch {
		case l.pinned:
			return 0
		case l.kind == items.Policy:
			return 1
		}
		return 2
	}
	order := func(a, b glimpse) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), s.newestFirst(a, b)) }
	return s.first(mostPolicies, order, func(l glimpse) bool { return l.pinned || l.kind.Class() == items.Orders })
}

func (s *scope) signals() []items.ID { return s.newest(mostSignals, items.Signal) }

// changed names what was written or changed after since, newest first. Policies, signals and handoffs have sections of their own.
func (s *scope) changed(since time.Time) []items.ID {
	return s.first(mostChanged, s.newestFirst, func(l glimpse) bool { return l.kind != items.Handoff && l.updated.After(since) })
}

func (s *scope) newest(most int, kind items.Type) []items.ID {
	return s.first(most, s.newestFirst, func(l glimpse) bool { return l.kind == kind })
}

// relevant splits what a search found above the pack's floor into lessons and the rest; a handoff is no answer to a task.
func relevant(found recall.Result) (lessons, rest []items.ID) {
	for _, hit := range found.Hits {
		switch {
		case hit.Relevance < recall.DefaultFloor || hit.Head.Type == items.Handoff:
		case hit.Head.Type == items.Lesson && len(lessons) < mostLessons:
			lessons = append(lessons, hit.ID)
		case hit.Head.Type != items.Lesson && len(rest) < mostTask:
			rest = append(rest, hit.ID)
		}
	}
	return lessons, rest
}
