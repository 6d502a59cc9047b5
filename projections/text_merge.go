package projections

import (
	"cmp"
	"container/heap"
	"maps"
	"slices"
	"strings"
)

// textInput is one of the sets of postings that make a new text file.
type textInput struct {
	terms   termCursor
	docs    int
	numbers []uint32 // the new number of each of its documents, noText for one that is dropped; nil = they go on where the input before ended
}

// noText is the number of a document that is in no text file.
const noText = ^uint32(0)

// termCursor walks over terms in byte order. A list is as readList takes it.
type termCursor interface {
	next() (term, list string, ok bool, err error)
}

// mergeText writes one text file at path out of several sets of postings.
func mergeText(path string, inputs []textInput) error {
	docs := 0
	heads := make(termHeap, 0, len(inputs))
	for i, in := range inputs {
		h := &termHead{input: i, cursor: in.terms, numbers: in.numbers, base: uint32(docs)}
		docs += in.kept()
		switch ok, err := h.step(); {
		case err != nil:
			return err
		case ok:
			heads = append(heads, h)
		}
	}
	w, err := createText(path, docs)
	if err != nil {
		return err
	}
	if err := heads.writeTo(w); err != nil {
		return w.fail(err)
	}
	if err := w.finish(); err != nil {
		return w.fail(err)
	}
	return nil
}

// kept counts the documents that are not dropped.
func (in textInput) kept() int {
	n := in.docs
	for _, number := range in.numbers {
		if number == noText {
			n--
		}
	}
	return n
}

// termHead stands at one term of an input.
type termHead struct {
	input   int
	cursor  termCursor
	numbers []uint32
	base    uint32

	term, list string
}

func (h *termHead) step() (ok bool, err error) {
	h.term, h.list, ok, err = h.cursor.next()
	return ok, err
}

// termHeap has the least term on top, and of equals the one of the first input.
type termHeap []*termHead

func (t termHeap) Len() int      { return len(t) }
func (t termHeap) Swap(i, j int) { t[i], t[j] = t[j], t[i] }
func (t *termHeap) Push(x any)   { *t = append(*t, x.(*termHead)) }
func (t *termHeap) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}
func (t termHeap) Less(i, j int) bool {
	return cmp.Or(strings.Compare(t[i].term, t[j].term), cmp.Compare(t[i].input, t[j].input)) < 0
}

func (t *termHeap) writeTo(w *textWriter) error {
	heap.Init(t)
	var list listWriter
	var found []posting
	for len(*t) > 0 {
		term := (*t)[0].term
		found = found[:0]
		for len(*t) > 0 && (*t)[0].term == term {
			h := (*t)[0]
			var err error
			if found, err = h.collect(found); err != nil {
				return err
			}
			ok, err := h.step()
			switch {
			case err != nil:
				return err
			case ok:
				heap.Fix(t, 0)
			default:
				heap.Pop(t)
			}
		}
		if !slices.IsSortedFunc(found, byDoc) {
			slices.SortFunc(found, byDoc)
		}
		list.reset()
		for i := range found {
			list.add(uint32(found[i].doc), &found[i].freqs)
		}
		if err := w.add(term, &list); err != nil {
			return err
		}
	}
	return nil
}

// collect adds the postings of the present term under their new numbers.
func (h *termHead) collect(found []posting) ([]posting, error) {
	r, err := readList(h.list)
	if err != nil {
		return nil, err
	}
	for r.next() {
		doc := h.base + r.doc
		if h.numbers != nil {
			if int(r.doc) >= len(h.numbers) {
				return nil, errDamaged
			}
			if doc = h.numbers[r.doc]; doc == noText {
				continue
			}
		}
		found = append(found, posting{int32(doc), r.freqs})
	}
	return found, nil
}

// inverted is a cursor over documents in memory.
type inverted struct {
	terms []string
	lists map[string]*listWriter
	buf   []byte
}

// invert sorts the terms of documents, which are numbered in their order.
func invert(docs []*document) *inverted {
	lists := map[string]*listWriter{}
	for n, d := range docs {
		for _, t := range d.load().terms {
			list := lists[t.text]
			if list == nil {
				list = &listWriter{}
				lists[t.text] = list
			}
			list.add(uint32(n), &t.freqs)
		}
	}
	return &inverted{terms: slices.Sorted(maps.Keys(lists)), lists: lists}
}

func (i *inverted) next() (term, list string, ok bool, err error) {
	if len(i.terms) == 0 {
		return "", "", false, nil
	}
	term, i.terms = i.terms[0], i.terms[1:]
	i.buf = i.lists[term].appendTo(i.buf[:0])
	return term, string(i.buf), true, nil
}
