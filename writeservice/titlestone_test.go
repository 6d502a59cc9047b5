package writeservice

import (
	"testing"

	"github.com/factline/memory/items"
)

const restated = "The sessions are stored in Redis."

// A title that stood above a summary is known again by itself, whether its words are there or only their keys. One that names a subject may get another fact.
func TestATitleAboveASummaryIsATombstoneToo(t *testing.T) {
	for _, gone := range []bool{false, true} {
		s := newService(t)
		said := fact("Yokohama gateway speaks SOAP", "All partners of the yokohama gateway talk SOAP 1.2.")
		topic := fact("The port", "The gateway listens on port 7070.")
		state := fact("Sessions are stored in Redis", "It is the fastest that we have.")
		for _, it := range []items.Item{said, topic, state} {
			old := write(t, s, person, it)
			must(t, Written)(s.Retire(t.Context(), old.ID, person, ""))
			if gone {
				purged(t, s, old.ID)
			}
		}
		bare := fact(said.Title, "")
		for name, it := range map[string]items.Item{
			"title alone": bare, "as a summary": fact("Yokohama", "The Yokohama gateway speaks SOAP!"), "title and summary": said, "summary as a title": fact(said.Summary, ""),
			"a statement with another reason": fact(restated, "They survive a restart there."),
		} {
			if it.Title != restated { // a person may state it again for another reason
				mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: it, Channel: items.Human})), "--revive")
			}
			mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: it, Channel: items.Agent, Propose: true})), "only a person")
			if t.Failed() {
				t.Fatalf("%s, purged %v", name, gone)
			}
		}
		must(t, Written)(s.Write(t.Context(), Draft{Item: fact(topic.Title, "The gateway listens on port 9090."), Channel: items.Human}))
		must(t, Candidate)(s.Write(t.Context(), Draft{Item: fact(topic.Title, "The admin console is at port 9443."), Channel: items.Agent, Propose: true}))
		must(t, Written)(s.Write(t.Context(), Draft{Item: bare, Channel: items.Human, Revive: "they do again"}))
	}
}

// What no person brings in says nothing that was retired or purged under another reason, or as one sentence of several.
func TestWhatWasTakenBackComesBackBesideNothingElse(t *testing.T) {
	for _, gone := range []bool{false, true} {
		s := newService(t)
		for _, it := range []items.Item{
			fact("Dingo eats trombone daily", "It plays in the yard."), // no verb that the rules know
			fact("Yokohama gateway uses SOAP", "Nobody else is using SOAP 1.2 with the yokohama gateway."),
		} {
			old := write(t, s, person, it)
			must(t, Written)(s.Retire(t.Context(), old.ID, person, ""))
			if gone {
				purged(t, s, old.ID)
			}
		}
		refused := map[string]items.Item{
			"as one sentence of two":   fact("Partners", "The yokohama gateway uses SOAP. They asked for it in 2019."),
			"a claim among sentences":  fact("Gateways", "There are two; nobody else is using SOAP 1.2 with the yokohama gateway."),
			"title, with other reason": fact("YOKOHAMA gateway uses soap", "It was cheaper."),
		}
		if gone {
			refused["title without a known verb"] = fact("Dingo eats trombone daily", "It came from the zoo.")
			refused["the same in other width"] = fact("DINGO  eats: trombone daily!", "It came from the zoo.")
		}
		for name, it := range refused {
			r, err := s.Write(t.Context(), Draft{Item: it, Channel: items.Agent, Propose: true})
			if err != nil || r.Status != Rejected {
				t.Errorf("%s, purged %v: %+v, %v", name, gone, r, err)
			}
		}
		for name, it := range map[string]items.Item{
			"another value":          fact("Partners of Kobe", "The kobe gateway uses SOAP. They asked for it in 2019."),
			"what it no longer does": fact("Partners of Osaka", "The osaka gateway uses REST. Before 2019 the yokohama gateway uses SOAP was on its page."),
		} {
			must(t, Candidate)(s.Write(t.Context(), Draft{Item: it, Channel: items.Agent, Propose: true}))
			if t.Failed() {
				t.Fatalf("%s, purged %v", name, gone)
			}
		}
	}
}

// What took the place of a claim, over one more correction, may share its title.
func TestACorrectionOfACorrectionKeepsTheTitle(t *testing.T) {
	s := newService(t)
	first := write(t, s, person, fact("The gateway limits requests", "It is for the partners' sake."))
	second := fact("The gateway limits requests", "Since May for all.")
	second.Supersedes = []items.ID{first.ID}
	next := write(t, s, person, second)
	third := fact("The gateway limits requests", "")
	third.Supersedes = []items.ID{next.ID}
	last := write(t, s, person, third)
	it, _, err := s.Items.Get(t.Context(), last.ID)
	if err != nil {
		t.Fatal(err)
	}
	n := blind()
	for other, err := range s.Items.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n.put(other, items.File{})
	}
	if stone, ok := Tombstone(it.Head(), n); ok {
		t.Errorf("%s stands against what corrected it", stone.ID)
	}
}

// Editing a correction back into what it corrected wants a reason. One that only says a claim in better words may be edited.
func TestACorrectionIsNotEditedBackWithoutAReason(t *testing.T) {
	s := claims(t)
	old := write(t, s, person, claim("The billing service listens on port 7070"))
	it := claim("The billing service listens on port 9090")
	it.Supersedes = []items.ID{old.ID}
	next := write(t, s, person, it)
	back := func(it *items.Item) error { it.Title = "The billing service listens on port 7070"; return nil }
	mustSay(t, must(t, Rejected)(s.Update(t.Context(), next.ID, person, back)), string(old.ID), "--revive")
	must(t, Written)(s.Update(t.Context(), next.ID, person, func(it *items.Item) error { it.Body = "Since May."; return nil }))
	who := person
	who.Revive = "it moved back"
	must(t, Written)(s.Update(t.Context(), next.ID, who, back))
	must(t, Written)(s.Update(t.Context(), next.ID, person, func(it *items.Item) error { it.Body = "Since June."; return nil }))
	if it, _, err := s.Items.Get(t.Context(), next.ID); err != nil || len(it.Supersedes) != 1 {
		t.Errorf("it supersedes %v, %v", it.Supersedes, err)
	}

	old = write(t, s, person, claim("Deploys run nightly"))
	it = claim("Deploys run every night")
	it.Supersedes = []items.ID{old.ID}
	next = write(t, s, person, it)
	must(t, Written)(s.Update(t.Context(), next.ID, person, func(it *items.Item) error { it.Body = "At two."; return nil }))
}
