package projections

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// sentenceModel stands in for the model of the binary: spelling alone, no word in capitals, and it counts what it is asked for.
type sentenceModel struct {
	*Hashing
	name  string
	texts atomic.Int64
}

func (m *sentenceModel) Model() string          { return m.name }
func (m *sentenceModel) Knows(text string) bool { return text != strings.ToUpper(text) }
func (m *sentenceModel) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	m.texts.Add(int64(len(texts)))
	return m.Hashing.Embed(ctx, texts)
}

func newSentenceModel(t testing.TB, name string) *sentenceModel {
	t.Helper()
	return &sentenceModel{Hashing: NewHashing(), name: name}
}

func (s *testStore) fill() SentenceState {
	s.t.Helper()
	state, err := s.p.FillSentences(s.t.Context(), FillOptions{Batch: 3})
	if err != nil {
		s.t.Fatal(err)
	}
	return state
}

// cosines are those of a question by the titles of items, without those that have no row.
func (s *testStore) cosines(text string) map[string]float32 {
	s.t.Helper()
	v := s.open()
	list, err := v.SentenceCosines(s.t.Context(), text)
	if err != nil {
		s.t.Fatal(err)
	}
	found := map[string]float32{}
	for doc, c := range list {
		if c != NoSentence {
			found[v.Head(doc).Title] = c
		}
	}
	return found
}

func sentenceStore(t testing.TB, notes int) (*testStore, *sentenceModel) {
	t.Helper()
	s, model := newTestStore(t), newSentenceModel(t, "one")
	s.p.Sentences = NewSentences(model)
	for n := range notes {
		s.put(item(n, fmt.Sprintf("note %d", n), fmt.Sprintf("body of the note number %d", n)))
	}
	return s, model
}

func TestEachItemIsEmbeddedOnceAcrossRebuildsAndProcesses(t *testing.T) {
	s, model := sentenceStore(t, 20)
	if got := s.fill(); got != (SentenceState{20, 20}) || model.texts.Load() != 20 {
		t.Fatalf("%+v, %d texts", got, model.texts.Load())
	}
	s.rebuild()
	s.p.Sentences = NewSentences(model) // another process
	if got := s.fill(); got != (SentenceState{20, 20}) || model.texts.Load() != 20 {
		t.Errorf("after a rebuild: %+v, %d texts", got, model.texts.Load())
	}
	s.put(item(3, "note 3", "now with another body"))
	if got := s.fill(); got != (SentenceState{20, 20}) || model.texts.Load() != 21 {
		t.Errorf("after a change: %+v, %d texts", got, model.texts.Load())
	}
}

func TestAnItemWithoutARowHasNoCosine(t *testing.T) {
	s, model := sentenceStore(t, 2)
	if got := s.cosines("body of the note"); len(got) != 0 {
		t.Errorf("before the filling: %v", got)
	}
	s.fill()
	s.put(item(2, "note 2", "written later"))
	s.put(item(1, "note 1", "changed later"))
	s.put(item(4, "SHOUTED", ""))
	got := s.cosines("body of the note")
	if _, ok := got["note 0"]; !ok || len(got) != 1 {
		t.Errorf("%v", got)
	}
	if state := s.fill(); state != (SentenceState{4, 4}) {
		t.Errorf("%+v", state)
	}
	asked := model.texts.Load()
	if got = s.cosines("body of the note"); len(got) != 3 || got["note 0"] < got["note 2"] {
		t.Errorf("%v", got)
	}
	if got := s.cosines("A QUESTION THAT THE MODEL DOES NOT KNOW"); len(got) != 0 {
		t.Errorf("%v", got)
	}
	s.fill() // what the model does not know is not tried again
	if model.texts.Load() != asked {
		t.Errorf("%d texts, not %d: the same question and no item were asked for", model.texts.Load(), asked)
	}
}

// A file that anything happened to is never an error for a reader, and the next filling makes good what is missing.
func TestADamagedFileOfSentencesIsMadeAnew(t *testing.T) {
	width := sentenceWidth(hashingDim)
	damage := map[string]func(path string, b []byte) error{
		"cut in a record":   func(path string, b []byte) error { return os.WriteFile(path, b[:len(b)-width/2], 0o600) },
		"cut in the header": func(path string, b []byte) error { return os.WriteFile(path, b[:7], 0o600) },
		"empty":             func(path string, b []byte) error { return os.WriteFile(path, nil, 0o600) },
		"a bit of a record": func(path string, b []byte) error {
			b[sentenceHeader+width+30] ^= 4
			return os.WriteFile(path, b, 0o600)
		},
		"a bit of the header": func(path string, b []byte) error { b[9] ^= 1; return os.WriteFile(path, b, 0o600) },
		"bytes behind":        func(path string, b []byte) error { return os.WriteFile(path, append(b, "torn"...), 0o600) },
		"zeros behind": func(path string, b []byte) error {
			return os.WriteFile(path, append(b, make([]byte, 2*width)...), 0o600)
		},
		"gone": func(path string, b []byte) error { return os.Remove(path) },
		"a directory": func(path string, b []byte) error {
			return errors.Join(os.Remove(path), os.MkdirAll(path+"/x", 0o700))
		},
		"of another model": func(path string, b []byte) error {
			copy(b, encodeSentenceHeader("other", hashingDim, time.Unix(1, 0)))
			return os.WriteFile(path, b, 0o600)
		},
	}
	for name, do := range damage {
		for _, fresh := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " fresh ", fresh), func(t *testing.T) {
				s, model := sentenceStore(t, 9)
				s.fill()
				want := s.cosines("the note number 3")
				b, err := os.ReadFile(s.p.sentencePath())
				if err != nil {
					t.Fatal(err)
				}
				if err := do(s.p.sentencePath(), b); err != nil {
					t.Fatal(err)
				}
				if fresh {
					s.p.Sentences = NewSentences(model)
				}
				s.cosines("the note number 3")
				if got := s.fill(); got != (SentenceState{9, 9}) {
					t.Errorf("%+v", got)
				}
				if got := s.cosines("the note number 3"); !reflect.DeepEqual(got, want) {
					t.Errorf("got %v\nwant %v", got, want)
				}
			})
		}
	}
}

func TestAPurgeTakesTheRowsOfFilesThatAreGoneAndNoFillingBringsThemBack(t *testing.T) {
	s, _ := sentenceStore(t, 5)
	s.fill()
	v := s.open()
	gone := item(2, "note 2", "body of the note number 2")
	raw, err := gone.Encode()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(raw)
	holds := func() bool {
		f, err := readSentences(s.p.sentencePath(), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(f.data), string(sum[:sentenceKeySize]))
	}
	if !holds() {
		t.Fatal("the row is not there to begin with")
	}
	s.remove(gone)
	if err := s.p.Drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if holds() {
		t.Error("the row is still there")
	}
	// A filling that was under way had the file in its view.
	row := sentenceRow{path: "items/2026/" + string(gone.ID) + items.Ext, sum: sum, quantized: quantized{values: make([]int8, hashingDim)}}
	if kept, err := s.p.appendSentences(t.Context(), []sentenceRow{row}); err != nil || kept != 0 || holds() {
		t.Errorf("kept %d, %v", kept, err)
	}
	v.Close()
	if got := s.cosines("body of the note"); len(got) != 4 {
		t.Errorf("the others: %v", got)
	}
}

func TestRowsOfFilesThatAreGoneAreTakenOutOnceTheyAreMany(t *testing.T) {
	s, _ := sentenceStore(t, 100)
	s.fill()
	for n := range 80 {
		s.remove(item(n, "", ""))
	}
	s.fill()
	f, err := readSentences(s.p.sentencePath(), "", nil)
	if err != nil || len(f.at) != 20 {
		t.Fatalf("%d rows, %v", len(f.at), err)
	}
	if got := s.cosines("body of the note"); len(got) != 20 {
		t.Errorf("a reader that knew the old file: %d", len(got))
	}
}

func TestOneProcessFillsAtATimeAndItsEndKeepsWhatWasDone(t *testing.T) {
	s, model := sentenceStore(t, 10)
	ctx, cancel := context.WithCancel(t.Context())
	var inner error
	state, err := s.p.FillSentences(ctx, FillOptions{Batch: 2, Progress: func(now SentenceState) {
		_, inner = s.p.FillSentences(t.Context(), FillOptions{})
		if now.Rows == 4 {
			cancel()
		}
	}})
	if err != nil || state != (SentenceState{4, 10}) || !errors.Is(inner, ErrFilling) {
		t.Fatalf("%+v, %v, %v", state, err, inner)
	}
	if got := s.fill(); got != (SentenceState{10, 10}) || model.texts.Load() != 10 {
		t.Errorf("%+v, %d texts", got, model.texts.Load())
	}
}

func TestTheCheckOfSentencesFindsARowThatSaysSomethingElse(t *testing.T) {
	s, _ := sentenceStore(t, 40)
	s.fill()
	proof, err := s.p.CheckSentences(t.Context(), 7)
	if err != nil || proof != (SentenceProof{SentenceState{40, 40}, 7, 0}) {
		t.Fatalf("%+v, %v", proof, err)
	}
	b, err := os.ReadFile(s.p.sentencePath())
	if err != nil {
		t.Fatal(err)
	}
	for at := sentenceHeader; at < len(b); at += sentenceWidth(hashingDim) { // with a right checksum
		record := b[at:][:sentenceWidth(hashingDim)]
		q := quantizedFrom(string(record[sentenceKeySize+4:][:hashingDim]))
		q.values[0]++
		row := sentenceRow{quantized: quantizedFrom(string(q.bytes()))}
		copy(row.sum[:], record[:sentenceKeySize])
		copy(record, row.appendTo(nil))
	}
	if err := os.WriteFile(s.p.sentencePath(), b, 0o600); err != nil {
		t.Fatal(err)
	}
	s.p.Sentences = NewSentences(newSentenceModel(t, "one"))
	if proof, err = s.p.CheckSentences(t.Context(), 7); err != nil || proof.Checked != 7 || proof.Differ != 7 {
		t.Errorf("%+v, %v", proof, err)
	}
}

// Any bytes may stand in the file: reading gives rows with right checksums or nothing.
func FuzzSentences(f *testing.F) {
	row := sentenceRow{sum: sha256.Sum256([]byte("a")), quantized: quantizedFrom("\x01\x02\xff\x80")}
	whole := append(encodeSentenceHeader("one", 4, time.Unix(7, 0)), row.appendTo(nil)...)
	f.Add(whole)
	f.Add(whole[:len(whole)-3])
	f.Add(append(whole, whole[sentenceHeader:]...))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := t.TempDir() + "/sentences"
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := readSentences(path, "one", nil)
		if err == nil {
			for key, n := range file.at {
				record := file.data[int(n)*sentenceWidth(file.dim):][:sentenceWidth(file.dim)]
				if sentenceKey(record[:sentenceKeySize]) != key {
					t.Fatalf("row %d stands under another key", n)
				}
			}
		}
		if err := appendSentenceRows(path, "one", 4, []sentenceRow{row}, time.Unix(8, 0)); err != nil {
			t.Fatal(err)
		}
		after, err := readSentences(path, "one", nil)
		if err != nil || after.dim != 4 {
			t.Fatalf("after a row was added: %v", err)
		}
		n, ok := after.at[sentenceKey(row.sum[:sentenceKeySize])]
		if !ok || string(after.data[int(n)*sentenceWidth(4):][:sentenceWidth(4)]) != string(row.appendTo(nil)) {
			t.Fatal("the row that was added is not there")
		}
		if file != nil && file.dim == 4 && len(after.at) < len(file.at) {
			t.Fatal("rows were lost")
		}
	})
}
