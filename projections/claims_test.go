package projections

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

// claimsIn tells all that an index says of claims with these terms: how often each term is there, and of each live claim its words and length.
func claimsIn(t *testing.T, find func(terms []string, steps int, wanted func(Facets) bool) (*Claims, error), terms ...string) (out []string) {
	t.Helper()
	c, err := find(terms, 1000, func(f Facets) bool { return f.Status != items.Archived })
	if err != nil {
		t.Fatal(err)
	}
	c.Each(func(claim Claim) {
		if c.Live(claim) {
			head, ok := c.Head(claim)
			out = append(out, fmt.Sprintf("%s %b %d %v %s", c.ID(claim), claim.Has, c.Len(claim), ok, head.Title))
		}
	})
	slices.Sort(out)
	for n, term := range terms {
		out = append(out, fmt.Sprint(term, " ", c.Freq(n, 5)))
	}
	return out
}

// sameClaims holds keys and a view to the same answer about the claims of the view's items.
func sameClaims(t *testing.T, k *Keys, v *View) {
	t.Helper()
	terms := []string{"nowhere", "fact", "edit"}
	for doc := range min(5, v.Len()) {
		for _, w := range v.Words(v.Head(doc).Title) {
			if !slices.Contains(terms, w.Text) {
				terms = append(terms, w.Text)
			}
		}
	}
	if got, want := claimsIn(t, k.Claims, terms...), claimsIn(t, v.Claims, terms...); !reflect.DeepEqual(got, want) {
		t.Fatalf("keys say\n%s\na view says\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestClaimsAreOfTitleAndSummaryOrOfAShortBody(t *testing.T) {
	s := newTestStore(t)
	long := item(1, "Tea is green", strings.Repeat("It speaks of many leaves and pots. ", 20)+"And of coffee.")
	both := item(4, "Tea is black", "It speaks of coffee.")
	both.Summary = "There is tea."
	short := item(5, "Evening", "We pour coffee.")
	summary := item(2, "Breakfast", "")
	summary.Summary = "There is coffee."
	gone := item(3, "Coffee was here", "")
	gone.Status = items.Archived
	for _, it := range []items.Item{long, both, short, summary, gone} {
		s.put(it)
	}
	s.sync()
	k := s.keys()
	defer k.Close()
	want := []string{fmt.Sprintf("%s 1 2 true Breakfast", summary.ID), fmt.Sprintf("%s 1 3 true Evening", short.ID), "coffe 2"}
	if got := claimsIn(t, k.Claims, "coffe"); !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// keys opens them where they must be complete.
func (s *testStore) keys() *Keys {
	s.t.Helper()
	k, err := s.p.OpenKeys(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return k
}

func TestAClaimThatWasEditedInPlaceIsReadAsItIs(t *testing.T) {
	s := newTestStore(t)
	it := item(1, "The port is 8080", "")
	s.put(it)
	s.sync()
	it.Title = "The port is 9090"
	s.put(it)
	k := s.keys()
	defer k.Close()
	if got := claimsIn(t, k.Claims, "8080"); !strings.HasSuffix(got[0], "The port is 9090") {
		t.Errorf("%q", got)
	}
}

// The most frequent words of a store that holds them very often are left out, but never the two rarest.
func TestClaimsOfWordsThatAllHoldTakeBoundedSteps(t *testing.T) {
	s := newTestStore(t)
	for n := range 40 {
		title := "whole"
		if n%2 == 0 {
			title = "whole half"
		}
		if n%4 == 0 {
			title = "whole half quarter"
		}
		s.put(item(n, title, ""))
	}
	s.sync()
	k := s.keys()
	defer k.Close()
	c, err := k.Claims([]string{"whole", "half", "quarter"}, 30, func(Facets) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]int{}
	c.Each(func(claim Claim) { seen[claim.Has]++ })
	if want := map[uint64]int{0b010: 10, 0b110: 10}; !reflect.DeepEqual(seen, want) || c.Freq(0, 64) != 40 {
		t.Errorf("%v, want %v; whole stands in %d", seen, want, c.Freq(0, 64))
	}
}

// A tail's words are found without unpacking them, just as after it.
func TestWordsOfTheTailAreTheSamePackedAndUnpacked(t *testing.T) {
	s := newTestStore(t)
	s.sync()
	for n := range 5 {
		s.syncPaths(false, s.save(item(n, fmt.Sprintf("Alpha %d beta", n%3), "gamma gamma")))
	}
	terms := []string{"gamma", "0", "beta", "alpha", "beta", "zeta"}
	packed := readKept(s.p.Dir)
	defer packed.close()
	got := tailLists(packed.tail.docs, terms)
	for _, d := range packed.tail.docs {
		d.load()
		d.packed = ""
	}
	if want := tailLists(packed.tail.docs, terms); !reflect.DeepEqual(got, want) || got[0].docs() != 5 || got[5].docs() != 0 {
		t.Errorf("%v\nwant %v", got, want)
	}
}
