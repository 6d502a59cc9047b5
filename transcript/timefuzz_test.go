package transcript

import (
	"encoding/json"
	"testing"
	"time"
)

// Whatever stands where a time should: it is no time, or one in UTC that a record can hold and that reads back as the same.
func FuzzTime(f *testing.F) {
	for _, text := range []string{"2026-11-29T10:00:00.123456789+02:00", "2026-11-29 10:00", "1764410400", "1764410400123", "1764410400.5", "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59-14:00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := parseTime(text)
		if at.IsZero() {
			return
		}
		b, err := json.Marshal(at)
		if err != nil || at.Location() != time.UTC {
			t.Fatalf("%q is %v: %v", text, at, err)
		}
		if again := parseTime(at.Format(time.RFC3339Nano)); !again.Equal(at) {
			t.Fatalf("%q is %s, and that is %v", text, b, again)
		}
	})
}
