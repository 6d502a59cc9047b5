package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
	"github.com/factline/memory/trust"
)

// WholeFile is what stays open where one side is no item, or another one, and a person must choose.
const WholeFile = "file"

// MergeFiles is the merge driver: it merges two changes of the item file at place, an absolute path ("" = of no store), and writes the result
// over ours. It returns the keys that stay open, or WholeFile. Where a side is no item, ours is not written at all.
func MergeFiles(ctx context.Context, book *trust.Book, place, base, ours, theirs string) (unmerged []string, err error) {
	var text [3][]byte
	for i, path := range []string{base, ours, theirs} {
		if text[i], err = plainfile.Read(path, plainfile.MaxText); err != nil {
			return nil, err
		}
	}
	lines := func(base, ours, theirs string) (string, bool, error) {
		return gitrepo.MergeLines(ctx, base, ours, theirs)
	}
	name := ""
	if place != "" {
		name = filepath.Base(place)
	}
	out, unmerged, err := items.Merge(name, text[0], text[1], text[2], lines)
	if err != nil && ctx.Err() == nil {
		return []string{WholeFile}, nil // ours stays to the byte, even where it is no item: git keeps theirs beside it
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	sealMerged(ctx, book, place, text[1], text[2], out)
	return unmerged, os.WriteFile(ours, out, 0o644)
}

// sealMerged seals what a merge made of two versions that somebody vouches for, for what the weaker of them is worth. Where it cannot, or one
// of them waits for a person, the result waits as well.
func sealMerged(ctx context.Context, book *trust.Book, place string, ours, theirs, merged []byte) {
	dir, path, ok := inStore(place)
	if !ok {
		return
	}
	h := &Hub{Dir: dir, stand: look(book, dir)}
	defer h.upstream.close()
	if book == nil || !h.Trusted() {
		return
	}
	worth := func(file []byte) trust.Seal {
		if kind := h.stand.store.Of(file); kind == trust.Seen || kind == trust.Vouched {
			return kind
		}
		if h.upstream.vouches(ctx, dir, path, file) {
			return trust.Vouched
		}
		return trust.None
	}
	a, b := worth(ours), worth(theirs)
	switch {
	case a == trust.None || b == trust.None:
	case a == trust.Seen && b == trust.Seen:
		_ = h.stand.store.Add(trust.Seen, merged)
	default:
		_ = h.stand.store.Add(trust.Vouched, merged)
	}
}

// inStore splits the absolute path of an item's file into its store and its path there.
func inStore(place string) (dir, path string, ok bool) {
	slashed := filepath.ToSlash(place)
	at := max(strings.LastIndex(slashed, "/items/"), strings.LastIndex(slashed, "/"+items.ReviewDir+"/"))
	if at < 0 {
		return "", "", false
	}
	return filepath.FromSlash(slashed[:at]), slashed[at+1:], true
}

// attributes tell git which files the driver merges. They are for all clones; the driver itself is a setting of each clone.
const attributes = `# Written by memory init --git: items are merged by key.
/items/**/*.md text eol=lf merge=memory
/review/*.md text eol=lf merge=memory
`

const driverKey = "merge.memory.driver"

// GitSetup is what InstallGit set up.
type GitSetup struct {
	Attributes string `json:"attributes"` // file
	Driver     string `json:"driver"`     // command

	Added bool `json:"-"` // the attributes were not there before, so nobody else has them yet
}

// InstallGit makes git merge the items of the store at dir by key: attributes in the store, and the driver in the configuration of
// this clone. executable is the program that git will run.
func InstallGit(ctx context.Context, dir, home, executable string) (GitSetup, error) {
	repo, err := gitrepo.Open(ctx, dir, home)
	if err != nil {
		return GitSetup{}, fmt.Errorf("%w; git init makes one", err)
	}
	setup := GitSetup{Attributes: filepath.Join(dir, ".gitattributes"), Driver: command(executable) + " merge-driver %O %A %B %P"}
	if setup.Added, err = addAttributes(setup.Attributes); err != nil {
		return GitSetup{}, err
	}
	// A review that empties review/ must not look to git as if the directory had become items/: it would move new candidates there.
	if err := atomicfile.Write(filepath.Join(dir, items.ReviewDir, ".keep"), nil, 0o644); err != nil {
		return GitSetup{}, err
	}
	if err := repo.Configure(ctx, "merge.memory.name", "memory items, merged by key"); err != nil {
		return GitSetup{}, err
	}
	return setup, repo.Configure(ctx, driverKey, setup.Driver)
}

// command is how a shell calls the program: by name where the path leads to it, else by its whole path.
func command(executable string) string {
	if found, err := exec.LookPath("memory"); err == nil && sameFile(found, executable) {
		return "memory"
	}
	return shellWord(filepath.ToSlash(executable))
}

func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// addAttributes writes the file, or adds what is missing to one that people wrote, and reports whether it did.
func addAttributes(path string) (added bool, err error) {
	old, err := plainfile.Read(path, plainfile.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if namesDriver(old) {
		return false, nil
	}
	return true, atomicfile.Write(path, withAttributes(old), 0o644)
}

// checkMerge names items that a merge left open, and a clone in which the driver is not installed.
func (h *Hub) checkMerge(ctx context.Context) Check {
	c := Check{Name: "merge", Level: OK, Detail: "no merge left an item with two values"}
	for it, err := range h.Items.All(ctx) {
		if err != nil || len(it.Unmerged) == 0 {
			continue // what does not parse is named by the check of the items
		}
		var keys []string
		for _, u := range it.Unmerged {
			keys = append(keys, u.Key)
		}
		c.Files = append(c.Files, fmt.Sprintf("%s: %s", it.ID, strings.Join(keys, ", ")))
	}
	if len(c.Files) > 0 {
		c.Level, c.Detail = Fail, fmt.Sprintf("a merge left %s with two values, out of every prompt until one is chosen", count(len(c.Files), "item"))
		c.Fix = "memory update ID --theirs KEY takes the other side's value, --ours KEY keeps this one, and so does --KEY VALUE; memory restore, retire, archive or supersede decides the status, memory review approve the review; between marks in a body keep one side in an editor, then memory review approve ID; then git add"
		return c
	}
	repo, err := gitrepo.Open(ctx, h.Dir, h.home)
	if err != nil {
		return c
	}
	item := repo.Prefix + items.ItemsDir + "/x" + items.Ext
	said, err := repo.Git(ctx, "check-attr", "merge", "--", item)
	if err != nil {
		return c
	}
	if !strings.HasSuffix(strings.TrimSpace(said), ": merge: memory") {
		if whole, err := repo.Ignores(ctx, item); err == nil && !whole && project.HasRemote(h.Dir) { // alone one merges little
			c.Level, c.Detail = Warn, "git merges items by lines, in every clone: no .gitattributes names the merge driver"
			c.Fix = "memory init --git, then commit .memory/.gitattributes for the others"
		}
		return c
	}
	if driver, err := repo.Config(ctx, driverKey); err == nil && driver == "" {
		c.Level, c.Detail, c.Fix = Warn, "this clone merges items by lines: the merge driver is not installed", "memory init --git"
	}
	return c
}
