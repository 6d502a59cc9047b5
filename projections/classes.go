package projections

// Classes sorts the live documents by their facets, so that a filter that asks for facets alone is asked once for each combination and not
// once for each document.
type Classes struct {
	Of   []uint32 // of each document the place of its facets in List
	List []Facets // no combination comes twice
}

// Classes are made once for each view. They are not to be changed.
func (v *View) Classes() *Classes {
	v.classesOnce.Do(func() {
		v.classes = &Classes{Of: make([]uint32, len(v.docs))}
		places := map[Facets]uint32{}
		for i, live := range v.docOf {
			v.from(int32(i), func(s source) error { return v.classes.add(s, live, places) })
		}
	})
	return v.classes
}

func (c *Classes) add(s source, live []int32, places map[Facets]uint32) error {
	numberOf, list, err := s.facetNumbers()
	if err != nil {
		return err
	}
	placeOf := make([]uint32, len(list))
	for n, f := range list {
		place, ok := places[f]
		if !ok {
			place = uint32(len(c.List))
			places[f], c.List = place, append(c.List, f)
		}
		placeOf[n] = place
	}
	for row, doc := range live {
		if doc < 0 {
			continue
		}
		n := numberOf(row)
		if int(n) >= len(list) {
			return errDamaged
		}
		c.Of[doc] = placeOf[n]
	}
	return nil
}

func (c *catalog) facetNumbers() (func(row int) uint32, []Facets, error) {
	if err := c.readFacetSections(); err != nil {
		return nil, nil, err
	}
	return func(row int) uint32 { return fixed32(c.facetRows, row) }, c.facetList, nil
}

// facetNumbers gives each row a number of its own: there are few.
func (m *memory) facetNumbers() (func(row int) uint32, []Facets, error) {
	if len(m.docs) == 0 {
		return nil, nil, nil
	}
	if _, err := m.facets(0); err != nil {
		return nil, nil, err
	}
	return func(row int) uint32 { return uint32(row) }, m.facetList, nil
}
