package items

import (
	"slices"
	"strings"
	"testing"
)

func TestAStoneWithoutWordsIsFoundByTheKeysOfThoseThatItHad(t *testing.T) {
	it := parseOK(t, "---\nid: mem-20261129-acme-pays-3f9a2c1b\ntype: decision\ntitle: ACME pays 40,000 a month\nstatus: active\nproject: shop\n"+
		"created: 2026-11-29T10:15:00Z\ntrust: human\nevidence:\n  - {id: ev-codex-0123456789-0123456789ab, span: \"0-9\", sha256: "+strings.Repeat("ab", 32)+"}\n---\nKeep it.\n")
	stone := it.NewStone("mem-20261130-purged-aaaaaaaa")
	file, err := stone.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"ACME", "acme", "Keep", "40,000", strings.Repeat("ab", 32)} {
		if strings.Contains(string(file), word) {
			t.Errorf("the stone still holds %q:\n%s", word, file)
		}
	}
	back := parseOK(t, string(file))
	h, was := back.Head(), it.Head()
	if h.TextKey != was.TextKey || h.ClaimKey != was.ClaimKey || !slices.Equal(h.Spans, []string{PurgedSpan(was.Spans[0])}) || h.Project != "shop" || h.Status != Retired || h.FormKey() != was.FormKey() || h.PurgedID != IDKey(it.ID) || strings.Contains(string(file), string(it.ID)) {
		t.Errorf("head %+v\n was %+v", h, was)
	}
}

// An item in force that claims the keys of another would answer for it.
func TestOnlyARetiredItemWithoutWordsCanBePurged(t *testing.T) {
	const keys = "purged: {text: 0123456789abcdef0123456789abcdef, claim: 0123456789abcdef0123456789abcdef}\n"
	for _, front := range []string{
		"title: Purged\nstatus: active\n" + keys,
		"title: Other words\nstatus: retired\n" + keys,
		"title: Purged\nsummary: words\nstatus: retired\n" + keys,
		"title: Purged\nstatus: retired\npurged: {text: 0123456789abcdef0123456789abcdef}\n",
		"title: Purged\nstatus: retired\npurged: {text: short, claim: short}\n",
	} {
		if _, err := Parse([]byte("---\nid: x\ntype: fact\n" + front + "---\n")); err == nil {
			t.Errorf("taken:\n%s", front)
		}
	}
}

func parseOK(t *testing.T, file string) Item {
	t.Helper()
	it, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return it
}
