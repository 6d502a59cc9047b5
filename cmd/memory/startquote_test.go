package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/factline/memory/items"
)

func TestQuoteKeepsAllItsWordsAndBreaksNone(t *testing.T) {
	text := "The `dialog()` used one class but the component renders another one. " + strings.Repeat("so the test waited ", 12) + "until it gave up."
	lines := wrapped(wholeWords(text, quoteMost), quoteWidth, 40)
	if strings.Join(lines, " ") != text {
		t.Errorf("words were lost:\n%s", strings.Join(lines, "\n"))
	}
	for i, line := range lines {
		if n := utf8.RuneCountInString(line); n > quoteWidth || i == 0 && n > quoteWidth-40 {
			t.Errorf("line %d has %d characters", i, n)
		}
	}
}

func TestLongQuoteEndsAfterAWordAndSaysSo(t *testing.T) {
	for _, text := range []string{strings.Repeat("alpha beta ", 100), strings.Repeat("数据", 400)} {
		got := wholeWords(text, 60)
		if utf8.RuneCountInString(got) > 60 || !strings.HasSuffix(got, " …") || strings.HasSuffix(got, "alph …") || strings.HasSuffix(got, "bet …") {
			t.Errorf("%q", got)
		}
	}
}

func TestWordsThatOnlyAsk(t *testing.T) {
	for text, want := range map[string]bool{
		"Also should we group runs by experiment": true, "which port does it take?": true, "用哪个端口？": true,
		"wait why are these apart shouldn't we have one transcript per case": true,
		"we use pnpm": false, "we should use pnpm": false, "": false,
	} {
		if onlyAsks(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// The ten facts of a first look do not hang on when they were written into the store, nor on ids that are drawn by chance.
func TestTheFirstLookIsTheSameInEveryStore(t *testing.T) {
	fact := func(id, title, said string, confidence float64) foundFact {
		return foundFact{ID: items.ID(id), Title: title, Confidence: confidence, Source: source{Time: said}}
	}
	facts := []foundFact{
		fact("mem-1", "old", "2026-11-01 10:00", 0.9), fact("mem-2", "unsure", "2026-11-20 10:00", 0.6),
		fact("mem-3", "new", "2026-11-20 10:00", 0.9), fact("mem-4", "b at once", "2026-11-01 09:00", 0.9),
		fact("mem-5", "a at once", "2026-11-01 09:00", 0.9),
	}
	want := []string{"new", "old", "a at once", "b at once", "unsure"}
	for range 2 {
		slices.SortStableFunc(facts, surestNewest)
		for i, f := range facts {
			if f.Title != want[i] {
				t.Fatalf("place %d is %q, want %q", i+1, f.Title, want[i])
			}
		}
		for i := range facts {
			facts[i].ID = items.ID("mem-" + strconv.Itoa(9-i))
		}
		slices.Reverse(facts)
	}
}
