package gates

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/factline/memory/internal/golden"
)

// TestMarksPageShowsTheCommittedFigures keeps docs/marks.md equal to gates/results and gates/marks.yaml; UPDATE=1 writes it.
func TestMarksPageShowsTheCommittedFigures(t *testing.T) {
	page, err := MarksPage("results")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../docs/marks.md", page)
	for _, link := range regexp.MustCompile(`\]\(([^)#]+)`).FindAllStringSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join("../docs", link[1])); err != nil {
			t.Errorf("a link of the page leads nowhere: %v", err)
		}
	}
}

func TestMarks(t *testing.T) {
	report := SuiteReport{Name: "s", Blocks: []Block{{Task: "t", Lines: []Line{
		{System: "memory", Figures: map[string]Interval{"hit@1": {Value: 0.5}}},
		{System: "plain BM25", Figures: map[string]Interval{"hit@1": {Value: 0.49}}},
	}}}}
	for _, c := range []struct{ name, want, line string }{
		{"reached", "minimum: 0.5", "| ≥ 0.5 | 0.5 | yes |"},
		{"below", "minimum: 0.51", "| ≥ 0.51 | 0.5 | **no** | this |"},
		{"above", "maximum: 0.4", "| ≤ 0.4 | 0.5 | **no** | this |"},
		{"over a control", "system: plain BM25, plus: 0.02", "| ≥ 0.51 | 0.5 | **no** | this |"},
	} {
		marks, err := readMarks([]byte("marks: [{group: g, says: x, suite: s, task: t, metric: hit@1, want: {" + c.want + "}, tried: this}]"))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if line, err := marks[0].line(report); err != nil || !strings.Contains(line, c.line) {
			t.Errorf("%s: %q, %v; want %q in it", c.name, line, err, c.line)
		}
		marks[0].Tried = ""
		if _, err := marks[0].line(report); (err != nil) != (c.name != "reached") {
			t.Errorf("%s: a mark that is missed needs what was tried: %v", c.name, err)
		}
	}
	for _, bad := range []string{"want: {}", "want: {minimum: 1, maximum: 2}", "wnat: {minimum: 1}"} {
		if _, err := readMarks([]byte("marks: [{group: g, says: x, suite: s, task: t, metric: hit@1, " + bad + "}]")); err == nil {
			t.Errorf("%s: not refused", bad)
		}
	}
}
