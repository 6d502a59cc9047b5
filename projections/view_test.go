package projections

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/factline/memory/items"
)

func TestEveryFieldIsFound(t *testing.T) {
	s := newTestStore(t)
	it := item(1, "Cursor pagination", "## Reason\n\nOffset scans broke. See `listEndpoints`.")
	it.Summary = "Lists page by cursor."
	it.Tags = []string{"postgres"}
	it.Refs.Files = []string{"db/list.ts"}
	s.put(it)
	s.put(item(2, "Another", "Nothing of it."))
	for _, when := range []string{"in memory", "kept"} {
		v := s.open()
		for _, tc := range []struct {
			f     Field
			query string
		}{
			{Title, "paginations"}, {Summary, "listing"}, {Tags, "Postgres"}, {Body, "offset"}, {Body, "reasons"},
			{Paths, "db/list.ts"}, {Paths, "list"}, {Idents, "listEndpoints"}, {Idents, "endpoint"},
		} {
			found := 0
			for _, term := range v.Analyze(tc.query) {
				if err := v.Postings(term.Text, func(doc int, freqs *[NumFields]uint32) {
					freq, length := freqs[tc.f], v.FieldLens(doc)[tc.f]
					if v.Head(doc).ID != it.ID || length < freq {
						t.Errorf("%s: %q gives document %d, %d times of %d terms", when, tc.query, doc, freq, length)
					}
					found += int(freq)
				}); err != nil {
					t.Fatal(err)
				}
			}
			if found == 0 {
				t.Errorf("%s: %q is not found in field %d", when, tc.query, tc.f)
			}
		}
		s.sync()
	}
}

func TestEdgesAndKeysAreFoundFromBothEnds(t *testing.T) {
	s := newTestStore(t)
	a, b, c := item(1, "Old", "Offset."), item(2, "New", ""), item(3, "Candidate", "Offset.")
	b.Supersedes, b.Contradicts, b.Refs.Items = []items.ID{a.ID}, []items.ID{a.ID}, []items.ID{c.ID}
	b.Body = "See [[" + string(a.ID) + "]] and [[mem-20200101-nowhere-aaaaaaaa]]."
	b.Evidence = []items.Citation{{ID: "ev-x", Span: "1-2", SHA256: fmt.Sprintf("%064x", 7)}}
	c.Status = items.Proposed
	for _, it := range []items.Item{a, b, c} {
		s.put(it)
	}
	for range 2 {
		v := s.open()
		want := []Edge{
			{b.ID, a.ID, edgeSupersedes}, {b.ID, a.ID, edgeContradicts}, {b.ID, c.ID, edgeRefs},
			{b.ID, "mem-20200101-nowhere-aaaaaaaa", edgeLink}, {b.ID, a.ID, edgeLink},
		}
		got := v.Edges(b.ID)
		if len(got) != len(want) || !reflect.DeepEqual(got[:3], want[:3]) {
			t.Errorf("edges of the new item: %v", got)
		}
		if got := v.Edges(a.ID); len(got) != 3 || got[0].From != b.ID {
			t.Errorf("edges of the old item: %v", got)
		}
		head := b.Head()
		if got := v.BySpan(head.Spans[0]); len(got) != 1 || got[0].ID != b.ID {
			t.Errorf("by span: %v", got)
		}
		if got := v.ByText(a.Head().TextKey); len(got) != 1 || got[0].ID != a.ID {
			t.Errorf("by text: %v", got)
		}
		if got := v.ByClaim(c.Head().ClaimKey); len(got) != 1 || !got[0].Candidate {
			t.Errorf("by claim: %v", got)
		}
		if doc, ok := v.Lookup(c.ID); !ok || !v.Head(doc).Candidate {
			t.Errorf("the candidate is not found by id")
		}
		if _, ok := v.Lookup("mem-none"); ok {
			t.Error("an id that is not there is found")
		}
		s.sync()
	}
}

func TestSyncSaysWhatItDidAndThenNothing(t *testing.T) {
	s := newTestStore(t)
	a, b := item(1, "One", "First."), item(2, "Two", "Second.")
	s.put(a)
	s.sync()
	s.put(b)
	if r := s.sync(); r.Added != 1 || r.Changed != 0 || r.Removed != 0 || r.Items != 2 {
		t.Errorf("after an addition: %+v", r)
	}
	s.remove(a)
	s.put(item(2, "Two", "Changed."))
	if r := s.sync(); r.Added != 0 || r.Changed != 1 || r.Removed != 1 || r.Items != 1 {
		t.Errorf("after an edit and a removal: %+v", r)
	}
	if r := s.sync(); r.Added+r.Changed+r.Removed != 0 || r.Rebuilt {
		t.Errorf("when nothing has changed: %+v", r)
	}
}

// Open keeps what it found, so that the next process does not analyse it again.
func TestOpenKeepsTheDifferenceForTheNextProcess(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "One", "First."))
	s.open()
	s.put(item(2, "Two", "Second."))
	s.open()
	state, err := s.p.Inspect(t.Context())
	if err != nil || state.Stale != 0 || state.Docs != 2 || !state.Present {
		t.Errorf("%+v, %v", state, err)
	}
}
