package projections

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sort"
	"unsafe"

	"github.com/factline/memory/internal/plainfile"
)

// textFile is one open file of postings. Its methods may be called from several goroutines.
type textFile struct {
	file       *os.File
	docs       int
	blocks     int
	dictionary int64 // where it starts, and how long the lists before it are
	table      string
	firsts     string // in table
}

const textTableLine = 12 // bytes of a block in the table before the first terms

// openText opens a file that was written for exactly docs documents.
func openText(path string, docs int) (*textFile, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open postings: %w", err)
	}
	t := &textFile{file: f}
	if err := t.readTable(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if t.docs != docs {
		f.Close()
		return nil, fmt.Errorf("%s holds %d documents, not %d: %w", path, t.docs, docs, errDamaged)
	}
	return t, nil
}

func (t *textFile) readTable() error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	footer, err := t.readAt(info.Size()-int64(textFooter), int64(textFooter))
	if err != nil {
		return err
	}
	body, sum := footer[:textFooter-4], wireReader{in: footer[textFooter-4:]}
	r := wireReader{in: body}
	t.docs = int(r.fixed32())
	_ = r.fixed32() // terms: for people who look at the file
	t.blocks = int(r.fixed32())
	fields := r.fixed32()
	lists, dictionary, table, tableSum := int64(r.fixed64()), int64(r.fixed64()), int64(r.fixed64()), r.fixed32()
	if r.in != textMagic || checksumString(body) != sum.fixed32() || fields != uint32(NumFields) ||
		min(lists, dictionary, table) < 0 || max(lists, dictionary, table) > info.Size() ||
		lists+dictionary+table+int64(textFooter) != info.Size() || int64(t.blocks)*textTableLine > table {
		return errDamaged
	}
	t.dictionary = lists
	if t.table, err = t.readAt(lists+dictionary, table); err != nil {
		return err
	}
	if checksumString(t.table) != tableSum {
		return errDamaged
	}
	t.firsts = t.table[t.blocks*textTableLine:]
	return t.checkTable(dictionary)
}

// checkTable looks whether the blocks lie in the dictionary, and their first terms among the first terms. A checksum says that a table is as
// it was written, not who wrote it.
func (t *textFile) checkTable(dictionary int64) error {
	var end, first uint32
	for n := range t.blocks {
		if fixed32(t.table, 3*n) < end || fixed32(t.table, 3*n+2) < first {
			return errDamaged
		}
		end, first = fixed32(t.table, 3*n), fixed32(t.table, 3*n+2)
	}
	if int64(end) > dictionary || int64(first) > int64(len(t.firsts)) {
		return errDamaged
	}
	return nil
}

func (t *textFile) readAt(offset, length int64) (string, error) {
	return readStringAt(t.file, offset, length)
}

// readStringAt reads a part of a file that must be there.
func readStringAt(f io.ReaderAt, offset, length int64) (string, error) {
	if length <= 0 || offset < 0 {
		if length == 0 {
			return "", nil
		}
		return "", errDamaged
	}
	b := make([]byte, length)
	if _, err := f.ReadAt(b, offset); err != nil {
		return "", fmt.Errorf("%w: %v", errDamaged, err)
	}
	return unsafe.String(&b[0], len(b)), nil // nobody else holds b; a copy would cost as much as the reading
}

func (t *textFile) close() error { return t.file.Close() }

// first is the first term of a block.
func (t *textFile) first(block int) string {
	start := uint32(0)
	if block > 0 {
		start = fixed32(t.table, 3*block-1)
	}
	return t.firsts[start:fixed32(t.table, 3*block+2)]
}

// block reads one block of the dictionary.
func (t *textFile) block(n int) (dictionaryReader, error) {
	start := uint32(0)
	if n > 0 {
		start = fixed32(t.table, 3*n-3)
	}
	b, err := t.readAt(t.dictionary+int64(start), int64(fixed32(t.table, 3*n))-int64(start))
	if err != nil {
		return dictionaryReader{}, err
	}
	if checksumString(b) != fixed32(t.table, 3*n+1) {
		return dictionaryReader{}, errDamaged
	}
	d := dictionaryReader{in: wireReader{in: b}, lists: t.dictionary}
	d.offset = d.within()
	return d, d.damage()
}

// list returns the list of a term, "" where no document holds it.
func (t *textFile) list(term string) (string, error) {
	n := sort.Search(t.blocks, func(i int) bool { return t.first(i) > term }) - 1
	if n < 0 {
		return "", nil
	}
	d, err := t.block(n)
	if err != nil {
		return "", err
	}
	for d.next() {
		switch {
		case string(d.term) == term:
			return t.readAt(d.offset, d.length)
		case string(d.term) > term:
			return "", nil
		}
	}
	return "", d.damage()
}

// dictionaryReader walks over a block.
type dictionaryReader struct {
	in     wireReader
	lists  int64 // bytes of all lists
	term   []byte
	offset int64 // of the term's list
	length int64
}

func (d *dictionaryReader) next() bool {
	if d.in.in == "" {
		return false
	}
	shared := d.in.number()
	rest := d.in.string()
	if shared > uint64(len(d.term)) {
		d.in.fail()
		return false
	}
	d.term = append(d.term[:shared], rest...)
	d.offset += d.length
	d.length = d.within()
	return !d.in.failed
}

// within reads a place or a length in the lists.
func (d *dictionaryReader) within() int64 {
	n := d.in.number()
	if n > uint64(d.lists) {
		d.in.fail()
		return 0
	}
	return int64(n)
}

// damage is errDamaged after a block that cannot be read to its end.
func (d *dictionaryReader) damage() error {
	if d.in.failed {
		return errDamaged
	}
	return nil
}

// eachTerm calls each for every term, in byte order.
func (t *textFile) eachTerm(each func(term string)) error {
	for n := range t.blocks {
		d, err := t.block(n)
		if err != nil {
			return err
		}
		for d.next() {
			each(string(d.term))
		}
		if err := d.damage(); err != nil {
			return err
		}
	}
	return nil
}

// cursor walks over all terms with their lists.
func (t *textFile) cursor() termCursor {
	return &fileCursor{text: t, lists: bufio.NewReaderSize(io.NewSectionReader(t.file, 0, t.dictionary), 1<<16)}
}

type fileCursor struct {
	text  *textFile
	lists *bufio.Reader // they stand in the order of the terms
	block int
	terms dictionaryReader
}

func (c *fileCursor) next() (term, list string, ok bool, err error) {
	for !c.terms.next() {
		if err := c.terms.damage(); err != nil {
			return "", "", false, err
		}
		if c.block == c.text.blocks {
			return "", "", false, nil
		}
		if c.terms, err = c.text.block(c.block); err != nil {
			return "", "", false, err
		}
		c.block++
	}
	b := make([]byte, c.terms.length)
	if _, err := io.ReadFull(c.lists, b); err != nil {
		return "", "", false, fmt.Errorf("%w: %v", errDamaged, err)
	}
	return string(c.terms.term), string(b), true, nil
}

// guard turns a fault inside a mapped file into errDamaged: reading a page that was cut off the file raises SIGBUS. Use: defer
// guard(what, &err)().
func guard(what string, err *error) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%s: %v: %w", what, p, errDamaged)
		}
	}
}
