package recall

import (
	"testing"
	"time"
)

func TestSinceReadsDatesLengthsAndWords(t *testing.T) {
	now := time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC) // a Sunday
	for text, want := range map[string]string{
		"2026-11-20": "2026-11-20T00:00:00Z", "2026-11-20T08:00:00+01:00": "2026-11-20T07:00:00Z", "7d": "2026-11-22T10:15:00Z",
		"12h": "2026-11-28T22:15:00Z", "1.5d": "2026-11-27T22:15:00Z", "2w": "2026-11-15T10:15:00Z", "today": "2026-11-29T00:00:00Z",
		"Yesterday": "2026-11-28T00:00:00Z", "last week": "2026-11-16T00:00:00Z", "this month": "2026-11-01T00:00:00Z",
		"3 days ago": "2026-11-26T00:00:00Z", "two weeks ago": "2026-11-09T00:00:00Z", "last 3 days": "2026-11-26T00:00:00Z",
		"monday": "2026-11-23T00:00:00Z", "last friday": "2026-11-27T00:00:00Z", "since yesterday": "2026-11-28T00:00:00Z",
		"October": "2026-10-01T00:00:00Z", "2026-10": "2026-10-01T00:00:00Z", "今天": "2026-11-29T00:00:00Z", "昨天": "2026-11-28T00:00:00Z",
		"上周": "2026-11-16T00:00:00Z", "3天前": "2026-11-26T00:00:00Z", "999999999w": "1734-08-20T10:27:43.145224193Z",
		"never": "", "": "", "-3d": "", "before monday": "", "until today": "", "yesterday evening": "2026-11-28T18:00:00Z", "d": "", "NaNd": "", "todayish": "", "today and yesterday": "",
	} {
		got, ok := Since(text, now)
		if ok != (want != "") || ok && got.UTC().Format(time.RFC3339Nano) != want {
			t.Errorf("%q: %s, %v, want %s", text, got.UTC().Format(time.RFC3339Nano), ok, want)
		}
	}
}
