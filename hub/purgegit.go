package hub

import (
	"context"
	"errors"
	"path"
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
	switch {
	case err != nil:
		return GitTrace{State: GitUnknown, Paths: paths, Command: filterRepo(paths)}
	case len(known) == 0:
		return GitTrace{State: GitClean}
	}
	return GitTrace{State: GitKept, Paths: known, Command: filterRepo(known)}
}

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
		words = append(words, "--path '"+strings.ReplaceAll(p, "'", `'\''`)+"'")
	}
	return strings.Join(words, " ")
}
