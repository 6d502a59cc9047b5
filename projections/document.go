package projections

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/items"
)

// kind says what is known of a path.
type kind uint8

const (
	kindItem    kind = iota // an item or a candidate
	kindBad                 // a file that is not an item; kept, so that it is not parsed again at each start
	kindTouched             // new size or time, same bytes: the document stands in an older source
	kindRemoved             // the file is gone
)

// fileStat is what a file looked like when its bytes were read.
type fileStat struct {
	size  int64
	mtime int64 // Unix nanoseconds
	// ctime as in items.File.ChangeTime. It sees an edit that put size and mtime back (touch -r, cp -p), which both others miss. The
	// number of the inode would add nothing: a file that takes the place of another one brings its own ctime. And some file systems
	// give new numbers at every mount, after which every file would be hashed.
	ctime int64
	// racy: the file was young when it was read, so a later change may have left size and times equal. Such a file is hashed until it has been seen unchanged at a greater age.
	racy bool
}

func (s fileStat) matches(f items.File) bool {
	return s.size == f.Size && s.mtime == f.ModTime && s.ctime == f.ChangeTime
}

// document is one path with everything derived from its file. It is immutable after load.
type document struct {
	path   string
	kind   kind
	stat   fileStat
	sum    [sha256.Size]byte // of the file's bytes
	card   string            // encodeCard; for kindBad the reason
	lens   [NumFields]uint32
	unfed  bool // its vectors are still to be made
	packed string
	once   sync.Once
	terms  []termFreqs // sorted by text; through load
	rows   []quantized // one per section; through load
}

// termFreqs is how often one term stands in each field of a document.
type termFreqs struct {
	text  string
	freqs [NumFields]uint32
}

// load unpacks terms and vectors of a document that came from the tail.
func (d *document) load() *document {
	d.once.Do(func() {
		if d.packed != "" {
			// The record's checksum was right; a failure here is a bug that the fuzz test of the tail would show.
			d.terms, d.rows, _ = unpackTerms(d.packed)
		}
	})
	return d
}

func (d *document) find(term string) (freqs [NumFields]uint32, ok bool) {
	d.load()
	i, ok := slices.BinarySearchFunc(d.terms, term, func(t termFreqs, s string) int { return strings.Compare(t.text, s) })
	if !ok {
		return freqs, false
	}
	return d.terms[i].freqs, true
}

// document analyses a parsed item. A failing embedder leaves it without vectors and marked so.
func (r *reader) document(ctx context.Context, f items.File, it items.Item, raw []byte, stat fileStat) *document {
	d, sections := r.analysed(f, it, raw, stat)
	switch {
	case r.owed:
		kept := false
		if r.carried != nil {
			d.rows, kept = r.carried(d.path, d.sum)
		}
		d.unfed = !kept
	case r.embedder != nil:
		rows, err := embedded(ctx, r.embedder, sectionTexts(it, sections))
		d.rows, d.unfed = rows, err != nil
	}
	return d
}

// analysed is a document without its vectors, and the sections that they are of.
func (r *reader) analysed(f items.File, it items.Item, raw []byte, stat fileStat) (*document, []items.Section) {
	head := it.Head()
	head.Candidate = f.Candidate
	d := &document{path: f.Path, kind: kindItem, stat: stat, sum: sha256.Sum256(raw), card: encodeCard(head, targetsOf(it))}
	sections := it.Sections()
	d.terms, d.lens = r.analyzer.terms(it, sections)
	return d, sections
}

// embedded returns one row per text.
func embedded(ctx context.Context, e Embedder, texts []string) (rows []quantized, err error) {
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("model %s gave %d vectors for %d texts", e.Model(), len(vectors), len(texts))
	}
	for _, v := range vectors {
		if len(v) != e.Dim() {
			return nil, fmt.Errorf("model %s gave a vector of %d numbers, not %d", e.Model(), len(v), e.Dim())
		}
		rows = append(rows, quantize(v))
	}
	return rows, nil
}

// sectionTexts is what is embedded: each section under the item's title, the first one with the summary as well.
func sectionTexts(it items.Item, sections []items.Section) []string {
	first := it.Title + "\n" + it.Summary
	if len(sections) == 0 {
		return []string{first}
	}
	texts := make([]string, len(sections))
	for i, s := range sections {
		texts[i] = it.Title + "\n" + s.Heading + "\n" + s.Text
	}
	texts[0] = first + "\n" + sections[0].Heading + "\n" + sections[0].Text
	return texts
}

// terms counts the terms of each field of an item, and the length of each field in terms.
func (a *analyzer) terms(it items.Item, sections []items.Section) ([]termFreqs, [NumFields]uint32) {
	c := termCount{freqs: map[string]*[NumFields]uint32{}}
	text := func(f Field, s string) {
		words := a.words(s)
		c.add(f, words)
		c.addPairs(f, words)
		c.add(Idents, a.identifiers(s, false))
	}
	text(Title, it.Title)
	text(Tags, strings.Join(it.Tags, " "))
	text(Summary, it.Summary)
	for _, s := range sections {
		text(Body, s.Heading)
		text(Body, s.Text)
	}
	for _, path := range it.Refs.Files {
		c.add(Paths, a.identifiers(path, true))
	}
	for _, anchor := range it.Anchors {
		c.add(Paths, a.identifiers(anchor.Path, true))
	}
	return c.sorted(), c.lens
}

type termCount struct {
	freqs map[string]*[NumFields]uint32
	lens  [NumFields]uint32
}

func (c *termCount) add(f Field, terms []Term) {
	for _, t := range terms {
		c.of(t.Text)[f]++
	}
	c.lens[f] += uint32(len(terms))
}

// addPairs counts neighbours among the words of a field. They add nothing to its length.
func (c *termCount) addPairs(f Field, words []Term) {
	Pairs(words, func(first, second Term) { c.of(PairTerm(first.Text, second.Text))[f]++ })
}

func (c *termCount) of(term string) *freqs {
	f := c.freqs[term]
	if f == nil {
		f = new(freqs)
		c.freqs[term] = f
	}
	return f
}

func (c *termCount) sorted() []termFreqs {
	out := make([]termFreqs, 0, len(c.freqs))
	for text, freqs := range c.freqs {
		out = append(out, termFreqs{text, *freqs})
	}
	slices.SortFunc(out, func(a, b termFreqs) int { return strings.Compare(a.text, b.text) })
	return out
}

// packTerms writes terms and vectors for the tail.
func packTerms(d *document) string {
	if d.packed != "" {
		return d.packed
	}
	var w wireWriter
	w.number(uint64(len(d.terms)))
	for _, t := range d.terms {
		w.string(t.text)
		for _, n := range t.freqs {
			w.number(uint64(n))
		}
	}
	w.number(uint64(len(d.rows)))
	for _, q := range d.rows {
		w.number(uint64(len(q.values)))
		w.raw(q.bytes())
	}
	return string(w.buf)
}

func unpackTerms(packed string) ([]termFreqs, []quantized, error) {
	r := wireReader{in: packed}
	terms := make([]termFreqs, r.count())
	for i := range terms {
		terms[i].text = r.string()
		for f := range terms[i].freqs {
			terms[i].freqs[f] = uint32(r.number())
		}
	}
	var rows []quantized
	for range r.count() {
		rows = append(rows, quantizedFrom(r.string()))
	}
	if r.failed || r.in != "" {
		return nil, nil, errDamaged
	}
	return terms, rows, nil
}
