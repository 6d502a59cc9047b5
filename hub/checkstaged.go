package hub

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/factline/memory/check"
	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/items"
)

// CheckRequest says what is checked.
type CheckRequest struct {
	Base   string // only what changed since the history left it; "" = all
	Staged bool   // what the next commit takes: the index in place of the working tree, since HEAD where there is no Base
	Index  string // the index that git names to a hook, an absolute path; "" = the repository's own
}

// staged puts what the index has in the place of what the working tree has: a secret that was staged and then taken out of the file alone is
// committed all the same.
func staged(ctx context.Context, index gitrepo.Index, prefix string, changed map[string]bool, active []items.Item, bad []check.Finding) (files []check.File, _ []items.Item, _ []check.Finding, err error) {
	paths := make([]string, 0, len(changed))
	for p := range changed {
		if path.Ext(p) == items.Ext {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	for _, p := range paths {
		at := prefix + p
		text, err := index.Blob(ctx, at)
		if err != nil {
			return nil, nil, nil, err
		}
		bad = slices.DeleteFunc(bad, func(f check.Finding) bool { return f.Path == at })
		id := items.ID(strings.TrimSuffix(path.Base(p), items.Ext))
		active = slices.DeleteFunc(active, func(it items.Item) bool { return it.ID == id })
		it, err := items.Parse(text)
		if err != nil {
			bad = append(bad, check.Unreadable(at, err))
			continue
		}
		if it.Status == items.Active {
			active = append(active, it)
		}
		files = append(files, check.File{Path: at, Text: text, Item: it})
	}
	return files, active, bad, nil
}
