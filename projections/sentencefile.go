package projections

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// The file of sentence vectors: a header, and records of one length that are only ever appended, or all written anew in a file that takes the
// place of the old one. A record that a killed process left half written is cut off by the next writer, and one whose checksum is wrong is not
// there.
//
//	header  magic, length of a vector, when the file was made (Unix nanoseconds), hash of the model's name, CRC of these
//	record  first bytes of the SHA-256 of the item's file, sum of the squares of the values, values, CRC of these
const (
	sentenceFileName = "sentences"
	sentenceMagic    = "FLSEN\x00\x00\x01"
	sentenceHeader   = len(sentenceMagic) + 4 + 8 + sentenceKeySize + 4
	sentenceKeySize  = 16
	sentenceMaxDim   = 8192
	sentenceMaxSize  = 512 << 20 // rows of more than a million items: what claims more is none of ours, and is not read into memory
)

// sentenceKey is the beginning of the hash of an item's file: 16 bytes of it never meet by chance.
type sentenceKey [sentenceKeySize]byte

// sentenceWidth is the length of a record.
func sentenceWidth(dim int) int { return sentenceKeySize + 4 + dim + 4 }

// sentenceRow is one vector with the file that it is of. A text that the model does not know has a vector of zeros, so that it is not tried again.
type sentenceRow struct {
	path string
	sum  [sha256.Size]byte
	quantized
}

func (r sentenceRow) appendTo(b []byte) []byte {
	start := len(b)
	b = append(b, r.sum[:sentenceKeySize]...)
	b = appendVector(b, r.quantized)
	return binary.LittleEndian.AppendUint32(b, checksum(b[start:]))
}

func encodeSentenceHeader(model string, dim int, made time.Time) []byte {
	sum := sha256.Sum256([]byte(model))
	b := make([]byte, sentenceHeader)
	copy(b, sentenceMagic)
	binary.LittleEndian.PutUint32(b[len(sentenceMagic):], uint32(dim))
	copy(b[len(sentenceMagic)+4+8:], sum[:sentenceKeySize])
	stampSentences(b, made)
	return b
}

// stampSentences gives a file that is made anew its time.
func stampSentences(header []byte, made time.Time) {
	body := sentenceHeader - 4
	binary.LittleEndian.PutUint64(header[len(sentenceMagic)+4:], uint64(made.UnixNano()))
	binary.LittleEndian.PutUint32(header[body:], checksum(header[:body]))
}

// sentenceDim reads a header: the length of the vectors, and whether they are of the model ("" = of any).
func sentenceDim(header []byte, model string) (dim int, ok bool) {
	body := sentenceHeader - 4
	if len(header) != sentenceHeader || string(header[:len(sentenceMagic)]) != sentenceMagic || binary.LittleEndian.Uint32(header[body:]) != checksum(header[:body]) {
		return 0, false
	}
	sum := sha256.Sum256([]byte(model))
	if model != "" && !bytes.Equal(header[body-sentenceKeySize:body], sum[:sentenceKeySize]) {
		return 0, false
	}
	dim = int(binary.LittleEndian.Uint32(header[len(sentenceMagic):]))
	return dim, dim > 0 && dim <= sentenceMaxDim
}

// sentenceFile is what was read of a file so far.
type sentenceFile struct {
	header []byte
	dim    int
	data   []byte                // whole records
	at     map[sentenceKey]int32 // newest record of each key
}

// read brings what is known of a file up to date; nil where there is none of this model. The caller holds mu.
func (s *Sentences) read(path string) *sentenceFile {
	f, err := readSentences(path, s.Model(), s.files[path])
	if err != nil || f.dim != s.embedder.Dim() {
		f = nil
	}
	s.files[path] = f
	return f
}

// readSentences reads what old lacks. Files are told apart by their headers: no two are made at the same moment.
func readSentences(path, model string, old *sentenceFile) (*sentenceFile, error) {
	h, err := plainfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	header := make([]byte, sentenceHeader)
	if _, err := io.ReadFull(h, header); err != nil {
		return nil, errDamaged
	}
	dim, ok := sentenceDim(header, model)
	if !ok {
		return nil, errDamaged
	}
	info, err := h.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > sentenceMaxSize {
		return nil, errDamaged
	}
	width := sentenceWidth(dim)
	whole := (int(info.Size()) - sentenceHeader) / width * width
	f := old
	if f == nil || !bytes.Equal(f.header, header) || whole < len(f.data) {
		f = &sentenceFile{header: header, dim: dim, at: map[sentenceKey]int32{}}
	}
	known := len(f.data)
	if known == whole {
		return f, nil
	}
	// Searches under way read the old part of data: what grows is behind it, or in a new place.
	f.data = append(f.data, make([]byte, whole-known)...)
	n, err := h.ReadAt(f.data[known:], int64(sentenceHeader+known))
	f.data = f.data[:known+n/width*width]
	f.index(known / width)
	if errors.Is(err, io.EOF) {
		err = nil // cut off meanwhile
	}
	return f, err
}

// index finds the records from number first on.
func (f *sentenceFile) index(first int) {
	width := sentenceWidth(f.dim)
	for n := first; n < len(f.data)/width; n++ {
		record := f.data[n*width:][:width]
		if binary.LittleEndian.Uint32(record[width-4:]) == checksum(record[:width-4]) {
			f.at[sentenceKey(record[:sentenceKeySize])] = int32(n)
		}
	}
}

// appendSentenceRows adds rows to the file, which is made anew where it is none of this model. The caller holds the lock of the file.
func appendSentenceRows(path, model string, dim int, rows []sentenceRow, now time.Time) error {
	var records []byte
	for _, r := range rows {
		records = r.appendTo(records)
	}
	h, size, err := openSentences(path, model, dim)
	if err != nil {
		return writeSentences(path, append(encodeSentenceHeader(model, dim, now), records...))
	}
	defer h.Close()
	width := int64(sentenceWidth(dim))
	end := int64(sentenceHeader) + (size-int64(sentenceHeader))/width*width
	if end < size { // half a record of a process that was killed
		if err := h.Truncate(end); err != nil {
			return err
		}
	}
	if _, err := h.WriteAt(records, end); err != nil {
		return err
	}
	return h.Close()
}

// openSentences opens a file that holds rows of the model, and says how long it is.
func openSentences(path, model string, dim int) (h *os.File, size int64, err error) {
	h, err = plainfile.OpenInPlace(path, os.O_RDWR, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := h.Stat()
	if err != nil {
		h.Close()
		return nil, 0, err
	}
	header := make([]byte, sentenceHeader)
	_, err = io.ReadFull(h, header)
	if has, ok := sentenceDim(header, model); err != nil || !ok || has != dim || info.Size() > sentenceMaxSize {
		h.Close()
		return nil, 0, errDamaged
	}
	return h, info.Size(), nil
}

// writeSentences puts a whole file in the place of whatever is there.
func writeSentences(path string, content []byte) error {
	if info, err := os.Lstat(path); err == nil && info.IsDir() { // no rename replaces it, and nothing here is worth keeping
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return atomicfile.Write(path, content, 0o600)
}
