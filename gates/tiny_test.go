package gates

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tinySuite is a set small enough to be read: testdata/tiny.
func tinySuite() Suite {
	return Suite{
		Name: "tiny", About: "five notes, four questions", Files: beirFiles("tiny"),
		Load: func(dir string) ([]Task, error) {
			set, err := readBEIR(dir, "tiny")
			if err != nil {
				return nil, err
			}
			part := Part{set.corpus("tiny", beirItem), set.questions()}
			off := Part{part.Corpus, []Question{{ID: "off", Text: "bread with onions", Silent: true}}}
			return []Task{
				{Name: "all", ByCategory: true, Packs: true, Metrics: []string{"hit@1", "recall@5", "ndcg@10", "tokens", "pack_recall"}, Parts: []Part{part}},
				{Name: "silent", Packs: true, Metrics: []string{"injected"}, Parts: []Part{off}},
			}, nil
		},
	}
}

func TestBEIRReader(t *testing.T) {
	set, err := readBEIR("testdata", "tiny")
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Docs) != 5 || len(set.Queries) != 4 {
		t.Fatalf("%d documents, %d queries; the query without a key is left out", len(set.Docs), len(set.Queries))
	}
	if got := set.Queries[0].Relevant; len(got) != 2 || got["cursor"] != 2 || got["limits"] != 1 {
		t.Errorf("gains of t1: %v", got)
	}
	if got := set.Queries[1].Relevant; len(got) != 1 {
		t.Errorf("a gain of 0 is no answer: %v", got)
	}
	it := beirItem(set.Docs[4])
	if it.Title != "Rate limits of the public API: 100 requests a minute for each key." {
		t.Errorf("title of a text without one: %q", it.Title)
	}
	bad := filepath.Join(t.TempDir(), "qrels.tsv")
	if err := os.WriteFile(bad, []byte("head\nq1\td1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readQrels(bad); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a line with two columns: %v", err)
	}
}

func TestSuiteRunsThroughTheHubBesideItsControls(t *testing.T) {
	run := func() SuiteReport {
		rep, err := tinySuite().run(t.Context(), Options{Data: "testdata", Split: All})
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	rep := run()
	ours, ok := rep.ours("all", "", "hit@1")
	if !ok || ours.Value != 1 || ours.N != 4 {
		t.Errorf("hit@1 of ours: %v", ours)
	}
	if v, _ := rep.ours("silent", "", "injected"); v.Value != 0 || v.N != 1 {
		t.Errorf("injected for an unknown topic: %v", v)
	}
	var systems []string
	for _, l := range rep.Blocks[0].Lines {
		systems = append(systems, l.System)
	}
	want := []string{"memory", "vectors alone", "plain BM25", "grep, any word", "grep, all words", "random", "full context", "no memory"}
	if !slices.Equal(systems, want) {
		t.Errorf("systems %v, want %v", systems, want)
	}
	for _, l := range rep.Blocks[0].Lines {
		_, ranked := l.Figures["hit@1"]
		if v := l.Figures["tokens"]; l.System == "full context" && (ranked || v.Value < 50) {
			t.Errorf("full context has a cost and no ranks: %v", l.Figures)
		} else if l.System == "no memory" && (v.Value != 0 || l.Figures["hit@1"].Value != 0) {
			t.Errorf("no memory: %v", l.Figures)
		}
	}
	if len(rep.Data) != 3 || len(rep.Data[0].SHA256) != 64 {
		t.Errorf("data %v", rep.Data)
	}
	rows, err := encodeRows(rep.Rows)
	if err != nil {
		t.Fatal(err)
	}
	again, err := encodeRows(run().Rows)
	if err != nil || string(again) != string(rows) {
		t.Errorf("two runs differ: %v\n%s\n%s", err, rows, again)
	}
}

func TestThresholdsFailBelowAndWhenNotMeasured(t *testing.T) {
	rep := Report{Split: Test, Suites: []SuiteReport{{Name: "s", Split: Test, Blocks: []Block{{
		Task: "t", Metrics: []string{"mrr"}, Lines: []Line{{System: "memory", Figures: map[string]Interval{"mrr": {Value: 0.5, Low: 0.4, High: 0.6, N: 9}}}},
	}}}}}
	judge := func(text string) []string {
		floors, err := readThresholds([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r := rep
		r.judge(floors)
		return r.Failures
	}
	for text, failures := range map[string]int{
		"thresholds: [{suite: s, task: t, metric: mrr, split: test, minimum: 0.5}]":       0,
		"thresholds: [{suite: s, task: t, metric: mrr, split: test, minimum: 0.51}]":      1,
		"thresholds: [{suite: s, task: t, metric: mrr, split: test, maximum: 0.49}]":      1,
		"thresholds: [{suite: s, task: t, metric: mrr, split: dev, minimum: 0.9}]":        0,
		"thresholds: [{suite: s, task: gone, metric: mrr, split: test, minimum: 0.1}]":    1,
		"thresholds: [{suite: other, task: t, metric: mrr, split: test, minimum: 0.9}]":   0,
		"thresholds: [{suite: s, task: t, metric: tokens, split: test, maximum: 1000.0}]": 1,
	} {
		if got := judge(text); len(got) != failures {
			t.Errorf("%s: %v", text, got)
		}
	}
	for _, text := range []string{
		"thresholds: [{suite: s, task: t, metric: mrr, split: test, minimun: 0.5}]",
		"thresholds: [{suite: s, task: t, metric: nosuch, split: test, minimum: 0.5}]",
		"thresholds: [{suite: s, task: t, metric: mrr, split: test}]",
		"thresholds: [{suite: s, task: t, metric: mrr, split: tset, minimum: 0.5}]",
	} {
		if _, err := readThresholds([]byte(text)); err == nil {
			t.Errorf("taken: %s", text)
		}
	}
	floors, err := readThresholds(thresholdFile)
	if err != nil || len(floors) == 0 {
		t.Fatalf("the committed thresholds: %v", err)
	}
	for _, f := range floors {
		if err := CheckSuites([]string{f.Suite}); err != nil {
			t.Error(err)
		}
	}
}

func baseline(t *testing.T, file string) Baseline {
	t.Helper()
	b, err := ReadBaseline(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestABaselineThatComparesNothingIsNoPass: under whatever name its rows lie, a baseline is compared; with nothing to compare it fails, and what holds no rows
// is refused before anything runs.
func TestABaselineThatComparesNothingIsNoPass(t *testing.T) {
	one, err := tinySuite().run(t.Context(), Options{Data: "testdata", Split: All})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	rep := Report{Split: All, Suites: []SuiteReport{one}}
	if err := rep.Save(dir); err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile(filepath.Join(dir, "tiny.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	renamed := baseline(t, write("before the change.jsonl", string(rows)))
	rep.Suites[0].Blocks[0].Lines[0].Figures["hit@1"] = Interval{Value: 0.1, N: 4}
	if err := rep.Compare(renamed); err != nil || len(rep.Failures) != 1 || !strings.Contains(rep.Failures[0], "hit@1") {
		t.Errorf("under another name: %v %v", err, rep.Failures)
	}
	others := baseline(t, write("tiny.jsonl", strings.ReplaceAll(string(rows), `"id":"`, `"id":"other/`)))
	rep.Failures = nil
	if err := rep.Compare(others); err != nil || len(rep.Failures) != 1 || !strings.Contains(rep.Failures[0], "asked none of its questions") {
		t.Errorf("questions of something else: %v %v", err, rep.Failures)
	}
	lines := strings.SplitAfter(string(rows), "\n")
	fewer := baseline(t, write("fewer.jsonl", byteOrderMark+strings.Join(lines[:1], "")))
	rep.Failures, rep.Notes = nil, nil
	if err := rep.Compare(fewer); err != nil || len(rep.Failures) > 0 || len(rep.Notes) != 1 || !strings.Contains(rep.Notes[0], "rows of this run are not in it") {
		t.Errorf("fewer questions than the run: %v %v %v", err, rep.Notes, rep.Failures)
	}
	more := baseline(t, write("more.jsonl", string(rows)+strings.ReplaceAll(lines[0], `"id":"`, `"id":"other/`)))
	rep.Notes, rep.Suites[0].Blocks[0].Lines[0].Figures["hit@1"] = nil, Interval{Value: 1, N: 4}
	if err := rep.Compare(more); err != nil || len(rep.Failures) != 1 || !strings.Contains(rep.Failures[0], "1 of its") || len(rep.Notes) > 0 {
		t.Errorf("more questions than the run: %v %v %v", err, rep.Notes, rep.Failures)
	}
	of := baseline(t, write("dev.jsonl", strings.ReplaceAll(string(rows), `"split":"test"`, `"split":"dev"`)))
	if rep.Failures = nil; rep.Compare(of) != nil || len(rep.Failures) != 1 || !strings.Contains(rep.Failures[0], "its rows are of the part dev") {
		t.Errorf("rows of dev: %v", rep.Failures)
	}
	rep.Failures, rep.Suites, rep.Skipped = nil, nil, []string{"tiny: the public data is not here"}
	if err := rep.Compare(others); err != nil || len(rep.Failures) != 1 || !strings.Contains(rep.Failures[0], "tiny was skipped") {
		t.Errorf("a suite that was skipped: %v %v", err, rep.Failures)
	}
	for _, file := range []string{write("empty.jsonl", ""), filepath.Join(dir, "tiny.json"), filepath.Join(dir, "none.jsonl")} {
		if _, err := ReadBaseline(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestBaselineFailsBelowItsInterval(t *testing.T) {
	rep := Report{Split: All}
	one, err := tinySuite().run(t.Context(), Options{Data: "testdata", Split: All})
	if err != nil {
		t.Fatal(err)
	}
	rep.Suites = []SuiteReport{one}
	dir := t.TempDir()
	if err := rep.Save(dir); err != nil {
		t.Fatal(err)
	}
	base := baseline(t, filepath.Join(dir, "tiny.jsonl"))
	if err := rep.Compare(base); err != nil || len(rep.Failures) > 0 {
		t.Fatalf("compared with itself: %v %v", err, rep.Failures)
	}
	rep.Suites[0].Blocks[0].Lines[0].Figures["hit@1"] = Interval{Value: 0.5, N: 4}
	if err := rep.Compare(base); err != nil || len(rep.Failures) != 1 || !strings.Contains(rep.Failures[0], "hit@1") {
		t.Fatalf("after a fall: %v %v", err, rep.Failures)
	}
	var saved SuiteReport
	b, err := os.ReadFile(filepath.Join(dir, "tiny.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &saved); err != nil || saved.Seed != Seed || saved.Split != All {
		t.Errorf("saved figures: %v %+v", err, saved)
	}
}

func TestReportsInEveryFormat(t *testing.T) {
	one, err := tinySuite().run(t.Context(), Options{Data: "testdata", Split: All})
	if err != nil {
		t.Fatal(err)
	}
	rep := Report{Split: All, Seed: Seed, Suites: []SuiteReport{one}, Skipped: []string{"x: <not> here"}, Failures: []string{"y fell"}}
	var text, md, page strings.Builder
	for _, err := range []error{rep.WriteText(&text), rep.WriteMarkdown(&md), rep.WriteHTML(&page)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"split all, seed 20261129", "== tiny", "plain BM25", "skipped x", "FAIL y fell", one.Data[0].SHA256} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
	if !strings.Contains(md.String(), "| memory | ") || !strings.Contains(page.String(), "<td>memory</td>") || strings.Contains(page.String(), "<not>") {
		t.Errorf("markdown or html:\n%s\n%s", md.String(), page.String())
	}
}

func TestMissingDataIsSkippedAndNamed(t *testing.T) {
	rep, err := Run(t.Context(), Options{Suites: []string{"scifact", "engine"}, Data: t.TempDir()})
	if err != nil || len(rep.Suites) > 0 || len(rep.Failures) > 0 || len(rep.Skipped) != 2 {
		t.Fatalf("%v %+v", err, rep)
	}
	if !strings.HasPrefix(rep.Skipped[1], "scifact: beir/scifact/corpus.jsonl") {
		t.Errorf("skipped %v", rep.Skipped)
	}
}

func TestOffTopicPromptsAreManyAndDistinct(t *testing.T) {
	qs := offTopic()
	seen := map[string]bool{}
	for _, q := range qs {
		if seen[q.Text] {
			t.Errorf("%q is there twice", q.Text)
		}
		seen[q.Text] = true
		if !q.Silent || q.ID == "" || strings.Contains(q.Text, "%?") {
			t.Errorf("prompt %+v", q)
		}
	}
	if len(qs) < 300 {
		t.Errorf("%d prompts", len(qs))
	}
}

func TestGeneratedItemsAreTheSameAndAFifthChinese(t *testing.T) {
	a, b := newGenerator(), newGenerator()
	han := 0
	for i := range 100 {
		it := a.item(i)
		if !it.Equal(b.item(i)) {
			t.Fatalf("item %d differs between two runs", i)
		}
		if strings.ContainsRune(it.Summary, '。') {
			han++
		}
	}
	if han != 20 {
		t.Errorf("%d of 100 are Chinese", han)
	}
}
