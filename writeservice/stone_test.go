package writeservice

import (
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

// A claim that was put out of force does not come back through anyone but a person, by whatever it can be recognised.
func TestTombstonesOfEveryKindHoldByEverySign(t *testing.T) {
	kinds := map[string]func(*testing.T, *Service, items.ID){
		"retired": func(t *testing.T, s *Service, id items.ID) {
			must(t, Written)(s.Approve(t.Context(), id, person))
			must(t, Written)(s.Retire(t.Context(), id, person, "bun now"))
		},
		"superseded": func(t *testing.T, s *Service, id items.ID) {
			must(t, Written)(s.Approve(t.Context(), id, person))
			newer := write(t, s, person, fact("Use bun", "Bun replaced pnpm."))
			must(t, Written)(s.Supersede(t.Context(), id, newer.ID, person))
		},
		"rejected": func(t *testing.T, s *Service, id items.ID) {
			must(t, Written)(s.Reject(t.Context(), id, person, "not for us"))
		},
	}
	for kind, bury := range kinds {
		t.Run(kind, func(t *testing.T) {
			s := newService(t)
			rec := said(t, s, 1)
			old := citing(fact("Use pnpm, not npm", "The lockfile is pnpm's."), "0-6", rec["user"], rec["assistant"])
			id := propose(t, s, old).ID
			bury(t, s, id)
			bySpan := citing(fact("Pnpm it is", "Someone said so."), "0-6", rec["user"])
			byTitle := fact("The lockfile is pnpm's", "Npm must not touch it.")
			bySummary := fact("Which package manager", old.Summary)
			byWords := fact("pnpm, never npm", "In other words.")
			for name, d := range map[string]Draft{
				"text":    {Item: old},
				"span":    {Item: bySpan},
				"title":   {Item: byTitle},
				"summary": {Item: bySummary},
				"words":   {Item: byWords, Against: []items.ID{id}},
				"by its own word": {Item: func() items.Item {
					it := old
					it.Supersedes = []items.ID{id}
					return it
				}()},
			} {
				for _, harvested := range []bool{true, false} {
					d.Channel, d.Propose = items.Agent, harvested
					r, err := s.Write(t.Context(), d)
					if err != nil || r.Status != Rejected {
						t.Errorf("by %s, harvested %v: %s, %v", name, harvested, r.Status, err)
						continue
					}
					mustSay(t, r, string(id), "only a person")
				}
			}
			both := citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", rec["user"])
			both = citing(both, "0-4", rec["tool"])
			propose(t, s, both) // one of its spans is new
			write(t, s, person, bySpan)
		})
	}
}

func TestCorrectionInALaterSessionReplacesAndStays(t *testing.T) {
	s := newService(t)
	first, later := said(t, s, 1), said(t, s, 2)
	old := citing(fact("Use npm", "Install with npm."), "0-6", first["user"])
	oldID := propose(t, s, old).ID
	must(t, Written)(s.Approve(t.Context(), oldID, person))
	right := citing(fact("Use pnpm, not npm", "Install with pnpm."), "7-24", later["user"])
	id := propose(t, s, right).ID
	must(t, Written)(s.Approve(t.Context(), id, person))
	must(t, Written)(s.Supersede(t.Context(), oldID, id, person))
	for _, d := range []Draft{{Item: right, Channel: items.Agent, Propose: true}, {Item: citing(fact("Pnpm", "Use pnpm."), "7-24", later["user"]), Channel: items.Agent, Propose: true}} {
		if r := must(t, Duplicate)(s.Write(t.Context(), d)); r.ID != id {
			t.Errorf("the correction seen again went to %s", r.ID)
		}
	}
	mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: old, Channel: items.Agent, Propose: true})), string(oldID))
}

func TestDeletedItemComesBackOnlyPastTombstonesAndTwins(t *testing.T) {
	s := newService(t)
	gone := write(t, s, person, fact("Ports", "The API listens on 8080."))
	must(t, Written)(s.Delete(t.Context(), gone.ID, person))
	twin := write(t, s, person, fact("Ports", "The API listens on 8080."))
	mustSay(t, must(t, Rejected)(s.Restore(t.Context(), gone.ID, person, "")), string(twin.ID))
	must(t, Written)(s.Retire(t.Context(), twin.ID, person, "moved"))
	mustSay(t, must(t, Rejected)(s.Restore(t.Context(), gone.ID, person, "")), string(twin.ID), "reason")
	if _, err := s.load(t.Context(), gone.ID); err == nil {
		t.Error("a refused restore brought the file back")
	}
	must(t, Written)(s.Restore(t.Context(), gone.ID, person, "moved back"))
	if got := get(t, s, gone.ID); got.Status != items.Active || !slices.Contains(got.Supersedes, twin.ID) {
		t.Errorf("it came back %s, superseding %v", got.Status, got.Supersedes)
	}
}
