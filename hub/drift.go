package hub

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/drift"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
	"github.com/factline/memory/writeservice"
)

// ErrNoTree says that there is no working tree to compare anchors with.
var ErrNoTree = errors.New("no working tree of this store's code: run it inside the repository")

// Drifted is one item with what became of its anchors, in their order.
type Drifted struct {
	Item    items.Item
	Reports []drift.Report
}

// Drift compares the anchors of items with the working tree: of the named ones, or of all that are active or wait for review. root is
// the tree.
func (h *Hub) Drift(ctx context.Context, ids []items.ID) (root string, found []Drifted, err error) {
	if root = h.codeRoot(); root == "" {
		return "", nil, ErrNoTree
	}
	var anchors []items.Anchor
	take := func(it items.Item) {
		found = append(found, Drifted{Item: it})
		anchors = append(anchors, it.Anchors...)
	}
	for _, id := range ids {
		it, _, err := h.Items.Get(ctx, id)
		if err != nil {
			return root, nil, err
		}
		take(it)
	}
	if len(ids) == 0 {
		for it, err := range h.Items.All(ctx) {
			if ctx.Err() != nil {
				return root, nil, ctx.Err()
			}
			if err == nil && len(it.Anchors) > 0 && (it.Status == items.Active || it.Status == items.Proposed) && h.speaksOfTree(it) {
				take(it)
			}
		}
	}
	reports, err := drift.Check(ctx, root, anchors, drift.Whole)
	if err != nil {
		return root, nil, err
	}
	for i := range found {
		n := len(found[i].Item.Anchors)
		found[i].Reports, reports = reports[:n], reports[n:]
	}
	return root, found, nil
}

// FollowMoved writes the new place of an item's moved anchors; the others stay as they are.
func (h *Hub) FollowMoved(ctx context.Context, d Drifted, who writeservice.Actor) (writeservice.Receipt, error) {
	now := map[items.Anchor]items.Anchor{}
	for _, r := range d.Reports {
		if r.State == drift.Moved {
			now[r.Anchor] = r.Now
		}
	}
	return h.Change(ctx, func(w *writeservice.Service) (writeservice.Receipt, error) {
		return w.Update(ctx, d.Item.ID, who, func(it *items.Item) error {
			it.Anchors = slices.Clone(it.Anchors)
			for i, a := range it.Anchors {
				if to, moved := now[a]; moved {
					it.Anchors[i] = to
				}
			}
			return nil
		})
	})
}

// codeRoot is the tree that anchors are relative to: the repository around the store, else the one around the caller. Without any it
// is the caller's directory, as it was when anchors were written there.
func (h *Hub) codeRoot() string {
	if root := h.repository(); root != "" {
		return root
	}
	if h.Chosen == "user" {
		return ""
	}
	return h.CWD
}

func (h *Hub) repository() string {
	if h.Chosen != "user" {
		if root := project.Root(filepath.Dir(h.Dir)); root != "" {
			return root
		}
	}
	return project.Root(h.CWD)
}

// speaksOfTree reports that an item's anchors mean this tree and not that of another project.
func (h *Hub) speaksOfTree(it items.Item) bool {
	if h.Chosen == "user" && it.Project == "" {
		return false
	}
	return it.Project == "" || h.Project == "" || strings.EqualFold(it.Project, h.Project)
}

// code says for the firewall what became of an item's code. Only a repository counts: elsewhere nobody knows whether the tree is the
// one that the anchors were made in. A search that ended at its limit doubts the item and does not deny it.
func (h *Hub) code(ctx context.Context, it items.Item) firewall.Code {
	root := h.repository()
	if len(it.Anchors) == 0 || root == "" || h.Project == "" || !h.speaksOfTree(it) {
		return firewall.CodeUnknown
	}
	reports, err := drift.Check(ctx, root, it.Anchors, drift.Quick)
	if err != nil {
		return firewall.CodeUnknown
	}
	same, gone := 0, 0
	for _, r := range reports {
		switch {
		case r.State == drift.Gone && !r.Bounded:
			gone++
		case r.State == drift.Unchanged, r.State == drift.Moved:
			same++
		}
	}
	switch len(reports) {
	case same:
		return firewall.CodeSame
	case gone:
		return firewall.CodeGone
	}
	return firewall.CodeChanged
}

// Code is code for an item that Get returned, of whichever store it is.
func (r *reader) Code(ctx context.Context, it items.Item) firewall.Code {
	if from := r.from[it.ID]; from != nil && r.at.IsZero() { // the working tree says nothing of another time
		return from.code(ctx, it)
	}
	return firewall.CodeUnknown
}
