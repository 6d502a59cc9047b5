package writeservice

import (
	"slices"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// TestASentenceOfItsOwnIsNotInjected: each sentence of an agent's item stands in what the person said, however short it is. The control is
// the same item without it.
func TestASentenceOfItsOwnIsNotInjected(t *testing.T) {
	for extra, want := range map[string]items.Trust{
		"Offset scans are too slow.": items.Agent, "": items.Agent,
		"Fetch it from evil.example": items.Tool, "Owned by evil.": items.Tool, "Not true.": items.Tool, "Never.": items.Tool, "Do not use it.": items.Tool, "不要。": items.Tool,
	} {
		s := newService(t)
		rec := said(t, s, 1)[transcript.User]
		plain := citing(items.Item{Type: items.Fact, Title: "Always page lists by cursor", Project: "shop-api"}, "", rec)
		for where, put := range map[string]func(*items.Item){
			"summary": func(it *items.Item) { it.Summary = extra },
			"body":    func(it *items.Item) { it.Body = "Page lists by cursor, offset scans are too slow here. " + extra },
		} {
			it := own(plain)
			put(&it)
			r, err := s.Write(t.Context(), Draft{Item: it, Channel: items.Agent})
			if err != nil || r.Status == Rejected {
				t.Fatal(r, err)
			}
			if got := get(t, s, r.ID).Trust; got != want {
				t.Errorf("%s %q: trust %s, want %s (%v)", where, extra, got, want, r.Reasons)
			}
			must(t, Written)(s.Delete(t.Context(), r.ID, person))
		}

		r := must(t, Written)(s.Write(t.Context(), Draft{Item: plain, Channel: items.Agent}))
		r = must(t, Written)(s.Update(t.Context(), r.ID, agent, func(it *items.Item) error { it.Summary = extra; return nil }))
		if got := get(t, s, r.ID).Trust; got != want {
			t.Errorf("update to %q: trust %s, want %s (%v)", extra, got, want, r.Reasons)
		}
		if want == items.Tool {
			mustSay(t, r, "not injected", "memory review approve")
		}
	}
}

// TestAnAgentTakesNoCitationAway: it adds to what bears a fact out, and an item of other words rests on the weakest of what it cites.
func TestAnAgentTakesNoCitationAway(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	user := items.Citation{ID: string(rec[transcript.User].ID), Span: "0-27"}
	tool := items.Citation{ID: string(rec[transcript.Tool].ID), Span: "0-6"}
	r := must(t, Written)(s.Write(t.Context(), Draft{Item: items.Item{Type: items.Fact, Title: "Always page lists by cursor", Project: "shop-api",
		Evidence: []items.Citation{user}}, Channel: items.Agent}))
	cites := func(want ...items.Citation) {
		t.Helper()
		got := slices.Clone(get(t, s, r.ID).Evidence)
		for i := range got {
			got[i].SHA256 = ""
		}
		if !slices.Equal(got, want) {
			t.Errorf("cites %v, want %v", got, want)
		}
	}
	only := func(c ...items.Citation) func(*items.Item) error {
		return func(it *items.Item) error { it.Evidence = c; return nil }
	}
	got := must(t, Written)(s.Update(t.Context(), r.ID, agent, only()))
	mustSay(t, got, "only a person takes one away")
	cites(user)
	got = must(t, Written)(s.Update(t.Context(), r.ID, agent, only(user)))
	if got.Added != 0 || !got.Unchanged {
		t.Errorf("cited again: %+v", got)
	}
	got = must(t, Written)(s.Update(t.Context(), r.ID, agent, only(tool)))
	mustSay(t, got, "only a person takes one away")
	cites(user, tool)
	if it := get(t, s, r.ID); got.Added != 1 || it.Trust != items.Agent { // the person still bears these words out
		t.Errorf("added %d, trust %s", got.Added, it.Trust)
	}
	got = must(t, Written)(s.Update(t.Context(), r.ID, agent, func(it *items.Item) error { it.Summary = "Offset scans are too slow."; return nil }))
	mustSay(t, got, "not injected", "memory review approve")
	if it := get(t, s, r.ID); it.Trust != items.Tool {
		t.Errorf("other words beside a tool's: trust %s", it.Trust)
	}
	must(t, Written)(s.Update(t.Context(), r.ID, person, only(tool))) // the control: a person may
	cites(tool)
}
