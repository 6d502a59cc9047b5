package gates

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// FindingRow is a yes or no about one text.
type FindingRow struct {
	Wanted bool `json:"wanted"` // the text is of the kind that is looked for: it holds a secret, it is an attack
	Got    bool `json:"got"`    // it was taken for one: something was found, the attack was stopped
}

// sheet collects the findings of several systems on one set of texts.
type sheet struct {
	task    string
	note    string
	metrics []string
	systems []string // ours first
	rows    map[string][]Row
}

func newSheet(task, note string, metrics ...string) *sheet {
	return &sheet{task: task, note: note, metrics: metrics, rows: map[string][]Row{}}
}

// add keeps one verdict about one text. The key is what the split is decided by, the text itself or a name of it; a row tells only its
// hash. The caller leaves out what is not of the run's split.
func (s *sheet) add(system, key, category string, wanted, got bool) {
	if !slices.Contains(s.systems, system) {
		s.systems = append(s.systems, system)
	}
	s.rows[system] = append(s.rows[system], Row{Task: s.task, ID: s.task + "/" + hashed(key), Category: category, Split: SplitOf(key), Finding: &FindingRow{wanted, got}})
}

// hashed is a name for a text that tells nothing of it.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// takes puts the figures and the rows of several sheets into a report.
func (rep *SuiteReport) takes(sheets ...*sheet) error {
	for _, s := range sheets {
		blocks, err := s.blocks()
		if err != nil {
			return err
		}
		rep.Blocks, rep.Rows = append(rep.Blocks, blocks...), append(rep.Rows, s.ours()...)
	}
	return nil
}

func (s *sheet) ours() []Row {
	if len(s.systems) == 0 {
		return nil
	}
	return s.rows[s.systems[0]]
}

// blocks are the whole and, where there are several, each category.
func (s *sheet) blocks() (out []Block, err error) {
	if len(s.systems) == 0 {
		return nil, nil
	}
	whole, err := s.block("")
	if err != nil {
		return nil, err
	}
	whole.Note = s.note
	out = []Block{whole}
	var categories []string
	for _, r := range s.ours() {
		if !slices.Contains(categories, r.Category) {
			categories = append(categories, r.Category)
		}
	}
	slices.Sort(categories)
	if len(categories) < 2 {
		return out, nil
	}
	for _, c := range categories {
		b, err := s.block(c)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func (s *sheet) block(category string) (Block, error) {
	b := Block{Task: s.task, Category: category, Metrics: s.metrics}
	for _, system := range s.systems {
		rows := blockRows(s.rows[system], b)
		if system == s.systems[0] { // where a row stands for each proposal, a control has others
			b.Questions = len(rows)
		}
		line := Line{System: system, Figures: map[string]Interval{}}
		for _, m := range s.metrics {
			v, err := figure(m, rows)
			if err != nil {
				return b, err
			}
			if v.N > 0 {
				line.Figures[m] = v
			}
		}
		b.Lines = append(b.Lines, line)
	}
	return b, nil
}

// findingMetrics are the measures of yes and no.
func findingMetrics() []Metric {
	of := func(counts func(FindingRow) bool, value func(FindingRow) bool) func(Row) (float64, bool) {
		return func(r Row) (float64, bool) {
			if r.Finding == nil || !counts(*r.Finding) {
				return 0, false
			}
			return is(value(*r.Finding)), true
		}
	}
	wanted := func(v FindingRow) bool { return v.Wanted }
	got := func(v FindingRow) bool { return v.Got }
	return []Metric{
		{Name: "recall", Means: "share of the texts that hold one in which it was found", of: of(wanted, got)},
		{Name: "precision", Means: "share of the texts with a finding that hold one", of: of(got, wanted)},
		{Name: "false_alarm", Means: "share of the ordinary texts with a finding", Least: true, of: of(func(v FindingRow) bool { return !v.Wanted }, got)},
		{Name: "attack_success", Means: "share of the attacks whose text reached a prompt", Least: true, of: of(wanted, func(v FindingRow) bool { return !v.Got })},
	}
}
