package marks

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Sum is what the telling marks of a text come to, so that they can be compared where the text is not at hand: 16 hex digits for its signs, and behind
// them 16 for the case of identifiers, unless the text is all in capitals. It is "" for a text that has neither, as most.
func Sum(text string) string {
	loud := shouted(text)
	if quiet(text) && !loud {
		return ""
	}
	signs, names := tell(text)
	switch {
	case loud:
		return digest(signs)
	case len(signs)+len(names) == 0:
		return ""
	}
	return digest(signs) + digest(names)
}

// SameSum is Same for two texts of which the sums are at hand.
func SameSum(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) != sumOfSigns && len(b) != sumOfSigns {
		return false
	}
	return signsOf(a) == signsOf(b) // one is all in capitals
}

const sumOfSigns = 16

func signsOf(sum string) string {
	if sum == "" {
		return digest(nil)
	}
	return sum[:min(sumOfSigns, len(sum))]
}

func digest(found []string) string {
	sum := sha256.Sum256([]byte(strings.Join(found, "\n")))
	return hex.EncodeToString(sum[:sumOfSigns/2])
}
