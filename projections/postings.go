package projections

import (
	"cmp"
	"math/bits"
	"slices"
)

// termPostings are the live postings of one term, in document order, and the number of documents that hold it in any field.
type termPostings struct {
	fields  [NumFields][]posting
	docFreq int
}

type posting struct{ doc, freq int32 }

// Postings calls each for each live document that holds term in field f, in document order. The error is ErrClosed or nil.
func (v *View) Postings(f Field, term string, each func(doc, freq int)) error {
	if v.closed.Load() {
		return ErrClosed
	}
	for _, p := range v.term(term).fields[f] {
		each(int(p.doc), int(p.freq))
	}
	return nil
}

// DocFreq counts the live documents that hold term in any field.
func (v *View) DocFreq(term string) int {
	if v.closed.Load() {
		return 0
	}
	return v.term(term).docFreq
}

// term collects a term's postings from all sources, once per view: a ranking asks for each term by field and by frequency.
func (v *View) term(term string) *termPostings {
	v.termsMu.Lock()
	defer v.termsMu.Unlock()
	if t, ok := v.terms[term]; ok {
		return t
	}
	t := v.collect(term)
	v.terms[term] = t
	return t
}

func (v *View) collect(term string) *termPostings {
	var t termPostings
	for i := range v.docOf {
		live := v.docOf[i]
		var found [NumFields][]posting
		v.from(int32(i), func(s source) error {
			found = [NumFields][]posting{} // a second attempt starts afresh
			return s.postings(term, func(row int, f Field, freq int) {
				if doc := live[row]; doc >= 0 {
					found[f] = append(found[f], posting{doc, int32(freq)})
				}
			})
		})
		for f := range found {
			t.fields[f] = append(t.fields[f], found[f]...)
		}
	}
	seen := make([]uint64, (len(v.docs)+63)/64)
	byDoc := func(a, b posting) int { return cmp.Compare(a.doc, b.doc) }
	for f := range t.fields {
		if !slices.IsSortedFunc(t.fields[f], byDoc) {
			slices.SortFunc(t.fields[f], byDoc)
		}
		for _, p := range t.fields[f] {
			seen[p.doc/64] |= 1 << (p.doc % 64)
		}
	}
	for _, word := range seen {
		t.docFreq += bits.OnesCount64(word)
	}
	return &t
}
