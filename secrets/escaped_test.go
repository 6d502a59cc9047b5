package secrets

import (
	"slices"
	"strings"
	"testing"
)

// An underscore that is written as an escape hides no token, and names of several words have none.
func TestEscapedUnderscoresHideNoToken(t *testing.T) {
	token := "ghp_" + "A8dk2Lq9ZxW3vB7nM1cR5tY6uI0oP4sE2fGh"
	for _, form := range []string{`\_`, `\\_`, `\u005f`, `\u005F`, `\x5f`, "%5F", "&#95;", "&#x5F;", "&lowbar;"} {
		text := "the token is " + strings.Replace(token, "_", form, 1) + " there"
		redacted, found := Redact(text)
		if len(found) != 1 || found[0].Rule != "github-pat" || strings.Contains(redacted, token[10:]) {
			t.Errorf("%q: %+v, %q", form, found, redacted)
		}
		if again, more := Redact(redacted); again != redacted || len(more) > 0 {
			t.Errorf("%q: redacted twice %q", form, again)
		}
	}
	for _, text := range []string{`max\_retries\_of\_the\_queue`, "path%5Fof%5Ffiles", `snake\_case\_identifierofmany`, `\u005f\u005finit\u005f\u005f`} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

// A person's own word in the parameters of an address, and a token in the place of the user before a forge.
func TestCredentialsOfAddresses(t *testing.T) {
	for text, secret := range map[string]string{
		"https://api.corp/v1?user=bob&pass=" + "tangerine42":         "tangerine42",
		"https://api.corp/v1?pass=" + "tangerine42" + "&login=bob":   "tangerine42",
		"https://api.corp/v1?email=b@c.io;pass=" + "R8vQ2mXc":        "R8vQ2mXc",
		"git+https://" + "tok3nKq2mVb9Lt" + "@github.com/a/b":        "tok3nKq2mVb9Lt",
		"https://" + "kV7tq9Lw2Zs4Rb" + "@gitlab.corp/a/b.git":       "kV7tq9Lw2Zs4Rb",
		"pip install git+ssh://" + "kV7tq9Lw2Zs4Rb" + "@host.corp/a": "kV7tq9Lw2Zs4Rb",
	} {
		at := strings.Index(text, secret)
		if !slices.ContainsFunc(Scan(text), func(f Finding) bool { return f.Start <= at && f.End >= at+len(secret) }) {
			t.Errorf("%q is left in %q: %+v", secret, text, Scan(text))
		}
	}
	for _, text := range []string{"https://ci.corp/?user=bob&pass=true", "https://ci.corp/?user=bob&pass=12", "https://ci.corp/?suite=a&pass=" + "tangerine42", "https://git@github.com/a/b", "https://renovate-bot2@github.com/a/b", "https://john.smith@dev.azure.com/a/_git/b", "git+https://github.com/a/b@v1.2.3", "https://acme-build-2024@bitbucket.org/a/b"} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

// A card's number in groups of four, however they are divided.
func TestCardsInGroups(t *testing.T) {
	const card = "4539 5787 6362 1486"
	for _, text := range []string{strings.ReplaceAll(card, " ", "."), strings.ReplaceAll(card, " ", "_"), "4539-5787-\n6362-1486", "4539 5787 \n6362 1486", "4539 5787\n6362 1486"} {
		if masked, found := MaskPersonal("paid with "+text+" today", []string{Card}); len(found) != 1 || strings.Contains(masked, "1486") {
			t.Errorf("%q: %q", text, masked)
		}
	}
	for _, text := range []string{"4539.5787.6362.1487", "45.39578763.6214.86", "4539_57876362_1486", "id_" + strings.ReplaceAll(card, " ", "") + "_x", "4539-5787-\n\n6362-1486", "1_000_000_000"} {
		if found := Personal(text, []string{Card}); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}
