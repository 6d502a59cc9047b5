package gates

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSuitesOfVerdictsKeepRowsToCompareWith: a suite that asks for yes or no keeps one row a text, names it by a hash alone, and a later
// run that is worse fails against them.
func TestSuitesOfVerdictsKeepRowsToCompareWith(t *testing.T) {
	s := newSheet("orders", "", "recall", "false_alarm")
	s.audited(Test, hiddenOrders())
	var verdicts SuiteReport
	if err := verdicts.takes(s); err != nil {
		t.Fatal(err)
	}
	verdicts.Name, verdicts.Split = "poison", Test
	pairs, err := pairsSuite().run(t.Context(), Options{Split: Test})
	if err != nil {
		t.Fatal(err)
	}
	for metric, one := range map[string]SuiteReport{"recall": verdicts, "accuracy": pairs} {
		if len(one.Rows) < 100 {
			t.Fatalf("%s: %d rows", one.Name, len(one.Rows))
		}
		for _, r := range one.Rows {
			if r.Split != Test || r.Query != "" || len(r.Got) > 0 || len(r.ID) > 40 || strings.ContainsAny(r.ID[strings.LastIndexByte(r.ID, '/')+1:], " gnorst") {
				t.Fatalf("%s: a row of the test split tells more than it may: %+v", one.Name, r)
			}
		}
		dir := t.TempDir()
		rep := Report{Split: Test, Suites: []SuiteReport{one}}
		file := filepath.Join(dir, one.Name+rowsExt)
		if err := rep.Save(dir); err != nil {
			t.Fatal(err)
		}
		if err := rep.Compare(baseline(t, file)); err != nil || len(rep.Failures) > 0 {
			t.Fatalf("%s: compared with itself: %v %v", one.Name, err, rep.Failures)
		}
		rep.Suites[0].Blocks[0].Lines[0].Figures[metric] = Interval{Value: 0.3, N: 9}
		if err := rep.Compare(baseline(t, file)); err != nil || len(rep.Failures) != 1 {
			t.Errorf("%s: after a fall: %v %v", one.Name, err, rep.Failures)
		}
	}
}

// TestHiddenOrdersAreSeenAndTheirCarriersAreNot: every order of the dev split is seen in every carrier, and no ordinary saying raises an
// alarm.
func TestHiddenOrdersAreSeenAndTheirCarriersAreNot(t *testing.T) {
	s := newSheet("orders", "", "recall")
	s.audited(Dev, hiddenOrders())
	seen := map[bool]int{}
	for _, r := range s.ours() {
		seen[r.Finding.Wanted]++
		if r.Finding.Got != r.Finding.Wanted {
			t.Errorf("%s: wanted %v, got %v", r.Category, r.Finding.Wanted, r.Finding.Got)
		}
	}
	if seen[true] < 100 || seen[false] < 20 {
		t.Errorf("too few texts: %v", seen)
	}
}
