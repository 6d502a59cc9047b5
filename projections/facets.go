package projections

import (
	"fmt"

	"github.com/factline/memory/items"
)

// Facets are the parts of a head that filters ask for first. A catalog keeps each combination once and a number for each row, so that
// passing over the items of other projects reads no head.
type Facets struct {
	Project     string
	Type        items.Type
	Status      items.Status
	Sensitivity items.Sensitivity
	Candidate   bool
}

func facetsOf(h items.Head) Facets {
	return Facets{Project: h.Project, Type: h.Type, Status: h.Status, Sensitivity: h.Sensitivity, Candidate: h.Candidate}
}

// Facets are those of a document's head.
func (v *View) Facets(doc int) (f Facets) {
	v.from(v.docs[doc].source, func(s source) (err error) {
		f, err = s.facets(int(v.docs[doc].row))
		return err
	})
	return f
}

// facetTable numbers combinations in the order of their first row.
type facetTable struct {
	numbers map[Facets]uint32
	table   wireWriter
}

func (t *facetTable) number(f Facets) uint32 {
	n, ok := t.numbers[f]
	if !ok {
		n = uint32(len(t.numbers))
		t.numbers[f] = n
		t.table.string(f.Project)
		t.table.string(string(f.Type))
		t.table.string(string(f.Status))
		t.table.string(string(f.Sensitivity))
		t.table.bool(f.Candidate)
	}
	return n
}

// readFacets is the inverse of what facetTable wrote.
func readFacets(table string) (list []Facets, err error) {
	r := wireReader{in: table}
	for r.in != "" {
		list = append(list, Facets{
			Project: r.string(), Type: items.Type(r.string()), Status: items.Status(r.string()), Sensitivity: items.Sensitivity(r.string()), Candidate: r.bool(),
		})
	}
	if r.failed {
		return nil, errDamaged
	}
	return list, nil
}

// readFacetSections reads what facets and facetNumbers look up, once.
func (c *catalog) readFacetSections() error {
	c.facetsOnce.Do(func() {
		table, err := c.section(sectionFacetTable)
		if err == nil {
			c.facetList, err = readFacets(table)
		}
		if err == nil {
			c.facetRows, err = c.section(sectionFacets)
		}
		c.facetsErr = err
	})
	return c.facetsErr
}

func (c *catalog) facets(row int) (Facets, error) {
	if err := c.readFacetSections(); err != nil {
		return Facets{}, err
	}
	n := fixed32(c.facetRows, row)
	if int(n) >= len(c.facetList) {
		return Facets{}, fmt.Errorf("facets of row %d: %w", row, errDamaged)
	}
	return c.facetList[n], nil
}

func (m *memory) facets(row int) (Facets, error) {
	m.facetsOnce.Do(func() {
		m.facetList = make([]Facets, len(m.docs))
		for i, d := range m.docs {
			if d != nil && d.kind == kindItem {
				head, _, _ := decodeCard(d.card) // see indexKeys
				m.facetList[i] = facetsOf(head)
			}
		}
	})
	return m.facetList[row], nil
}
