package trust

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// keys gives a different key each time.
func keys() func([]byte) (int, error) {
	n := byte(0)
	return func(b []byte) (int, error) {
		n++
		for i := range b {
			b[i] = n
		}
		return len(b), nil
	}
}

func newStore(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(append([]string{t.TempDir()}, parts...)...)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func state(t *testing.T, b *Book, dir string) State {
	t.Helper()
	s, state, _, err := b.Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Usable() != (state == Trusted) {
		t.Errorf("a %s store can seal: %v", state, s.Usable())
	}
	return state
}

// Who vouches once more takes nothing away first: a kill in between would cost the key, and another process the seals that it adds.
func TestTrustOnceMoreLeavesTheKeyAndItsSealsWhereTheyLie(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	s, err := b.Trust(t.Context(), dir, Entry{By: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Add(Seen, []byte("words")); err != nil {
		t.Fatal(err)
	}
	look := func(name string) os.FileInfo {
		info, err := os.Stat(filepath.Join(b.keptIn(realPath(dir)), name))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	key, seals := look(keyFile), look(sealFile)
	again, err := b.Trust(t.Context(), dir, Entry{By: "Ada"})
	if err != nil || again.Of([]byte("words")) != Seen {
		t.Fatal(err)
	}
	if !os.SameFile(key, look(keyFile)) || !os.SameFile(seals, look(sealFile)) {
		t.Error("they were written anew")
	}
}

func TestTrustNeedsTheRecordAndTheKey(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	if got := state(t, b, dir); got != Unknown {
		t.Errorf("a store nobody vouched for is %s", got)
	}
	s, err := b.Trust(t.Context(), dir, Entry{By: "Ada"})
	if err != nil || state(t, b, dir) != Trusted {
		t.Fatalf("trusted: %v, %s", err, state(t, b, dir))
	}
	file := []byte("---\nid: x\n---\n")
	if err := s.Add(Seen, file); err != nil {
		t.Fatal(err)
	}

	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	if got := state(t, b, moved); got != Moved {
		t.Errorf("a moved store is %s", got)
	}
	if s, err = b.Trust(t.Context(), moved, Entry{}); err != nil || s.Of(file) != Seen {
		t.Errorf("seals of a moved store: %v, %q", err, s.Of(file))
	}

	if err := os.Rename(moved, moved+" kept"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(moved, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := state(t, b, moved); got != Changed {
		t.Errorf("another store in the place of a trusted one is %s", got)
	}
	if was, err := b.Revoke(t.Context(), moved); err != nil || !was || state(t, b, moved) != Unknown {
		t.Errorf("revoked: %v, %v, %s", was, err, state(t, b, moved))
	}
	if was, err := b.Revoke(t.Context(), moved); err != nil || was {
		t.Errorf("revoked again: %v, %v", was, err)
	}
}

func TestAKeyThatARepositoryBringsIsNothing(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	key := bytes.Repeat([]byte{7}, keyBytes)
	file := []byte("text of a stranger\n")
	bring := func() {
		if err := keep(filepath.Join(dir, Dir), key, (&Store{key: key}).line(Seen, file)); err != nil {
			t.Fatal(err)
		}
	}
	bring()
	if got := state(t, b, dir); got != Unknown {
		t.Errorf("a store that brings a key is %s", got)
	}
	if _, err := b.Trust(t.Context(), dir, Entry{}); err != nil {
		t.Fatal(err)
	}
	bring() // and again with the next branch
	if s, state, _, err := b.Look(dir); err != nil || state != Trusted || s.Of(file) != None || bytes.Equal(s.key, key) {
		t.Errorf("with a foreign key in it the store is %s: %v", state, err)
	}
}

func TestAKeyInsideOfAStoreMovesOutOnce(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	key, file := bytes.Repeat([]byte{7}, keyBytes), []byte("ours\n")
	inside := filepath.Join(dir, Dir)
	if err := keep(inside, key, (&Store{key: key}).line(Seen, file)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(inside, ".gitignore"), []byte("*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := Entry{Path: realPath(dir), Key: hashOf([]byte("another"))}
	if err := os.MkdirAll(b.Dir, 0o700); err != nil || b.write([]Entry{old}) != nil {
		t.Fatal(err)
	}
	if got := state(t, b, dir); got != Changed {
		t.Errorf("with a key that is not on record the store is %s", got)
	}
	old.Key = hashOf(key)
	if err := b.write([]Entry{old}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s, state, _, err := b.Look(dir)
		if err != nil || state != Trusted || s.Of(file) != Seen {
			t.Fatalf("%s, %q, %v", state, s.Of(file), err)
		}
		if _, err := os.Lstat(inside); !os.IsNotExist(err) {
			t.Fatalf("something stays in the store: %v", err)
		}
	}
	entries, err := b.List()
	if err != nil || len(entries) != 1 || entries[0].none() && !marksOf(realPath(dir)).none() {
		t.Errorf("the record: %+v, %v", entries, err)
	}
}

func TestTrustStaysWhereGitMakesTheStoreAnewAndGoesWithAnotherRepository(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	top := t.TempDir()
	dir := filepath.Join(top, "shop", ".memory")
	dot := filepath.Join(top, "shop", ".git")
	clone := func() {
		t.Helper()
		for _, d := range []string{dir, dot} {
			if err := os.MkdirAll(d, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dot, "HEAD"), []byte("ref: refs/heads/main\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clone()
	if markOf(dot) == "" {
		t.Skip("no marks here")
	}
	if _, err := b.Trust(t.Context(), dir, Entry{}); err != nil {
		t.Fatal(err)
	}
	anew := func(path string) { // the old one stays, so that its inode is not given again
		t.Helper()
		if err := os.Rename(path, filepath.Join(t.TempDir(), "old")); err != nil {
			t.Fatal(err)
		}
		clone()
	}
	anew(dir)
	if got := state(t, b, dir); got != Trusted {
		t.Errorf("made anew by a checkout it is %s", got)
	}
	anew(dot) // git init in the place of a damaged one; the store stayed
	if got := state(t, b, dir); got != Trusted {
		t.Errorf("in a new repository around the same store it is %s", got)
	}
	anew(filepath.Join(top, "shop"))
	if got := state(t, b, dir); got != Changed {
		t.Errorf("another clone under the same name is %s", got)
	}
	beside := filepath.Join(top, "shop", "sub", ".memory")
	if err := os.MkdirAll(beside, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := state(t, b, beside); got != Unknown {
		t.Errorf("another store of the repository is %s", got)
	}
}

func TestSealsHoldTheWholeTextAndSurviveCheckouts(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	s, err := b.Trust(t.Context(), dir, Entry{})
	if err != nil {
		t.Fatal(err)
	}
	for _, add := range []struct {
		kind Seal
		text string
	}{{Vouched, "one\ntwo\n"}, {Seen, "three\n"}, {Vouched, "three\n"}} {
		if err := s.Add(add.kind, []byte(add.text)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // as written, then as read again by another process, then with a torn line at the end
		for text, want := range map[string]Seal{"one\ntwo\n": Vouched, "one\r\ntwo\r\n": Vouched, "\xef\xbb\xbfone\ntwo\n": Vouched, "three\n": Seen, "one\ntwo": None, "": None} {
			if got := s.Of([]byte(text)); got != want {
				t.Errorf("%q has the seal %q, want %q", text, got, want)
			}
		}
		f, err := os.OpenFile(filepath.Join(s.dir, sealFile), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("0123"); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if s, _, _, err = b.Look(dir); err != nil {
			t.Fatal(err)
		}
		if err := s.Add(Seen, []byte("after a torn line\n")); err != nil || s.Of([]byte("after a torn line\n")) != Seen {
			t.Errorf("after a torn line: %v", err)
		}
	}
}

func TestNoLinkLeadsASealElsewhere(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	s, err := b.Trust(t.Context(), dir, Entry{})
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "profile")
	if err := os.WriteFile(outside, []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(s.dir, sealFile)); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := s.Add(Seen, []byte("x")); err == nil {
		t.Error("a seal went through a link")
	}
	if got, _ := os.ReadFile(outside); string(got) != "mine\n" {
		t.Errorf("the file outside became %q", got)
	}
}

func TestWithoutAHomeNothingIsTrusted(t *testing.T) {
	b := &Book{Dir: StateDir("", func(string) string { return "" }), Random: keys()}
	dir := newStore(t)
	if _, err := b.Trust(t.Context(), dir, Entry{}); err == nil {
		t.Error("trust was kept nowhere")
	}
	if got := state(t, b, dir); got != Unknown {
		t.Errorf("the store is %s", got)
	}
	file := filepath.Join(t.TempDir(), "home") // nothing can be made below it
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b.Dir = filepath.Join(file, "factline")
	if _, err := b.Trust(t.Context(), dir, Entry{}); err == nil || !strings.Contains(err.Error(), "XDG_STATE_HOME") {
		t.Errorf("in a home that takes nothing: %v", err)
	}
}

func TestADamagedRecordTrustsNothing(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	if _, err := b.Trust(t.Context(), dir, Entry{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b.file(), []byte("[{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, state, _, err := b.Look(dir); err == nil || state == Trusted || s.Usable() {
		t.Errorf("a damaged record: %s, %v", state, err)
	}
}

func TestAWorktreeSharesTheTrustOfItsRepositoryAndAForgedOneDoesNot(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	b := &Book{Dir: t.TempDir(), Random: keys()}
	store := newStore(t, "main", ".memory")
	top := filepath.Dir(store)
	tree := filepath.Join(t.TempDir(), "tree")
	for _, args := range [][]string{
		{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "x"}, {"worktree", "add", "-q", tree},
	} {
		if out, err := exec.Command("git", append([]string{"-C", top}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	if _, err := b.Trust(t.Context(), store, Entry{}); err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(tree, ".memory")
	if err := os.Mkdir(linked, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := state(t, b, linked); got != Trusted {
		t.Errorf("the store of a worktree is %s", got)
	}
	// an archive that names the repository in its .git file, as if it were one of its worktrees
	forged := newStore(t, "forged", ".memory")
	dot, err := os.ReadFile(filepath.Join(tree, ".git"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(forged), ".git"), dot, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := state(t, b, forged); got != Unknown {
		t.Errorf("a forged worktree is %s", got)
	}
}

// The first question is answered from the file piece by piece, later ones from memory: both say the same, wherever the seal stands.
func TestTheFirstQuestionIsAnsweredAsTheOthersAre(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	dir := newStore(t)
	s, err := b.Trust(t.Context(), dir, Entry{})
	if err != nil {
		t.Fatal(err)
	}
	text := func(i int) []byte { return fmt.Appendf(nil, "note %d\n", i) }
	var lines []byte
	for i := range 2500 { // more than two pieces
		lines = append(lines, s.line([]Seal{Seen, Vouched, Foreign}[i%3], text(i))...)
	}
	lines = append(lines, s.line(Seen, text(2))...) // a stronger seal comes later
	if err := os.WriteFile(filepath.Join(s.dir, sealFile), lines, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]Seal{0: Seen, 1: Vouched, 2: Seen, 5: Foreign, 999: Seen, 1000: Vouched, 2499: Seen, 2500: None} {
		once, _, _, err := b.Look(dir)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 2 {
			if got := once.Of(text(i)); got != want {
				t.Errorf("note %d, question %d: %q, want %q", i, n+1, got, want)
			}
			if once.seals != nil != (n == 1) {
				t.Errorf("question %d: the file is in memory: %v", n+1, once.seals != nil)
			}
		}
	}
}
