package hub

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// scope is what a composed pack chooses from: the items of both stores that belong to this project and branch, by kind and time. A head is
// read only of those that come to be chosen.
type scope struct {
	ctx      context.Context
	hub      *Hub
	views    []*projections.View // the store's, then the user's
	glimpses []glimpse
}

// glimpse is one item at a glance.
type glimpse struct {
	view    int8
	kind    items.Type
	pinned  bool
	exact   bool // of exactly this project
	doc     int32
	created time.Time
	updated time.Time
}

// pick calls choose with the scope.
func (h *Hub) pick(ctx context.Context, choose func(s *scope)) error {
	var user *projections.View
	if h.user != nil {
		user, _ = h.user.View(ctx) // without it the pack says so: see tellUser
	}
	return h.ahead(ctx, func() error {
		defer stopwatch.On(ctx, stopwatch.Pick)()
		choose(h.scope(ctx, h.view, user))
		return nil
	})
}

func (h *Hub) scope(ctx context.Context, views ...*projections.View) *scope {
	s, types := &scope{ctx: ctx, hub: h}, items.Types()
	for _, v := range views {
		if v == nil {
			continue
		}
		n := int8(len(s.views))
		s.views = append(s.views, v)
		v.Glances(func(doc int, g *projections.Glance) {
			if g.Candidate || g.Status != items.Active || !h.reaches(g.Project, g.Branch) {
				return
			}
			l := glimpse{view: n, doc: int32(doc), pinned: g.HasTag(pinned), exact: strings.EqualFold(g.Project, h.Project), created: g.Created, updated: g.Updated}
			if i := slices.Index(types, g.Type); i >= 0 {
				l.kind = types[i] // the glance's own does not stay
			}
			s.glimpses = append(s.glimpses, l)
		})
	}
	return s
}

// reaches reports whether an item of a project and branch is for this caller.
func (h *Hub) reaches(name, branch string) bool {
	return (name == "" || h.Project == "" || strings.EqualFold(name, h.Project)) && (branch == "" || h.Branch == "" || branch == h.Branch)
}

// first are the first ids in order of those that fit and may be seen, at most so many.
func (s *scope) first(most int, order func(a, b glimpse) int, fits func(l glimpse) bool) []items.ID {
	return s.firstWhere(most, order, fits, func(items.Head) bool { return true })
}

// firstWhere also asks the head.
func (s *scope) firstWhere(most int, order func(a, b glimpse) int, fits func(l glimpse) bool, accepts func(items.Head) bool) (ids []items.ID) {
	var list []glimpse
	for _, l := range s.glimpses {
		if fits(l) {
			list = append(list, l)
		}
	}
	taken, places := 0, s.hub.further(most)
	for l := range ascending(list, order) {
		if taken == most || len(ids) == places {
			break
		}
		if head, ok := s.head(l); ok && accepts(head) {
			ids = append(ids, head.ID)
			if s.takesPlace(l.view, head.ID) {
				taken++
			}
		}
	}
	return ids
}

// head reads the head of an item that may be seen. An item that both stores hold counts for the project's.
func (s *scope) head(l glimpse) (items.Head, bool) {
	head := s.views[l.view].Head(int(l.doc))
	if !s.hub.visible(head) {
		return head, false
	}
	if l.view > 0 {
		if doc, both := s.views[0].Lookup(head.ID); both && s.hub.visible(s.views[0].Head(doc)) {
			return head, false
		}
	}
	return head, true
}

// newestFirst orders by the last change, then by where the item lies, which is by id within a store.
func (s *scope) newestFirst(a, b glimpse) int {
	return cmp.Or(b.updated.Compare(a.updated), s.byID(a, b))
}

func (s *scope) byID(a, b glimpse) int {
	return cmp.Compare(s.views[a.view].ID(int(a.doc)), s.views[b.view].ID(int(b.doc)))
}

// ascending yields the elements in order. It turns the list into a heap, so that the first few of many cost little more than looking at all.
func ascending[T any](list []T, order func(a, b T) int) iter.Seq[T] {
	sift := func(list []T, at int) {
		for {
			least := at
			for child := 2*at + 1; child <= 2*at+2 && child < len(list); child++ {
				if order(list[child], list[least]) < 0 {
					least = child
				}
			}
			if least == at {
				return
			}
			list[at], list[least] = list[least], list[at]
			at = least
		}
	}
	return func(yield func(T) bool) {
		for at := len(list)/2 - 1; at >= 0; at-- {
			sift(list, at)
		}
		for len(list) > 0 {
			if !yield(list[0]) {
				return
			}
			last := len(list) - 1
			list[0] = list[last]
			list = list[:last]
			sift(list, 0)
		}
	}
}
