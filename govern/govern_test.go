package govern

import (
	"testing"
	"time"

	"github.com/factline/memory/items"
)

func head(id items.ID, day int, contradicts ...items.ID) items.Head {
	return items.Head{ID: id, Status: items.Active, Project: "p", Created: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC), Contradicts: contradicts}
}

func TestCasesAreConnectedSetsWithTheNewestFirst(t *testing.T) {
	elsewhere := head("e", 5, "a")
	elsewhere.Project = "q"
	retired := head("r", 6, "a")
	retired.Status = items.Retired
	branch := head("x", 7, "y")
	branch.Valid.Branch = "one"
	other := head("y", 8)
	other.Valid.Branch = "two"
	cases := Cases([]items.Head{head("a", 1), head("b", 2, "a"), head("c", 3, "b"), head("d", 4), elsewhere, retired, branch, other}, nil)
	if len(cases) != 1 || len(cases[0].Members) != 3 || cases[0].Members[0].ID != "c" || cases[0].Members[2].ID != "a" {
		t.Fatalf("cases %+v", cases)
	}
	id := cases[0].ID
	if again := Cases([]items.Head{head("b", 2, "a"), head("a", 1)}, nil); len(again) != 1 || again[0].ID != id {
		t.Errorf("the case changed its name when a member left: %+v", again)
	}
}

func TestNewerIsByWhenItBeganToHold(t *testing.T) {
	a, b := head("a", 1), head("b", 2)
	a.Valid.From = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	if Newer(a, b) <= 0 {
		t.Error("valid.from was not looked at")
	}
}

func TestWithinOneSecondWhatNamesTheOtherIsNewer(t *testing.T) {
	a, b, c := head("z-first", 1), head("m-second", 1, "z-first"), head("a-third", 1, "m-second")
	if Newer(a, b) >= 0 || Newer(b, a) <= 0 || Newer(c, b) <= 0 {
		t.Error("the one that was compared with the other is not the newer")
	}
	for _, heads := range [][]items.Head{{a, b, c}, {c, b, a}, {b, c, a}} {
		cases := Cases(heads, nil)
		if len(cases) != 1 || cases[0].Members[0].ID != c.ID || cases[0].Members[1].ID != b.ID || cases[0].Members[2].ID != a.ID {
			t.Errorf("not the newest first: %+v", cases)
		}
	}
	a.Contradicts = []items.ID{b.ID}
	if Newer(a, b) <= 0 {
		t.Error("two that name each other: not by id")
	}
}

func TestFoundLinksJoinCasesAndDuplicatesMakeTheirOwn(t *testing.T) {
	heads := []items.Head{head("a", 1), head("b", 2, "a"), head("c", 3), head("d", 4)}
	cases := Cases(heads, []Link{{"c", "b", Contradiction}, {"a", "b", Contradiction}, {"d", "a", Duplicate}, {"d", "gone", Duplicate}})
	if len(cases) != 2 || len(cases[0].Members) != 3 || len(cases[0].Links) != 2 || cases[0].Kind != Contradiction ||
		len(cases[1].Members) != 2 || cases[1].Kind != Duplicate || cases[1].ID[:5] != "same-" {
		t.Fatalf("cases %+v", cases)
	}
}
