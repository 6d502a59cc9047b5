package hub

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

// sentenceHub is a store of a few facts whose hub ranks by sentence vectors.
func sentenceHub(t *testing.T) (h *Hub, limit items.ID) {
	t.Helper()
	place := Place{Dir: filepath.Join(t.TempDir(), StoreName), Why: "project", Exists: true}
	if err := Create(place.Dir); err != nil {
		t.Fatal(err)
	}
	h, err := Open(t.Context(), Options{Place: place, Project: "shop", Sentences: NewSentences()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	limit = write(t, h, "The login endpoint allows five attempts a minute", "shop")
	write(t, h, "Lists are paged by an opaque cursor", "shop")
	write(t, h, "The nightly backup goes to the second region", "shop")
	return h, limit
}

func TestSentenceVectorsRankOnceTheyAreThereAndDoctorCountsThem(t *testing.T) {
	h, limit := sentenceHub(t)
	const question = "how many tries does someone get when signing in"
	named := func() bool {
		found, err := h.Search(t.Context(), recall.Query{Text: question})
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(found.Hits, func(hit recall.Hit) bool {
			return hit.ID == limit && slices.ContainsFunc(hit.Parts, func(p recall.Part) bool { return p.Name == "sentence" })
		})
	}
	if named() {
		t.Error("ranked by a vector that nobody made")
	}
	if c := h.checkSentences(t.Context()); !strings.Contains(c.Detail, "0 of 3") {
		t.Errorf("doctor before: %+v", c)
	}
	if err := h.FillSentences(t.Context(), projections.FillOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := h.Refresh(); err != nil {
		t.Fatal(err)
	}
	if !named() {
		t.Error("not ranked by its sentence vector")
	}
	if c := h.checkSentences(t.Context()); c.Level != OK || !strings.HasSuffix(c.Detail, "3 of 3") {
		t.Errorf("doctor after: %+v", c)
	}
	if proof, err := h.CheckSentences(t.Context()); err != nil || *proof != (projections.SentenceProof{SentenceState: projections.SentenceState{Rows: 3, Items: 3}, Checked: 3}) {
		t.Errorf("%+v, %v", proof, err)
	}
}

func TestTheSettingsCanForbidSentenceVectors(t *testing.T) {
	h, _ := sentenceHub(t)
	if err := os.WriteFile(filepath.Join(h.Dir, "config.yaml"), []byte("embed: {sentence: false}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	off, err := Open(t.Context(), Options{Place: Place{Dir: h.Dir, Why: "project", Exists: true}, Project: "shop", Sentences: NewSentences()})
	if err != nil {
		t.Fatal(err)
	}
	defer off.Close()
	if err := off.FillSentences(t.Context(), projections.FillOptions{}); err != nil || off.Projections.Sentences != nil {
		t.Errorf("%v, %v", err, off.Projections.Sentences)
	}
	if _, err := os.Stat(filepath.Join(h.Dir, "projections", "sentences")); err == nil {
		t.Error("vectors were made all the same")
	}
	if c := off.checkSentences(t.Context()); !strings.Contains(c.Detail, "embed.sentence is false") {
		t.Errorf("%+v", c)
	}
}

func TestAPurgeTakesTheSentenceVectorToo(t *testing.T) {
	h, limit := sentenceHub(t)
	if err := h.FillSentences(t.Context(), projections.FillOptions{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(h.Dir, "projections", "sentences")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	_, job, err := h.PurgePlan(t.Context(), limit, writeservice.Actor{Channel: items.Human, By: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	if p, _, err := h.Purge(t.Context(), job); err != nil || !p.Proven {
		t.Fatalf("%+v, %v", p, err)
	}
	after, err := os.Stat(path)
	if err != nil || after.Size() >= before.Size() {
		t.Errorf("%d bytes before, %d after, %v", before.Size(), after.Size(), err)
	}
	state, _, err := h.SentenceState(t.Context())
	if err != nil || state.Rows != 2 { // the tombstone has none yet
		t.Errorf("%+v, %v", state, err)
	}
}

func TestAFillingBesideAnotherOneSaysSo(t *testing.T) {
	h, _ := sentenceHub(t)
	var beside error
	err := h.FillSentences(t.Context(), projections.FillOptions{Progress: func(projections.SentenceState) {
		beside = h.FillSentences(t.Context(), projections.FillOptions{})
	}})
	if err != nil || !errors.Is(beside, projections.ErrFilling) {
		t.Errorf("%v; beside: %v", err, beside)
	}
}
