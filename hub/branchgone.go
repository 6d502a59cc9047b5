package hub

import (
	"context"
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// A file that is gone says as little of who took it away as one that is new says of who made it: a program that can write a file can remove it. So
// what is missing goes onto a branch where a person deleted it through memory, and is named elsewhere.

// gone reports that no file is left of the item.
func (ch changedItem) gone() bool {
	for _, now := range ch.files {
		if now != nil {
			return false
		}
	}
	return true
}

// tookAway asks the log of changes, where one of the items is gone.
func (h *Hub) tookAway(ctx context.Context, changed []changedItem) (map[string]items.Trust, error) {
	if !slices.ContainsFunc(changed, changedItem.gone) {
		return nil, nil
	}
	return h.Writes.TookAway(ctx)
}

// notDeleted says why a file that is gone stays on the branch; "" where a person deleted it.
func notDeleted(ch changedItem, prefix string, took map[string]items.Trust) string {
	for _, p := range sortedPaths(ch.files) {
		switch who, known := took[strings.TrimPrefix(p, prefix)]; {
		case !known:
			return "its file is gone, and memory knows of no delete here: git restore " + shellWord(p) + " brings it back (from the top of the repository), then memory delete " + string(ch.id) + ", or git rm it yourself"
		case who != items.Human:
			return "an agent deleted it, and no person stands for that: memory restore " + string(ch.id) + " brings it back, memory delete " + string(ch.id) + " is a person's word"
		}
	}
	return ""
}
