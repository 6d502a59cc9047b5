package projections

import (
	"os"
	"path/filepath"
	"testing"
)

func tailDocument(path string, words ...string) *document {
	d := &document{path: path, kind: kindItem, card: "card of " + path, stat: fileStat{size: 7, mtime: 9, ctime: 11, racy: true}}
	for _, w := range words {
		d.terms = append(d.terms, termFreqs{text: w, freqs: [NumFields]uint32{Body: 2}})
	}
	d.rows = []quantized{quantize([]float32{1, -2, 3})}
	return d
}

func TestATornRecordIsIgnoredAndCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tail")
	first, second := tailDocument("items/2026/a.md", "alpha"), tailDocument("items/2026/b.md", "beta")
	if err := appendTail(path, 0, []*document{first, second}, census{}); err != nil {
		t.Fatal(err)
	}
	full, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(full) {
		cutOff := parseTail(string(full[:cut]))
		docs, whole := cutOff.docs, cutOff.whole
		if whole > int64(cut) || len(docs) > 1 {
			t.Fatalf("cut at %d: %d documents, %d whole bytes", cut, len(docs), whole)
		}
		if err := os.WriteFile(path, full[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := appendTail(path, whole, []*document{tailDocument("items/2026/c.md", "gamma")}, census{}); err != nil {
			t.Fatal(err)
		}
		now, err := readTail(path)
		after := now.docs
		if err != nil || len(after) != len(docs)+1 || after[len(docs)].path != "items/2026/c.md" {
			t.Fatalf("cut at %d: after the next append %d documents, %v", cut, len(after), err)
		}
	}
}

func TestTheNewestRecordOfAPathCounts(t *testing.T) {
	old, changed := tailDocument("items/2026/a.md", "old"), tailDocument("items/2026/a.md", "new")
	changed.sum[0] = 1
	touch := &document{path: "items/2026/a.md", kind: kindTouched, stat: fileStat{size: 8, mtime: 10, ctime: 12}, sum: changed.sum}
	in := tailMagic + string(encodeRecord(old)) + string(encodeRecord(changed)) + string(encodeRecord(touch))
	read := parseTail(in)
	docs, records, whole := read.docs, read.records, read.whole
	if len(docs) != 1 || records != 3 || whole != int64(len(in)) {
		t.Fatalf("%d documents, %d records, %d of %d bytes", len(docs), records, whole, len(in))
	}
	if _, ok := docs[0].find("new"); !ok || docs[0].stat != touch.stat || docs[0].kind != kindItem {
		t.Errorf("got %+v", docs[0])
	}
}

// Any bytes after any whole tail: what stood before is read unchanged.
func FuzzTail(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte(tailMagic))
	f.Add(encodeRecord(tailDocument("items/2026/b.md", "beta")))
	f.Add(encodeRecord(tailDocument("items/2026/b.md", "beta"))[:30])
	whole := tailMagic + string(encodeRecord(tailDocument("items/2026/a.md", "alpha")))
	f.Fuzz(func(t *testing.T, rest []byte) {
		_ = parseTail(string(rest))
		read := parseTail(whole + string(rest))
		docs, length := read.docs, read.whole
		if len(docs) == 0 || length < int64(len(whole)) {
			t.Fatalf("the whole part is lost: %d documents, %d bytes", len(docs), length)
		}
		for _, d := range docs {
			d.load()
		}
		_, _, _ = unpackTerms(string(rest))
	})
}
