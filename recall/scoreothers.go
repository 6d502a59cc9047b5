package recall

import (
	"slices"

	"github.com/factline/memory/projections"
)

// sums are what other words make of documents, by their place among the records.
type sums struct {
	slot []int32 // place -> 1 + its entry; 0 = none
	list []summed
}

type summed struct {
	at    int
	gain  float64 // sum of field
	cover float64
	field [projections.NumFields]float64
}

func (t *sums) entry(at int) *summed {
	for len(t.slot) <= at {
		t.slot = append(t.slot, 0)
	}
	if t.slot[at] == 0 {
		t.list = append(t.list, summed{at: at})
		t.slot[at] = int32(len(t.list))
	}
	return &t.list[t.slot[at]-1]
}

func (t *sums) clear() {
	for _, e := range t.list {
		t.slot[e.at] = 0
	}
	t.list = t.list[:0]
}

// addOthers scores the other words, a unit at a time: of all that a document holds for a unit the best counts, so that three other words are no more than
// the word itself. Another word for several units counts for each its share.
func (s *scorer) addOthers(others []other, stopped func() error) error {
	var found, held sums
	for unit := range s.out.stride {
		found.clear()
		for n := range others {
			o := &others[n]
			if !slices.Contains(o.units, unit) {
				continue
			}
			if err := stopped(); err != nil {
				return err
			}
			held.clear()
			if err := s.hold(o, &held); err != nil {
				return err
			}
			for _, h := range held.list {
				if f := found.entry(h.at); h.gain > f.gain {
					cover := max(f.cover, h.cover)
					*f = h
					f.cover = cover
				} else {
					f.cover = max(f.cover, h.cover)
				}
			}
		}
		for _, f := range found.list {
			covered := s.out.covered(f.at)
			covered[unit] = max(covered[unit], f.cover)
			field := &s.out.docs[f.at].field
			for n, v := range f.field {
				field[n] += v
			}
		}
	}
	return nil
}

// hold adds up what one other word makes of the documents that hold any of its terms, for each of its units.
func (s *scorer) hold(o *other, held *sums) error {
	for _, t := range o.terms {
		if t.df == 0 {
			continue
		}
		rarity := idf(s.ix.Len(), t.df)
		if o.limit > 0 {
			rarity = min(rarity, o.limit)
		}
		factor := o.weight * rarity / float64(len(o.terms)*len(o.units))
		err := s.each(t.text, t.ident, func(at int, saturated float64, weighed *[projections.NumFields]float64, where float64) {
			e := held.entry(at)
			e.cover += o.share * where / float64(len(o.terms))
			if t.asked {
				return // it has counted
			}
			for f, v := range weighed {
				e.field[f] += factor * saturated * v
				e.gain += factor * saturated * v
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
