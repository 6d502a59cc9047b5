package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// Other systems count their memories anew in each project or each store, so that rows of two of them may have one id. Such rows are two items: the second
// one gets its id with a tail that is the same whenever it is imported again.

// foreignRow is one row of another system, before it is imported.
type foreignRow struct {
	name string
	it   items.Item
	err  error
}

// owner says of which row an id is: another row has another project, another time of making, or where none is told other words.
type owner struct {
	project, made, words string
}

func ownerOf(it items.Item) owner {
	o := owner{project: it.Project}
	if it.Created.IsZero() {
		o.words = it.Head().TextKey
	} else {
		o.made = it.Created.UTC().Format("20060102T150405")
	}
	return o
}

// holds reports that an item of the store is the one that a row was imported as: it has the row's project, and the time or the words that the row tells.
// Where other words are to be merged or to take the place of those here, a row without a time is the one with its id.
func (o owner) holds(it items.Item, mode writeservice.ImportMode) bool {
	switch {
	case o.project != it.Project:
		return false
	case o.made == "" && mode != writeservice.ImportSkip:
		return true
	case o.made != "":
		return o.made == it.Created.UTC().Format("20060102T150405")
	}
	return o.words == it.Head().TextKey
}

// tail makes an id of its own for an item with that of another one.
func (o owner) tail() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{o.project, o.made, o.words}, "\n")))
	return "-" + hex.EncodeToString(sum[:4])
}

// ownIDs gives each row an id that is of no other row and of no other item, and follows the new ones in what rows of the same project name.
func (h *Hub) ownIDs(ctx context.Context, rows []foreignRow, mode writeservice.ImportMode) {
	type named struct {
		project string
		id      items.ID
	}
	taken, renamed := map[items.ID]owner{}, map[named]items.ID{}
	for i := range rows {
		it := &rows[i].it
		if rows[i].err != nil || it.ID == "" {
			continue
		}
		mine := ownerOf(*it)
		of, seen := taken[it.ID]
		if !seen {
			if there, _, err := h.Items.Get(ctx, it.ID); err == nil && !mine.holds(there, mode) {
				of, seen = ownerOf(there), true
			}
		}
		if seen && of != mine {
			old := it.ID
			if id := items.ID(string(old) + mine.tail()); id.Check() == "" {
				it.ID = id
				renamed[named{it.Project, old}] = id
			} else {
				it.ID = "" // it gets one
			}
		}
		if it.ID != "" {
			taken[it.ID] = mine
		}
	}
	for i := range rows {
		it := &rows[i].it
		for _, ids := range []*[]items.ID{&it.Supersedes, &it.Contradicts, &it.Refs.Items} {
			*ids = slices.Clone(*ids)
			for n, id := range *ids {
				if own, ok := renamed[named{it.Project, id}]; ok {
					(*ids)[n] = own
				}
			}
		}
	}
}
