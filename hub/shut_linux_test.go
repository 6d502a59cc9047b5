package hub

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/factline/memory/items"
	"golang.org/x/sys/unix"
)

// A store whose evidence another user owns: its items are read, and doctor says what is wrong. The superuser reads everything, so as root
// this thread alone looks at files as nobody does.
func TestItemsAreReadWhereTheEvidenceIsAnotherUsers(t *testing.T) {
	dir := repo(t, "main")
	put(t, at(t, dir, noon), items.Item{Type: items.Fact, Title: "The staging port", Summary: "Staging listens on port 7070."})
	tree := filepath.Join(dir, StoreName, "evidence")
	if err := os.Chmod(tree, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(tree, 0o700) })
	if os.Geteuid() == 0 {
		for path := dir; path != filepath.Dir(os.TempDir()) && path != "/"; path = filepath.Dir(path) { // as open as a home that others may pass
			if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o005 != 0o005 && os.Chmod(path, 0o755) != nil {
				t.Fatal(path, err)
			}
		}
		runtime.LockOSThread()
		t.Cleanup(func() { unix.Setfsuid(0); runtime.UnlockOSThread() })
		if err := unix.Setfsuid(65534); err != nil {
			t.Skip(err)
		}
	}
	if _, err := os.Lstat(filepath.Join(tree, "spool")); !os.IsPermission(err) {
		t.Skip("this user may look into a directory without a mode:", err)
	}
	if err := checkLayout(filepath.Join(dir, StoreName)); err != nil {
		t.Fatal(err)
	}
	if got := closedDirs(filepath.Join(dir, StoreName)); !slices.Contains(got, "evidence") {
		t.Errorf("shut: %q", got)
	}
	h, err := Open(t.Context(), Options{Place: Place{Dir: filepath.Join(dir, StoreName), Why: "project", Exists: true}, CWD: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if !slices.Contains(h.Shut, "evidence") {
		t.Errorf("the hub does not say what it cannot look into: %q", h.Shut)
	}
	if _, _, err := h.Items.Files(t.Context()); err != nil {
		t.Error("items:", err)
	}
	if c := h.checkEvidence(t.Context()); c.Level != Fail || c.Fix == "" {
		t.Errorf("doctor: %+v", c)
	}
}
