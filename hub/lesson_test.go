package hub

import "testing"

func TestATriggerBeginsItsSentenceOnce(t *testing.T) {
	for trigger, want := range map[string]string{
		"you release": "When you release", "When you release": "When you release", "before a release": "Before a release",
		"if it rains": "If it rains", "when": "When when", "whenever CI is red": "Whenever CI is red", "发布时": "When 发布时",
	} {
		if got := whenever(trigger); got != want {
			t.Errorf("%q: %q, want %q", trigger, got, want)
		}
	}
}
