package hub

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/factline/memory/check"
	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/items"
)

// checkGone looks at what the base has and the change took away: golden queries, which are asked once more, and items that were in force. queries
// is how many were asked.
func (h *Hub) checkGone(ctx context.Context, repo *gitrepo.Repo, base string, r CheckRequest, now []check.Asked) (out []check.Finding, queries int, err error) {
	if repo == nil || base == "" {
		return nil, 0, nil
	}
	tree, err := repo.Tree(ctx, base, prefixed(repo.Prefix, "gates", items.ItemsDir)...)
	if err != nil {
		return nil, 0, err
	}
	before, err := queriesOf(ctx, repo, tree)
	if err != nil {
		return nil, 0, err
	}
	vanished, out := check.Gone(before, now)
	for _, q := range vanished {
		pack, err := h.goldenPack(ctx, q.Query)
		if err != nil {
			return nil, 0, err
		}
		out = append(out, check.Removed(q, pack)...)
	}
	there, err := h.names(ctx, repo, r)
	if err != nil {
		return nil, 0, err
	}
	view, err := h.View(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, at := range slices.Sorted(maps.Keys(tree)) {
		if path.Ext(at) != items.Ext || there[path.Base(at)] || !strings.HasPrefix(at, repo.Prefix+items.ItemsDir+"/") {
			continue
		}
		text, err := repo.Blob(ctx, tree[at])
		if err != nil {
			return nil, 0, err
		}
		it, err := items.Parse(text)
		if err != nil || !check.Keeps(it) {
			continue
		}
		if _, stands := stoneOf(it.Head(), view); !stands { // a purge leaves one that knows the item by its hash
			out = append(out, check.Deletion(check.File{Path: at, Item: it}, before))
		}
	}
	return out, len(vanished), nil
}

// queriesOf reads the golden queries of a tree. A file that cannot be read protected nothing.
func queriesOf(ctx context.Context, repo *gitrepo.Repo, tree map[string]string) (asked []check.Asked, err error) {
	for _, at := range slices.Sorted(maps.Keys(tree)) {
		if path.Dir(at) != repo.Prefix+"gates" || !isGate(at) {
			continue
		}
		text, err := repo.Blob(ctx, tree[at])
		if err != nil {
			return nil, err
		}
		list, err := check.ReadQueries(text)
		if err != nil {
			continue
		}
		for _, q := range list {
			asked = append(asked, check.Asked{Path: at, Query: q})
		}
	}
	return asked, nil
}

// names are the file names in items/ and review/ as they are now: of the index where the next commit is checked. An item that only moved is there.
func (h *Hub) names(ctx context.Context, repo *gitrepo.Repo, r CheckRequest) (map[string]bool, error) {
	there := map[string]bool{}
	if r.Staged {
		paths, err := repo.Index(r.Index).Changed(ctx, "", prefixed(repo.Prefix, items.ItemsDir, items.ReviewDir)...)
		for _, p := range paths {
			there[path.Base(p)] = true
		}
		return there, err
	}
	listed, wrong, err := h.Items.Files(ctx)
	for _, f := range listed {
		there[path.Base(f.Path)] = true
	}
	for _, w := range wrong {
		there[path.Base(w.Path)] = true
	}
	return there, err
}
