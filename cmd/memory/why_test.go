package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
)

// An entry that shares no word with the question has a relevance of 0: why says what let it in.
func TestWhySaysWhatASentenceVectorLetIn(t *testing.T) {
	const reason = "nearest in meaning"
	for nearest, want := range map[bool]int{true: 1, false: 0} {
		var out bytes.Buffer
		p := hub.PackRecord{}
		p.Entries = []contextpack.Entry{{ID: "mem-20261129-port", Title: "Port", View: contextpack.Locator, Nearest: nearest}}
		whyText(&out, p)
		if n := strings.Count(out.String(), reason); n != want {
			t.Errorf("nearest %v: %d times %q in %q", nearest, n, reason, out.String())
		}
	}
}
