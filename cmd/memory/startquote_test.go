package main

import (
	"strings"
	"testing"
	"unicode/utf8"
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
