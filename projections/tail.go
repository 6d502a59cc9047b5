package projections

import (
	"os"
	"strings"
	"unsafe"
)

// The tail is one file to which documents are appended as they change: a header, then records of length, CRC and payload. A torn
// last record (a killed writer, or one that is writing right now) ends the tail; the next writer cuts it off. Of two records for
// one path the later one counts.
const (
	tailMagic   = "FLTAIL\x00\x02"
	tailPrefix  = 8        // length and CRC before each payload
	tailMaximum = 64 << 20 // longest payload that is believed
)

// readTail returns the documents of a tail, the newest of each path, and the length of its whole part. A missing file is empty.
func readTail(path string) (docs []*document, records int, whole int64, err error) {
	b, err := os.ReadFile(path)
	if isGone(err) {
		return nil, 0, 0, nil
	}
	if err != nil {
		return nil, 0, 0, err
	}
	docs, records, whole = parseTail(unsafe.String(unsafe.SliceData(b), len(b))) // nobody else holds b
	return docs, records, whole, nil
}

func parseTail(in string) (docs []*document, records int, whole int64) {
	if !strings.HasPrefix(in, tailMagic) {
		return nil, 0, 0
	}
	at := map[string]int{}
	for offset := len(tailMagic); ; records++ {
		whole = int64(offset)
		r := wireReader{in: in[offset:]}
		length, sum := r.fixed32(), r.fixed32()
		if r.failed || length > tailMaximum || int(length) > len(r.in) {
			break
		}
		payload := r.in[:length]
		if checksumString(payload) != sum {
			break
		}
		offset += tailPrefix + int(length)
		d, err := decodeRecord(payload)
		if err != nil {
			break
		}
		if i, ok := at[d.path]; ok {
			docs[i] = newer(docs[i], d)
			continue
		}
		at[d.path] = len(docs)
		docs = append(docs, d)
	}
	return docs, records, whole
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
	frame := wireWriter{buf: make([]byte, 0, tailPrefix+len(w.buf))}
	frame.fixed32(uint32(len(w.buf)))
	frame.fixed32(checksum(w.buf))
	frame.raw(w.buf)
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

// appendTail adds documents after the whole part of the tail and cuts off what is torn behind it. The caller holds the lock.
// It does not sync: what a crash of the machine loses is found again by comparing files.
func appendTail(path string, whole int64, docs []*document) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
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
	if _, err := f.WriteAt(b, whole); err != nil {
		return err
	}
	return f.Close()
}
