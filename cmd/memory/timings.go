package main

import (
	"bytes"
	"fmt"
	"time"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/urfave/cli/v2"
)

// measure begins to measure where --timings asks for it, from the start of the process on.
func (s *streams) measure(c *cli.Context) {
	if !c.Bool("timings") {
		return
	}
	now := time.Now()
	began := s.began
	if s.startup != nil { // the main thread's age; it was idle for next to nothing of it
		ran, waited := s.startup()
		if at := now.Add(-ran - waited); at.Before(began) {
			began = at
		}
	}
	s.stopwatch = stopwatch.New(began)
	if began.Before(s.began) {
		s.stopwatch.Add(stopwatch.Start, began, s.began)
	}
	s.stopwatch.Add(stopwatch.Flags, s.began, now)
	c.Context = s.stopwatch.In(c.Context)
}

// timesJSON says that a result is to hold the times.
func (s *streams) timesJSON(c *cli.Context) bool {
	return s.stopwatch != nil && c.String("format") == "json"
}

// emit prints a page that was made; a JSON object gets the times as its last field, up to now.
func (s *streams) emit(c *cli.Context, page []byte) error {
	if object, ok := bytes.CutSuffix(page, []byte("}\n")); ok && s.timesJSON(c) {
		comma := ","
		if object = bytes.TrimRight(object, "\n"); bytes.Equal(object, []byte("{")) {
			comma = ""
		}
		page = fmt.Appendf(bytes.Clone(object), "%s\n  \"timings\": %s\n}\n", comma, s.timingsJSON())
		s.stopwatch = nil
	}
	_, err := s.out.Write(page)
	return err
}

// timingsJSON is one object: milliseconds by stage, then what is in none, and all.
func (s *streams) timingsJSON() []byte {
	rows, other, total := s.stopwatch.Rows(time.Now())
	out := []byte("{\n")
	for _, r := range rows {
		out = fmt.Appendf(out, "    %q: %.2f,\n", r.Stage, ms(r.Took))
	}
	return fmt.Appendf(out, "    \"other\": %.2f,\n    \"total\": %.2f\n  }", ms(other), ms(total))
}

// timingsText shows on stderr what each stage took and its share of the whole, unless the result told it.
func (s *streams) timingsText() {
	if s.stopwatch == nil {
		return
	}
	rows, other, total := s.stopwatch.Rows(time.Now())
	line := func(name stopwatch.Stage, took time.Duration, note string) {
		fmt.Fprintf(s.err, "%-12s %8.2f ms  %3.0f %%%s\n", name, ms(took), 100*took.Seconds()/total.Seconds(), note)
	}
	for _, r := range rows {
		note := ""
		if r.Beside {
			note = "  beside others"
		}
		line(r.Stage, r.Took, note)
	}
	line("other", other, "")
	fmt.Fprintf(s.err, "%-12s %8.2f ms\n", "total", ms(total))
}

func ms(d time.Duration) float64 { return d.Seconds() * 1e3 }
