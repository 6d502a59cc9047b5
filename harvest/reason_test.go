package harvest

import "testing"

// A reason is given without the words that open it: "of the pool" is the rest of a sentence and none itself.
func TestAReasonIsBare(t *testing.T) {
	for claim, want := range map[string]string{
		"We use pgx because of the pool":         "the pool",
		"We use pgx because offset scans break":  "offset scans break",
		"We use pgx, because the pool is needed": "the pool is needed",
		"We use pgx due to the pool":             "the pool",
	} {
		if head, reason := splitReason(claim); head != "We use pgx" || reason != want {
			t.Errorf("%q: %q, %q, want %q", claim, head, reason, want)
		}
	}
}
