package compare

import (
	"slices"
	"strings"
	"testing"
)

func TestWordNetIsSortedSoThatItCanBeSearched(t *testing.T) {
	var words []string
	for line := range strings.Lines(wordnet) {
		word, _, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		words = append(words, word)
	}
	if len(words) < 20000 || !slices.IsSorted(words) {
		t.Fatalf("%d words, sorted %v", len(words), slices.IsSorted(words))
	}
	for _, word := range []string{words[0], words[len(words)/2], words[len(words)-1]} {
		if _, ok := lookUp(word); !ok {
			t.Errorf("%q is not found", word)
		}
	}
	for _, word := range []string{"", "a a", "zzzz", "\x00"} {
		if _, ok := lookUp(word); ok {
			t.Errorf("%q is found", word)
		}
	}
}

func TestWhatWordNetSays(t *testing.T) {
	for _, p := range []string{"rotation rotates", "respected honours", "termination terminated", "answer responds", "ownership owns", "changed modifies"} {
		a, b := wordsOf(p)
		if !meanSame(a, b) || meanOpposite(a, b) {
			t.Errorf("%s: same %v, opposite %v", p, meanSame(a, b), meanOpposite(a, b))
		}
	}
	for _, p := range []string{"maximum minimum", "first last", "imports exports", "keep lose"} {
		a, b := wordsOf(p)
		if !meanOpposite(a, b) || !meanOpposite(b, a) {
			t.Errorf("%s are no opposites", p)
		}
	}
	for _, p := range []string{"request response", "parser lexer", "write merge", "purge warm"} {
		a, b := wordsOf(p)
		if meanSame(a, b) {
			t.Errorf("%s mean the same", p)
		}
	}
}

func wordsOf(pair string) (a, b []entry) {
	x, y, _ := strings.Cut(pair, " ")
	return entries(baseForms(x)), entries(baseForms(y))
}
