package gates

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText writes the report for a terminal.
func (rep Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "split %s, seed %d, 95 %% bootstrap intervals in brackets\n", rep.Split, rep.Seed)
	for _, s := range rep.Suites {
		s.writeText(&b)
	}
	b.WriteString("\n")
	for _, line := range rep.Skipped {
		fmt.Fprintf(&b, "skipped %s\n", line)
	}
	for _, line := range rep.Notes {
		fmt.Fprintf(&b, "note %s\n", line)
	}
	for _, line := range rep.Failures {
		fmt.Fprintf(&b, "FAIL %s\n", line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s SuiteReport) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "\n== %s: %s (%s, %.1f s)\n", s.Name, s.About, s.Split, s.Took.Seconds())
	for _, f := range s.Data {
		fmt.Fprintf(b, "   %s sha256 %s\n", f.Path, f.SHA256)
	}
	if s.Harvest != nil {
		b.WriteString("\n" + s.Harvest.Text())
	}
	for _, block := range s.Blocks {
		b.WriteString("\n")
		fmt.Fprintf(b, "%s: %s\n", block.Title(), block.size())
		if block.Note != "" {
			fmt.Fprintf(b, "%s\n", block.Note)
		}
		writeColumns(b, block.table())
		if t := block.Time; t != nil {
			b.WriteString(t.String() + "\n")
		}
	}
}

// size says how much was asked of how much. A category stands below its task, whose collections are told already.
func (b Block) size() string {
	var parts []string
	if b.Questions > 0 {
		parts = append(parts, plural(b.Questions, "question"))
	}
	if b.Docs > 0 {
		parts = append(parts, fmt.Sprintf("%s in %s", plural(b.Docs, "document"), plural(b.Stores, "store")))
	}
	return strings.Join(parts, ", ")
}

// Title is the task, with the category where it is one.
func (b Block) Title() string {
	if b.Category == "" {
		return b.Task
	}
	return b.Task + " / " + b.Category
}

// String is the time in words.
func (t Time) String() string {
	s := fmt.Sprintf("search p50 %.1f ms, p95 %.1f ms", t.SearchP50, t.SearchP95)
	if t.PackP50 > 0 {
		s += fmt.Sprintf("; pack p50 %.1f ms, p95 %.1f ms", t.PackP50, t.PackP95)
	}
	if t.CPU > 0 {
		s += fmt.Sprintf("; processor time %.1f ms a question", t.CPU)
	}
	return s
}

// table is a head and a line for each system. Metrics that no system has are left out, and systems without a metric.
func (b Block) table() [][]string {
	var metrics []string
	for _, m := range b.Metrics {
		for _, line := range b.Lines {
			if _, ok := line.Figures[m]; ok {
				metrics = append(metrics, m)
				break
			}
		}
	}
	out := [][]string{append([]string{""}, metrics...)}
	for _, line := range b.Lines {
		if len(line.Figures) == 0 {
			continue
		}
		cells := []string{line.System}
		for _, m := range metrics {
			v, ok := line.Figures[m]
			if !ok {
				cells = append(cells, "")
				continue
			}
			cells = append(cells, v.String(m))
		}
		out = append(out, cells)
	}
	return out
}

// String is the value with its interval; tokens are whole numbers, and perf has no intervals.
func (v Interval) String(metric string) string {
	if isPerf(metric) {
		return fmt.Sprintf("%.1f", v.Value)
	}
	if metric == "tokens" {
		return fmt.Sprintf("%.0f [%.0f %.0f]", v.Value, v.Low, v.High)
	}
	return fmt.Sprintf("%.3f [%.3f %.3f]", v.Value, v.Low, v.High)
}

// writeColumns aligns the cells.
func writeColumns(b *strings.Builder, rows [][]string) {
	width := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			fmt.Fprintf(&line, "%-*s  ", width[i], cell)
		}
		b.WriteString("  " + strings.TrimRight(line.String(), " ") + "\n")
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
