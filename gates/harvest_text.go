package gates

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// WriteText writes Text.
func (rep HarvestReport) WriteText(w io.Writer) error {
	_, err := io.WriteString(w, rep.Text())
	return err
}

// Text renders the report for a terminal.
func (rep HarvestReport) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s %8s %8s %9s %7s %7s %9s\n", "group", "sessions", "proposed", "precision", "labels", "recall", "silent")
	for _, g := range slices.Sorted(maps.Keys(rep.Groups)) {
		s := rep.Groups[g]
		fmt.Fprintf(&b, "%-14s %8d %8d %9.2f %7d %7.2f %7d/%d\n", g, s.Sessions, s.Proposed, s.Precision, s.Labels, s.Recall, s.Silent, s.Nothing)
	}
	for _, c := range harvestControls() {
		fmt.Fprintf(&b, "\ncontrol: %s\n", c.name)
		for _, g := range slices.Sorted(maps.Keys(rep.Controls[c.name])) {
			s := rep.Controls[c.name][g]
			fmt.Fprintf(&b, "%-14s %8d %8d %9.2f %7d %7.2f %7d/%d\n", g, s.Sessions, s.Proposed, s.Precision, s.Labels, s.Recall, s.Silent, s.Nothing)
		}
	}
	fmt.Fprintf(&b, "\n%-14s %8s %8s %9s\n", "rule", "proposed", "correct", "precision")
	for _, r := range slices.Sorted(maps.Keys(rep.Rules)) {
		s := rep.Rules[r]
		fmt.Fprintf(&b, "%-14s %8d %8d %9.2f\n", r, s.Proposed, s.Correct, s.Precision)
	}
	b.WriteString("\nsilent: sessions with nothing to keep in which nothing was proposed. A candidate that meets an optional label counts on neither side.\n")
	for _, f := range rep.Failures {
		fmt.Fprintf(&b, "FAIL %s\n", f)
	}
	for _, s := range rep.Skipped {
		fmt.Fprintf(&b, "skipped %s\n", s)
	}
	return b.String()
}
