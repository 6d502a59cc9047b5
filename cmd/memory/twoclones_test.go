package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// clone is one person's working tree, with the random edits that the person makes.
type clone struct {
	t     *testing.T
	dir   string // working tree
	home  string
	name  string
	r     *rand.Rand
	count int
}

func (c *clone) store() *items.Store { return &items.Store{Dir: filepath.Join(c.dir, ".memory")} }

// git runs git with this test as its merge driver.
func (c *clone) git(args ...string) (string, error) {
	cmd := exec.CommandContext(c.t.Context(), "git", args...)
	cmd.Dir = c.dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + c.home, "USERPROFILE=" + c.home, "GIT_CONFIG_NOSYSTEM=1", asMemory + "=1", raceSettings(), "LC_ALL=C",
		"GIT_AUTHOR_NAME=" + c.name, "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=" + c.name, "GIT_COMMITTER_EMAIL=a@example.org",
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (c *clone) mustGit(args ...string) string {
	c.t.Helper()
	out, err := c.git(args...)
	if err != nil {
		c.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return out
}

// install makes this test binary the merge driver of the clone.
func (c *clone) install() {
	c.t.Helper()
	cmd := memoryCommand(c.t.Context(), c.home, filepath.Join(c.dir, ".memory"), "init", "--git")
	if out, err := cmd.CombinedOutput(); err != nil {
		c.t.Fatalf("init --git: %v\n%s", err, out)
	}
}

// read returns every item and candidate by id; one that does not parse fails the test.
func (c *clone) read() map[items.ID]items.Item {
	c.t.Helper()
	all := map[items.ID]items.Item{}
	for it, err := range c.store().All(c.t.Context()) {
		if err != nil {
			c.t.Fatalf("%s: %v", c.name, err)
		}
		all[it.ID] = it
	}
	return all
}

// word is a value that nobody else writes.
func (c *clone) word() string {
	c.count++
	return fmt.Sprintf("%s%d", c.name, c.count)
}

func (c *clone) write(path string, it items.Item) {
	c.t.Helper()
	b, err := it.Encode()
	if err != nil {
		c.t.Fatal(err)
	}
	file := filepath.Join(c.dir, ".memory", filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		c.t.Fatal(err)
	}
}

func (c *clone) newItem(candidate bool) {
	id := items.ID(fmt.Sprintf("mem-20261101-%s-aaaaaaaa", c.word()))
	it := items.Item{ID: id, Type: items.Fact, Title: "Title " + c.word(), Summary: "Summary " + c.word(), Status: items.Active, Trust: items.Agent,
		Tags: []string{"t1", "t2"}, Confidence: 0.5, Refs: items.Refs{Files: []string{"a.go"}}, Updated: time.Unix(1e9, 0),
		Evidence: []items.Citation{{ID: "ev-x-1", Span: "0-5"}}, Body: "Line one.\n\nLine two.\n\nLine three.\n\nLine four.\n\nLine five."}
	path := "items/2026/" + string(id) + ".md"
	if candidate {
		it.Status, path = items.Proposed, "review/"+string(id)+".md"
	}
	c.write(path, it)
}

// edit makes one random change.
func (c *clone) edit() {
	files, _, err := c.store().Files(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	f := files[c.r.IntN(len(files))]
	it, _, err := c.store().Read(c.t.Context(), f)
	if err != nil {
		c.t.Fatal(err)
	}
	path, old := f.Path, filepath.Join(c.dir, ".memory", filepath.FromSlash(f.Path))
	lines := strings.Split(it.Body, "\n")
	n := c.r.IntN(len(lines))
	switch c.r.IntN(16) {
	case 0:
		it.Title = "Title " + c.word()
	case 1:
		it.Summary = "Summary " + c.word()
	case 2:
		it.Tags = append(slices.Clone(it.Tags), c.word())
	case 3:
		it.Tags = it.Tags[min(1, len(it.Tags)):]
	case 4:
		it.Evidence = append(slices.Clone(it.Evidence), items.Citation{ID: "ev-" + c.word(), Span: "0-9"})
		it.Confidence = min(1, it.Confidence+0.05)
	case 5:
		it.Refs.Files = append(slices.Clone(it.Refs.Files), c.word()+".go")
	case 6:
		it.Valid.Branch = c.word()
	case 7:
		it.Status = []items.Status{items.Retired, items.Archived, items.Superseded}[c.r.IntN(3)]
	case 8, 9, 10:
		lines[n] = "Line " + c.word()
	case 11:
		lines = slices.Insert(lines, n, "Line "+c.word(), "")
	case 12:
		lines = slices.Delete(lines, n, n+1)
	case 13:
		c.newItem(c.r.IntN(2) == 0)
		return
	case 14:
		if c.r.IntN(3) == 0 {
			if err := os.Remove(old); err != nil {
				c.t.Fatal(err)
			}
		}
		return
	case 15:
		if f.Candidate && it.Status == items.Proposed {
			if it.Status, it.Trust = items.Active, items.Human; c.r.IntN(3) == 0 {
				it.Status, it.Review = items.Retired, items.Review{Verdict: "rejected", By: c.name}
			} else {
				it.Review, path = items.Review{Verdict: "approved", By: c.name}, "items/2026/"+string(it.ID)+".md"
				if err := os.Remove(old); err != nil {
					c.t.Fatal(err)
				}
			}
		}
	}
	it.Body = strings.TrimRight(strings.Join(lines, "\n"), "\n")
	it.Updated = time.Unix(1e9+int64(c.r.IntN(1e6)), 0)
	c.write(path, it)
}

// TestTwoClonesMergeWithoutLoss: two people make 200 random edits each, and git merges them with the driver. Every item must parse, and
// every fact of either side must stand in the result or be named as a conflict.
func TestTwoClonesMergeWithoutLoss(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	seeds := []uint64{1}
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		seeds = []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { mergeTwoClones(t, seed) })
	}
}

func mergeTwoClones(t *testing.T, seed uint64) {
	root := t.TempDir()
	home := filepath.Join(root, "home")
	person := func(name string) *clone {
		return &clone{t: t, dir: filepath.Join(root, name), home: home, name: name, r: rand.New(rand.NewPCG(seed, uint64(name[0])))}
	}
	ours, theirs := person("ana"), person("bo")
	for _, dir := range []string{home, ours.dir} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ours.mustGit("init", "-q", "-b", "main")
	ours.install()
	for i := range 60 {
		ours.newItem(i%4 == 0)
	}
	ours.mustGit("add", "-A")
	ours.mustGit("commit", "-qm", "base")
	ours.mustGit("clone", "-q", ours.dir, theirs.dir)
	theirs.install()
	base := ours.read()
	for _, c := range []*clone{ours, theirs} {
		for i := range 200 {
			c.edit()
			if i%20 == 19 {
				c.mustGit("add", "-A")
				c.mustGit("commit", "-qm", "edits", "--allow-empty")
			}
		}
	}
	a, b := ours.read(), theirs.read()
	out, err := ours.git("pull", "-q", "--no-rebase", "--no-edit", theirs.dir, "main")
	if err != nil && !strings.Contains(out, "CONFLICT") {
		t.Fatalf("pull: %v\n%s", err, out)
	}
	v := verdict{t: t, named: ours.mustGit("diff", "--name-only", "--diff-filter=U"), files: ours.files()}
	merged := ours.read()
	for id := range union(base, a, b) {
		v.check(id, base, a, b, merged)
	}
	report, _ := memoryCommand(t.Context(), home, filepath.Join(ours.dir, ".memory"), "doctor", "--format", "json").Output()
	for id, it := range merged {
		if len(it.Unmerged) > 0 {
			v.conflicts += len(it.Unmerged)
			if !bytes.Contains(report, []byte(string(id)+": ")) {
				t.Errorf("doctor does not name %s", id)
			}
		}
	}
	t.Logf("%d items, %d changed on both sides, %d keys in conflict, %d files that git names", len(merged), v.both, v.conflicts, len(strings.Fields(v.named)))
	if v.both < 20 || v.conflicts == 0 {
		t.Errorf("too few concurrent changes to mean anything: %+v", v)
	}
}

// files reads every file, also the two that one id may have after a merge that git could not finish.
func (c *clone) files() map[string]items.Item {
	c.t.Helper()
	all := map[string]items.Item{}
	for _, pattern := range []string{"items/2026/*.md", "review/*.md"} {
		paths, _ := filepath.Glob(filepath.Join(c.dir, ".memory", filepath.FromSlash(pattern)))
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				c.t.Fatal(err)
			}
			it, err := items.Parse(b)
			if err != nil || string(it.ID)+".md" != filepath.Base(path) {
				c.t.Fatalf("%s: %s, %v\n%s", path, it.ID, err, b)
			}
			all[strings.TrimSuffix(pattern, "*.md")+string(it.ID)] = it
		}
	}
	return all
}

func union(sets ...map[items.ID]items.Item) map[items.ID]bool {
	all := map[items.ID]bool{}
	for _, s := range sets {
		for id := range s {
			all[id] = true
		}
	}
	return all
}
