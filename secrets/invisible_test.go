package secrets

import (
	"strings"
	"testing"
)

func TestWhatNoEyeSeesHidesNoSecret(t *testing.T) {
	token := "gh" + "p_x7Kq2mVb9LtR4wZc8NfJ3hPs6YdG1aEu5oQi"
	for name, text := range map[string]string{
		"colour in the token": "x \x1b[01;31m\x1b[K" + token[:4] + "\x1b[m\x1b[K" + token[4:] + " y",
		"zero width":          "x " + token[:10] + "\u200b" + token[10:] + " y",
		"soft hyphen":         "x " + token[:10] + "\u00ad" + token[10:20] + "\u2060" + token[20:] + " y",
		"a link escape":       "x \x1b]8;;http://e\x1b\\" + token[:5] + "\x1b]8;;\a" + token[5:] + " y",
	} {
		got, found := Redact(text)
		if len(found) == 0 || strings.Contains(got, token[12:20]) {
			t.Errorf("%s: left %q (%d findings)", name, got, len(found))
		}
		if again, _ := Redact(got); again != got {
			t.Errorf("%s: a second round changes %q to %q", name, got, again)
		}
	}
	plain := "\x1b[32mok\x1b[m 12 passed, caf\u00e9 \U0001F600 日本"
	if got, found := Redact(plain); got != plain || len(found) != 0 {
		t.Errorf("harmless colours became %q", got)
	}
}
