package hub

import (
	"testing"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

func TestWhatBecameOfInjectedItemsCountsWhatWasDoneToThem(t *testing.T) {
	person, agent := writeservice.Actor{Channel: items.Human, By: "Ada"}, writeservice.Actor{Channel: items.Agent, Agent: "codex"}
	replacement := func(old items.ID) items.Item {
		return items.Item{Type: items.Policy, Title: "Rebase before a push to main", Author: "Ada", Project: "shop-api", Supersedes: []items.ID{old}}
	}
	for name, c := range map[string]struct {
		act  func(t *testing.T, h *Hub, id items.ID)
		want HookAftermath
	}{
		"nothing": {func(*testing.T, *Hub, items.ID) {}, HookAftermath{Injected: 1}},
		"an agent's refused retirement": {func(t *testing.T, h *Hub, id items.ID) {
			if r, err := h.Writes.Retire(t.Context(), id, agent, "no more"); err != nil || r.Status != writeservice.Rejected {
				t.Fatal(r, err)
			}
		}, HookAftermath{Injected: 1}},
		"an agent's proposal": {func(t *testing.T, h *Hub, id items.ID) {
			if r, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Agent, Item: replacement(id)}); err != nil || r.Status != writeservice.Candidate {
				t.Fatal(r, err)
			}
		}, HookAftermath{Injected: 1}},
		"its approval": {func(t *testing.T, h *Hub, id items.ID) {
			r, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Agent, Item: replacement(id)})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := h.Writes.Approve(t.Context(), r.ID, person); err != nil || r.Status != writeservice.Written {
				t.Fatal(r, err)
			}
		}, HookAftermath{Injected: 1, Corrected: 1}},
		"a person's new item in its place": {func(t *testing.T, h *Hub, id items.ID) { put(t, h, replacement(id)) }, HookAftermath{Injected: 1, Corrected: 1}},
		"a person's retirement": {func(t *testing.T, h *Hub, id items.ID) {
			if r, err := h.Writes.Retire(t.Context(), id, person, "no more"); err != nil || r.Status != writeservice.Written {
				t.Fatal(r, err)
			}
		}, HookAftermath{Injected: 1, Corrected: 1}},
	} {
		dir := repo(t, "main")
		id := put(t, at(t, dir, noon), items.Item{Type: items.Policy, Title: "Merge before a push to main"})
		if text, _ := hooked(t, dir, noon, event("claude-code", "SessionStart", hook.Call{Source: "startup"})); text == "" {
			t.Fatal("nothing injected")
		}
		h := at(t, dir, noon.Add(time.Minute))
		c.act(t, h, id)
		s, err := h.SummariseHooks(t.Context(), noon.Add(-time.Hour))
		if err != nil || s.Aftermath != c.want {
			t.Errorf("%s: %+v, %v", name, s.Aftermath, err)
		}
	}
}
