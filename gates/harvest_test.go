package gates

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/harvest"
	"github.com/factline/memory/items"
)

// publicData is the public data beside the repository, or "" where it is not.
func publicData(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("MEMORY_GATE_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(dir, "transcripts")); err != nil {
		t.Log("no public transcripts beside the repository (MEMORY_GATE_DATA): only the written sessions are measured")
		return ""
	}
	return dir
}

func TestHarvestReachesItsFloors(t *testing.T) {
	rep, err := Harvest(t.Context(), publicData(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", rep.Text())
	for _, w := range rep.Wrong {
		t.Logf("wrong  %-11s %s %v: %s", w.Rule, w.Session, w.Lines, w.Title)
	}
	for _, m := range rep.Missed {
		t.Logf("missed %s %v: %s", m.Session, m.Lines, m.Title)
	}
	for _, f := range rep.Failures {
		t.Error(f)
	}
}

func TestHarvestMeasuresWrittenSessionsWithoutPublicData(t *testing.T) {
	rep, err := Harvest(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if n := rep.Groups["dev/written"].Sessions + rep.Groups["test/written"].Sessions; n < 12 {
		t.Errorf("%d written sessions measured, want at least 12", n)
	}
	if len(rep.Skipped) < 8 {
		t.Errorf("%d sessions named as skipped, want every public one", len(rep.Skipped))
	}
	for _, s := range rep.Skipped {
		if !strings.HasSuffix(s, ": no data directory") {
			t.Errorf("skipped without a clear reason: %s", s)
		}
	}
}

func TestHarvestLabelsAreWellFormed(t *testing.T) {
	all, err := loadLabels()
	if err != nil {
		t.Fatal(err)
	}
	written, public, nothing := 0, 0, 0
	for _, l := range all {
		if l.written() {
			written++
			b, err := fs.ReadFile(harvestData, path.Join(harvestRoot, l.Source))
			if err != nil {
				t.Fatal(err)
			}
			if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != l.SHA256 {
				t.Errorf("%s: the session changed after it was labelled", l.Source)
			}
		} else {
			public++
		}
		if len(l.Facts) == 0 {
			nothing++
		}
		if l.Note == "" || l.Licence == "" || len(l.SHA256) != 64 {
			t.Errorf("%s: note, licence or hash is missing", l.Source)
		}
		for _, f := range l.Facts {
			if len(f.Types) == 0 || len(f.Keywords) == 0 || f.What == "" || f.Lines[0] < 1 || f.Lines[1] < f.Lines[0] {
				t.Errorf("%s: label %+v is not complete", l.Source, f)
			}
			for _, typ := range f.Types {
				if _, err := items.ParseType(string(typ)); err != nil {
					t.Errorf("%s: %v", l.Source, err)
				}
			}
		}
	}
	if written < 6 || public < 8 || nothing < 4 {
		t.Errorf("%d written, %d public, %d with nothing to keep", written, public, nothing)
	}
}

func TestHarvestMatchingCountsEachLabelOnce(t *testing.T) {
	l := sessionLabels{Source: "sessions/x.jsonl", Facts: []label{
		{Types: []items.Type{items.Policy}, Keywords: []string{"pnpm|yarn", "npm"}, Lines: [2]int{10, 12}, What: "pnpm"},
		{Types: []items.Type{items.Fact}, Keywords: []string{"6380"}, Lines: [2]int{20, 20}, What: "port", Optional: true},
		{Types: []items.Type{items.Fact}, Keywords: []string{"utc"}, Lines: [2]int{30, 30}, What: "never found"},
	}}
	lines := map[string]int{"a": 11, "b": 20, "c": 40}
	cand := func(typ items.Type, title, id string) harvest.Candidate {
		return harvest.Candidate{Rule: "correction", Item: items.Item{Type: typ, Title: title, Evidence: []items.Citation{{ID: id}}}}
	}
	rep := HarvestReport{Groups: map[string]HarvestScore{}, Rules: map[string]HarvestScore{}}
	rep.add(l, []harvest.Candidate{
		cand(items.Policy, "Use PNPM, not npm", "a"),       // right
		cand(items.Policy, "Use pnpm, not npm, ever", "a"), // the same again: no label is left
		cand(items.Fact, "Port 6380", "b"),                 // optional
		cand(items.Fact, "Times are UTC", "c"),             // right words, wrong place
	}, lines)
	got := rep.Groups[l.groups()[0]]
	want := HarvestScore{Sessions: 1, Proposed: 3, Correct: 1, Labels: 2, Found: 1, Optional: 1, Precision: 1.0 / 3, Recall: 0.5}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if len(rep.Wrong) != 2 || len(rep.Missed) != 1 || rep.Missed[0].Title != "never found" {
		t.Errorf("wrong %+v missed %+v", rep.Wrong, rep.Missed)
	}
	if rep.judge(); len(rep.Failures) == 0 || !strings.Contains(rep.Text(), "FAIL "+rep.Failures[0]) {
		t.Errorf("a precision of a third passed:\n%s", rep.Text())
	}
}

func TestHarvestReportIsStableJSON(t *testing.T) {
	a, err := Harvest(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	b, err := Harvest(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if !bytes.Equal(x, y) {
		t.Errorf("two runs differ:\n%s\n%s", x, y)
	}
}
