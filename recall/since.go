package recall

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Since reads from when on something is asked for: a date, an instant, a length of time before now in days, weeks (7d, 2w) or Go's own units
// (12h), or a time in the words that a question may name one by: "today", "yesterday", "last week", "3 days ago", "monday", 昨天, 上周. ok is
// false for any other text.
func Since(text string, now time.Time) (from time.Time, ok bool) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), true
		}
	}
	if ago, ok := length(text); ok {
		return now.Add(-ago), true
	}
	text = strings.Join(strings.Fields(text), " ")
	for _, before := range []string{"since ", ""} { // with it a weekday is the last one, and what a word names has no end
		asked := before + text
		named := stretches(asked, now)
		if len(named) == 1 && named[0].start == 0 && named[0].end == len(asked) && !named[0].from.IsZero() {
			return named[0].from, true
		}
	}
	return time.Time{}, false
}

// length reads a length of time. What is longer than a duration can be is as long as one can be.
func length(text string) (time.Duration, bool) {
	for unit, size := range map[string]time.Duration{"d": oneDay, "w": oneWeek} {
		count, has := strings.CutSuffix(text, unit)
		if n, err := strconv.ParseFloat(count, 64); has && err == nil && n >= 0 {
			if n >= float64(math.MaxInt64)/float64(size) {
				return math.MaxInt64, true
			}
			return time.Duration(n * float64(size)), true
		}
	}
	ago, err := time.ParseDuration(text)
	return ago, err == nil && ago >= 0
}
