package projections

import (
	"reflect"
	"testing"
)

var plainWordTexts = []string{
	"", " ", "Redis sessions time out", "the user's 3.14 e.g. foo.bar_baz, a:b;c 1,000.5 don't Don'T 's s' ' _ __init__ a__b ..a.. a..b x'",
	"tabs\tand\r\nlines\x00nul \x7f", "HTTPServer2 v1.2.3 10:30 a,b 1,b a,1 \"quoted's\" (running) <flies>", "naïve 限流 mixed", "_a b_ :c d: ;e f; ,g h, .i j.",
	"done.Next user_id://x@y.z/some-path?q=1&r=2 it's 'tis O'Reilly's rock'n'roll''s", "a_'s b'_s 1'2 1_2 1:2 1;2 1.a a.1",
}

func TestPlainWordsAreThoseOfTheWholeChain(t *testing.T) {
	a := newAnalyzer()
	for _, text := range plainWordTexts {
		samePlainWords(t, a, text)
	}
}

func FuzzPlainWords(f *testing.F) {
	a := newAnalyzer()
	for _, text := range plainWordTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { samePlainWords(t, a, text) })
}

func samePlainWords(t *testing.T, a *analyzer, text string) {
	t.Helper()
	got, ok := a.plainWords(text)
	if want := a.wordsOfAnyScript(text); ok && !(len(got) == 0 && len(want) == 0) && !reflect.DeepEqual(got, want) {
		t.Errorf("%q: %v\nwant %v", text, got, want)
	}
}

func BenchmarkPlainWordsOfASummary(b *testing.B) {
	benchmarkWords(b, func(a *analyzer, text string) []Term { terms, _ := a.plainWords(text); return terms })
}

func BenchmarkWordsOfAnyScriptOfASummary(b *testing.B) {
	benchmarkWords(b, (*analyzer).wordsOfAnyScript)
}

func benchmarkWords(b *testing.B, words func(a *analyzer, text string) []Term) {
	a := newAnalyzer()
	b.ReportAllocs()
	for b.Loop() {
		words(a, "Sessions of the login handler time out after 30 minutes; Redis keeps them, so raise timeout there and in the user's proxy.")
	}
}
