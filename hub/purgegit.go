package hub

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
	"github.com/factline/memory/writeservice"
)

// GitTrace is what git keeps of a purged item, which only a person takes away: it rewrites history for everybody.
type GitTrace struct {
	State   string   `json:"state"`             // none: no repository; clean: no commit knows the file; kept: commits hold it; unknown
	Paths   []string `json:"paths,omitempty"`   // from the top of the working tree
	Command string   `json:"command,omitempty"` // for a person
	Blocks  []string `json:"blocks,omitempty"`  // agents' files, from the top, of which commits have the words in our block
	Staged  []string `json:"staged,omitempty"`  // from the top: the next commit would take them in
	Unstage string   `json:"unstage,omitempty"` // for a person: takes them out
	Trees   []string `json:"trees,omitempty"`   // stores in other working trees of the repository that hold the item's file
}

// States of a GitTrace.
const (
	GitNone    = "none"
	GitClean   = "clean"
	GitKept    = "kept"
	GitUnknown = "unknown"
)

// gitTrace asks git which commits hold the item's file, in items/ or review/.
func (h *Hub) gitTrace(ctx context.Context, job writeservice.PurgeJob, removed []string) GitTrace {
	repo, err := gitrepo.At(h.Dir, h.home)
	if errors.Is(err, gitrepo.ErrNoRepository) && project.Marked(h.Dir) == "" {
		return GitTrace{State: GitNone}
	}
	paths := h.itemPaths(job, removed)
	if err != nil {
		return GitTrace{State: GitUnknown, Command: filterRepo(paths)}
	}
	for i := range paths {
		paths[i] = repo.Prefix + paths[i]
	}
	known, err := repo.Recorded(ctx, paths...)
	g := GitTrace{State: GitKept, Paths: known, Command: filterRepo(known)}
	switch {
	case err != nil:
		g = GitTrace{State: GitUnknown, Paths: paths, Command: filterRepo(paths)}
	case len(known) == 0:
		g = GitTrace{State: GitClean}
	}
	if g.Staged, _ = repo.Staged(ctx, paths...); len(g.Staged) > 0 { // a git that does not answer is told of above
		g.Unstage = "git rm --cached --force --"
		for _, p := range g.Staged {
			g.Unstage += " " + shellWord(":/"+p)
		}
	}
	g.Blocks = h.committedBlocks(ctx, repo, job)
	g.Trees = h.otherTrees(ctx, repo, job)
	return g
}

// otherTrees are the stores of other working trees that hold the item, each with an index and a log of its own.
func (h *Hub) otherTrees(ctx context.Context, repo *gitrepo.Repo, job writeservice.PurgeJob) (stores []string) {
	trees, _ := repo.Trees(ctx)
	for _, tree := range trees {
		store := filepath.Join(tree, filepath.FromSlash(repo.Prefix))
		if sameFile(store, h.Dir) {
			continue
		}
		if _, err := (&items.Store{Dir: store}).Resolve(ctx, string(job.ID)); err == nil {
			stores = append(stores, store)
		}
	}
	return stores
}

// shellWord quotes one word for a shell.
func shellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// itemPaths are the places where the item's file may have been committed.
func (h *Hub) itemPaths(job writeservice.PurgeJob, removed []string) []string {
	name := string(job.ID) + items.Ext
	paths := []string{path.Join(items.ReviewDir, name)}
	for _, rel := range removed {
		if strings.HasPrefix(rel, items.ItemsDir+"/") {
			paths = append(paths, rel)
		}
	}
	if it, err := items.Parse([]byte(job.Versions[0])); err == nil && len(paths) == 1 { // it was deleted before, or lies in review
		if home := items.Home(it); home != "" {
			paths = append(paths, path.Join(home, name))
		}
	}
	return paths
}

func filterRepo(paths []string) string {
	words := []string{"git filter-repo --invert-paths"}
	for _, p := range paths {
		words = append(words, "--path "+shellWord(p))
	}
	return strings.Join(words, " ")
}
