package items

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/internal/atomicfile"
)

// Two files of one directory are staged before either is named, and their directory is synced once, when both are.
func TestTogetherNamesWhatIsOnTheDiskAndSyncsADirectoryOnce(t *testing.T) {
	w := NewWriter(t.TempDir())
	old := Item{ID: "mem-20260101-old-aaaaaaaa", Type: Fact, Status: Active, Title: "Old"}
	was, err := w.Create(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(w.full(was.Path))
	if err != nil {
		t.Fatal(err)
	}
	fresh := Item{ID: "mem-20260101-new-bbbbbbbb", Type: Fact, Status: Active, Title: "New", Supersedes: []ID{old.ID}}
	unused := Item{ID: "mem-20260101-not-cccccccc", Type: Fact, Status: Active, Title: "Not"}
	old.Status = Superseded

	var steps []string
	w = w.Guard(func(step string) error { steps = append(steps, step); return nil })
	var changes []FileChange
	for _, it := range []Item{fresh, old, unused} {
		plan, err := w.Plan(t.Context(), it)
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, plan...)
	}
	both := w.Together(changes)
	if _, err := both.Create(t.Context(), fresh); err != nil {
		t.Fatal(err)
	}
	if _, err := both.Replace(t.Context(), old, Hash(before)); err != nil {
		t.Fatal(err)
	}
	if err := both.Settle(); err != nil {
		t.Fatal(err)
	}
	both.Close()
	if got, want := strings.Join(steps, " "), "stage stage stage create replace sync"; got != want {
		t.Errorf("steps %s, want %s", got, want)
	}
	entries, err := os.ReadDir(filepath.Dir(w.full(was.Path)))
	if err != nil || len(entries) != 2 || slices.ContainsFunc(entries, func(e os.DirEntry) bool { return atomicfile.IsTemp(e.Name()) }) {
		t.Errorf("left %v, %v; want the two files", entries, err)
	}
	for _, c := range changes[:2] {
		if now, err := w.At(c.Path); err != nil || now == nil || *now != *c.After {
			t.Errorf("%s is not what was planned (%v)", c.Path, err)
		}
	}
}
