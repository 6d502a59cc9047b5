package gates

import (
	"crypto/sha256"
	"fmt"
)

// Split is a part of a labelled set, fixed by the hash of the query's id. Rules are made on Dev; figures are claimed on Test.
type Split string

// The splits. All is both, for sets so small that published figures are over the whole set.
const (
	Dev  Split = "dev"
	Test Split = "test"
	All  Split = "all"
)

// devBytes of the 256 values of a hash's first byte are dev: 30 %.
const devBytes = 77

// SplitOf says which part a query belongs to.
func SplitOf(queryID string) Split {
	if sha256.Sum256([]byte(queryID))[0] < devBytes {
		return Dev
	}
	return Test
}

// Holds reports whether the split holds a query.
func (s Split) Holds(queryID string) bool { return s == All || SplitOf(queryID) == s }

// ParseSplit reads dev, test or all.
func ParseSplit(s string) (Split, error) {
	switch v := Split(s); v {
	case Dev, Test, All:
		return v, nil
	}
	return "", fmt.Errorf("unknown split %.20q, want dev, test or all", s)
}
