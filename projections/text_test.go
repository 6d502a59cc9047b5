package projections

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// textCorpus makes documents of few words, many of them shared, some of them long or alike.
func textCorpus(seed uint64, n int) []*document {
	rnd := rand.New(rand.NewPCG(seed, 7))
	docs := make([]*document, n)
	for i := range docs {
		terms := map[string]freqs{}
		for range rnd.IntN(40) {
			word := fmt.Sprintf("%s%d", []string{"", "w", "word", "数据", strings.Repeat("long", 20)}[rnd.IntN(5)], rnd.IntN(60))
			f := terms[word]
			f[rnd.IntN(int(NumFields))] += uint32(1 + rnd.IntN(300)*rnd.IntN(2))
			terms[word] = f
		}
		docs[i] = &document{}
		for _, word := range slices.Sorted(maps.Keys(terms)) {
			docs[i].terms = append(docs[i].terms, termFreqs{word, terms[word]})
		}
	}
	return docs
}

// listed is what a text file should hold: term -> documents and frequencies.
func listed(docs []*document) map[string]string {
	out := map[string]string{}
	for n, d := range docs {
		for _, t := range d.terms {
			out[t.text] += fmt.Sprint(" ", n, t.freqs)
		}
	}
	return out
}

// readText asks an open text file for each term that it lists.
func readText(t *textFile) (map[string]string, error) {
	var terms []string
	if err := t.eachTerm(func(term string) { terms = append(terms, term) }); err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, term := range terms {
		list, err := t.list(term)
		if err != nil {
			return nil, err
		}
		r, err := readList(list)
		if err != nil {
			return nil, err
		}
		for r.next() {
			out[term] += fmt.Sprint(" ", r.doc, r.freqs)
		}
	}
	return out, nil
}

func mustReadText(t *testing.T, path string, docs int) map[string]string {
	t.Helper()
	f, err := openText(path, docs)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	got, err := readText(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, missing := range []string{"", "a", "w", "w0x", "zzz", "数"} {
		if list, err := f.list(missing); list != "" || err != nil {
			t.Errorf("%q, which no document holds, has the list %q, %v", missing, list, err)
		}
	}
	return got
}

func TestATextFileHoldsEachTermOfEachDocument(t *testing.T) {
	for _, n := range []int{0, 1, 2, 300} {
		docs := textCorpus(uint64(n), n)
		path := filepath.Join(t.TempDir(), "text")
		if err := writeText(path, docs); err != nil {
			t.Fatal(err)
		}
		if got, want := mustReadText(t, path, n), listed(docs); !maps.Equal(got, want) {
			t.Errorf("%d documents:\n%v\nwant\n%v", n, got, want)
		}
	}
}

// Any way to cut documents into files, drop some and give the others new numbers ends with the same bytes as writing what is left.
func TestMergedTextFilesAreTheBytesOfOneWrittenAtOnce(t *testing.T) {
	for seed := range uint64(20) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		docs := textCorpus(seed, 60)
		order := rnd.Perm(len(docs)) // order[i] is the new number of document i, before the dropped ones go
		dropped := map[int]bool{}
		for i := range docs {
			dropped[i] = rnd.IntN(5) == 0
		}
		var left []*document
		numbers := make([]uint32, len(docs))
		for n := range docs {
			i := slices.Index(order, n)
			numbers[i] = noText
			if !dropped[i] {
				numbers[i] = uint32(len(left))
				left = append(left, docs[i])
			}
		}
		dir := t.TempDir()
		var inputs []textInput
		for start := 0; start < len(docs); {
			end := min(len(docs), start+1+rnd.IntN(30))
			in := textInput{terms: invert(docs[start:end]), docs: end - start, numbers: numbers[start:end]}
			if rnd.IntN(2) == 0 {
				path := filepath.Join(dir, fmt.Sprint("part", start))
				if err := writeText(path, docs[start:end]); err != nil {
					t.Fatal(err)
				}
				f, err := openText(path, end-start)
				if err != nil {
					t.Fatal(err)
				}
				defer f.close()
				in.terms = f.cursor()
			}
			inputs, start = append(inputs, in), end
		}
		if err := errors.Join(mergeText(filepath.Join(dir, "merged"), inputs), writeText(filepath.Join(dir, "at once"), left)); err != nil {
			t.Fatal(err)
		}
		merged, _ := os.ReadFile(filepath.Join(dir, "merged"))
		atOnce, _ := os.ReadFile(filepath.Join(dir, "at once"))
		if string(merged) != string(atOnce) {
			t.Errorf("seed %d: %d bytes merged, %d at once, or others", seed, len(merged), len(atOnce))
		}
		if got, want := mustReadText(t, filepath.Join(dir, "merged"), len(left)), listed(left); !maps.Equal(got, want) {
			t.Errorf("seed %d:\n%v\nwant\n%v", seed, got, want)
		}
	}
}

// A file that is not as it was written gives errDamaged, or what was written where the damage was not read.
func TestADamagedTextFileNeverGivesAnotherAnswer(t *testing.T) {
	docs := textCorpus(1, 12)
	path := filepath.Join(t.TempDir(), "text")
	if err := writeText(path, docs); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := listed(docs)
	try := func(what string, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := openText(path, len(docs))
		if err != nil {
			if !errors.Is(err, errDamaged) {
				t.Errorf("%s: %v", what, err)
			}
			return
		}
		defer f.close()
		got, err := readText(f)
		if err == nil && !maps.Equal(got, want) || err != nil && !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v, %v", what, got, err)
		}
	}
	for i := range whole {
		b := slices.Clone(whole)
		b[i] ^= 1 << (i % 8)
		try(fmt.Sprintf("bit of byte %d", i), b)
	}
	for n := 0; n < len(whole); n += 7 {
		try(fmt.Sprintf("cut at %d", n), whole[:n])
	}
}

// Whatever a file says whose checksums are right, reading it ends, and takes no more memory than the file has bytes.
func FuzzTextFile(f *testing.F) {
	block := func(entries ...func(w *wireWriter)) []byte {
		var w wireWriter
		for _, e := range entries {
			e(&w)
		}
		return w.buf
	}
	number := func(n uint64) func(*wireWriter) { return func(w *wireWriter) { w.number(n) } }
	text := func(s string) func(*wireWriter) { return func(w *wireWriter) { w.string(s) } }
	f.Add([]byte("lists"), block(number(0), number(0), text("word"), number(5)), uint32(22), uint32(4), []byte("word"))
	f.Add([]byte("lists"), block(number(0), number(1<<63), text("word"), number(5)), uint32(17), uint32(4), []byte("word"))
	f.Add([]byte("lists"), block(number(0), number(0), text("word"), number(1<<62)), uint32(16), uint32(4), []byte("word"))
	f.Add([]byte("lists"), block(number(1<<62), number(0), text("word"), number(1)), uint32(16), uint32(4), []byte("word"))
	f.Add([]byte("lists"), block(number(0)), uint32(1<<31), uint32(1<<31), []byte("word"))
	f.Fuzz(func(t *testing.T, lists, dictionary []byte, end, firstEnd uint32, firsts []byte) {
		var table, footer wireWriter
		table.fixed32(end)
		table.fixed32(checksum(dictionary[:min(int(end), len(dictionary))]))
		table.fixed32(firstEnd)
		table.raw(firsts)
		for _, n := range []uint32{1, 1, 1, uint32(NumFields)} {
			footer.fixed32(n)
		}
		for _, part := range [][]byte{lists, dictionary, table.buf} {
			footer.fixed64(uint64(len(part)))
		}
		footer.fixed32(checksum(table.buf))
		footer.raw([]byte(textMagic))
		footer.fixed32(checksum(footer.buf))
		path := filepath.Join(t.TempDir(), "text")
		if err := os.WriteFile(path, slices.Concat(lists, dictionary, table.buf, footer.buf), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := openText(path, 1)
		if err == nil {
			defer file.close()
			_, err = readText(file)
		}
		if err == nil {
			in := []textInput{{terms: file.cursor(), docs: 1}}
			err = mergeText(path+"-merged", in)
		}
		if err != nil && !errors.Is(err, errDamaged) {
			t.Error(err)
		}
	})
}

func FuzzPostingList(f *testing.F) {
	var l listWriter
	l.add(3, &freqs{1, 0, 1})
	l.add(900, &freqs{0, 400, 0, 0, 0, 2})
	f.Add(l.appendTo(nil))
	f.Add([]byte{})
	f.Add([]byte("\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01\x00"))
	f.Fuzz(func(t *testing.T, in []byte) {
		// Whatever stands there is walked to an end; what ascends and says something is what its encoding gives again.
		r := listReader{in: string(in), left: uint64(len(in))}
		var again listWriter
		var want []posting
		for r.next() {
			ascends := len(want) == 0 || int64(want[len(want)-1].doc) < int64(r.doc)
			if !ascends || r.doc > 1<<30 || r.freqs == (freqs{}) {
				return
			}
			again.add(r.doc, &r.freqs)
			want = append(want, posting{int32(r.doc), r.freqs})
		}
		got, err := readList(string(again.appendTo(nil)))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range want {
			if !got.next() || int32(got.doc) != p.doc || got.freqs != p.freqs {
				t.Fatalf("%+v is read as %d %v", p, got.doc, got.freqs)
			}
		}
		if got.next() {
			t.Fatal("more than was written")
		}
	})
}
