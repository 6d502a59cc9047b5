package hub

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// private are the parts of a store that never belong in git.
var private = []string{"evidence", "ledger", "pending", "projections", "undo", "trust"}

// unignored lists the private parts that git would commit, because .gitignore is missing, was weakened by a branch or says otherwise.
func unignored(ctx context.Context, repo *gitrepo.Repo) ([]string, error) {
	return ignoredLess(ctx, repo, gitrepo.IgnoredHere)
}

// unshared lists those that other clones would commit. Where the user keeps the whole store out of git, nobody else gets it.
func unshared(ctx context.Context, repo *gitrepo.Repo) ([]string, error) {
	if whole, err := repo.Ignores(ctx, repo.Prefix+items.ItemsDir+"/x"+items.Ext); err != nil || whole {
		return nil, err
	}
	return ignoredLess(ctx, repo, gitrepo.IgnoredByAll)
}

func ignoredLess(ctx context.Context, repo *gitrepo.Repo, least gitrepo.Ignored) (open []string, err error) {
	var paths []string
	for _, part := range private {
		paths = append(paths, repo.Prefix+part+"/file")
	}
	by, err := repo.IgnoredBy(ctx, paths...)
	if err != nil {
		return nil, err
	}
	for i, part := range private {
		if by[paths[i]] < least {
			open = append(open, part)
		}
	}
	return open, nil
}

// ignorePrivate adds the lines that .gitignore lacks, at its end, where they count more than what stands before them.
func (h *Hub) ignorePrivate(ctx context.Context) (did bool, err error) {
	repo, err := gitrepo.At(h.Dir, h.home)
	if err != nil {
		return false, nil // no repository, nothing to be committed
	}
	if open, err := unshared(ctx, repo); err != nil || len(open) == 0 {
		return false, nil // doctor says what git cannot tell
	}
	return addIgnored(h.Dir)
}

// addIgnored writes the store's .gitignore, or adds to it.
func addIgnored(dir string) (did bool, err error) {
	path := filepath.Join(dir, ".gitignore")
	if err := plainfile.Check(path); err != nil {
		return false, err
	}
	old, err := plainfile.Read(path, plainfile.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	return true, atomicfile.Write(path, withIgnored(old), os.FileMode(0o644))
}

// withIgnored adds ignored to an ignore file, at its end.
func withIgnored(old []byte) []byte {
	text := string(old)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text + ignored)
}

// evidencePlanted reports whether git tracks evidence of this store, or cannot say: words in it may be those of whoever made the branch, and
// not what a person said here. Then no record backs what an agent writes.
func (h *Hub) evidencePlanted(ctx context.Context) bool {
	if h.stand.book == nil {
		return false
	}
	switch h.upstream.look(ctx, h.Dir) {
	case noRepo:
		return false
	case shut:
		return true
	}
	tracked, err := h.upstream.repo.Tracked(ctx, h.upstream.repo.Prefix+"evidence")
	return err != nil || slices.ContainsFunc(tracked, func(path string) bool { return path != "" })
}
