package writeservice

import (
	"context"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// SaysRetired returns the tombstone whose claim an item makes again, in the same words, by its title alone or, as it seems, in others: what a person should
// read before he approves it. near are the items near it in words, ix knows all. Of the tombstones and of the live items only those count for which stands is true.
func SaysRetired(ctx context.Context, meaning compare.Meaning, it items.Item, near []items.Head, ix Index, stands func(items.Head) bool) (items.Head, bool) {
	h := it.Head()
	ix = standing{ix, stands}
	stone, ok := TombstoneAnywhere(h, ix)
	if !ok {
		stone, ok = byTitle(h, ix)
	}
	if !ok {
		e := echoOf(ctx, meaning, h, near, stands)
		stone, ok = e.stone, e.rank != noEcho
	}
	return stone, ok && stands(stone)
}
