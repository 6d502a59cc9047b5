package projections

import (
	"fmt"
	"os"
	"strings"
	"unsafe"

	"github.com/factline/memory/internal/plainfile"
)

// The tail is one file to which documents are appended as they change: a header, then records of length, CRC and payload. A torn
// last record (a killed writer, or one that is writing right now) ends the tail; the next writer cuts it off. Of two records for
// one path the later one counts.
const (
	tailMagic   = "FLTAIL\x00\x02"
	tailPrefix  = 8        // length and CRC before each payload
	tailMaximum = 64 << 20 // longest payload that is believed
)

// tail is what a tail holds.
type tail struct {
	docs    []*document // the newest of each path
	records int
	whole   int64  // length of the part that is whole
	census  census // the newest one
}

// readTail reads a tail; a missing file is empty.
func readTail(path string) (tail, error) {
	in, err := readTailFile(path)
	return parseTail(in), err
}

// measureTail is readTail for who asks only how long it is, for appending: no document is decoded, and a record that cannot be is not found out.
func measureTail(path string) (t tail, err error) {
	in, err := readTailFile(path)
	t.records, t.whole = walkTail(in, func(string) bool { return true })
	return t, err
}

// readTailFile returns "" for a missing file.
func readTailFile(path string) (string, error) {
	info, err := os.Stat(path)
	if isGone(err) {
		return "", nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("read %s: %w", path, plainfile.ErrKind)
	}
	if err != nil {
		return "", err
	}
	b, err := plainfile.ReadSized(nil, path, info.Size(), plainfile.Any)
	if err != nil {
		return "", err
	}
	return unsafe.String(unsafe.SliceData(b), len(b)), nil // nobody else holds b
}

func parseTail(in string) (t tail) {
	at := map[string]int{}
	t.records, t.whole = walkTail(in, func(payload string) bool {
		if c, ok := decodeCensus(payload); ok {
			t.census = c
			return true
		}
		d, err := decodeRecord(payload)
		if err != nil {
			return false
		}
		if i, ok := at[d.path]; ok {
			t.docs[i] = newer(t.docs[i], d)
			return true
		}
		at[d.path] = len(t.docs)
		t.docs = append(t.docs, d)
		return true
	})
	return t
}

// walkTail calls each with the payload of each whole record, until one is false. whole is the length of what was walked.
func walkTail(in string, each func(payload string) bool) (records int, whole int64) {
	if !strings.HasPrefix(in, tailMagic) {
		return 0, 0
	}
	for offset := len(tailMagic); ; records++ {
		r := wireReader{in: in[offset:]}
		length, sum := r.fixed32(), r.fixed32()
		if r.failed || length > tailMaximum || int(length) > len(r.in) || checksumString(r.in[:length]) != sum || !each(r.in[:length]) {
			return records, int64(offset)
		}
		offset += tailPrefix + int(length)
	}
}

// newer returns what two records of one path say together. A touch only renews the stat of what is known.
func newer(old, d *document) *document {
	if d.kind != kindTouched || old.kind == kindTouched || old.sum != d.sum {
		return d
	}
	return &document{
		path: old.path, kind: old.kind, stat: d.stat, sum: old.sum, card: old.card, lens: old.lens, unfed: old.unfed, packed: packTerms(old),
	}
}

// encodeRecord writes one document with its frame.
func encodeRecord(d *document) []byte {
	var w wireWriter
	w.number(uint64(d.kind))
	w.string(d.path)
	w.signed(d.stat.size)
	w.signed(d.stat.mtime)
	w.signed(d.stat.ctime)
	w.bool(d.stat.racy)
	w.bool(d.unfed)
	w.raw(d.sum[:])
	w.string(d.card)
	for _, n := range d.lens {
		w.number(uint64(n))
	}
	w.string(packTerms(d))
	return framed(w.buf)
}

func framed(payload []byte) []byte {
	frame := wireWriter{buf: make([]byte, 0, tailPrefix+len(payload))}
	frame.fixed32(uint32(len(payload)))
	frame.fixed32(checksum(payload))
	frame.raw(payload)
	return frame.buf
}

// decodeRecord is the inverse of encodeRecord, without the frame. Terms and vectors are unpacked when they are first needed.
func decodeRecord(payload string) (*document, error) {
	r := wireReader{in: payload}
	d := &document{kind: kind(r.number()), path: r.string()}
	d.stat = fileStat{size: r.signed(), mtime: r.signed(), ctime: r.signed(), racy: r.bool()}
	d.unfed = r.bool()
	copy(d.sum[:], r.raw(len(d.sum)))
	d.card = r.string()
	for f := range d.lens {
		d.lens[f] = uint32(r.number())
	}
	d.packed = r.string()
	if r.failed || r.in != "" || d.path == "" || d.kind > kindRemoved {
		return nil, errDamaged
	}
	return d, nil
}

// appendTail adds documents, and a census if it says anything, after the whole part of the tail and cuts off what is torn behind it. The caller holds the lock.
// It does not sync: what a crash of the machine loses is found again by comparing files.
func appendTail(path string, whole int64, docs []*document, c census) error {
	f, err := plainfile.OpenInPlace(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(whole); err != nil {
		return err
	}
	var b []byte
	if whole == 0 {
		b = append(b, tailMagic...)
	}
	for _, d := range docs {
		b = append(b, encodeRecord(d)...)
	}
	if len(c.folders) > 0 {
		b = append(b, framed(c.encode())...)
	}
	if _, err := f.WriteAt(b, whole); err != nil {
		return err
	}
	return f.Close()
}
