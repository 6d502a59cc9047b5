package gates

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/internal/golden"
)

// TestReadmeShowsTheCommittedFigures keeps the README's table equal to gates/results; UPDATE=1 writes it.
func TestReadmeShowsTheCommittedFigures(t *testing.T) {
	table, err := Figures("results")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	want, err := WithFigures(string(readme), table)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../README.md", want)
}

// TestCommittedFiguresFollowFromTheirRows works every figure of ours out again from the committed rows.
func TestCommittedFiguresFollowFromTheirRows(t *testing.T) {
	files, err := filepath.Glob("results/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rows in results: %v", err)
	}
	for _, file := range files {
		var rows []Row
		if err := readJSONL(file, &rows); err != nil {
			t.Fatal(err)
		}
		var s SuiteReport
		if err := readJSON(strings.TrimSuffix(file, rowsExt)+".json", &s); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if r.Split != s.Split && s.Split != All || r.Split == Test && (r.Query != "" || len(r.Got) > 0) {
				t.Fatalf("%s: a row of %s has the split %s, or tells a test question's text", file, r.ID, r.Split)
			}
		}
		for _, b := range s.Blocks {
			for m, want := range b.Lines[0].Figures {
				got, err := figure(m, blockRows(rows, b))
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("%s, %s: %s is %v in the figures, %v by the rows", file, b.Title(), m, want, got)
				}
			}
		}
	}
}

// TestNoFigureStandsAlone: each block of committed figures has a control that answered the same questions.
func TestNoFigureStandsAlone(t *testing.T) {
	files, err := filepath.Glob("results/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no figures in results: %v", err)
	}
	for _, file := range files {
		var s SuiteReport
		if err := readJSON(file, &s); err != nil {
			t.Fatal(err)
		}
		for _, b := range s.Blocks {
			if !slices.ContainsFunc(b.Lines[1:], func(l Line) bool { return len(l.Figures) > 0 && !strings.HasPrefix(l.System, "memory") }) {
				t.Errorf("%s, %s: figures of ours without a control", file, b.Title())
			}
		}
	}
}
