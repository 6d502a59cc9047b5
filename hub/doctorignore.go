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
)

// private are the parts of a store that never belong in git.
var private = []string{"evidence", "ledger", "pending", "projections", "undo", "trust"}

// unignored lists the private parts that git would commit, because .gitignore is missing, was weakened by a branch or says otherwise.
func unignored(ctx context.Context, repo *gitrepo.Repo) ([]string, error) {
	var open []string
	for _, part := range private {
		ignored, err := repo.Ignores(ctx, repo.Prefix+part+"/file")
		if err != nil {
			return nil, err
		}
		if !ignored {
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
	if open, err := unignored(ctx, repo); err != nil || len(open) == 0 {
		return false, nil // doctor says what git cannot tell
	}
	path := filepath.Join(h.Dir, ".gitignore")
	if err := plainfile.Check(path); err != nil {
		return false, err
	}
	old, err := plainfile.Read(path, plainfile.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	text := string(old)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return true, atomicfile.Write(path, []byte(text+ignored), os.FileMode(0o644))
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
