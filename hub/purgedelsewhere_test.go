package hub

import (
	"slices"
	"testing"
)

// An index puts other letters right behind an id, and a slug may look like an end.
func TestLikelyIDsAreFoundInAnIndex(t *testing.T) {
	for text, want := range map[string]string{
		"mem-20261129-the-port-almugo4gfact":       "mem-20261129-the-port-almugo4g",
		"x\x00mem-20261129-the-port-almugo4g\x01y": "mem-20261129-the-port-almugo4g",
		"mem-20261129-container-image-almugo4g":    "mem-20261129-container-image-almugo4g",
		"mem-20261129-端口-almugo4g 端口":              "mem-20261129-端口-almugo4g",
	} {
		if got := likelyIDs(text); !slices.Contains(got, want) {
			t.Errorf("%q: %v, want %s among them", text, got, want)
		}
	}
}
