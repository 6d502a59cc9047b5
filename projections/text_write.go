package projections

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// writeText writes the postings of documents, in their order.
func writeText(path string, docs []*document) error {
	return mergeText(path, []textInput{{terms: invert(docs), docs: len(docs)}})
}

// textWriter writes a text file. Terms come in byte order.
type textWriter struct {
	file  *os.File
	out   *bufio.Writer
	docs  int
	terms uint32
	lists uint64 // bytes written

	previous   string
	block      []byte // of the dictionary, under way
	inBlock    int
	dictionary []byte
	ends       []uint32 // of the blocks
	sums       []uint32
	firstEnds  []uint32
	firsts     []byte
	scratch    []byte
}

// createText makes a new file. What stands there was left by a build that was killed: no manifest names it.
func createText(path string, docs int) (*textWriter, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &textWriter{file: f, out: bufio.NewWriterSize(f, 1<<16), docs: docs}, nil
}

// add writes one term with its list; a term without documents is left out.
func (w *textWriter) add(term string, list *listWriter) error {
	if list.docs == 0 {
		return nil
	}
	if w.inBlock == dictionaryBlock {
		w.closeBlock()
	}
	shared := 0
	if w.inBlock == 0 {
		w.firsts = append(w.firsts, term...)
		w.firstEnds = append(w.firstEnds, uint32(len(w.firsts)))
		w.block = binary.AppendUvarint(w.block, w.lists)
	} else {
		for shared < len(term) && shared < len(w.previous) && term[shared] == w.previous[shared] {
			shared++
		}
	}
	w.scratch = list.appendTo(w.scratch[:0])
	entry := wireWriter{buf: w.block}
	entry.number(uint64(shared))
	entry.string(term[shared:])
	entry.number(uint64(len(w.scratch)))
	w.block = entry.buf
	w.inBlock++
	w.terms++
	w.previous = term
	w.lists += uint64(len(w.scratch))
	_, err := w.out.Write(w.scratch)
	return err
}

func (w *textWriter) closeBlock() {
	w.dictionary = append(w.dictionary, w.block...)
	w.ends = append(w.ends, uint32(len(w.dictionary)))
	w.sums = append(w.sums, checksum(w.block))
	w.block, w.inBlock = w.block[:0], 0
}

// finish writes what stands behind the lists, and closes the file.
func (w *textWriter) finish() error {
	if w.inBlock > 0 {
		w.closeBlock()
	}
	var table wireWriter
	for i := range w.ends {
		table.fixed32(w.ends[i])
		table.fixed32(w.sums[i])
		table.fixed32(w.firstEnds[i])
	}
	table.raw(w.firsts)
	var footer wireWriter
	footer.fixed32(uint32(w.docs))
	footer.fixed32(w.terms)
	footer.fixed32(uint32(len(w.ends)))
	footer.fixed32(uint32(NumFields))
	footer.fixed64(w.lists)
	footer.fixed64(uint64(len(w.dictionary)))
	footer.fixed64(uint64(len(table.buf)))
	footer.fixed32(checksum(table.buf))
	footer.raw([]byte(textMagic))
	footer.fixed32(checksum(footer.buf))
	for _, part := range [][]byte{w.dictionary, table.buf, footer.buf} {
		if _, err := w.out.Write(part); err != nil {
			return err
		}
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	return w.file.Close()
}

// fail closes and removes what was written.
func (w *textWriter) fail(err error) error {
	w.file.Close()
	os.Remove(w.file.Name())
	return fmt.Errorf("write postings: %w", err)
}
