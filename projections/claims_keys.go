package projections

import (
	"context"
	"crypto/sha256"
	"errors"
	"path/filepath"

	"github.com/factline/memory/items"
)

// Words are the words of a text as the index has them, as View.Words.
func (k *Keys) Words(text string) []Term { return k.reader.analyzer.words(text) }

// Claims are the items and candidates that hold any of the terms in their claims, as newClaims says. Like Keys it holds against the
// disk only what it finds: an item that was changed in place by hand is found by the words that it had, and then read.
func (k *Keys) Claims(terms []string, steps int, wanted func(Facets) bool) (*Claims, error) {
	return newClaims(keyClaims{k, map[place]bool{}}, terms, steps, wanted)
}

// keyClaims reads single rows. Source 0 is the tail, source n is segment n-1.
type keyClaims struct {
	k    *Keys
	live map[place]bool // what was asked
}

func (c keyClaims) claimLists(terms []string) ([][]rowList, error) {
	lists := make([][]rowList, len(terms))
	tail := tailLists(c.k.tail.docs, terms)
	for n, term := range terms {
		lists[n] = append(lists[n], tail[n])
		for _, s := range c.k.segments {
			list, err := s.postings(term)
			if err != nil {
				return nil, err
			}
			lists[n] = append(lists[n], list)
		}
	}
	return lists, nil
}

func (c keyClaims) facetsAt(at place) (Facets, bool) {
	if at.source == 0 {
		head, _, err := decodeCard(c.k.tail.docs[at.row].card)
		return facetsOf(head), err == nil
	}
	s := c.k.segments[at.source-1]
	f, err := s.few.at(s.keyCatalog, int(at.row))
	return f, err == nil
}

func (c keyClaims) liveAt(at place) bool {
	if at.source == 0 {
		return true // of each path the tail holds the newest document
	}
	live, known := c.live[at]
	if !known {
		i := int(at.source) - 1
		path, err := c.k.segments[i].pathAt(int(at.row))
		if err == nil {
			_, live = c.k.renewed(path, fileStat{}, i)
		}
		c.live[at] = live
	}
	return live
}

func (c keyClaims) lensAt(at place) (lens fieldLens) {
	if at.source == 0 {
		return c.k.tail.docs[at.row].lens
	}
	s := c.k.segments[at.source-1]
	if s.lens == "" { // at once: a common word asks for many rows
		s.lens, _ = s.section(sectionLens)
	}
	if from := 4 * int(NumFields) * int(at.row); from+4*int(NumFields) <= len(s.lens) {
		for f := range lens {
			lens[f] = fixed32(s.lens[from:], f)
		}
	}
	return lens
}

func (c keyClaims) idAt(at place) items.ID {
	if at.source == 0 {
		return items.ID(idOf(c.k.tail.docs[at.row].path))
	}
	path, err := c.k.segments[at.source-1].pathAt(int(at.row))
	if err != nil || !itemPath(path) {
		return ""
	}
	return items.ID(idOf(path))
}

func (c keyClaims) headAt(at place) (h items.Head, ok bool) {
	if at.source == 0 {
		d := c.k.tail.docs[at.row]
		return c.k.headOf(d.path, d.card, d.stat, d.sum)
	}
	s := c.k.segments[at.source-1]
	path, _, stat, err := s.row(int(at.row))
	if err != nil {
		return h, false
	}
	card, err := s.cardAt(int(at.row))
	if err != nil {
		return h, false
	}
	sum, err := s.sum(int(at.row))
	if err != nil {
		return h, false
	}
	stat, live := c.k.renewed(path, stat, int(at.source)-1)
	if !live {
		return h, false
	}
	return c.k.headOf(path, card, stat, sum)
}

// headOf is headNow, but for a candidate that was left behind when it became an item.
func (k *Keys) headOf(path, card string, stat fileStat, sum [sha256.Size]byte) (h items.Head, ok bool) {
	f, err := statPath(k.reader.store, path)
	if err != nil || f.Candidate && k.approved(f) {
		return h, false
	}
	return k.reader.headNow(f, card, stat, sum)
}

// headNow is the head of a file: that of its card, where the file is as it was when the card was made; else the file is read.
func (r *reader) headNow(f items.File, card string, stat fileStat, sum [sha256.Size]byte) (h items.Head, ok bool) {
	asKept := stat.matches(f) && !stat.racy
	if !asKept && stat.size == f.Size {
		got, err := r.sum(f)
		asKept = err == nil && got == sum
	}
	if asKept {
		h, _, err := decodeCard(card)
		return h, err == nil && h.ID == f.ID
	}
	it, _, err := r.store.Read(context.Background(), f)
	if err != nil {
		return h, false
	}
	h = it.Head()
	h.Candidate = f.Candidate
	return h, h.ID == f.ID
}

// keySegment is a sealed segment of which single rows and lists are read.
type keySegment struct {
	keyCatalog
	dir  string
	docs int // documents in the text file
	few  fewFacets
	lens string // the section of lengths, once it was asked for
	text *textFile
	rows []int32 // as sealed.rowOf
}

func openKeySegment(dir string, entry segmentEntry) (*keySegment, error) {
	c, err := openKeyCatalog(dir, entry)
	if err != nil {
		return nil, err
	}
	return &keySegment{keyCatalog: c, dir: filepath.Join(dir, entry.Name), docs: entry.Docs}, nil
}

func (s *keySegment) postings(term string) (rowList, error) {
	if s.docs == 0 {
		return rowList{}, nil
	}
	if s.text == nil {
		if err := s.openText(); err != nil {
			return rowList{}, err
		}
	}
	list, err := s.text.list(term)
	return rowList{list, s.rows}, err
}

func (s *keySegment) openText() error {
	if s.docs < s.keyCatalog.rows {
		flags, err := s.section(sectionFlags)
		if err != nil {
			return err
		}
		for row := range len(flags) {
			if kind(flags[row]&flagKind) == kindItem {
				s.rows = append(s.rows, int32(row))
			}
		}
		if len(s.rows) != s.docs {
			return errDamaged
		}
	}
	text, err := openText(filepath.Join(s.dir, textFileIn), s.docs)
	s.text = text
	return err
}

func (s *keySegment) close() error {
	err := s.file.Close()
	if s.text != nil {
		err = errors.Join(err, s.text.close())
	}
	return err
}
