package gates

import (
	"context"
	"slices"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// system answers the questions of a task over one collection: ours, or a control.
type system interface {
	name() string
	answer(ctx context.Context, t Task, q Question) (answer, error)
	close() error
}

// answer is what came back.
type answer struct {
	Ranked []string // documents or groups, best first, each once
	Pack   *pack    // nil where none was asked for

	Unordered bool // the ranking has no order
}

// pack is the prompt text of one answer.
type pack struct {
	Entries []string // documents or groups, in the order of the text
	Tokens  int
}

// depth is how many documents a ranking holds: what the firewall gets to see for a pack, and more where a group is found through
// its passages.
const (
	depth      = 50
	groupDepth = 100
)

func (t Task) depth() int {
	if t.ByGroup {
		return groupDepth
	}
	return depth
}

// answers turns documents into answers: themselves, or the groups they belong to, each at its best document's place.
func (t Task) answers(c *Corpus, docs []int) []string {
	out := make([]string, 0, len(docs))
	seen := map[string]bool{}
	for _, d := range docs {
		id := c.Docs[d].ID
		if t.ByGroup || c.ByGroup {
			id = c.Docs[d].group()
		}
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// Names of ours. Where a suite has sentence vectors both stand in the report, and the first is ours.
const (
	ours = "memory"
	cold = "memory, word table alone"
)

// memory asks the store as every door does: hub.Search and hub.Pack.
type memory struct {
	title  string
	store  *store
	hub    *hub.Hub
	search []time.Duration
	packs  []time.Duration
}

func (m *memory) name() string { return m.title }
func (m *memory) close() error { return nil } // the store belongs to the runner

func (m *memory) answer(ctx context.Context, t Task, q Question) (answer, error) {
	query := recall.Query{Text: q.Text, Project: q.Project, K: t.depth(), Now: q.Now}
	started := time.Now()
	found, err := m.hub.Search(ctx, query)
	if err != nil {
		return answer{}, err
	}
	m.search = append(m.search, time.Since(started))
	docs := make([]int, len(found.Hits))
	for i, hit := range found.Hits {
		docs[i] = m.store.doc[hit.ID]
	}
	ans := answer{Ranked: t.answers(m.store.corpus, docs)}
	if t.Packs {
		if t.Prompts && hook.Gate(q.Text) != "" {
			ans.Pack = &pack{}
			return ans, nil
		}
		started = time.Now()
		p, err := m.hub.Pack(ctx, hub.PackRequest{Query: query, Budget: t.Budget, Sought: t.Sought, Door: "gate"})
		if err != nil {
			return answer{}, err
		}
		m.packs = append(m.packs, time.Since(started))
		docs = docs[:0]
		for _, e := range p.Entries {
			docs = append(docs, m.store.doc[e.ID])
		}
		ans.Pack = &pack{Entries: t.answers(m.store.corpus, docs), Tokens: p.Tokens}
	}
	return ans, nil
}

// memories are ours, as a process that lives long answers and as a cold one does.
func memories(s *store) []system {
	if s.warm == nil {
		return []system{&memory{title: ours, store: s, hub: s.hub}}
	}
	return []system{&memory{title: ours, store: s, hub: s.warm}, &memory{title: cold, store: s, hub: s.hub}}
}

// vectors ranks by the vectors alone, through the same view.
type vectors struct {
	store *store
	pack  packer
}

func (v *vectors) name() string { return "vectors alone" }
func (v *vectors) close() error { return nil }

func (v *vectors) answer(ctx context.Context, t Task, q Question) (answer, error) {
	view, err := v.store.hub.View(ctx)
	if err != nil {
		return answer{}, err
	}
	id := func(doc int) items.ID { return view.Head(doc).ID }
	hits, err := view.Nearest(ctx, q.Text, t.depth(), func(doc int) bool {
		return q.Project == "" || slices.Contains([]string{"", q.Project}, view.Head(doc).Project)
	})
	if err != nil {
		return answer{}, err
	}
	docs := make([]int, len(hits))
	for i, hit := range hits {
		docs[i] = v.store.doc[id(hit.Doc)]
	}
	return v.pack.answer(t, docs), nil
}
