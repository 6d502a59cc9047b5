package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
)

// lockPatience is how long doctor waits for the lock; a write holds it for milliseconds.
const lockPatience = time.Second

// checkGit asks git what of the items is not committed, and whether anything private is tracked.
func (h *Hub) checkGit(ctx context.Context) Check {
	c := Check{Name: "git", Level: OK}
	repo, err := gitrepo.Open(ctx, h.Dir, h.home)
	switch {
	case errors.Is(err, gitrepo.ErrNoGit):
		c.Detail = "git is not installed"
		return c
	case err != nil && project.Marked(h.Dir) != "":
		c.Level, c.Detail = Warn, "git cannot read the repository of this store: "+err.Error()
		c.Fix = "items that no person vouched for here are not injected until git status works there"
		return c
	case err != nil:
		c.Detail = "the store lies in no git repository"
		return c
	}
	paths := func(names ...string) []string {
		for i, name := range names {
			names[i] = repo.Path(name)
		}
		return names
	}
	status, err := repo.Git(ctx, append([]string{"status", "--porcelain", "--ignore-submodules=dirty", "--untracked-files=all", "--"}, paths("items", "review")...)...)
	if err != nil {
		c.Level, c.Detail = Warn, "git status failed: "+err.Error()
		return c
	}
	tracked, err := repo.Git(ctx, append([]string{"ls-files", "--"}, paths("evidence", "ledger", "pending", "projections", "undo", "trust")...)...)
	if err == nil && strings.TrimSpace(tracked) != "" {
		c.Level, c.Detail, c.Files = Fail, "private files are tracked by git", strings.Fields(tracked)
		c.Fix = "git rm --cached them, and keep .memory/.gitignore"
		return c
	}
	if open, err := unignored(ctx, repo); err == nil && len(open) > 0 {
		c.Level, c.Detail, c.Files = Warn, "git would commit private files: .memory/.gitignore is missing, or does not name them", open
		c.Fix = "memory doctor --fix adds the lines"
		return c
	}
	if open, err := unshared(ctx, repo); err == nil && len(open) > 0 {
		c.Level, c.Detail, c.Files = Warn, "only this clone keeps private files out of git: .memory/.gitignore is missing, or does not name them", open
		c.Fix = "memory doctor --fix adds the lines; commit the file for the others"
		return c
	}
	if open := inConflict(status); len(open) > 0 {
		c.Level, c.Detail, c.Files = Warn, count(len(open), "file")+" in items and review "+are(len(open))+" in a merge conflict, and a commit would drop one side", open
		c.Fix = "git show :2:FILE and :3:FILE have both sides where both are there (git status says which); put what holds into the file, then git add it"
		return c
	}
	c.Detail = "items and review are committed"
	if lines := strings.Split(strings.TrimSpace(status), "\n"); lines[0] != "" {
		c.Level, c.Detail, c.Fix = Warn, count(len(lines), "file")+" in items and review "+are(len(lines))+" not committed", "git add and commit them"
	}
	return c
}

// inConflict are the files that a merge left to a person, by git status --porcelain: both changed it, or one changed what the other deleted.
func inConflict(status string) (files []string) {
	for line := range strings.Lines(status) {
		if line = strings.TrimRight(line, "\n"); len(line) < 4 {
			continue
		}
		if state := line[:2]; strings.Contains(state, "U") || state == "AA" || state == "DD" {
			files = append(files, line[3:])
		}
	}
	return files
}

// temporary lists leftovers of interrupted writes in dir, and below it if deep. One made in the last minute may still be in use.
func temporary(dir string, deep bool) []string {
	var found []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && path != dir && !deep:
			return fs.SkipDir
		case !d.IsDir() && atomicfile.IsTemp(d.Name()):
			if info, err := d.Info(); err == nil && time.Since(info.ModTime()) > time.Minute {
				found = append(found, path)
			}
		}
		return nil
	})
	return found
}

func badFile(path string, err error) items.Bad { return items.Bad{Path: path, Reason: err.Error()} }

// Fix repairs what is safe to repair and says what it did.
func (h *Hub) Fix(ctx context.Context) ([]string, error) {
	var did []string
	if err := Create(h.Dir); err != nil {
		return did, err
	}
	if added, err := h.ignorePrivate(ctx); err != nil {
		return did, err
	} else if added {
		did = append(did, "added to .gitignore what keeps private files out of git")
	}
	if fixed, err := h.Evidence.FixPermissions(ctx); err != nil {
		return did, err
	} else if n := len(fixed); n > 0 {
		did = append(did, "made "+count(n, "evidence file")+" private")
	}
	if damaged, err := h.Evidence.Repair(ctx); err != nil {
		return did, err
	} else if n := len(damaged); n > 0 {
		did = append(did, count(n, "damaged place")+" of the evidence: lines are in damaged.jsonl, and memory ingest reads the transcripts again")
	}
	for _, dir := range []string{"items", "review", "pending", "."} {
		for _, path := range temporary(filepath.Join(h.Dir, dir), dir != ".") {
			if err := os.Remove(path); err == nil {
				did = append(did, "removed "+filepath.Base(path))
			}
		}
	}
	repaired, err := h.Repair(ctx)
	did = append(did, repaired...)
	if err != nil {
		return did, err
	}
	if state, err := h.Projections.Inspect(ctx); err != nil || state.Damage != "" {
		if _, err := h.Projections.Rebuild(ctx, nil); err != nil {
			return did, err
		}
		did = append(did, "rebuilt the projections")
	}
	followed, err := h.followPurges(ctx)
	if did = append(did, followed...); err != nil {
		return did, err
	}
	carried, err := h.carryOver(ctx)
	if did = append(did, carried...); err != nil {
		return did, err
	}
	return did, h.Refresh()
}

// Repair replays pending writes and finishes what an interrupted command left half done.
func (h *Hub) Repair(ctx context.Context) ([]string, error) {
	var did []string
	receipts, err := h.Writes.Replay(ctx)
	for _, r := range append(h.Replayed, receipts...) {
		did = append(did, fmt.Sprintf("pending write %s: %s", r.ID, r.Status))
	}
	h.Replayed = nil
	if err != nil {
		return did, err
	}
	finished, err := h.Writes.Repair(ctx)
	did = append(did, finished...)
	if err != nil {
		return did, err
	}
	purged, err := h.FinishPurges(ctx)
	for _, p := range purged {
		did = append(did, p.inWords())
	}
	return did, err
}
