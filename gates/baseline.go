package gates

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
)

// rowsExt ends a file of rows; the file's name is the suite's.
const rowsExt = ".jsonl"

// Compare holds the report against the rows of an earlier run: a figure that is worse than the earlier one by more than the
// earlier one's interval is a failure. The file's name tells the suite; a suite that did not run is not compared.
func (rep *Report) Compare(file string) error {
	var rows []Row
	if err := readJSONL(file, &rows); err != nil {
		return fmt.Errorf("read the baseline: %w", err)
	}
	name := strings.TrimSuffix(filepath.Base(file), rowsExt)
	i := slices.IndexFunc(rep.Suites, func(s SuiteReport) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	for _, b := range rep.Suites[i].Blocks {
		was := slices.DeleteFunc(blockRows(rows, b), func(r Row) bool { return rep.Split != All && r.Split != rep.Split })
		for _, m := range b.Metrics {
			now, ok := b.Lines[0].Figures[m]
			if !ok {
				continue
			}
			then, err := figure(m, was)
			if err != nil {
				return err
			}
			if then.N > 0 && worse(m, now.Value, then) {
				rep.Failures = append(rep.Failures, fmt.Sprintf("%s, %s: %s %s fell from %s", name, b.Title(), m, now.String(m), then.String(m)))
			}
		}
	}
	return nil
}

// blockRows are the rows that a block is made of.
func blockRows(rows []Row, b Block) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return r.Task != b.Task || b.Category != "" && r.Category != b.Category
	})
}

// worse reports whether a value lies outside an interval on the bad side.
func worse(name string, value float64, then Interval) bool {
	m, err := metric(name)
	if err != nil {
		return false
	}
	if m.Least {
		return value > then.High
	}
	return value < then.Low
}

// Save writes two files a suite into dir: NAME.json with the figures, and NAME.jsonl with one row a question.
func (rep Report) Save(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, s := range rep.Suites {
		if err := s.save(dir); err != nil {
			return fmt.Errorf("save the figures of %s: %w", s.Name, err)
		}
	}
	return nil
}

func (s SuiteReport) save(dir string) error {
	figures, err := s.encode()
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(dir, s.Name+".json"), figures, 0o644); err != nil {
		return err
	}
	if len(s.Rows) == 0 {
		return nil
	}
	rows, err := encodeRows(s.Rows)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, s.Name+rowsExt), rows, 0o644)
}
