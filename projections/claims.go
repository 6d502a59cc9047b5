package projections

import (
	"cmp"
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// Claims are the items and candidates whose claim holds any of some words: what a write looks for its neighbours in. A claim is title and
// summary, or the title and a short body where there is no summary: "Deploy day", and below it "We deploy on Tuesdays." View and
// Keys give the same; Keys reads what it needs row by row. Ranking them is for recall. Use them from one goroutine, while what gave
// them is open.
type Claims struct {
	ix    claimIndex
	terms []claimTerm
}

// ClaimTerms is how many terms Claims takes: one bit each in Claim.Has.
const ClaimTerms = 64

// Claim is one item or candidate.
type Claim struct {
	Has uint64 // bit n: it holds the n-th term
	at  place
}

// claimIndex is what Claims needs of a View or of Keys. Places are of their sources.
type claimIndex interface {
	// claimLists gives the lists of each term by source.
	claimLists(terms []string) ([][]rowList, error)
	facetsAt(at place) (Facets, bool)
	liveAt(at place) bool
	// lensAt are the lengths of the fields; all 0 where they cannot be read.
	lensAt(at place) fieldLens
	idAt(at place) items.ID
	// headAt is the head as the file is now; ok is false where it is none of an item any more.
	headAt(at place) (h items.Head, ok bool)
}

// claimTerm is one term on its way through the index.
type claimTerm struct {
	lists []rowList // by source
	docs  int       // documents that hold it in any field, live or not
	seen  int       // claims that are wanted, live or not
}

// newClaims looks up the terms and counts what is wanted. Of a store that holds them very often it leaves the most frequent ones out:
// together they take at most so many steps.
func newClaims(ix claimIndex, terms []string, steps int, wanted func(Facets) bool) (*Claims, error) {
	c := &Claims{ix: ix, terms: make([]claimTerm, min(len(terms), ClaimTerms))}
	lists, err := ix.claimLists(terms[:len(c.terms)])
	if err != nil {
		return nil, err
	}
	order := make([]int, len(c.terms))
	for n := range c.terms {
		t := claimTerm{lists: lists[n]}
		for _, l := range t.lists {
			t.docs += l.docs()
		}
		c.terms[n], order[n] = t, n
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(c.terms[a].docs-c.terms[b].docs, a-b) })
	for i, n := range order {
		t := &c.terms[n]
		if steps -= t.docs; steps < 0 && i >= claimTermsAlways {
			t.lists, t.seen = nil, t.docs
			continue
		}
		c.filter(t, wanted)
	}
	return c, nil
}

// claimTermsAlways is how many of the rarest terms are looked at however many hold them: two words are the least that says what a
// claim is about.
const claimTermsAlways = 2

// filter leaves in the lists of a term the rows whose claims hold it and that are wanted.
func (c *Claims) filter(t *claimTerm, wanted func(Facets) bool) {
	for i := range t.lists {
		var rows []int32
		t.lists[i].each(func(row int, f *freqs) {
			at := place{int32(i), int32(row)}
			if f[Title]+f[Summary] == 0 && (f[Body] == 0 || bodyOfClaim(c.ix.lensAt(at)) == 0) {
				return
			}
			if facets, ok := c.ix.facetsAt(at); ok && wanted(facets) {
				rows = append(rows, int32(row))
			}
		})
		t.lists[i] = rowList{rows: rows}
		t.seen += len(rows)
	}
}

// Freq counts the claims that hold the n-th term and are wanted: exactly up to most, and most+1 where there are more. Of a term that is in so
// many that it was left out it says the same.
func (c *Claims) Freq(n, most int) int {
	t := &c.terms[n]
	if t.lists == nil || t.seen > 2*most { // half of them would have to be gone
		return min(t.seen, most+1)
	}
	live := 0
	for i, l := range t.lists {
		for _, row := range l.rows {
			if c.ix.liveAt(place{int32(i), row}) {
				live++
			}
		}
	}
	return min(live, most+1)
}

// Each calls each once for each claim, live or not, one source after the other.
func (c *Claims) Each(each func(Claim)) {
	sources := 0
	for _, t := range c.terms {
		sources = max(sources, len(t.lists))
	}
	next := make([]int, len(c.terms))
	for i := range sources {
		clear(next)
		for {
			row := int32(-1)
			for n, t := range c.terms {
				if t.lists != nil && next[n] < len(t.lists[i].rows) && (row < 0 || t.lists[i].rows[next[n]] < row) {
					row = t.lists[i].rows[next[n]]
				}
			}
			if row < 0 {
				break
			}
			claim := Claim{at: place{int32(i), row}}
			for n, t := range c.terms {
				if t.lists != nil && next[n] < len(t.lists[i].rows) && t.lists[i].rows[next[n]] == row {
					claim.Has |= 1 << n
					next[n]++
				}
			}
			each(claim)
		}
	}
}

// Live says that the claim stands in the newest version of its file.
func (c *Claims) Live(claim Claim) bool { return c.ix.liveAt(claim.at) }

// Len counts the terms of the claim.
func (c *Claims) Len(claim Claim) int {
	lens := c.ix.lensAt(claim.at)
	return int(lens[Title]+lens[Summary]) + bodyOfClaim(lens)
}

// shortBody is the length in terms of a body that may be all that an item claims: two or three sentences. A longer one explains and tells.
const shortBody = 40

// bodyOfClaim counts the terms of the body where it belongs to the claim.
func bodyOfClaim(lens fieldLens) int {
	if lens[Summary] > 0 || lens[Body] > shortBody {
		return 0
	}
	return int(lens[Body])
}

// ID is the claim's item.
func (c *Claims) ID(claim Claim) items.ID { return c.ix.idAt(claim.at) }

// Head is the head of the claim's item as its file is now; ok is false where it is gone or no item any more.
func (c *Claims) Head(claim Claim) (h items.Head, ok bool) { return c.ix.headAt(claim.at) }

// docs counts the documents of a list.
func (l rowList) docs() int {
	r, err := readListHead(l.list)
	if err != nil {
		return 0
	}
	return int(r.left)
}

// each calls each with the rows of the documents of a list, live or not.
func (l rowList) each(each func(row int, f *freqs)) {
	r, err := readList(l.list)
	if err != nil {
		return
	}
	for r.next() {
		row := int(r.doc)
		if l.rows != nil {
			if row >= len(l.rows) {
				return
			}
			row = int(l.rows[row])
		}
		each(row, &r.freqs)
	}
}

// tailLists makes the lists of some terms out of documents that came from the tail, in one pass and without unpacking any.
func tailLists(docs []*document, terms []string) []rowList {
	order := make([]int, len(terms))
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(strings.Compare(terms[a], terms[b]), a-b) })
	writers := make([]listWriter, len(terms))
	for row, d := range docs {
		if d == nil || d.kind != kindItem {
			continue
		}
		d.match(len(terms), func(i int) string { return terms[order[i]] }, func(i int, f *freqs) { writers[order[i]].add(uint32(row), f) })
	}
	lists := make([]rowList, len(terms))
	for n := range writers {
		if writers[n].docs > 0 {
			lists[n].list = string(writers[n].appendTo(nil))
		}
	}
	return lists
}

// match calls found with the number of each wanted term that the document holds. Wanted terms ascend, as those of a document do.
func (d *document) match(n int, wanted func(i int) string, found func(i int, f *freqs)) {
	if d.packed == "" {
		for i := range n {
			if f, ok := d.find(wanted(i)); ok {
				found(i, &f)
			}
		}
		return
	}
	r := wireReader{in: d.packed}
	i := 0
	for range r.count() {
		text := r.string()
		var f freqs
		for field := range f {
			f[field] = uint32(r.number())
		}
		for i < n && wanted(i) < text {
			i++
		}
		if i == n || r.failed {
			return
		}
		for ; i < n && wanted(i) == text; i++ {
			found(i, &f)
		}
	}
}
