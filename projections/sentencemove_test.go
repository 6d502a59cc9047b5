package projections

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/factline/memory/internal/filelock"
)

func TestAFillingUnderWhichTheStoreMovesMakesNothingInItsOldPlace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no directory is renamed there while a file in it is open")
	}
	for name, when := range map[string]func(o *FillOptions, move func()){
		"before a text is read": func(o *FillOptions, move func()) {
			o.Rest = func(context.Context) error { move(); return nil }
		},
		"after texts were kept": func(o *FillOptions, move func()) { o.Progress = func(SentenceState) { move() } },
	} {
		t.Run(name, func(t *testing.T) {
			s, model := sentenceStore(t, 9)
			var o FillOptions
			when(&o, func() { _ = os.Rename(s.dir, s.dir+"-moved") })
			if _, err := s.p.FillSentences(t.Context(), o); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(s.dir); err == nil {
				t.Error("the old place is there again")
			}
			if n := model.texts.Load(); n > 1 {
				t.Errorf("%d texts were embedded for nothing", n)
			}
		})
	}
	s, _ := sentenceStore(t, 1)
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	if _, err := s.p.appendSentences(t.Context(), []sentenceRow{{path: "items/2026/x.md"}}); err == nil {
		t.Error("rows were kept in a store that is gone")
	}
	if _, err := os.Stat(s.dir); err == nil {
		t.Error("the old place is there again")
	}
}

// No reader takes into memory what no store of ours can have written.
func TestAFileOfSentencesThatIsTooLongIsMadeAnew(t *testing.T) {
	s, _ := sentenceStore(t, 9)
	s.fill()
	want, err := os.Stat(s.p.sentencePath())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(s.p.sentencePath(), sentenceMaxSize+1); err != nil {
		t.Fatal(err)
	}
	if _, err := readSentences(s.p.sentencePath(), "one", nil); !errors.Is(err, errDamaged) {
		t.Errorf("read: %v", err)
	}
	if got := s.fill(); got != (SentenceState{9, 9}) {
		t.Errorf("%+v", got)
	}
	if got, err := os.Stat(s.p.sentencePath()); err != nil || got.Size() != want.Size() {
		t.Errorf("%d bytes, not %d, %v", got.Size(), want.Size(), err)
	}
}

// slowModel says how long it worked.
type slowModel struct {
	*sentenceModel
	worked time.Duration
}

func (m *slowModel) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	began := time.Now()
	defer func() { m.worked += time.Since(began) }()
	time.Sleep(3 * time.Millisecond)
	return m.sentenceModel.Embed(ctx, texts)
}

func TestAGentleFillingRestsAsLongAsItWorks(t *testing.T) {
	s, model := sentenceStore(t, 8)
	slow := &slowModel{sentenceModel: model}
	s.p.Sentences = NewSentences(slow)
	began := time.Now()
	if state, err := s.p.FillSentences(t.Context(), FillOptions{Gently: true}); err != nil || state.Rows != 8 {
		t.Fatalf("%+v, %v", state, err)
	}
	if took := time.Since(began); took < 2*slow.worked {
		t.Errorf("%s for %s of work", took, slow.worked)
	}
}

// What a build leaves that was under way when Drop began goes too.
func TestDropTakesWhatWasBuiltWhileItWaited(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "note", "body"))
	s.rebuild()
	unlock, err := filelock.Lock(t.Context(), s.p.buildLockPath(), 0)
	if err != nil {
		t.Fatal(err)
	}
	dropped := make(chan error)
	go func() { dropped <- s.p.Drop(context.Background()) }()
	time.Sleep(50 * time.Millisecond) // Drop waits for the lock by now; where it does not, it finds the file all the same
	late := filepath.Join(s.p.Dir, "seg-99")
	if err := os.WriteFile(late, []byte("words"), 0o600); err != nil {
		t.Error(err)
	}
	unlock()
	if err := <-dropped; err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(late); err == nil {
		t.Error("it is still there")
	}
}
