package hub

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/factline/memory/check"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/items"
)

// checkSources follows the citations of a checked item as far as this machine can: evidence is private, so that a session which is not here
// proves nothing, and CI has none. Where the session is here, the record must be too, with the words that were cited. Where nothing can be looked
// up and no person stands for the item, that is said: whoever reviews it knows more.
func (h *Hub) checkSources(ctx context.Context, f check.File) (out []check.Finding) {
	known := f.Item.Trust == items.Human || f.Item.Review.Verdict == "approved"
	for i, s := range h.Sources(ctx, f.Item) {
		switch {
		case s.State == SourceChanged:
			out = append(out, check.Cites(f, i+1, "other words stand in "+s.Citation.ID+" than were cited: cite it anew"))
		case s.State == SourceMissing && h.Evidence.HasSession(evidence.ID(s.Citation.ID)):
			out = append(out, check.Cites(f, i+1, "its session is here, and holds no "+s.Citation.ID+" with this span: cite what is there"))
		case s.State == SourceMissing && !known:
			out = append(out, check.Unseen(f, i+1, f.Item.Trust == ""))
		}
	}
	if names := h.nowhere(ctx, f.Item); !known && len(names) > 0 {
		out = append(out, check.Nowhere(f, names))
	}
	return out
}

// nowhere names the files, items and commits that are all the sources an item has, where none of them exists; none where one does, or may.
func (h *Hub) nowhere(ctx context.Context, it items.Item) (names []string) {
	r := it.Refs
	if len(it.Evidence)+len(it.Anchors)+len(r.URLs)+len(r.Resources) > 0 {
		return nil
	}
	root := h.codeRoot()
	for _, file := range r.Files {
		if root == "" || filepath.IsAbs(file) {
			return nil // of another machine, perhaps
		}
		if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(file))); !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	for _, id := range r.Items {
		if _, _, err := h.Get(ctx, items.ID(id)); !errors.Is(err, items.ErrNotFound) {
			return nil
		}
	}
	names = append(slices.Clone(r.Files), idStrings(r.Items)...)
	if len(r.Commits) == 0 {
		return names
	}
	repo, err := gitrepo.Open(ctx, h.Dir, h.home)
	if err != nil {
		return nil
	}
	for _, name := range r.Commits {
		if commit, err := repo.Commit(ctx, name); err != nil || commit != "" {
			return nil
		}
	}
	return append(names, r.Commits...)
}

func idStrings(ids []items.ID) (out []string) {
	for _, id := range ids {
		out = append(out, string(id))
	}
	return out
}
