package compare

import (
	"os"
	"strings"
	"testing"
)

// otherPair is a labelled pair of testdata/otherwords.txt.
type otherPair struct {
	lang         string
	want         Relation
	older, newer string
}

func otherWords(t testing.TB) (pairs []otherPair) {
	t.Helper()
	b, err := os.ReadFile("testdata/otherwords.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		part := strings.Split(strings.TrimSpace(line), " | ")
		if len(part) != 3 || line[0] == '#' {
			continue
		}
		lang, want, _ := strings.Cut(part[0], " ")
		pairs = append(pairs, otherPair{lang, Relation(want), part[1], part[2]})
	}
	if len(pairs) < 140 {
		t.Fatalf("only %d pairs were read", len(pairs))
	}
	return pairs
}

func TestOtherWordsReplaceNothingWithoutAPerson(t *testing.T) {
	right, wrongSame, all := map[string]int{}, 0, map[string]int{}
	for _, p := range otherWords(t) {
		r := Facts(Fact{Claim: p.older}, Fact{Claim: p.newer})
		if r.Relation == Update && r.Sure && p.want != Update {
			t.Errorf("%q, then %q: surely an update of %q by %q, want %s", p.older, p.newer, r.Old, r.New, p.want)
		}
		class := p.lang + " " + string(p.want)
		all[class]++
		if r.Relation == p.want {
			right[class]++
		}
		if r.Relation == Same && p.want != Same {
			wrongSame++
			t.Errorf("%q, then %q: taken for the same, and the second would be written nowhere", p.older, p.newer)
		}
	}
	t.Logf("right %v of %v; taken for the same though they are not: %d", right, all, wrongSame)
}

func TestAnotherParticipleIsNoSureCorrection(t *testing.T) {
	for _, p := range [][2]string{
		{"All timeouts are given in seconds", "Every timeout is measured in seconds"},
		{"The queue size is limited", "The queue size is unbounded"},
		{"The file format is validated", "The file format is documented"},
	} {
		if r := Facts(Fact{Title: p[0]}, Fact{Title: p[1]}); r.Relation == Update && r.Sure {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
}

// BenchmarkOtherWords compares a pair of the set: what one of ten neighbours costs a write.
func BenchmarkOtherWords(b *testing.B) {
	pairs := otherWords(b)
	for i := 0; b.Loop(); i++ {
		p := pairs[i%len(pairs)]
		Facts(Fact{Claim: p.older}, Fact{Claim: p.newer})
	}
}
