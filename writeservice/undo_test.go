package writeservice

import (
	"maps"
	"testing"

	"github.com/factline/memory/items"
)

func TestUndoTakesEveryChangeBackToTheByte(t *testing.T) {
	for i, f := range faulty[:4] {
		t.Run(f.name, func(t *testing.T) {
			s, id := readyStore(t, i)
			before := files(t, s)
			done, err := f.run(t.Context(), s, id)
			if err != nil || done.Receipt == "" {
				t.Fatal(done, err)
			}
			after := files(t, s)
			undone := must(t, Written)(s.Undo(t.Context(), "", person))
			if !maps.Equal(files(t, s), before) {
				t.Errorf("not as before: %v", files(t, s))
			}
			must(t, Written)(s.Undo(t.Context(), undone.Receipt, person))
			if !maps.Equal(files(t, s), after) {
				t.Errorf("undoing the undo: not as after")
			}
			must(t, Written)(s.Undo(t.Context(), string(done.ID), person))
			if !maps.Equal(files(t, s), before) {
				t.Errorf("by id: not as before")
			}
		})
	}
}

func TestUndoRefusesWhatWasChangedSince(t *testing.T) {
	s := claims(t)
	r := write(t, s, person, claim("Lists page by cursor"))
	must(t, Written)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error { it.Tags = []string{"paging"}; return nil }))
	refused := must(t, Rejected)(s.Undo(t.Context(), r.Receipt, person))
	mustSay(t, refused, "was changed since")
	must(t, Written)(s.Undo(t.Context(), "", person)) // the update
	must(t, Written)(s.Undo(t.Context(), r.Receipt, person))
	if n := len(files(t, s)); n != 0 {
		t.Errorf("%d files are left", n)
	}
	must(t, Rejected)(s.Undo(t.Context(), r.Receipt, person))
}

func TestAgentsUndoOnlyWhatAgentsDidAndReviveNothing(t *testing.T) {
	s := claims(t)
	write(t, s, person, claim("Lists page by cursor"))
	mustSay(t, must(t, Rejected)(s.Undo(t.Context(), "", agent)), "only a person")
	cited := citing(claim("The API timeout is 30 seconds"), "0-6", said(t, s, 1)["user"])
	own := must(t, Written)(s.Write(t.Context(), Draft{Item: cited, Channel: items.Agent}))
	must(t, Written)(s.Undo(t.Context(), own.Receipt, agent))
	again := must(t, Written)(s.Write(t.Context(), Draft{Item: cited, Channel: items.Agent}))
	retired := must(t, Written)(s.Retire(t.Context(), again.ID, agent, "wrong"))
	mustSay(t, must(t, Rejected)(s.Undo(t.Context(), retired.Receipt, agent)), "only a person can bring it back")
	must(t, Written)(s.Undo(t.Context(), retired.Receipt, person))
	wantStatus(t, s, again.ID, items.Active, "items/")
}

func TestUndoTakesTheNewestChangeBackWhateverItWas(t *testing.T) {
	changes := []struct {
		name string
		run  func(s *Service, id items.ID) (Receipt, error)
	}{
		{"delete", func(s *Service, id items.ID) (Receipt, error) { return s.Delete(t.Context(), id, person) }},
		{"archive", func(s *Service, id items.ID) (Receipt, error) { return s.Archive(t.Context(), id, person) }},
		{"retire", func(s *Service, id items.ID) (Receipt, error) { return s.Retire(t.Context(), id, person, "wrong") }},
		{"update", func(s *Service, id items.ID) (Receipt, error) {
			return s.Update(t.Context(), id, person, func(it *items.Item) error { it.Tags = []string{"paging"}; return nil })
		}},
	}
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			s := claims(t)
			write(t, s, person, claim("The API timeout is 30 seconds"))
			id := write(t, s, person, claim("Lists page by cursor")).ID
			before := files(t, s)
			done := must(t, Written)(c.run(s, id))
			if done.Receipt == "" {
				t.Error("no receipt to undo it by")
			}
			must(t, Written)(s.Undo(t.Context(), "", person))
			if !maps.Equal(files(t, s), before) {
				t.Errorf("not as before: %v", files(t, s))
			}
			must(t, Written)(c.run(s, id))
			must(t, Written)(s.Undo(t.Context(), string(id), person))
			if !maps.Equal(files(t, s), before) {
				t.Errorf("by id: not as before: %v", files(t, s))
			}
			if c.name == "update" {
				return
			}
			gone := must(t, Written)(c.run(s, id))
			after := files(t, s)
			must(t, Written)(s.Restore(t.Context(), id, person, "true again"))
			must(t, Written)(s.Undo(t.Context(), "", person)) // the restore
			if !maps.Equal(files(t, s), after) {
				t.Errorf("the restore: not as before: %v", files(t, s))
			}
			must(t, Written)(s.Undo(t.Context(), gone.Receipt, person))
			if !maps.Equal(files(t, s), before) {
				t.Errorf("by receipt: not as before: %v", files(t, s))
			}
		})
	}
}

func TestUndoOfADeleteMakesNoTwinAndIsForPersons(t *testing.T) {
	s := claims(t)
	id := write(t, s, person, claim("Lists page by cursor")).ID
	must(t, Written)(s.Delete(t.Context(), id, person))
	mustSay(t, must(t, Rejected)(s.Undo(t.Context(), "", agent)), "only a person")
	again := write(t, s, person, claim("Lists page by cursor"))
	if again.ID == id {
		t.Skip("the same id: the file is in the way")
	}
	mustSay(t, must(t, Rejected)(s.Undo(t.Context(), string(id), person)), "says the same")
}
