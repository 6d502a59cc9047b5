package writeservice

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/factline/memory/internal/filelock"
)

// While a network reads sentences, others can write; and no two facts are compared twice.
func TestNoWriterWaitsForMeaning(t *testing.T) {
	s := wordy(t, 0.7)
	write(t, s, person, claim(wordsOne))
	write(t, s, person, claim("Dashboards live in the wiki"))
	asked := map[string]int{}
	s.Meaning.Sentences = func(ctx context.Context, a, b string) (float64, bool) {
		asked[a+"\n"+b]++
		unlock, err := filelock.Lock(ctx, filepath.Join(s.Dir, "lock"), 0)
		if err != nil {
			t.Errorf("asked about %q and %q under the lock: %v", a, b, err)
			return 0.7, true
		}
		unlock()
		return 0.7, true
	}
	r := write(t, s, person, claim(wordsOther))
	mustSay(t, r, "looks like")
	if len(asked) == 0 {
		t.Error("nobody was asked")
	}
	for pair, n := range asked {
		if n > 1 {
			t.Errorf("asked %d times: %s", n, pair)
		}
	}
}
