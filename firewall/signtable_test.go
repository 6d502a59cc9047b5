package firewall

import (
	"os"
	"testing"
)

// TestTheSignTableIsThatOfThePatterns holds the file in the program against what is read from the expressions. A pattern that is not in it still
// finds everything: its signs are then read at each start.
func TestTheSignTableIsThatOfThePatterns(t *testing.T) {
	expressions := []string{everything().expression}
	for _, l := range lures {
		expressions = append(expressions, l.pattern)
	}
	for _, d := range deeds {
		expressions = append(expressions, d.pattern)
	}
	want := string(signTableOf(expressions))
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("signs.bin", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if signTable != want {
		t.Error("signs.bin is not the table of these patterns: run UPDATE=1 go test ./firewall -run SignTable")
	}
}

func TestSignsThatAreNotInTheTableAreReadFromTheExpression(t *testing.T) {
	p := newPattern(`\bwalrus[^.\n]{0,9}(?:tusk|flipper)s?\b`)
	if _, there := tabled(p.expression); there {
		t.Fatal("the pattern of this test is in the table")
	}
	for text, want := range map[string]bool{"a walrus has two tusks": true, "a walrus has a moustache": false, "two tusks": false} {
		if got := p.find(text) != nil; got != want || p.sign.in(search(text)) != want {
			t.Errorf("%q: found %v, signs %v; want %v", text, got, p.sign.in(search(text)), want)
		}
	}
}
