package writeservice

import (
	"strings"
	"testing"
)

func TestOneSessionDoesNotFillTheFirstPage(t *testing.T) {
	facts := strings.Fields("a1 a2 a3 a4 a5 b1 c1 a6 b2")
	got := strings.Join(Mixed(facts, func(f string) string { return f[:1] }), " ")
	if want := "a1 a2 a3 b1 c1 b2 a4 a5 a6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
