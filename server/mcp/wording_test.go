package mcp

import (
	"strings"
	"testing"
)

func TestReasonsAreWordedForACallerWithoutACommandLine(t *testing.T) {
	for _, reason := range []string{
		"written by agent without evidence: cite a record (--evidence ID:FROM-TO) or let a person approve it",
		"body holds a secret (token, github): take it out, or --redact replaces it",
		"its claim was retired: to bring it back, give a reason with --revive, or memory restore it",
		"item x: not found; memory list shows what there is",
	} {
		if got := forTools(reason); strings.Contains(got, "--") || strings.Contains(got, "memory list") || got == reason {
			t.Errorf("%q became %q", reason, got)
		}
	}
}
