package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/projections"
)

// The user's own store is searched after this one, and what he retired there keeps that out of every pack here. A store that cannot be opened
// would take both away without a word: a pack is given all the same, since one broken file in a home directory must not silence a project, and
// it says so wherever it is shown or recorded. A profile is a file for everybody, so it waits until the store opens.

const leftOut = "the user's store was left out, and what was retired there is not known"

func withoutUser(err error) string { return leftOut + ": " + err.Error() }

// userView is why the user's store cannot say what it holds; nil where it can, where there is none, and where it is not trusted.
func (h *Hub) userView(ctx context.Context) error {
	if h.user == nil || !h.user.Trusted() {
		return nil
	}
	_, err := h.user.View(ctx)
	return err
}

// tellUser adds to what degraded what took its say from a store: the user's that does not open, and files of either that are no items, of which each may
// be a tombstone.
func (h *Hub) tellUser(ctx context.Context, degraded []string) []string {
	if err := h.userView(ctx); err != nil && !slices.ContainsFunc(degraded, func(d string) bool { return strings.HasPrefix(d, leftOut) }) {
		degraded = append(degraded, withoutUser(err))
	}
	for _, store := range []*Hub{h, h.user} {
		if store == nil || store.view == nil {
			continue
		}
		if why := badFiles(store.view); why != "" && !slices.Contains(degraded, why) {
			degraded = append(degraded, why)
		}
	}
	return degraded
}

// badFiles says how many files of a store no item could be read from; "" for none.
func badFiles(view *projections.View) string {
	n := len(view.Bad())
	if n == 0 {
		return ""
	}
	return count(n, "file") + " of the store left out because no item can be read from it: memory doctor says why"
}

// checkUser is doctor's line of the user's store, none where all of it can be read.
func (h *Hub) checkUser(ctx context.Context) []Check {
	c := Check{Name: "user store", Level: Fail, Fix: "memory doctor --store " + h.userDir() + " says what is broken"}
	err := h.userView(ctx)
	switch {
	case err != nil:
		c.Detail = fmt.Sprintf("%s cannot be read: no answer has what it holds, and what was retired there comes through: %v", h.userDir(), err)
	case h.user == nil || h.user.view == nil || len(h.user.view.Bad()) == 0:
		return nil
	default:
		c.Detail = fmt.Sprintf("%s of %s cannot be read: what was retired there comes through", count(len(h.user.view.Bad()), "file"), h.userDir())
	}
	return []Check{c}
}

func (h *Hub) userDir() string {
	if h.user == nil {
		return ""
	}
	return h.user.Dir
}
