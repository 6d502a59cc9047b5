package projections

import (
	"cmp"
	"slices"
)

// termPostings are what the sources hold of one term.
type termPostings struct {
	lists   []rowList // by source
	docFreq int       // live documents
}

// rowList are the postings of one term in one source.
type rowList struct {
	list string  // as readList takes it
	rows []int32 // the row of each document of the list; nil = they are the rows
}

// posting is one document that holds a term.
type posting struct {
	doc   int32
	freqs freqs
}

func byDoc(a, b posting) int { return cmp.Compare(a.doc, b.doc) }

// Postings calls each once for each live document that holds term in any field, in no particular order, with how often it stands in
// each field. freqs is overwritten by the next call. The error is ErrClosed or nil.
func (v *View) Postings(term string, each func(doc int, freqs *[NumFields]uint32)) error {
	if v.closed.Load() {
		return ErrClosed
	}
	for i, l := range v.term(term).lists {
		l.walk(v.docOf[i], each)
	}
	return nil
}

// walk passes over what is not live. A list that is damaged is not walked: collect has checked it before.
func (l rowList) walk(live []int32, each func(doc int, f *freqs)) {
	r, err := readListHead(l.list)
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
		if row >= len(live) {
			return
		}
		if doc := live[row]; doc >= 0 {
			each(int(doc), &r.freqs)
		}
	}
}

// live counts the documents of a list that are live.
func (l rowList) live(docOf []int32) (n int) {
	r, err := readListHead(l.list)
	if err != nil {
		return 0
	}
	for r.skip() {
		row := int(r.doc)
		if l.rows != nil {
			if row >= len(l.rows) {
				return n
			}
			row = int(l.rows[row])
		}
		if row >= len(docOf) {
			return n
		}
		if docOf[row] >= 0 {
			n++
		}
	}
	return n
}

// DocFreq counts the live documents that hold term in any field.
func (v *View) DocFreq(term string) int {
	if v.closed.Load() {
		return 0
	}
	return v.term(term).docFreq
}

// term collects a term's postings from all sources, once per view: a ranking asks for each term by frequency and then for its documents.
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
	t := &termPostings{lists: make([]rowList, len(v.docOf))}
	for i := range v.docOf {
		var held uint64
		v.from(int32(i), func(s source) (err error) {
			l, err := s.postings(term)
			if err != nil {
				return err
			}
			r, err := readList(l.list)
			if err == nil {
				t.lists[i], held = l, r.left
			}
			return err
		})
		if v.whole[i] { // then no list need be walked to know how many of it are live
			t.docFreq += int(min(held, uint64(len(v.docOf[i]))))
			continue
		}
		t.docFreq += t.lists[i].live(v.docOf[i])
	}
	return t
}

// sorted are the live postings in the order of the documents.
func (t *termPostings) sorted(v *View) []posting {
	all := make([]posting, 0, t.docFreq)
	for i, l := range t.lists {
		l.walk(v.docOf[i], func(doc int, f *freqs) { all = append(all, posting{int32(doc), *f}) })
	}
	slices.SortFunc(all, byDoc)
	return all
}
