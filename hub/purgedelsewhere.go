package hub

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// A purge reaches one clone. The others get its tombstone by git, and the item's file goes; what each of them keeps for itself, the log of changes,
// the ledger and the index, still has the words or the id, which holds some. The tombstone knows the id by its key, so that it is found again.

// ownFiles are the parts of a store that git does not carry, and that name items.
var ownFiles = []string{"undo", "pending", "ledger", "projections", "lock.journal"}

// mostOwn bounds what is read of one of them: an index of 100,000 items has files of tens of megabytes.
const mostOwn = 1 << 30

// idLike is what may be an id; idEnd is where one ends, since another letter may stand behind it in an index.
var (
	idLike = lazyregexp.New(`mem-[0-9]{8}-[\p{L}\p{N}-]+`)
	idEnd  = lazyregexp.New(`-[a-z2-7]{8}`)
)

// purgedElsewhere is an item of which another clone left a tombstone, and the files that still name it here.
type purgedElsewhere struct {
	id    items.ID
	stone items.ID
	files []string
}

// leftOfPurges looks for what is left here of the items that were purged elsewhere. Where no tombstone of a purge is in the store no file is read.
func (h *Hub) leftOfPurges(ctx context.Context) ([]purgedElsewhere, error) {
	stones := map[string]items.ID{} // by the key of the id
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	for doc := range view.Len() {
		if head := view.Head(doc); head.PurgedID != "" && !h.unvouched(ctx, head.ID) {
			stones[head.PurgedID] = head.ID
		}
	}
	if len(stones) == 0 {
		return nil, nil
	}
	found, known := map[items.ID]*purgedElsewhere{}, map[string]bool{} // known: looked up already, and whether it is one
	for _, part := range ownFiles {
		err := filepath.WalkDir(filepath.Join(h.Dir, part), func(path string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil || !d.Type().IsRegular() {
				return nil // a part that is not there, or may not be read: other checks name it
			}
			text, err := plainfile.Read(path, mostOwn)
			if err != nil {
				return nil
			}
			rel, _ := filepath.Rel(h.Dir, path)
			for _, id := range likelyIDs(d.Name() + "\n" + string(text)) {
				stone, ok := items.ID(""), false
				if is, seen := known[id]; !seen || is {
					stone, ok = stones[items.IDKey(items.ID(id))]
					known[id] = ok
				}
				if !ok {
					continue
				}
				if _, _, err := h.Items.Get(ctx, items.ID(id)); err == nil {
					continue // it is there again, which another check names
				}
				p := found[items.ID(id)]
				if p == nil {
					p = &purgedElsewhere{id: items.ID(id), stone: stone}
					found[p.id] = p
				}
				if rel = filepath.ToSlash(rel); !slices.Contains(p.files, rel) {
					p.files = append(p.files, rel)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var left []purgedElsewhere
	for _, p := range found {
		left = append(left, *p)
	}
	slices.SortFunc(left, func(a, b purgedElsewhere) int { return strings.Compare(string(a.id), string(b.id)) })
	return left, nil
}

// likelyIDs lists what may be ids in a text, each once.
func likelyIDs(text string) (ids []string) {
	seen := map[string]bool{}
	for _, run := range idLike().FindAllString(text, -1) {
		for _, end := range idEnd().FindAllStringIndex(run, -1) {
			if id := run[:end[1]]; !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// checkPurges names what this machine still keeps of items that were purged in another clone. The ids are not shown: they hold words.
func (h *Hub) checkPurges(ctx context.Context) Check {
	c := Check{Name: "purges", Level: OK, Detail: "nothing here names what was purged"}
	left, err := h.leftOfPurges(ctx)
	if err != nil {
		return Check{Name: "purges", Level: Fail, Detail: err.Error()}
	}
	for _, p := range left {
		for _, f := range p.files {
			if strings.Contains(f, string(p.id)) {
				f = strings.ReplaceAll(f, string(p.id), string(p.stone))
			}
			if !slices.Contains(c.Files, f) {
				c.Files = append(c.Files, f)
			}
		}
	}
	if n := len(left); n > 0 {
		c.Level, c.Detail = Warn, fmt.Sprintf("%s purged in another clone and still kept or named by files of this machine", count(n, "item"))
		c.Fix = "memory doctor --fix takes the words out here too, for good"
	}
	return c
}

// followPurges does here what another clone did, where a person asks for it.
func (h *Hub) followPurges(ctx context.Context) (did []string, err error) {
	left, err := h.leftOfPurges(ctx)
	if err != nil || len(left) == 0 {
		return nil, err
	}
	caller, err := h.Caller("")
	if err != nil {
		return nil, err
	}
	for _, p := range left {
		stone, _, err := h.Items.Get(ctx, p.stone)
		if err != nil {
			return did, err
		}
		no, err := h.Writes.FollowPurge(ctx, p.id, stone, writeservice.Actor{Channel: caller.Channel, By: caller.Author})
		if err != nil {
			return did, err
		}
		if no != "" {
			return append(did, "not the words that were purged in another clone: "+no), nil
		}
	}
	done, err := h.FinishPurges(ctx)
	for _, p := range done {
		did = append(did, p.inWords())
	}
	return did, err
}
