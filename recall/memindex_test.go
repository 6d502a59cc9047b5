package recall

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// memIndex is a small index in memory with exact statistics and a plain analysis (no stemming): tests of ranking rules need to
// see every number. Ranking quality is measured over the real view in rank_test.go.
type memIndex struct {
	heads   []items.Head
	fields  [][projections.NumFields][]string
	near    map[items.ID]float64 // cosine by id; nil = no vectors
	nearErr error
	known   float64 // 0 = 1

	sentences map[items.ID]float32 // cosine by id; nil = no sentence vectors
}

// note is one document of a memIndex.
type note struct {
	items.Head
	body string
}

func newIndex(notes ...note) *memIndex {
	ix := &memIndex{}
	slices.SortFunc(notes, func(a, b note) int { return cmp.Compare(a.ID, b.ID) })
	for _, n := range notes {
		var f [projections.NumFields][]string
		add := func(field projections.Field, text string) {
			for _, t := range analyze(text) {
				if t.Ident {
					f[projections.Idents] = append(f[projections.Idents], t.Text)
				} else {
					f[field] = append(f[field], t.Text)
				}
			}
		}
		add(projections.Title, n.Title)
		add(projections.Summary, n.Summary)
		add(projections.Body, n.body)
		for _, tag := range n.Tags {
			add(projections.Tags, tag)
		}
		ix.heads = append(ix.heads, n.Head)
		ix.fields = append(ix.fields, f)
	}
	return ix
}

var stop = strings.Fields("a an and are as at be but by do does for from how i in is it my of on or our that the this to was we what when where which who why with you")

// analyze knows words (with _ . / inside: an identifier, with its parts) and CJK runs (characters and pairs).
func analyze(text string) (terms []projections.Term) {
	letters := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	position := 0
	for i := 0; i < len(text); {
		r := []rune(text[i:min(len(text), i+4)])[0]
		if unicode.Is(unicode.Han, r) {
			end := i + strings.IndexFunc(text[i:]+" ", func(r rune) bool { return !unicode.Is(unicode.Han, r) })
			for at, c := range text[i:end] {
				position++
				size := len(string(c))
				one := projections.Term{Text: string(c), Start: i + at, End: i + at + size, Position: position, CJK: true}
				terms = append(terms, one)
				if rest := text[one.End:end]; rest != "" {
					next := len(string([]rune(rest)[0]))
					terms = append(terms, projections.Term{Text: text[one.Start : one.End+next], Start: one.Start, End: one.End + next, Position: position, CJK: true})
				}
			}
			i = end
			continue
		}
		if !letters(r) {
			i += len(string(r))
			if r == unicode.ReplacementChar {
				i -= 2
			}
			continue
		}
		length := strings.IndexFunc(text[i:]+" ", func(r rune) bool {
			return unicode.Is(unicode.Han, r) || !letters(r) && !strings.ContainsRune("_./", r)
		})
		whole := strings.TrimRight(text[i:i+length], "./_")
		position++
		word := strings.ToLower(whole)
		if strings.ContainsAny(whole, "_./") {
			terms = append(terms, projections.Term{Text: word, Start: i, End: i + len(whole), Position: position, Ident: true})
			at := i
			for _, part := range strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("_./", r) }) {
				at += strings.Index(strings.ToLower(text[at:]), part)
				terms = append(terms, projections.Term{Text: part, Start: at, End: at + len(part), Position: position})
				at += len(part)
			}
		} else if !slices.Contains(stop, word) {
			terms = append(terms, projections.Term{Text: word, Start: i, End: i + len(whole), Position: position})
		}
		i += length
	}
	return terms
}

func (ix *memIndex) Len() int                               { return len(ix.heads) }
func (ix *memIndex) Head(doc int) items.Head                { return ix.heads[doc] }
func (ix *memIndex) Analyze(text string) []projections.Term { return analyze(text) }
func (ix *memIndex) Words(text string) []projections.Term {
	return slices.DeleteFunc(analyze(text), func(t projections.Term) bool { return t.Ident })
}
func (ix *memIndex) Classes() *projections.Classes {
	c := &projections.Classes{}
	for n, h := range ix.heads {
		c.Of = append(c.Of, uint32(n))
		c.List = append(c.List, projections.Facets{Project: h.Project, Type: h.Type, Status: h.Status, Sensitivity: h.Sensitivity, Candidate: h.Candidate})
	}
	return c
}
func (ix *memIndex) Degraded() []string { return nil }
func (ix *memIndex) Known(string) float64 {
	return cmp.Or(ix.known, 1)
}
func (ix *memIndex) SentenceCosines(context.Context, string) (cosines []float32, _ error) {
	for _, h := range ix.heads {
		cosine, ok := ix.sentences[h.ID]
		if !ok {
			cosine = projections.NoSentence
		}
		cosines = append(cosines, cosine)
	}
	if ix.sentences == nil {
		return nil, nil
	}
	return cosines, nil
}
func (ix *memIndex) Lookup(id items.ID) (int, bool) {
	n := slices.IndexFunc(ix.heads, func(h items.Head) bool { return h.ID == id })
	return n, n >= 0
}

func (ix *memIndex) Edges(id items.ID) (edges []projections.Edge) {
	for _, h := range ix.heads {
		for _, old := range h.Supersedes {
			if h.ID == id || old == id {
				edges = append(edges, projections.Edge{From: h.ID, To: old, Kind: "supersedes"})
			}
		}
	}
	return edges
}

func (ix *memIndex) FieldLens(doc int) *[projections.NumFields]uint32 {
	var lens [projections.NumFields]uint32
	for f, words := range ix.fields[doc] {
		lens[f] = uint32(len(words))
	}
	return &lens
}

func (ix *memIndex) AvgFieldLen(f projections.Field) float64 {
	var sum int
	for _, d := range ix.fields {
		sum += len(d[f])
	}
	return float64(sum) / float64(max(1, len(ix.fields)))
}

func (ix *memIndex) Postings(term string, each func(doc int, freqs *[projections.NumFields]uint32)) error {
	for doc, d := range ix.fields {
		var freqs [projections.NumFields]uint32
		for f, words := range d {
			for _, t := range words {
				if t == term {
					freqs[f]++
				}
			}
		}
		if freqs != [projections.NumFields]uint32{} {
			each(doc, &freqs)
		}
	}
	return nil
}

func (ix *memIndex) TermsWith(prefix string, each func(term []byte)) {
	for _, d := range ix.fields {
		for _, words := range d {
			for _, t := range words {
				if strings.HasPrefix(t, prefix) {
					each([]byte(t))
				}
			}
		}
	}
}

func (ix *memIndex) DocFreq(term string) (n int) {
	for _, d := range ix.fields {
		for _, f := range d {
			if slices.Contains(f, term) {
				n++
				break
			}
		}
	}
	return n
}

func (ix *memIndex) NearestOf(_ context.Context, _ string, k int, may, allow func(int) bool) (hits []projections.VectorHit, _ error) {
	if ix.nearErr != nil {
		return nil, ix.nearErr
	}
	for doc, h := range ix.heads {
		if cosine, ok := ix.near[h.ID]; ok && (may == nil || may(doc)) && (allow == nil || allow(doc)) {
			hits = append(hits, projections.VectorHit{Doc: doc, Cosine: cosine})
		}
	}
	slices.SortFunc(hits, func(a, b projections.VectorHit) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(ix.heads[a.Doc].ID, ix.heads[b.Doc].ID))
	})
	return hits[:min(k, len(hits))], nil
}
