package secrets

import (
	"bytes"
	"os"
	"testing"
)

// The committed table is that of the rules and readers as they are.
func TestTheTableOfKeywordsIsCurrent(t *testing.T) {
	want := makeTable(allCalls())
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("keywords.bin", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(keywordTable, want) {
		t.Error("keywords.bin is not the table of these rules: run UPDATE=1 go test ./secrets -run Table")
	}
}

// Every call stands in the table, under its word.
func TestEveryCallIsInTheTable(t *testing.T) {
	f := readFinder(keywordTable)
	for _, c := range allCalls() {
		found := false
		f.each(c.word, func(k, end int) {
			w := f.word(k)
			if string(w.text) != c.word || end != len(c.word) {
				return
			}
			found = found || c.way != byRules && w.way != byRules
			for i := 0; i < len(w.rules); i += ruleBytes {
				found = found || c.way == byRules && int(w.rules[i])|int(w.rules[i+1])<<8 == c.rule
			}
		})
		if !found {
			t.Errorf("%q: what it calls for is missing", c.word)
		}
	}
}
