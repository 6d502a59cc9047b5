package projections

import (
	"encoding/binary"
	"fmt"
	"time"
	"unsafe"

	"github.com/factline/memory/items"
)

// Glance is the part of a head that says whether an item comes into a choice by kind and time. Its strings hold only while the function
// that was given it runs.
type Glance struct {
	Candidate bool
	Type      items.Type
	Status    items.Status
	Project   string
	Created   time.Time
	Updated   time.Time
	Branch    string // Valid.Branch

	tags string // as in the card
}

// HasTag reports whether the item has the tag.
func (g *Glance) HasTag(tag string) bool {
	r := wireReader{in: g.tags}
	for range r.count() {
		if r.string() == tag {
			return true
		}
	}
	return false
}

// read reads a card as decodeCard does, but allocates nothing.
func (g *Glance) read(card string) error {
	r := wireReader{in: card}
	r.string() // id
	g.Candidate = r.bool()
	g.Type = items.Type(r.string())
	r.string() // title
	r.string() // summary
	g.Status = items.Status(r.string())
	r.string() // name of the state
	r.time()
	g.Project = r.string()
	g.tags = r.in
	for range r.count() {
		r.string()
	}
	g.Created = r.time()
	g.Updated = r.time()
	r.float()  // confidence
	r.string() // sensitivity
	r.string() // trust
	r.time()   // valid from
	r.time()   // and until
	g.Branch = r.string()
	if r.failed {
		return errDamaged
	}
	return nil
}

// ID is the id of a document.
func (v *View) ID(doc int) items.ID { return v.id(doc) }

// Glances calls look for every live document, one source after the other. What is kept is read from end to end in large pieces, so that a
// choice among all items needs no head of each.
func (v *View) Glances(look func(doc int, g *Glance)) {
	var g Glance
	for i, live := range v.docOf {
		next := 0 // a source that is damaged half way goes on with what took its place
		v.from(int32(i), func(s source) error {
			return s.eachCard(next, func(row int) bool { return live[row] >= 0 }, func(row int, card string) error {
				if err := g.read(card); err != nil {
					return err
				}
				next = row + 1
				look(int(live[row]), &g)
				return nil
			})
		})
	}
}

func (m *memory) eachCard(from int, wanted func(row int) bool, each func(row int, card string) error) error {
	for row := from; row < len(m.docs); row++ {
		if wanted(row) {
			if err := each(row, m.docs[row].card); err != nil {
				return err
			}
		}
	}
	return nil
}

// cardsPiece is how much of the cards is read at once, in bytes.
const cardsPiece = 128 << 10

func (c *catalog) eachCard(from int, wanted func(row int) bool, each func(row int, card string) error) error {
	ends, err := c.section(sectionCardEnds)
	if err != nil {
		return err
	}
	piece := make([]byte, cardsPiece)
	for row := from; row < c.rows; {
		start, last := fixed32(ends, row), row+1
		for last < c.rows && fixed32(ends, last+1)-start <= uint32(len(piece)) {
			last++
		}
		n := int(fixed32(ends, last)) - int(start)
		if n < 0 || int64(start)+int64(n) > c.sections[sectionCards].length {
			return errDamaged
		}
		if n > len(piece) { // one long card
			piece = make([]byte, n)
		}
		if _, err := c.file.ReadAt(piece[:n], c.sections[sectionCards].offset+int64(start)); err != nil {
			return fmt.Errorf("%w: %v", errDamaged, err)
		}
		for ; row < last; row++ {
			if !wanted(row) {
				continue
			}
			from, to := int(fixed32(ends, row)-start), int(fixed32(ends, row+1)-start)
			if from < 0 || to-from < 4 || to > n || checksum(piece[from+4:to]) != binary.LittleEndian.Uint32(piece[from:]) {
				return errDamaged
			}
			if err := each(row, unsafe.String(unsafe.SliceData(piece[from+4:]), to-from-4)); err != nil {
				return err
			}
		}
	}
	return nil
}
