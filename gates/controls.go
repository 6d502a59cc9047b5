package gates

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/tokens"
)

// controls are what ours is held against, over the same texts and questions. close them after use.
func controls(s *store) ([]system, error) {
	p := newPacker(s.corpus)
	grep := newGrep(s.corpus)
	plain, err := projections.NewPlainBM25(p.texts)
	if err != nil {
		return nil, err
	}
	list := []system{&vectors{s, p}, &plainBM25{"plain BM25", p, plain}}
	if p.grouped() {
		list = append(list, newWholeBM25(p))
	}
	return append(list,
		&control{"grep, any word", p, func(q Question) []int { return grep.any(q.Text) }},
		&control{"grep, all words", p, func(q Question) []int { return grep.all(q.Text) }},
		&control{"random", p, p.random},
		&fullContext{p},
		&control{"no memory", p, func(Question) []int { return nil }},
	), nil
}

// control ranks documents by a pure function of the question.
type control struct {
	title string
	pack  packer
	rank  func(Question) []int
}

func (c *control) name() string { return c.title }
func (c *control) close() error { return nil }

func (c *control) answer(_ context.Context, t Task, q Question) (answer, error) {
	docs := c.pack.inProject(c.rank(q), q.Project)
	return c.pack.answer(t, docs[:min(len(docs), t.depth())]), nil
}

// plainBM25 is bleve as it comes.
type plainBM25 struct {
	title string
	pack  packer
	index *projections.PlainBM25
}

func (b *plainBM25) name() string { return b.title }
func (b *plainBM25) close() error { return b.index.Close() }

func (b *plainBM25) answer(ctx context.Context, t Task, q Question) (answer, error) {
	k := t.depth()
	if q.Project != "" {
		k = len(b.pack.texts)
	}
	docs, err := b.index.Rank(ctx, q.Text, k)
	if err != nil {
		return answer{}, err
	}
	docs = b.pack.inProject(docs, q.Project)
	return b.pack.answer(t, docs[:min(len(docs), t.depth())]), nil
}

// wholeBM25 is plain BM25 over groups as single documents. It answers only tasks that ask for groups, and is built when the first one does.
type wholeBM25 struct {
	plainBM25
	texts []string // of each group
	first []int    // of each group, its first document
}

func newWholeBM25(p packer) *wholeBM25 {
	w := &wholeBM25{plainBM25: plainBM25{title: "plain BM25, whole", pack: p}}
	at := map[string]int{}
	for i, d := range p.corpus.Docs {
		n, ok := at[d.group()]
		if !ok {
			n = len(w.texts)
			at[d.group()] = n
			w.texts = append(w.texts, "")
			w.first = append(w.first, i)
		}
		w.texts[n] += p.texts[i] + "\n"
	}
	return w
}

func (w *wholeBM25) close() error {
	if w.index == nil {
		return nil
	}
	return w.plainBM25.close()
}

func (w *wholeBM25) answer(ctx context.Context, t Task, q Question) (answer, error) {
	if !t.ByGroup {
		return answer{}, errNotAsked
	}
	if w.index == nil {
		index, err := projections.NewPlainBM25(w.texts)
		if err != nil {
			return answer{}, err
		}
		w.index = index
	}
	groups, err := w.index.Rank(ctx, q.Text, t.depth())
	if err != nil {
		return answer{}, err
	}
	docs := make([]int, len(groups))
	for i, g := range groups {
		docs[i] = w.first[g]
	}
	return answer{Ranked: t.answers(w.pack.corpus, w.pack.inProject(docs, q.Project))}, nil
}

// fullContext gives the prompt everything. Only its cost is of interest.
type fullContext struct{ pack packer }

func (f *fullContext) name() string { return "full context" }
func (f *fullContext) close() error { return nil }

func (f *fullContext) answer(_ context.Context, t Task, q Question) (answer, error) {
	if !t.Packs {
		return answer{}, errNotAsked
	}
	ids := t.answers(f.pack.corpus, f.pack.inProject(f.pack.every(), q.Project))
	return answer{Ranked: ids, Pack: &pack{Entries: ids, Tokens: f.pack.total()}, Unordered: true}, nil
}

// packer holds the texts of a collection and makes the prompt text of the controls: whole texts, best first, while they fit.
type packer struct {
	corpus *Corpus
	texts  []string
	counts []int // tokens of each text; 0 = not counted yet
}

func newPacker(c *Corpus) packer {
	p := packer{corpus: c, texts: make([]string, len(c.Docs)), counts: make([]int, len(c.Docs))}
	for i, d := range c.Docs {
		p.texts[i] = d.Text()
	}
	return p
}

func (p packer) grouped() bool {
	return slices.ContainsFunc(p.corpus.Docs, func(d Doc) bool { return d.Group != "" && d.Group != d.ID })
}

func (p packer) tokens(doc int) int {
	if p.counts[doc] == 0 {
		p.counts[doc] = tokens.Count(p.texts[doc])
	}
	return p.counts[doc]
}

func (p packer) total() (n int) {
	for i := range p.texts {
		n += p.tokens(i)
	}
	return n
}

func (p packer) every() []int {
	all := make([]int, len(p.texts))
	for i := range all {
		all[i] = i
	}
	return all
}

// inProject keeps the documents of a project and those without one.
func (p packer) inProject(docs []int, project string) []int {
	if project == "" {
		return docs
	}
	return slices.DeleteFunc(slices.Clone(docs), func(d int) bool {
		name := p.corpus.Docs[d].Item.Project
		return name != "" && name != project
	})
}

func (p packer) answer(t Task, docs []int) answer {
	ans := answer{Ranked: t.answers(p.corpus, docs)}
	if !t.Packs {
		return ans
	}
	budget := t.Budget
	if budget == 0 {
		budget = contextpack.DefaultBudget
	}
	var in []int
	used := 0
	for _, d := range docs {
		if n := p.tokens(d); used+n <= budget && len(in) < contextpack.DefaultMaxItems {
			in = append(in, d)
			used += n
		}
	}
	ans.Pack = &pack{Entries: t.answers(p.corpus, in), Tokens: used}
	return ans
}

// random is a shuffle that depends on the seed and the question alone.
func (p packer) random(q Question) []int {
	var h uint64
	for _, b := range []byte(q.ID) {
		h = h*1099511628211 + uint64(b)
	}
	return rand.New(rand.NewPCG(Seed, h)).Perm(len(p.texts))
}

// grep finds texts by their words, without regard to case: what an agent without memory does first. Words are whole words; in
// text without spaces between words they are looked for anywhere.
type grep struct {
	lower []string
	word  map[string][]int // documents in order
}

func newGrep(c *Corpus) *grep {
	g := &grep{word: map[string][]int{}}
	for i, d := range c.Docs {
		text := strings.ToLower(d.Text())
		g.lower = append(g.lower, text)
		for _, w := range grepWords(text) {
			if at := g.word[w]; len(at) == 0 || at[len(at)-1] != i {
				g.word[w] = append(at, i)
			}
		}
	}
	return g
}

func grepWords(lower string) []string {
	return strings.FieldsFunc(lower, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_'
	})
}

// counts says how many of the question's distinct words each document holds, and how many there are.
func (g *grep) counts(text string) (counts map[int]int, words int) {
	counts = map[int]int{}
	distinct := grepWords(strings.ToLower(text))
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	for _, w := range distinct {
		docs := g.word[w]
		if strings.IndexFunc(w, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }) >= 0 {
			docs = nil
			for i, text := range g.lower {
				if strings.Contains(text, w) {
					docs = append(docs, i)
				}
			}
		}
		for _, d := range docs {
			counts[d]++
		}
	}
	return counts, len(distinct)
}

// all returns the documents that hold every word, in the order of the files.
func (g *grep) all(text string) (docs []int) {
	counts, words := g.counts(text)
	for d, n := range counts {
		if n == words {
			docs = append(docs, d)
		}
	}
	slices.Sort(docs)
	return docs
}

// any returns the documents that hold a word, those with most distinct words first.
func (g *grep) any(text string) (docs []int) {
	counts, _ := g.counts(text)
	for d := range counts {
		docs = append(docs, d)
	}
	slices.SortFunc(docs, func(a, b int) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return a - b
	})
	return docs
}
