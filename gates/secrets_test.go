package gates

import (
	"testing"

	"github.com/factline/memory/secrets"
)

// TestEveryCredentialOfTheOwnSetIsFound: none may be missed of private keys, credentials in addresses and the common providers, in any
// notation, and nothing harmless may be taken for one.
func TestEveryCredentialOfTheOwnSetIsFound(t *testing.T) {
	for _, l := range ownSecrets() {
		found := false
		for _, f := range secrets.Scan(l.text) {
			found = found || l.to == 0 || f.Start < l.to && f.End > l.from
		}
		if found != l.holds {
			t.Errorf("%s: found %v, holds %v: %.200q", l.id, found, l.holds, l.text)
		}
	}
}
