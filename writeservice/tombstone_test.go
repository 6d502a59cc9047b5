package writeservice

import (
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

// heads is an index over a few heads.
type heads []items.Head

func (hs heads) ByText(key string) []items.Head {
	return hs.where(func(h items.Head) bool { return h.TextKey == key })
}

func (hs heads) ByClaim(key string) []items.Head {
	return hs.where(func(h items.Head) bool { return h.ClaimKey == key })
}

func (hs heads) BySpan(key string) []items.Head {
	return hs.where(func(h items.Head) bool { return slices.Contains(h.Spans, key) })
}

func (hs heads) where(keep func(items.Head) bool) (found []items.Head) {
	for _, h := range hs {
		if keep(h) {
			found = append(found, h)
		}
	}
	return found
}

func TestTombstoneStandsAgainstItsClaimOnly(t *testing.T) {
	head := func(id items.ID, status items.Status, text, claim string, supersedes ...items.ID) items.Head {
		return items.Head{ID: id, Status: status, Project: "p", TextKey: text, ClaimKey: claim, Supersedes: supersedes}
	}
	inAll := head("t", items.Retired, "t1", "c1")
	inAll.Project = ""
	elsewhere := head("t", items.Retired, "t1", "c1")
	elsewhere.Project = "q"
	for _, tt := range []struct {
		name string
		h    items.Head
		rest heads
		want items.ID
	}{
		{"nothing", head("a", items.Active, "t1", "c1"), nil, ""},
		{"retired claim", head("a", items.Active, "t2", "c1"), heads{head("t", items.Retired, "t1", "c1")}, "t"},
		{"retired text", head("a", items.Active, "t1", "c2"), heads{head("t", items.Retired, "t1", "c1")}, "t"},
		{"superseded claim", head("a", items.Active, "t2", "c1"), heads{head("t", items.Superseded, "t1", "c1")}, "t"},
		{"archived is no tombstone", head("a", items.Active, "t2", "c1"), heads{head("t", items.Archived, "t1", "c1")}, ""},
		{"another claim", head("a", items.Active, "t2", "c2"), heads{head("t", items.Retired, "t1", "c1")}, ""},
		{"another project", head("a", items.Active, "t2", "c1"), heads{elsewhere}, ""},
		{"tombstone of all projects", head("a", items.Active, "t2", "c1"), heads{inAll}, "t"},
		{"itself", head("t", items.Retired, "t1", "c1"), heads{head("t", items.Retired, "t1", "c1")}, ""},
		{"it supersedes the tombstone", head("a", items.Active, "t2", "c1", "t"), heads{head("t", items.Superseded, "t1", "c1")}, ""},
		{"a living successor says the same", head("b", items.Active, "t3", "c1"),
			heads{head("t", items.Superseded, "t1", "c1"), head("a", items.Active, "t2", "c1", "t")}, ""},
		{"a retired successor does not count", head("b", items.Active, "t3", "c1"),
			heads{head("t", items.Superseded, "t1", "c1"), head("a", items.Retired, "t2", "c1", "t")}, "a"},
		{"a successor with another claim corrects it", head("b", items.Active, "t3", "c1"),
			heads{head("t", items.Superseded, "t1", "c1"), head("a", items.Active, "t2", "c2", "t")}, "t"},
		{"the lowest id first", head("a", items.Active, "t2", "c1"),
			heads{head("u", items.Retired, "t1", "c1"), head("t", items.Retired, "t4", "c1")}, "t"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Tombstone(tt.h, tt.rest)
			if got.ID != tt.want || ok != (tt.want != "") {
				t.Errorf("Tombstone = %q, %v; want %q", got.ID, ok, tt.want)
			}
		})
	}
}

func TestSpansOfAPurgedItemAreKnownAgain(t *testing.T) {
	cite := items.Citation{ID: "ev-codex-0123456789-0123456789ab", Span: "0-9", SHA256: items.Hash([]byte("the words"))}
	was := items.Item{ID: "mem-20261129-was-aaaaaaaa", Status: items.Active, Title: "The words", Evidence: []items.Citation{cite}}
	older := was.NewStone("mem-20261130-purged-aaaaaaaa")
	older.Evidence[0].SHA256 = cite.SHA256 // as a purge left it once
	again := items.Item{ID: "mem-20261201-again-aaaaaaaa", Status: items.Proposed, Title: "Other words", Evidence: []items.Citation{{ID: "ev-codex-other-0123456789ab", Span: "4-13", SHA256: cite.SHA256}}}
	for name, stone := range map[string]items.Item{"now": was.NewStone("mem-20261130-purged-aaaaaaaa"), "older": older} {
		if found, ok := buriedSpans(again.Head(), heads{stone.Head()}); !ok || found.ID != stone.ID {
			t.Errorf("%s: %q, %v", name, found.ID, ok)
		}
	}
	again.Evidence[0].SHA256 = items.Hash([]byte("other words"))
	if _, ok := buriedSpans(again.Head(), heads{was.NewStone("mem-20261130-purged-aaaaaaaa").Head()}); ok {
		t.Error("other words are taken for those that were purged")
	}
}
