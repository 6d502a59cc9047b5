package hub

import (
	"context"
	"slices"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// A file that nobody vouches for reaches no prompt, and takes nothing out of one either: whoever can write it could else retire what is
// served, by a tombstone of the same claim or by a link that says it supersedes it.

// unvouched reports that nobody here vouches for an item of this store as its file is now. A store that is not trusted has none: nothing of it
// counts at all.
func (h *Hub) unvouched(ctx context.Context, id items.ID) bool {
	if h.stand.book == nil || !h.Trusted() {
		return false
	}
	it, f, err := h.Items.Get(ctx, id)
	return err != nil || h.standing(ctx, it, f) == firewall.ForeignChange
}

// mistrust is unvouched for a search; nil where whoever opened the store vouches for all of it.
func (h *Hub) mistrust(ctx context.Context) func(items.ID) bool {
	if h.stand.book == nil || !h.Trusted() {
		return nil
	}
	return func(id items.ID) bool { return h.unvouched(ctx, id) }
}

// vouchedIndex is an index without items that nobody vouches for, where one of them decides: files are read only where a tombstone shares a key.
type vouchedIndex struct {
	ctx context.Context
	h   *Hub
	all writeservice.Index
}

func (v vouchedIndex) ByText(key string) []items.Head  { return v.heads(v.all.ByText(key)) }
func (v vouchedIndex) ByClaim(key string) []items.Head { return v.heads(v.all.ByClaim(key)) }
func (v vouchedIndex) BySpan(key string) []items.Head  { return v.heads(v.all.BySpan(key)) }

func (v vouchedIndex) heads(all []items.Head) []items.Head {
	if !slices.ContainsFunc(all, func(o items.Head) bool { return o.Status == items.Retired || o.Status == items.Superseded }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(o items.Head) bool { return v.h.unvouched(v.ctx, o.ID) })
}

// ChangedOutside tells which of some items nobody here vouches for, of whichever store they are: a door that shows them says so.
func (h *Hub) ChangedOutside(ctx context.Context, ids []items.ID) map[items.ID]bool {
	found := map[items.ID]bool{}
	if h.stand.book == nil {
		return found
	}
	for _, id := range ids {
		if s, err := h.Standing(ctx, id); err == nil && s == firewall.ForeignChange {
			found[id] = true
		}
	}
	return found
}

// OutsideChange is an item whose file changed outside of memory, and that nobody approved or merged.
type OutsideChange struct {
	Head    items.Head
	New     bool     // the last commit has no such item
	Changed []string // keys of the front matter that differ from the last commit, and "body"
}

// counts reports a status in which a file says something: that it holds, or that its claim does not.
func counts(s items.Status) bool {
	return s == items.Active || s == items.Retired || s == items.Superseded
}

// Outside lists of what a filter lets through what changed outside of memory and waits for a person, of this project, newest first.
func (h *Hub) Outside(ctx context.Context, want func(items.Head) bool) ([]OutsideChange, error) {
	if h.stand.book == nil || !h.Trusted() {
		return nil, nil // what is not trusted as a whole is no change
	}
	heads, _, err := h.Heads(ctx, func(o items.Head) bool { return !o.Candidate && counts(o.Status) && want(o) })
	if err != nil {
		return nil, err
	}
	var found []OutsideChange
	for _, head := range heads {
		it, f, err := h.Items.Get(ctx, head.ID)
		if err != nil || h.standing(ctx, it, f) != firewall.ForeignChange {
			continue
		}
		o := OutsideChange{Head: head, New: true}
		if committed, ok := h.upstream.committed(ctx, h.Dir, f.Path); ok {
			o.New, o.Changed = false, changedKeys(committed, it)
		}
		found = append(found, o)
	}
	return found, ctx.Err()
}

// changedKeys names what a person has to look at. The rest of a file is bookkeeping, and stands in "other".
func changedKeys(committed []byte, now items.Item) (keys []string) {
	was, err := items.Parse(committed)
	if err != nil {
		return []string{"file"} // which could not be read
	}
	for _, k := range []struct {
		name string
		same bool
	}{
		{"type", was.Type == now.Type}, {"title", was.Title == now.Title}, {"summary", was.Summary == now.Summary}, {"status", was.Status == now.Status},
		{"project", was.Project == now.Project}, {"tags", slices.Equal(was.Tags, now.Tags)}, {"trust", was.Trust == now.Trust},
		{"review", was.Review == now.Review}, {"supersedes", slices.Equal(was.Supersedes, now.Supersedes)}, {"valid", was.Valid == now.Valid},
		{"body", was.Body == now.Body},
	} {
		if !k.same {
			keys = append(keys, k.name)
		}
	}
	if len(keys) == 0 && !was.Equal(now) {
		keys = []string{"other keys"}
	}
	return keys
}
