package projections

import (
	"slices"

	"github.com/factline/memory/items"
)

// Claims are the items and candidates of the view with any of the terms in their claims, as newClaims says.
func (v *View) Claims(terms []string, steps int, wanted func(Facets) bool) (*Claims, error) {
	if v.closed.Load() {
		return nil, ErrClosed
	}
	return newClaims(viewClaims{v}, terms, steps, wanted)
}

// viewClaims reads from an open view.
type viewClaims struct{ v *View }

func (c viewClaims) claimLists(terms []string) ([][]rowList, error) {
	lists := make([][]rowList, len(terms))
	for n, term := range terms {
		lists[n] = slices.Clone(c.v.term(term).lists) // the view keeps its own
	}
	return lists, nil
}

func (c viewClaims) facetsAt(at place) (f Facets, ok bool) {
	doc, ok := c.doc(at)
	if !ok {
		return f, false
	}
	return c.v.Facets(doc), true
}

// doc is the document of a row. What is not live has none.
func (c viewClaims) doc(at place) (int, bool) {
	live := c.v.docOf[at.source]
	if int(at.row) >= len(live) || live[at.row] < 0 {
		return 0, false
	}
	return int(live[at.row]), true
}

func (c viewClaims) liveAt(at place) bool {
	_, ok := c.doc(at)
	return ok
}

func (c viewClaims) lensAt(at place) fieldLens {
	doc, ok := c.doc(at)
	if !ok {
		return fieldLens{}
	}
	return *c.v.FieldLens(doc)
}

func (c viewClaims) idAt(at place) items.ID {
	doc, _ := c.doc(at)
	return c.v.id(doc)
}

// headAt reads the file where it changed after the view was opened.
func (c viewClaims) headAt(at place) (h items.Head, ok bool) {
	doc, ok := c.doc(at)
	if !ok {
		return h, false
	}
	f, err := statPath(c.v.reader.store, c.v.path(doc))
	if err != nil {
		return h, false
	}
	c.v.from(at.source, func(s source) error {
		card, err := s.card(int(at.row))
		if err != nil {
			return err
		}
		sum, err := s.sum(int(at.row))
		if err == nil {
			h, ok = c.v.reader.headNow(f, card, s.stat(int(at.row)), sum)
		}
		return err
	})
	return h, ok
}
