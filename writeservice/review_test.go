package writeservice

import (
	"errors"
	"slices"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

func TestApprovalMakesACandidateAnItemThatAPersonStandsFor(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	c := propose(t, s, citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", rec[transcript.Tool]))
	if got := get(t, s, c.ID).Trust; got != items.Tool {
		t.Fatalf("trust of the candidate is %s", got)
	}
	r := must(t, Written)(s.Approve(t.Context(), c.ID, person))
	wantStatus(t, s, c.ID, items.Active, "items/2026/")
	got := get(t, s, c.ID)
	want := items.Review{Verdict: "approved", By: "ada", At: s.now()}
	if got.Trust != items.Human || !sameReview(got.Review, want) || r.Path != got.file.Path {
		t.Errorf("approved as trust %s, review %+v, path %s", got.Trust, got.Review, r.Path)
	}
	wantUntouched(t, s, func() {
		if again := must(t, Written)(s.Approve(t.Context(), c.ID, person)); !again.Unchanged {
			t.Errorf("a second time: %+v", again)
		}
	})
	if n := len(files(t, s)); n != 1 {
		t.Errorf("%d files", n)
	}
}

func TestApprovalConfirmsAnActiveItemOfAnAgent(t *testing.T) {
	s := newService(t)
	r := write(t, s, agent, citing(fact("Ports", "The API listens on 8080."), "0-6", said(t, s, 1)[transcript.User]))
	must(t, Written)(s.Approve(t.Context(), r.ID, person))
	if got := get(t, s, r.ID); got.Trust != items.Human || got.Status != items.Active {
		t.Errorf("confirmed as %s, %s", got.Trust, got.Status)
	}
}

func TestOnlyAPersonReviews(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	c := propose(t, s, citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", rec[transcript.User]))
	into := write(t, s, agent, citing(fact("Ports", "The API listens on 8080."), "0-6", rec[transcript.Assistant]))
	for _, channel := range []Channel{items.Agent, items.Tool, items.Imported, ""} {
		who := Actor{Channel: channel, By: "ada"} // a name is a claim
		wantUntouched(t, s, func() {
			mustSay(t, must(t, Rejected)(s.Approve(t.Context(), c.ID, who)), "only a person")
			mustSay(t, must(t, Rejected)(s.Reject(t.Context(), c.ID, who, "no")), "only a person")
			mustSay(t, must(t, Rejected)(s.Merge(t.Context(), c.ID, into.ID, who)), "only a person")
		})
	}
}

func TestApprovalHoldsTheCandidateToTheRules(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	c := propose(t, s, citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", rec[transcript.User]))
	twin := fact("Keyset", "Lists page by keyset.")
	w := write(t, s, person, twin)
	edited := get(t, s, c.ID).Item // the candidate was edited by hand and now says the same as an item
	overwrite(t, s, withWords(edited, twin))
	wantUntouched(t, s, func() {
		mustSay(t, must(t, Rejected)(s.Approve(t.Context(), c.ID, person)), string(w.ID), "merge")
	})
	must(t, Written)(s.Retire(t.Context(), w.ID, person, "wrong"))
	wantUntouched(t, s, func() { mustSay(t, must(t, Rejected)(s.Approve(t.Context(), c.ID, person)), string(w.ID), "--revive") })
	revive := person
	revive.Revive = "it is right after all"
	must(t, Written)(s.Approve(t.Context(), c.ID, revive))
	if got := get(t, s, c.ID).Supersedes; !slices.Equal(got, []items.ID{w.ID}) {
		t.Errorf("supersedes %v", got)
	}
}

func TestRejectionIsRememberedAndCanBeTakenBack(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	draft := Draft{Item: citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", rec[transcript.User]), Channel: items.Agent, Propose: true}
	c := must(t, Candidate)(s.Write(t.Context(), draft))
	must(t, Written)(s.Reject(t.Context(), c.ID, person, "not so\nfor long ghp_"+"aB3dE6gH9aB3dE6gH9aB3dE6gH9aB3dE6gH9"))
	got := get(t, s, c.ID)
	if got.Status != items.Retired || got.Review.Verdict != "rejected" || got.Review.Reason != "not so for long [REDACTED:github-pat]" {
		t.Errorf("rejected as %s, %+v", got.Status, got.Review)
	}
	wantStatus(t, s, c.ID, items.Retired, "review/")
	mustSay(t, must(t, Rejected)(s.Write(t.Context(), draft)), string(c.ID))
	if r := must(t, Written)(s.Reject(t.Context(), c.ID, person, "again")); !r.Unchanged {
		t.Errorf("a second time: %+v", r)
	}
	must(t, Candidate)(s.Restore(t.Context(), c.ID, person, "worth a second look"))
	if got := get(t, s, c.ID); got.Status != items.Proposed || got.Review != (items.Review{}) || !got.file.Candidate {
		t.Errorf("restored as %s, %+v", got.Status, got.Review)
	}
	must(t, Duplicate)(s.Write(t.Context(), draft))
}

func TestMergeMovesTheSupportAndSendsTheClaimToTheItem(t *testing.T) {
	s := newService(t)
	one, two := said(t, s, 1), said(t, s, 2)
	proposal := fact("Cursor pagination", "Lists page by cursor.")
	proposal.Tags, proposal.Refs.Files = []string{"sql", "api"}, []string{"db/list.ts"}
	c := propose(t, s, citing(proposal, "0-6", one[transcript.User]))
	it := fact("Keyset", "Every list endpoint uses a keyset.")
	it.Tags = []string{"api"}
	into := write(t, s, person, it)
	must(t, Written)(s.Merge(t.Context(), c.ID, into.ID, person))

	got := get(t, s, into.ID)
	if len(got.Evidence) != 1 || !slices.Equal(got.Tags, []string{"api", "sql"}) || !slices.Equal(got.Refs.Files, []string{"db/list.ts"}) ||
		got.Trust != items.Human || got.Summary != it.Summary {
		t.Errorf("merged into %+v", got.Item)
	}
	gone := get(t, s, c.ID)
	if gone.Status != items.Retired || !slices.Equal(gone.Refs.Items, []items.ID{into.ID}) {
		t.Errorf("the candidate is %s and points to %v", gone.Status, gone.Refs.Items)
	}
	// The same claim from another session goes to the item, and does not come back as a candidate.
	again := Draft{Item: citing(proposal, "0-6", two[transcript.User]), Channel: items.Agent, Propose: true}
	if r := must(t, Duplicate)(s.Write(t.Context(), again)); r.ID != into.ID || r.Added != 1 {
		t.Errorf("said again: %+v", r)
	}
	if _, stands := Tombstone(get(t, s, into.ID).Head(), indexOf(t, s)); stands {
		t.Error("the merged candidate stands against the item")
	}
	mustSay(t, must(t, Rejected)(s.Merge(t.Context(), c.ID, into.ID, person)), "retired")
	if _, err := s.Merge(t.Context(), "mem-none", into.ID, person); !errors.Is(err, items.ErrNotFound) {
		t.Errorf("merge of nothing: %v", err)
	}
}

func TestMergeIsRefused(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	c := propose(t, s, citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", rec[transcript.User]))
	d := propose(t, s, citing(fact("Other", "Something else."), "7-12", rec[transcript.User]))
	far := fact("Far", "Of another project.")
	far.Project = "web"
	elsewhere := write(t, s, person, far)
	wantUntouched(t, s, func() {
		mustSay(t, must(t, Rejected)(s.Merge(t.Context(), c.ID, c.ID, person)), "itself")
		mustSay(t, must(t, Rejected)(s.Merge(t.Context(), c.ID, d.ID, person)), "active")
		mustSay(t, must(t, Rejected)(s.Merge(t.Context(), elsewhere.ID, elsewhere.ID, person)), "itself")
		mustSay(t, must(t, Rejected)(s.Merge(t.Context(), c.ID, elsewhere.ID, person)), "project")
	})
}

func TestStrengthenAddsCheckedCitationsOnly(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	cite := citing(items.Item{}, "0-6", rec[transcript.User]).Evidence
	if got := must(t, Duplicate)(s.Strengthen(t.Context(), r.ID, cite)); got.Added != 1 {
		t.Errorf("receipt %+v", got)
	}
	wantUntouched(t, s, func() {
		if got := must(t, Duplicate)(s.Strengthen(t.Context(), r.ID, cite)); got.Added != 0 {
			t.Errorf("receipt %+v", got)
		}
		must(t, Rejected)(s.Strengthen(t.Context(), r.ID, []items.Citation{{ID: "ev-none"}}))
	})
	must(t, Written)(s.Retire(t.Context(), r.ID, person, "moved"))
	wantUntouched(t, s, func() {
		mustSay(t, must(t, Rejected)(s.Strengthen(t.Context(), r.ID, citing(items.Item{}, "7-12", rec[transcript.User]).Evidence)), "retired")
	})
}

// indexOf reads all files into an index.
func indexOf(t *testing.T, s *Service) Index {
	t.Helper()
	n := blind()
	if err := s.scan(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	return n
}
