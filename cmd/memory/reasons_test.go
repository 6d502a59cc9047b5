package main

import (
	"testing"

	"github.com/factline/memory/firewall"
)

func TestEveryReasonHasAText(t *testing.T) {
	for _, r := range firewall.Reasons() {
		if reasonTexts[r] == "" {
			t.Errorf("reason %s has no text", r)
		}
	}
	if got, want := len(reasonTexts), len(firewall.Reasons()); got != want {
		t.Errorf("%d texts for %d reasons", got, want)
	}
}
