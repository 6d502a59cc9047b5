package secrets

import (
	"strings"
	"testing"
)

func TestAKeyInPiecesLeavesNone(t *testing.T) {
	head, tail := github[:18], github[18:]
	for _, text := range []string{
		`t = "<" + ">"`, "t = \"<\" +\n    \">\"", "t = (\"<\"\n    \">\")", `t = '<' . '>'`, `t = '<' .. '>'`, `t = "<" & ">"`, "t=<\\\n>", "t = \"<\" \\\n  \">\"",
	} {
		got, _ := Redact(strings.NewReplacer("<", head, ">", tail).Replace(text))
		if strings.Contains(got, head[4:]) || strings.Contains(got, tail) {
			t.Errorf("%q -> %q", text, got)
		}
	}
	if got, _ := Redact(`t = "ghp_" + "` + github[4:24] + `" + "` + github[24:] + `"`); strings.Contains(got, github[4:24]) || strings.Contains(got, github[24:]) {
		t.Errorf("three pieces: %q", got)
	}
}

func TestAKeyInBase64IsOne(t *testing.T) {
	for _, key := range []string{github, stripe, slack, anthropic, aws} {
		if got, _ := Redact("data " + in64(key) + " end"); !strings.HasPrefix(got, "data [REDACTED:") || !strings.HasSuffix(got, "] end") {
			t.Errorf("%.4s: %q", key, got)
		}
	}
}

func TestPiecesThatAreNoKeyAreLeftAlone(t *testing.T) {
	for _, text := range []string{`t = "ghp_" + name`, `"sk_" + "live"`, "'ghp_'\n'gho_'\n'ghs_'", `["ghp_", "gho_"]`, in64("ghp_ is the prefix of a token"), in64("npm_config_cache=/var/cache/npm")} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}
