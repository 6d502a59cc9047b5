package projections

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

// Any history of additions, edits, removals and touches, kept in any batches, must end in the same documents, postings, lengths
// and vectors as one build of the final files.
func TestAnyHistoryEqualsARebuild(t *testing.T) {
	for seed := range uint64(long(2, 10)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s, rnd, c := newTestStore(t), rand.New(rand.NewPCG(seed, 1)), newCorpus(seed)
			s.p.tailLimit = 15 // so that sealing and merging happen often
			live := map[int]items.Item{}
			next := 0
			for range 12 {
				for range 1 + rnd.IntN(25) {
					next = randomChange(s, rnd, c, live, next)
				}
				switch rnd.IntN(4) {
				case 0: // nobody looks
				case 1:
					v := s.open()
					if v.Len() != len(live) {
						t.Fatalf("a view has %d documents, there are %d", v.Len(), len(live))
					}
				default:
					s.sync()
				}
			}
			s.sync()
			history := s.open()
			want := snapshot(t, history)
			historyHash := s.hash()
			if r := s.rebuild(); r.Items != len(live) || len(r.Bad) != 0 {
				t.Fatalf("rebuild: %+v, want %d items", r, len(live))
			}
			if got := s.hash(); got != historyHash {
				t.Errorf("hash after rebuild %s, after the history %s", got, historyHash)
			}
			if got := snapshot(t, s.open()); !reflect.DeepEqual(got, want) {
				t.Errorf("a rebuild and the history give different answers")
			}
			os.RemoveAll(s.p.Dir)
			if got := s.hash(); got != historyHash {
				t.Errorf("hash without any projections %s, with %s", got, historyHash)
			}
		})
	}
}

func randomChange(s *testStore, rnd *rand.Rand, c *corpus, live map[int]items.Item, next int) int {
	var known []int
	for n := range live {
		known = append(known, n)
	}
	slices.Sort(known)
	if len(known) == 0 || rnd.IntN(10) < 6 {
		it := c.item(next)
		s.put(it)
		live[next] = it
		return next + 1
	}
	n := known[rnd.IntN(len(known))]
	switch rnd.IntN(4) {
	case 0:
		s.remove(live[n])
		delete(live, n)
	case 1:
		s.put(live[n]) // touched: same bytes, new time
	default:
		it := c.item(n)
		s.put(it)
		live[n] = it
	}
	return next
}

// snapshot asks a view about a sample of everything that it answers.
func snapshot(t *testing.T, v *View) map[string]any {
	t.Helper()
	out := map[string]any{}
	for _, text := range []string{"cursor pagination", "deadlock", "数据库索引", "getUserById", "src/auth/login.go", "库"} {
		for _, term := range v.Analyze(text) {
			var list []string
			if err := v.Postings(term.Text, func(doc int, freqs *[NumFields]uint32) {
				list = append(list, fmt.Sprint(v.Head(doc).ID, *freqs, *v.FieldLens(doc)))
			}); err != nil {
				t.Fatal(err)
			}
			slices.Sort(list)
			out[term.Text+" postings"] = list
			out[term.Text] = v.DocFreq(term.Text)
		}
		hits, err := v.Nearest(t.Context(), text, 10, nil)
		if err != nil {
			t.Fatal(err)
		}
		out["near "+text] = hits
	}
	for f := range NumFields {
		out[fmt.Sprint("average", f)] = v.AvgFieldLen(f)
	}
	for doc := range v.Len() {
		h := v.Head(doc)
		if got := v.Facets(doc); got != facetsOf(h) {
			t.Errorf("%s has the facets %+v", h.ID, got)
		}
		out[string(h.ID)] = []any{h, v.Edges(h.ID), v.ByText(h.TextKey), v.ByClaim(h.ClaimKey)}
	}
	return out
}
