package secrets

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnAnswerHoldsNoBeginningOfASecretThatWasSaid(t *testing.T) {
	token := "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
	for cut := leastEcho; cut <= len(token); cut++ {
		answer := RedactEcho(fmt.Sprintf("unknown type %q, want %s or ghp_", token[:cut], token[:cut]), "--type", token)
		if strings.Contains(answer, token[:leastEcho]) || strings.Count(answer, "[REDACTED:github-pat]") != 2 || !strings.HasSuffix(answer, "or ghp_") {
			t.Errorf("cut at %d: %s", cut, answer)
		}
	}
	for _, said := range []string{"", "--type", "an ordinary word", `{"type": "fact"}`} {
		if got := RedactEcho("unknown type \"an ordinary word\"", said); got != "unknown type \"an ordinary word\"" {
			t.Errorf("%q: %s", said, got)
		}
	}
	if got := RedactEcho("nothing matches " + token); strings.Contains(got, token) {
		t.Error(got)
	}
}

func FuzzRedactEcho(f *testing.F) {
	f.Add("unknown type ghp_aB3dE5fG7hI9", "--type=ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5")
	f.Add("a", "password = hunter2hunter2")
	f.Fuzz(func(t *testing.T, answer, said string) {
		got := RedactEcho(answer, said)
		for _, found := range Scan(said) {
			if secret := said[found.Start:found.End]; len(secret) >= leastEcho && strings.Contains(answer, secret[:leastEcho]) && got == answer {
				t.Errorf("%q said %q: nothing was taken out", answer, said)
			}
		}
	})
}
