package gates

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

//go:embed marks.yaml
var marksFile []byte

// mark is an aim: what a figure of ours should reach, and what was tried where it does not. Unlike a threshold it fails nothing.
type mark struct {
	Group    string `yaml:"group"` // a heading of the page
	Says     string `yaml:"says"`
	Suite    string `yaml:"suite"`
	Task     string `yaml:"task"`
	Category string `yaml:"category"` // "" = all categories together
	System   string `yaml:"system"`   // "" = ours
	Metric   string `yaml:"metric"`
	Want     bound  `yaml:"want"`
	Tried    string `yaml:"tried"` // where it is not reached; Markdown, links as from docs/
}

// bound is a smallest or a largest value, or another figure of the same suite and a distance from it.
type bound struct {
	Minimum *float64 `yaml:"minimum"`
	Maximum *float64 `yaml:"maximum"`
	System  string   `yaml:"system"` // at least this system's figure
	Task    string   `yaml:"task"`   // in this task, "" = the mark's own
	Plus    float64  `yaml:"plus"`
}

// readMarks is strict, as thresholds are.
func readMarks(text []byte) ([]mark, error) {
	var file struct {
		Marks []mark `yaml:"marks"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("read marks.yaml: %w", err)
	}
	for _, m := range file.Marks {
		n := 0
		for _, is := range []bool{m.Want.Minimum != nil, m.Want.Maximum != nil, m.Want.System != ""} {
			if is {
				n++
			}
		}
		if n != 1 || m.Group == "" || m.Metric == "" {
			return nil, fmt.Errorf("read marks.yaml: %s, %s, %s: want a group, and one of minimum, maximum and system", m.Suite, m.Task, m.Metric)
		}
	}
	return file.Marks, nil
}

// MarksPage writes docs/marks.md from marks.yaml and a directory of results. A mark whose figure was not measured is named as such.
func MarksPage(results string) (string, error) {
	marks, err := readMarks(marksFile)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(marksHead)
	group := ""
	suites := map[string]SuiteReport{}
	for _, m := range marks {
		s, ok := suites[m.Suite]
		if !ok {
			if err := readJSON(filepath.Join(results, m.Suite+".json"), &s); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
			suites[m.Suite] = s
		}
		if m.Group != group {
			group = m.Group
			fmt.Fprintf(&b, "\n## %s\n\n| | measure | mark | figure | reached | what was tried |\n|---|---|---:|---:|---|---|\n", group)
		}
		line, err := m.line(s)
		if err != nil {
			return "", err
		}
		b.WriteString(line)
	}
	return b.String(), nil
}

const marksHead = `# Marks

What the figures should reach, and where they do not, what was tried. The figures are those of gates/results (` + "`memory gate`" + ` measures them again; split test, times
of an idle machine with 2 cores); the marks stand in gates/marks.yaml. This page is written by ` + "`UPDATE=1 go test ./gates -run Marks`" + `.
`

func (m mark) line(s SuiteReport) (string, error) {
	got, ok := s.figureOf(m.System, m.Task, m.Category, m.Metric)
	want, sign := 0.0, "≥"
	switch {
	case m.Want.Minimum != nil:
		want = *m.Want.Minimum
	case m.Want.Maximum != nil:
		want, sign = *m.Want.Maximum, "≤"
	default:
		task := m.Task
		if m.Want.Task != "" {
			task = m.Want.Task
		}
		system := m.Want.System
		if system == "memory" {
			system = ""
		}
		v, found := s.figureOf(system, task, m.Category, m.Metric)
		if !found {
			return "", fmt.Errorf("mark %q: %s has no figure of %q in %q", m.Says, m.Suite, m.Want.System, task)
		}
		want = v + m.Want.Plus
	}
	reached := "yes"
	switch {
	case !ok:
		reached = "not measured"
	case sign == "≥" && got < want || sign == "≤" && got > want:
		reached = "**no**"
	}
	if reached == "**no**" && m.Tried == "" {
		return "", fmt.Errorf("mark %q is not reached (%v, want %s %v): say in marks.yaml what was tried", m.Says, got, sign, want)
	}
	tried := m.Tried
	if reached == "yes" {
		tried = ""
	}
	cells := []string{m.Says, m.Metric, sign + " " + short(want), short(got), reached, tried}
	return "| " + strings.Join(cells, " | ") + " |\n", nil
}

// short writes up to three decimals, and none that say nothing.
func short(v float64) string {
	return strconv.FormatFloat(float64(int(v*1000+0.5))/1000, 'f', -1, 64)
}

// figureOf is the figure of a system, "" = ours.
func (s SuiteReport) figureOf(system, task, category, metric string) (float64, bool) {
	for _, b := range s.Blocks {
		if b.Task != task || b.Category != category {
			continue
		}
		for i, l := range b.Lines {
			if v, ok := l.Figures[metric]; ok && (l.System == system || system == "" && i == 0) {
				return v.Value, true
			}
		}
	}
	return 0, false
}
