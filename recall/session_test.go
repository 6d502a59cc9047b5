package recall

import (
	"testing"

	"github.com/factline/memory/items"
)

func TestPassagesOfOneSessionSpeakForEachOther(t *testing.T) {
	one := func(id string, score float64, sessions ...string) candidate {
		return candidate{head: items.Head{ID: items.ID(id), Sessions: sessions}, base: score, score: score}
	}
	kept := []candidate{one("alone", 1), one("a1", 0.9, "ev-codex-a"), one("a2", 0.8, "ev-codex-a"), one("a3", 0.6, "ev-codex-a", "ev-codex-b"), one("b1", 0.5, "ev-codex-b")}
	agree(kept, Defaults())
	var order []string
	for _, c := range kept {
		order = append(order, string(c.head.ID))
	}
	want := []string{"a1", "a2", "alone", "a3", "b1"}
	for n := range want {
		if order[n] != want[n] {
			t.Fatalf("order %v, want %v", order, want)
		}
	}
	if gain := kept[0].score - 0.9; gain < 0.2199 || gain > 0.2201 { // 0.2 x 0.8 + 0.1 x 0.6
		t.Errorf("a1 gained %.4f, want 0.22", gain)
	}
	if p := kept[2].parts; len(p) != 0 {
		t.Errorf("an item without a session gained %v", p)
	}
}

func TestSessionsOfAnItemComeFromItsCitations(t *testing.T) {
	it := items.Item{Evidence: []items.Citation{
		{ID: "ev-claude-code-0123456789-0123456789ab"}, {ID: "ev-claude-code-0123456789-ba9876543210"}, {ID: "elsewhere"},
	}}
	if got := it.Head().Sessions; len(got) != 1 || got[0] != "ev-claude-code-0123456789" {
		t.Errorf("sessions %q", got)
	}
}
