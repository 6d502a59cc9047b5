package contextpack

import (
	"testing"
)

func TestNoncesAreNineDigits(t *testing.T) {
	for _, chance := range [][5]byte{{}, {255, 255, 255, 255, 255}, {1, 2, 3, 4, 5}} {
		if n := NonceOf(chance); len(n) != 9 || !validNonce().MatchString(n) {
			t.Errorf("nonce %q of %v", n, chance)
		}
	}
}
