package gates

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// WriteText renders the report for a terminal.
func (rep HarvestReport) WriteText(w io.Writer) error {
	p := &printer{w: w}
	p.f("%-14s %8s %8s %9s %7s %7s %9s\n", "group", "sessions", "proposed", "precision", "labels", "recall", "silent")
	for _, g := range slices.Sorted(maps.Keys(rep.Groups)) {
		s := rep.Groups[g]
		p.f("%-14s %8d %8d %9.2f %7d %7.2f %5d/%d\n", g, s.Sessions, s.Proposed, s.Precision, s.Labels, s.Recall, s.Silent, s.Nothing)
	}
	p.f("\n%-14s %8s %8s %9s\n", "rule", "proposed", "correct", "precision")
	for _, r := range slices.Sorted(maps.Keys(rep.Rules)) {
		s := rep.Rules[r]
		p.f("%-14s %8d %8d %9.2f\n", r, s.Proposed, s.Correct, s.Precision)
	}
	p.f("\nsilent: sessions with nothing to keep in which nothing was proposed. Candidates that meet an optional label count on neither side.\n")
	for _, f := range rep.Failures {
		p.f("FAIL %s\n", f)
	}
	for _, s := range rep.Skipped {
		p.f("skipped %s\n", s)
	}
	return p.err
}

// printer keeps the first error of a series of writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) f(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}
