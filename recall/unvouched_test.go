package recall

import (
	"testing"

	"github.com/factline/memory/items"
)

func TestALinkThatNobodyVouchesForSinksNothing(t *testing.T) {
	order := func(q Query) items.ID {
		kept := []candidate{{head: items.Head{ID: "claims", Supersedes: []items.ID{"served"}}, score: 1}, {head: items.Head{ID: "served"}, score: 2}}
		q.K = 2
		return arrange(kept, nil, q).Hits[0].ID
	}
	if first := order(Query{Unvouched: func(id items.ID) bool { return id == "claims" }}); first != "served" {
		t.Errorf("%s stands first", first)
	}
	if first := order(Query{}); first != "claims" {
		t.Errorf("%s stands first where the link counts", first)
	}
}
