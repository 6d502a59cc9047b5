package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// faraway is an embedder behind an endpoint: it counts how many texts each request holds, fails when told to, and refuses some texts.
type faraway struct {
	Embedder
	mu     sync.Mutex
	asked  []int
	down   bool
	refuse string
}

func (f *faraway) Model() string { return "faraway" }

func (f *faraway) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	f.mu.Lock()
	f.asked = append(f.asked, len(texts))
	down := f.down
	f.mu.Unlock()
	refused := func(text string) bool { return f.refuse != "" && strings.Contains(text, f.refuse) }
	if down || ctx.Err() != nil || slices.ContainsFunc(texts, refused) {
		return nil, errors.New("it answered 500")
	}
	return f.Embedder.Embed(ctx, texts)
}

func (f *faraway) requests() []int {
	f.mu.Lock()
	defer f.mu.Unlock()
	asked := f.asked
	f.asked = nil
	return asked
}

// farStore holds items whose vectors were made by a quick embedder before a slow one was configured.
func farStore(t *testing.T, items int) (*testStore, *faraway) {
	s := newTestStore(t)
	for n := range items {
		s.put(item(n, fmt.Sprintf("Fact %d", n), fmt.Sprintf("What number %d says of giraffes.", n)))
	}
	s.sync()
	far := &faraway{Embedder: s.p.Embedder}
	s.p.Embedder, s.p.Later = far, true
	return s, far
}

func (s *testStore) fillVectors() VectorState {
	s.t.Helper()
	state, err := s.p.FillVectors(s.t.Context(), FillOptions{})
	if err != nil {
		s.t.Fatal(err)
	}
	return state
}

func (s *testStore) vectors() VectorState {
	s.t.Helper()
	state, err := s.p.Inspect(s.t.Context())
	if err != nil || state.Damage != "" {
		s.t.Fatal(err, state.Damage)
	}
	return state.Vectors
}

func TestASlowEmbedderIsAskedInBatchesAndNeverBySearches(t *testing.T) {
	s, far := farStore(t, 150)
	s.put(item(900, "New", "It came by git."))
	v := s.open()
	if said := v.Degraded(); len(far.requests()) > 0 || len(said) != 1 || !strings.Contains(said[0], "of another model") {
		t.Fatalf("degraded %v", said)
	}
	s.sync()
	if asked := far.requests(); len(asked) > 0 {
		t.Fatalf("a sync asked for %v texts", asked)
	}
	if !s.p.WantsVectors(t.Context()) {
		t.Error("nobody wants the vectors")
	}
	if state := s.fillVectors(); state.Rows != 151 || state.Items != 151 || state.Other {
		t.Errorf("filled %+v", state)
	}
	if asked := far.requests(); !slices.Equal(asked, []int{1, 64, 64, 23}) { // the first asks whether anybody is there
		t.Errorf("requests of %v texts", asked)
	}
	if s.p.WantsVectors(t.Context()) {
		t.Error("vectors are wanted though all are there")
	}
	v = s.open()
	if hits, err := v.Nearest(t.Context(), "giraffes", 200, nil); err != nil || len(hits) < 150 || len(v.Degraded()) > 0 {
		t.Errorf("%d near, degraded %v, %v", len(hits), v.Degraded(), err)
	}
	far.requests()
	if proof, err := s.p.VerifyRebuild(t.Context(), nil); err != nil || !proof.Equal || proof.Wordy > 0 || len(far.requests()) > 0 {
		t.Errorf("%+v, %v", proof, err) // what an endpoint made is taken over
	}
	if s.rebuild(); s.vectors().Rows != 151 || len(far.requests()) > 0 {
		t.Errorf("a rebuild lost vectors: %+v", s.vectors())
	}
}

func TestAFillingThatIsCutShortGoesOnWhereItStopped(t *testing.T) {
	s, far := farStore(t, 150)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := s.p.FillVectors(ctx, FillOptions{Progress: func(now SentenceState) {
		if now.Rows > 0 {
			cancel()
		}
	}}); err != nil {
		t.Fatal(err)
	}
	kept := s.vectors()
	if kept.Rows == 0 || kept.Rows == kept.Items || kept.Trouble != "" {
		t.Fatalf("kept %+v", kept)
	}
	v := s.open()
	if said := strings.Join(v.Degraded(), "; "); !strings.Contains(said, fmt.Sprintf("%d of 150 items of %s have no vectors yet", 150-kept.Rows, s.dir)) {
		t.Errorf("degraded %q", said)
	}
	if hits, err := v.Nearest(t.Context(), "giraffes", 200, nil); err != nil || len(hits) != kept.Rows {
		t.Errorf("%d of %d answer, %v", len(hits), kept.Rows, err)
	}
	far.requests()
	s.fillVectors()
	asked := 0
	for _, n := range far.requests() {
		asked += n
	}
	if asked != 1+150-kept.Rows || s.vectors().Rows != 150 {
		t.Errorf("asked for %d of %d, now %+v", asked, 150-kept.Rows, s.vectors())
	}
}

func TestAnEndpointThatFailsIsTriedAgainAfterAPause(t *testing.T) {
	s, far := farStore(t, 3)
	far.down = true
	if state, err := s.p.FillVectors(t.Context(), FillOptions{}); err == nil || !state.Other || state.Items != 3 || !strings.Contains(state.Trouble, "it answered 500") {
		t.Errorf("%+v, %v", state, err)
	}
	if m, _ := readManifest(s.p.Dir); m.Model == "faraway" {
		t.Error("the old vectors went for nothing")
	}
	if s.p.WantsVectors(t.Context()) {
		t.Error("no pause after a failure")
	}
	if err := os.Chtimes(s.p.vectorTroublePath(), time.Now(), time.Now().Add(-2*vectorPause)); err != nil {
		t.Fatal(err)
	}
	if !s.p.WantsVectors(t.Context()) {
		t.Error("it is given up for good")
	}
	if err := os.Chtimes(s.p.vectorTroublePath(), time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	s.p.Endpoint = "http://elsewhere.example" // what failed at another endpoint neither holds this one back nor is said of it
	if !s.p.WantsVectors(t.Context()) || s.vectors().Trouble != "" {
		t.Errorf("the failure of another endpoint: %+v", s.vectors())
	}
	far.down = false
	if s.fillVectors(); s.vectors() != (VectorState{Rows: 3, Items: 3}) {
		t.Errorf("healed: %+v", s.vectors())
	}

	far.down = true
	it := item(7, "Giraffe", "It is tall.")
	s.put(it)
	r, err := s.p.SyncPaths(t.Context(), false, "items/2026/"+string(it.ID)+".md")
	if err != nil || !strings.Contains(r.Wordy, "it answered 500") {
		t.Errorf("%+v, %v", r, err)
	}
	if proof, err := s.p.VerifyRebuild(t.Context(), nil); err != nil || !proof.Equal || proof.Wordy != 1 {
		t.Errorf("%+v, %v", proof, err)
	}
	far.down = false
	far.requests()
	if s.fillVectors(); s.vectors() != (VectorState{Rows: 4, Items: 4}) || !slices.Equal(far.requests(), []int{1, 1}) {
		t.Errorf("healed: %+v", s.vectors())
	}
}

// A write asks for its own item, whatever else changed.
func TestAWriteAsksForItsOwnItem(t *testing.T) {
	s, far := farStore(t, 3)
	s.fillVectors()
	far.requests()
	own, other := item(7, "Giraffe", "It is tall."), item(8, "Okapi", "It is small.")
	s.put(own)
	s.put(other)
	path := func(n string) string { return "items/2026/" + n + ".md" }
	if r, err := s.p.SyncPaths(t.Context(), false, path(string(own.ID)), path(string(other.ID))); err != nil || r.Wordy != "" {
		t.Errorf("%+v, %v", r, err)
	}
	if asked := far.requests(); !slices.Equal(asked, []int{1}) || s.vectors().Rows != 4 {
		t.Errorf("requests %v, %+v", asked, s.vectors())
	}
}

func TestATextThatIsRefusedKeepsNoOtherWithout(t *testing.T) {
	s, far := farStore(t, 5)
	far.refuse = "number 3 says"
	if _, err := s.p.FillVectors(t.Context(), FillOptions{}); err == nil || !strings.Contains(err.Error(), "refused 1 of 5 items") {
		t.Error(err)
	}
	if got := s.vectors(); got.Rows != 4 || !strings.Contains(got.Trouble, "refused 1 of 5") {
		t.Errorf("%+v", got)
	}
}

// Without an embedder nothing is missing, whatever is kept; and with it again, only what came meanwhile.
func TestNoEmbedderMissesNothing(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "Cursor pagination", "Lists page by cursor."))
	s.sync()
	with := s.p.Embedder
	s.p.Embedder = nil
	s.put(item(2, "Token rotation", "Keys rotate monthly."))
	if r := s.sync(); r.Rebuilt || r.Wordy != "" {
		t.Errorf("%+v", r)
	}
	v := s.open()
	if got := s.vectors(); len(v.Degraded()) > 0 || got != (VectorState{Rows: 2, Items: 2}) || s.p.WantsVectors(t.Context()) {
		t.Errorf("degraded %v, %+v", v.Degraded(), got)
	}
	if proof, err := s.p.VerifyRebuild(t.Context(), nil); err != nil || !proof.Equal {
		t.Errorf("%+v, %v", proof, err)
	}
	s.p.Embedder = with
	if hits, err := s.open().Nearest(t.Context(), "rotate token", 2, nil); err != nil || len(hits) != 2 {
		t.Errorf("%v, %v", hits, err)
	}
}

func TestAnEmptyStoreSaysNothingOfItsModel(t *testing.T) {
	s, _ := farStore(t, 0)
	if v := s.open(); len(v.Degraded()) > 0 || s.p.WantsVectors(t.Context()) {
		t.Errorf("degraded %v", v.Degraded())
	}
}
