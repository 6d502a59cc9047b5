package gates

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
)

// rowsExt ends a file of rows.
const rowsExt = ".jsonl"

// Baseline is the rows of an earlier run of one suite.
type Baseline struct {
	file string
	rows []Row
}

// ReadBaseline reads rows as Save wrote them.
func ReadBaseline(file string) (Baseline, error) {
	b := Baseline{file: file}
	if err := readJSONL(file, &b.rows); err != nil {
		return b, fmt.Errorf("read the baseline: %w", err)
	}
	if len(b.rows) == 0 || slices.ContainsFunc(b.rows, func(r Row) bool { return r.ID == "" }) {
		return b, fmt.Errorf("the baseline %s holds no rows of questions: give the file NAME%s that --out wrote", file, rowsExt)
	}
	return b, nil
}

// suite is the one in the report that asked most of the same questions; nil where none asked any.
func (b Baseline) suite(rep *Report) *SuiteReport {
	asked := map[string]bool{}
	for _, r := range b.rows {
		asked[r.ID] = true
	}
	var best *SuiteReport
	most := 0
	for i := range rep.Suites {
		same := 0
		for _, r := range rep.Suites[i].Rows {
			if asked[r.ID] {
				same++
			}
		}
		if same > most {
			best, most = &rep.Suites[i], same
		}
	}
	return best
}

// Compare holds the report against an earlier run: a figure that is worse than the earlier one by more than the earlier one's interval is a
// failure, and so is a baseline of another part, or one that the report does not ask every question of. The figures of both are over the questions
// that both asked.
func (rep *Report) Compare(base Baseline) error {
	suite := base.suite(rep)
	name := strings.TrimSuffix(filepath.Base(base.file), rowsExt)
	switch {
	case suite != nil:
	case slices.ContainsFunc(rep.Skipped, func(s string) bool { return strings.HasPrefix(s, name+":") }):
		rep.Failures = append(rep.Failures, fmt.Sprintf("baseline %s: %s was skipped, so nothing was compared with it", base.file, name))
		return nil
	default:
		rep.Failures = append(rep.Failures, fmt.Sprintf("baseline %s: this run asked none of its questions (another suite, or another part than %s)", base.file, rep.Split))
		return nil
	}
	if was, now := splitsOf(base.rows), splitsOf(suite.Rows); was != now {
		rep.Failures = append(rep.Failures, fmt.Sprintf("baseline %s: its rows are of the part %s, this run asked the questions of %s; run it with --split %s", base.file, was, now, was))
		return nil
	}
	then, unasked := common(base.rows, suite.Rows)
	rows, added := common(suite.Rows, base.rows)
	if unasked > 0 {
		rep.Failures = append(rep.Failures, fmt.Sprintf("baseline %s: %d of its %s were not asked in this run, so they were not compared", base.file, unasked, plural(len(base.rows), "row")))
	}
	if added > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("baseline %s: %d of the %s of this run are not in it, so they were not compared", base.file, added, plural(len(suite.Rows), "row")))
	}
	return rep.fell(*suite, then, rows, added > 0)
}

// fell adds a failure for each figure that is worse than over the rows then. Where they are a part of the questions, the figure is that of rows, the
// same ones now.
func (rep *Report) fell(suite SuiteReport, then, rows []Row, part bool) error {
	for _, b := range suite.Blocks {
		was, is := blockRows(then, b), blockRows(rows, b)
		for _, m := range b.Metrics {
			now, ok := b.Lines[0].Figures[m]
			if !ok {
				continue
			}
			before, err := figure(m, was)
			if err == nil && part {
				now, err = figure(m, is)
			}
			if err != nil {
				return err
			}
			if before.N > 0 && now.N > 0 && worse(m, now.Value, before) {
				rep.Failures = append(rep.Failures, fmt.Sprintf("%s, %s: %s %s fell from %s", suite.Name, b.Title(), m, now.String(m), before.String(m)))
			}
		}
	}
	return nil
}

// common are the rows of questions that others hold too; missing counts the other rows.
func common(rows, others []Row) (both []Row, missing int) {
	type question struct{ task, category, id string }
	of := func(r Row) question { return question{r.Task, r.Category, r.ID} }
	left := map[question]int{} // a question may be asked several times
	for _, r := range others {
		left[of(r)]++
	}
	for _, r := range rows {
		if left[of(r)] == 0 {
			missing++
			continue
		}
		left[of(r)]--
		both = append(both, r)
	}
	return both, missing
}

// splitsOf is the part that rows are of.
func splitsOf(rows []Row) Split {
	split := rows[0].Split
	for _, r := range rows {
		if r.Split != split {
			return All
		}
	}
	return split
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

// CanSave makes the directory that Save will write to and tries it, before a run of minutes.
func CanSave(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".memory-gate-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
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
