package items

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func sample(id ID, status Status) Item {
	return Item{ID: id, Type: Fact, Title: "About " + string(id), Status: status, Created: time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC), Body: "Text."}
}

func mustCreate(t *testing.T, w *Writer, it Item) (File, []byte) {
	t.Helper()
	f, err := w.Create(t.Context(), it)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(w.full(f.Path))
	if err != nil {
		t.Fatal(err)
	}
	return f, b
}

func TestWriterCreatesOnceInItsPlace(t *testing.T) {
	s := tree(t, nil)
	w := NewWriter(s.Dir)
	for id, want := range map[ID]string{"mem-20240101-x-aaaaaaaa": "items/2024/mem-20240101-x-aaaaaaaa.md", "imported": "items/2025/imported.md"} {
		f, _ := mustCreate(t, w, sample(id, Active))
		it, got, err := s.Get(t.Context(), id)
		if f.Path != want || err != nil || got != f || !it.Equal(sample(id, Active)) {
			t.Errorf("%s: created %+v, read %+v, %v", id, f, got, err)
		}
	}
	if f, _ := mustCreate(t, w, sample("cand", Proposed)); f.Path != "review/cand.md" || !f.Candidate {
		t.Errorf("candidate is %+v", f)
	}
	for _, it := range []Item{sample("imported", Active), sample("cand", Active), sample("imported", Proposed)} {
		if _, err := w.Create(t.Context(), it); !errors.Is(err, ErrExists) {
			t.Errorf("%s again: %v", it.ID, err)
		}
	}
	for _, bad := range []Item{sample("../x", Active), {ID: "undated", Type: Fact, Title: "T", Status: Active}, {ID: "x"}} {
		if _, err := w.Create(t.Context(), bad); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", bad.ID, err)
		}
	}
	if files, bad, err := s.Files(t.Context()); err != nil || len(files) != 3 || len(bad) != 0 {
		t.Errorf("store holds %v %v %v", files, bad, err)
	}
}

func TestWriterHonoursThePermissionsOfTheStore(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits on Windows")
	}
	s := tree(t, map[string]string{"items/2025/": "", "review/": ""})
	if err := os.Chmod(filepath.Join(s.Dir, "review"), 0o700); err != nil {
		t.Fatal(err)
	}
	w := NewWriter(s.Dir)
	f, b := mustCreate(t, w, sample("open", Active))
	closed, _ := mustCreate(t, w, sample("closed", Proposed))
	if err := os.Chmod(w.full(f.Path), 0o640); err != nil {
		t.Fatal(err)
	}
	changed := sample("open", Retired)
	if _, err := w.Replace(t.Context(), changed, Hash(b)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{f.Path: 0o640, closed.Path: 0o600} {
		if info, err := os.Stat(w.full(path)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v (%v)", path, info.Mode(), want, err)
		}
	}
}

func TestReplaceComparesBeforeItSwaps(t *testing.T) {
	s := tree(t, nil)
	w := NewWriter(s.Dir)
	_, b := mustCreate(t, w, sample("a", Active))
	it, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	it.Summary = "new"
	if _, err := w.Replace(t.Context(), it, Hash([]byte("other"))); !errors.Is(err, ErrConflict) {
		t.Errorf("wrong hash: %v", err)
	}
	f, err := w.Replace(t.Context(), it, strings.ToUpper(Hash(b)))
	if err != nil {
		t.Fatal(err)
	}
	now, err := os.ReadFile(w.full(f.Path))
	if err != nil || diff(string(b), string(now)) != "+summary: new\n" || f.Size != int64(len(now)) {
		t.Errorf("changed %q (%v)", diff(string(b), string(now)), err)
	}
	if _, err := w.Replace(t.Context(), sample("none", Active), ""); !errors.Is(err, ErrNotFound) {
		t.Errorf("missing item: %v", err)
	}
}

func TestACandidateMovesWhenItIsApproved(t *testing.T) {
	s := tree(t, nil)
	w := NewWriter(s.Dir)
	_, b := mustCreate(t, w, sample("a", Proposed))
	it := sample("a", Retired)
	it.Review.Verdict = "rejected"
	f, err := w.Replace(t.Context(), it, Hash(b))
	if err != nil || f.Path != "review/a.md" {
		t.Fatalf("rejected: %+v, %v", f, err)
	}
	b, err = os.ReadFile(w.full(f.Path))
	if err != nil {
		t.Fatal(err)
	}
	f, err = w.Replace(t.Context(), sample("a", Active), Hash(b))
	if err != nil || f.Path != "items/2025/a.md" || f.Candidate {
		t.Fatalf("approved: %+v, %v", f, err)
	}
	if files, bad, err := s.Files(t.Context()); err != nil || len(files) != 1 || len(bad) != 0 || files[0] != f {
		t.Errorf("store holds %v %v %v", files, bad, err)
	}
	if left, err := s.Leftovers(t.Context()); err != nil || len(left) != 0 {
		t.Errorf("leftovers %v, %v", left, err)
	}
}

func TestAnItemWithoutDatesCanBeReplacedWhereItLies(t *testing.T) {
	const undated = "---\nid: a\ntype: fact\ntitle: T\nstatus: active\n---\n"
	s := tree(t, map[string]string{"items/2019/a.md": undated, "review/b.md": strings.Replace(undated, "id: a", "id: b", 1)})
	w := NewWriter(s.Dir)
	it := Item{ID: "a", Type: Fact, Title: "New", Status: Active}
	if f, err := w.Replace(t.Context(), it, Hash([]byte(undated))); err != nil || f.Path != "items/2019/a.md" {
		t.Errorf("got %+v, %v", f, err)
	}
	it.ID = "b"
	if _, err := w.Replace(t.Context(), it, Hash([]byte(strings.Replace(undated, "id: a", "id: b", 1)))); !errors.Is(err, ErrInvalid) {
		t.Errorf("approving a candidate that cannot be filed: %v", err)
	}
}

func TestARejectedCandidateComesBackToReview(t *testing.T) {
	w := NewWriter(tree(t, nil).Dir)
	it := sample("a", Retired)
	it.Review.Verdict = "rejected"
	f, _ := mustCreate(t, w, it)
	undo, err := w.Remove(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := w.Restore(t.Context(), undo); err != nil || got.Path != f.Path || !got.Candidate {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestRemoveKeepsACopyThatRestoreBringsBack(t *testing.T) {
	s := tree(t, nil)
	w := NewWriter(s.Dir)
	f, b := mustCreate(t, w, sample("a.1", Active))
	for n := 1; n <= 2; n++ {
		undo, err := w.Remove(t.Context(), "a.1")
		if want := []string{"", "undo/a.1.1.md", "undo/a.1.2.md"}[n]; err != nil || undo != want {
			t.Fatalf("removed to %q, %v", undo, err)
		}
		if _, _, err := s.Get(t.Context(), "a.1"); !errors.Is(err, ErrNotFound) {
			t.Fatalf("still there: %v", err)
		}
		if n == 1 {
			mustCreate(t, w, sample("a.1", Active))
			if _, err := w.Restore(t.Context(), undo); !errors.Is(err, ErrExists) {
				t.Fatalf("restore over a live item: %v", err)
			}
		}
	}
	got, err := w.Restore(t.Context(), "a.1")
	if err != nil || got.Path != f.Path {
		t.Fatalf("restored %+v, %v", got, err)
	}
	if now, err := os.ReadFile(w.full(f.Path)); err != nil || string(now) != string(b) {
		t.Errorf("came back different: %v", err)
	}
	for _, undo := range []string{"undo/none.1.md", "none", "undo/../items/2025/a.1.md", "a"} {
		if _, err := w.Restore(t.Context(), undo); !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrExists) {
			t.Errorf("%s: %v", undo, err)
		}
	}
	if _, err := w.Remove(t.Context(), "none"); !errors.Is(err, ErrNotFound) {
		t.Errorf("remove nothing: %v", err)
	}
}

func TestTidyPutsLeftoversAway(t *testing.T) {
	s := tree(t, map[string]string{
		"items/2025/a.md": file("a", Active), "review/a.md": file("a", Proposed), "review/b.md": file("b", Proposed), "items/2025/.tmp-99": "half",
		"review/.tmp-1": "", "items/.keep": "",
	})
	w := NewWriter(s.Dir)
	done, err := w.Tidy(t.Context())
	if err != nil || !slices.Equal(done, []string{"review/a.md", "review/.tmp-1", "items/2025/.tmp-99"}) {
		t.Errorf("tidied %v, %v", done, err)
	}
	if done, err := w.Tidy(t.Context()); err != nil || len(done) != 0 {
		t.Errorf("second time %v, %v", done, err)
	}
	if b, err := os.ReadFile(w.full("undo/a.1.md")); err != nil || string(b) != file("a", Proposed) {
		t.Errorf("the leftover is not kept: %v", err)
	}
}

func TestWriterFollowsNoSymlink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symlinks need a privilege on Windows")
	}
	outside := t.TempDir()
	s := tree(t, map[string]string{"items/2025": "->" + outside, "review": "->" + outside, "undo": "->" + outside, "items/2024/a.md": file("a", Active)})
	w := NewWriter(s.Dir)
	if _, err := w.Create(t.Context(), sample("x", Active)); !errors.Is(err, ErrInvalid) {
		t.Errorf("create in a linked year: %v", err)
	}
	if _, err := w.Create(t.Context(), sample("y", Proposed)); !errors.Is(err, ErrInvalid) {
		t.Errorf("create in a linked review: %v", err)
	}
	if _, err := w.Remove(t.Context(), "a"); !errors.Is(err, ErrInvalid) {
		t.Errorf("remove into a linked undo: %v", err)
	}
	if entries, _ := os.ReadDir(outside); len(entries) != 0 {
		t.Errorf("wrote outside the store: %v", entries)
	}
}

// failAt lets step n of a writer fail, counted from 1 over all operations.
func failAt(w *Writer, n int) (steps *int) {
	steps = new(int)
	broken := errors.New("disk failed")
	step := func() error {
		if *steps++; *steps == n {
			return broken
		}
		return nil
	}
	real := w.ops
	w.ops = fileOps{
		mkdir: func(d string, p fs.FileMode) error {
			return errors.Join(step(), run(*steps != n, func() error { return real.mkdir(d, p) }))
		},
		create: func(f string, b []byte, p fs.FileMode) error {
			return errors.Join(step(), run(*steps != n, func() error { return real.create(f, b, p) }))
		},
		replace: func(f string, b []byte, p fs.FileMode) error {
			return errors.Join(step(), run(*steps != n, func() error { return real.replace(f, b, p) }))
		},
		rename: func(a, b string) error {
			return errors.Join(step(), run(*steps != n, func() error { return real.rename(a, b) }))
		},
		remove: func(f string) error {
			return errors.Join(step(), run(*steps != n, func() error { return real.remove(f) }))
		},
		sync: func(d string) error {
			return errors.Join(step(), run(*steps != n, func() error { return real.sync(d) }))
		},
	}
	return steps
}

func run(ok bool, f func() error) error {
	if !ok {
		return nil
	}
	return f()
}

// TestAFailureAtAnyStepLeavesBeforeOrAfter fails every step of every operation in turn: the item must then read as before or as
// after, every file must be whole, and the operation must be possible again.
func TestAFailureAtAnyStepLeavesBeforeOrAfter(t *testing.T) {
	replaceWith := func(it Item) func(*testing.T, *Writer) error {
		return func(t *testing.T, w *Writer) error {
			_, f, err := w.store.Get(t.Context(), it.ID)
			if err != nil {
				return err
			}
			b, err := os.ReadFile(w.full(f.Path))
			if err != nil {
				return err
			}
			_, err = w.Replace(t.Context(), it, Hash(b))
			return err
		}
	}
	none := Status("none")
	ops := []struct {
		name          string
		start         map[string]string
		run           func(*testing.T, *Writer) error
		before, after Status
	}{
		{"create", nil, func(t *testing.T, w *Writer) error { _, err := w.Create(t.Context(), sample("a", Active)); return err }, none, Active},
		{"replace", map[string]string{"items/2025/a.md": file("a", Active)}, replaceWith(sample("a", Retired)), Active, Retired},
		{"approve", map[string]string{"review/a.md": file("a", Proposed)}, replaceWith(sample("a", Active)), Proposed, Active},
		{"remove", map[string]string{"items/2025/a.md": file("a", Active)}, func(t *testing.T, w *Writer) error { _, err := w.Remove(t.Context(), "a"); return err }, Active, none},
		{"remove with leftover", map[string]string{"items/2025/a.md": file("a", Active), "review/a.md": file("a", Proposed)},
			func(t *testing.T, w *Writer) error { _, err := w.Remove(t.Context(), "a"); return err }, Active, none},
		{"restore", map[string]string{"undo/a.1.md": file("a", Active)}, func(t *testing.T, w *Writer) error { _, err := w.Restore(t.Context(), "a"); return err }, none, Active},
	}
	for _, op := range ops {
		t.Run(op.name, func(t *testing.T) {
			for n := 1; ; n++ {
				s := tree(t, op.start)
				w := NewWriter(s.Dir)
				steps := failAt(w, n)
				err := op.run(t, w)
				if n > *steps {
					if err != nil || n < 2 {
						t.Fatalf("without a failure, after %d steps: %v", *steps, err)
					}
					return
				}
				status := none
				if it, _, err := s.Get(t.Context(), "a"); err == nil {
					status = it.Status
				} else if !errors.Is(err, ErrNotFound) {
					t.Fatalf("step %d: %v", n, err)
				}
				if status != op.before && status != op.after || err == nil && status != op.after {
					t.Errorf("step %d (error %v): the item is %s, want %s or %s", n, err, status, op.before, op.after)
				}
				for it, err := range s.All(t.Context()) {
					if err != nil {
						t.Errorf("step %d: %v", n, err)
					} else if it.Status != status {
						t.Errorf("step %d: All shows %s, Get %s", n, it.Status, status)
					}
				}
				if status == op.before {
					if err := op.run(t, NewWriter(s.Dir)); err != nil {
						t.Errorf("step %d: trying again: %v", n, err)
					}
				}
			}
		})
	}
}
