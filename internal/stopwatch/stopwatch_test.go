package stopwatch_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/factline/memory/internal/stopwatch"
)

// Times of stages that run beside each other are never counted twice in what is left over, and a stage that several goroutines go through counts once.
func TestRows(t *testing.T) {
	began := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	at := func(ms int) time.Time { return began.Add(time.Duration(ms) * time.Millisecond) }
	w := stopwatch.New(began)
	w.Add(stopwatch.Lexical, at(10), at(20))
	w.Add(stopwatch.Files, at(5), at(15)) // beside
	w.Add(stopwatch.Files, at(8), at(12)) // another goroutine
	w.Add(stopwatch.Print, at(25), at(27))
	rows, other, total := w.Rows(at(30))
	want := []stopwatch.Row{{stopwatch.Files, 10 * time.Millisecond, true}, {stopwatch.Lexical, 10 * time.Millisecond, true}, {stopwatch.Print, 2 * time.Millisecond, false}}
	if !slices.Equal(rows, want) {
		t.Errorf("rows %v, want %v", rows, want)
	}
	if other != 13*time.Millisecond || total != 30*time.Millisecond {
		t.Errorf("other %v, total %v", other, total)
	}
}

func TestWithoutAWatchNothingIsMeasured(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { stopwatch.On(context.Background(), stopwatch.Open)() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	w := stopwatch.New(time.Now())
	stopwatch.On(w.In(t.Context()), stopwatch.Open)()
	if rows, _, _ := w.Rows(time.Now()); len(rows) != 1 || rows[0].Stage != stopwatch.Open {
		t.Errorf("rows %v", rows)
	}
}
