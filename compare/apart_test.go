package compare

import (
	"os"
	"strings"
	"testing"
)

func TestNothingNearInWordsIsReplacedWithoutAPerson(t *testing.T) {
	b, err := os.ReadFile("testdata/apart.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		older, newer, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			continue
		}
		n++
		for _, p := range [][2]string{{older, newer}, {newer, older}} {
			if r := Facts(Fact{Title: p[0]}, Fact{Title: p[1]}); r.Relation == Update && r.Sure {
				t.Errorf("%q, then %q: surely an update of %q by %q", p[0], p[1], r.Old, r.New)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d pairs were read", n)
	}
}
