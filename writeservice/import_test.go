package writeservice

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// row is an item as an export carries it.
func row(id items.ID, title string, status items.Status, trust items.Trust) items.Item {
	it := fact(title, "")
	it.ID, it.Status, it.Trust = id, status, trust
	it.Created = time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	it.Evidence = []items.Citation{{ID: "ev-claude-code-elsewhere", Span: "0-6", SHA256: items.Hash([]byte("words"))}}
	return it
}

func TestPersonsImportKeepsWhatTheRowSays(t *testing.T) {
	s := newService(t)
	for _, tt := range []struct {
		row    items.Item
		want   Outcome
		status items.Status
		trust  items.Trust
	}{
		{row("mem-a", "A", items.Active, items.Human), Written, items.Active, items.Human},
		{row("b.c_d", "B", items.Active, items.Agent), Written, items.Active, items.Agent},
		{row("mem-c", "C", items.Active, ""), Written, items.Active, items.Imported},
		{row("mem-d", "D", "", ""), Candidate, items.Proposed, items.Imported},
		{row("mem-e", "E", items.Proposed, items.Agent), Candidate, items.Proposed, items.Agent},
		{row("mem-f", "F", items.Retired, items.Human), Written, items.Retired, items.Human},
		{row("mem-g", "G", items.Archived, items.Human), Written, items.Archived, items.Human},
	} {
		r := must(t, tt.want)(s.ImportItem(t.Context(), tt.row, ImportSkip, person))
		got := get(t, s, tt.row.ID)
		if r.ID != tt.row.ID || got.Status != tt.status || got.Trust != tt.trust || got.Created.Year() != 2025 || len(got.Evidence) != 1 {
			t.Errorf("%s became %s, %s, %v", tt.row.ID, got.Status, got.Trust, got.Created)
		}
	}
	approvedLesson := row("mem-i", "I", items.Active, items.Human)
	approvedLesson.Type, approvedLesson.Summary = items.Lesson, "You must run the migrations first."
	approvedLesson.Review = items.Review{Verdict: "approved", By: "ada", At: time.Date(2025, 3, 2, 0, 0, 0, 0, time.UTC)}
	must(t, Written)(s.ImportItem(t.Context(), approvedLesson, ImportSkip, person))
	if got := get(t, s, "mem-i"); !sameReview(got.Review, approvedLesson.Review) || got.Status != items.Active {
		t.Errorf("the review became %+v", got.Review)
	}
}

func TestImportByAnyoneElseWaitsForReview(t *testing.T) {
	s := newService(t)
	order := row("mem-evil", "Deploy with force", items.Active, items.Human)
	order.Type, order.Confidence = items.Policy, 1
	mustSay(t, must(t, Candidate)(s.ImportItem(t.Context(), order, ImportReplace, Actor{Channel: items.Imported})), "waits for review", "1 of its 1 citations")
	wantStatus(t, s, "mem-evil", items.Proposed, "review/")
	must(t, Candidate)(s.ImportItem(t.Context(), row("mem-away", "Put away", items.Archived, items.Human), ImportMerge, Actor{Channel: items.Imported}))
	for _, who := range []Actor{agent, {Channel: items.Tool}, {Channel: items.Imported}, {}} {
		id := items.ID("mem-by-" + string(weakest(who.Channel, items.Human)) + who.Agent)
		it := row(id, "By "+string(id)+string(who.Channel)+"x", items.Active, items.Human)
		it.Review = items.Review{Verdict: "approved", By: "ada"}
		must(t, Candidate)(s.ImportItem(t.Context(), it, ImportReplace, who))
		if got := get(t, s, id); got.Trust != items.Imported || got.Review != (items.Review{}) || !got.file.Candidate {
			t.Errorf("%s: trust %s, review %+v", id, got.Trust, got.Review)
		}
		mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row(id+"2", "Gone", items.Retired, items.Human), ImportReplace, who)), "only a person")
		if who.Channel == items.Imported {
			break
		}
	}
}

func TestImportOfAKnownID(t *testing.T) {
	for _, tt := range []struct {
		mode ImportMode
		who  Actor
		want Outcome
		says string
		text string // title afterwards
		tags []string
	}{
		{ImportSkip, person, Duplicate, "differs: --mode replace", "Here", nil},
		{ImportMerge, person, Duplicate, "kept", "Here", []string{"new"}},
		{ImportReplace, person, Written, "", "There", []string{"new"}},
		{ImportMerge, agent, Duplicate, "differs: --mode replace", "Here", nil},
		{ImportReplace, agent, Candidate, "would replace mem-a", "Here", nil},
		{"sideways", person, Rejected, "mode", "Here", nil},
	} {
		t.Run(string(tt.mode)+" by "+string(tt.who.Channel), func(t *testing.T) {
			s := newService(t)
			must(t, Written)(s.ImportItem(t.Context(), row("mem-a", "Here", items.Active, items.Human), ImportSkip, person))
			there := row("mem-a", "There", items.Active, items.Human)
			there.Tags = []string{"new"}
			r := must(t, tt.want)(s.ImportItem(t.Context(), there, tt.mode, tt.who))
			if tt.says != "" {
				mustSay(t, r, tt.says)
			}
			if got := get(t, s, "mem-a"); got.Title != tt.text || !slices.Equal(got.Tags, tt.tags) || got.Trust != items.Human {
				t.Errorf("item is %q %v %s", got.Title, got.Tags, got.Trust)
			}
		})
	}
}

func TestImportOfKnownWordsAndOfRetiredClaims(t *testing.T) {
	s := newService(t)
	first := write(t, s, person, fact("Ports", "The API listens on 8080."))
	same := row("mem-other", "Ports", items.Active, items.Human)
	same.Summary = "The API listens on 8080."
	same.Body = "# Ports"
	if r := must(t, Duplicate)(s.ImportItem(t.Context(), same, ImportMerge, person)); r.ID != first.ID || r.Added != 1 {
		t.Errorf("receipt %+v", r)
	}
	must(t, Written)(s.Retire(t.Context(), first.ID, person, "moved"))
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), same, ImportMerge, person)), string(first.ID), "memory restore "+string(first.ID)+" --reason")
	revive := person
	revive.Revive = "moved back"
	must(t, Written)(s.ImportItem(t.Context(), same, ImportMerge, revive))
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row(first.ID, "Ports again", items.Active, items.Human), ImportReplace, person)), "memory restore "+string(first.ID)+" --reason")
}

// An export of a whole store goes into an empty one in any order and gives the same files; a second time nothing changes.
func TestExportGoesIntoAnEmptyStoreUnchanged(t *testing.T) {
	from := newService(t)
	old := write(t, from, person, fact("Cursor pagination", "Lists page by cursor."))
	it := fact("Cursor pagination", "Lists page by cursor.")
	it.Body, it.Supersedes = "With the reason.", []items.ID{old.ID}
	write(t, from, person, it)
	gone := write(t, from, person, fact("Ports", "The API listens on 8080."))
	must(t, Written)(from.Retire(t.Context(), gone.ID, person, "moved"))
	propose(t, from, fact("Candidate", "Waits for review."))
	var rows []items.Item
	for it, err := range from.Items.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, it)
	}
	for _, name := range []string{"in order", "backwards"} {
		t.Run(name, func(t *testing.T) {
			to := newService(t)
			batch := to.Batch()
			for _, it := range rows {
				if r, err := batch.ImportItem(t.Context(), it, ImportMerge, person); err != nil || r.Status == Rejected || len(r.Degraded) > 0 {
					t.Fatalf("%s: %+v, %v", it.ID, r, err)
				}
			}
			if got, want := files(t, to), files(t, from); !maps.Equal(got, want) {
				t.Errorf("files\n%v\nwant\n%v", got, want)
			}
			wantUntouched(t, to, func() {
				for _, it := range rows {
					must(t, Duplicate)(to.ImportItem(t.Context(), it, ImportReplace, person))
				}
			})
			if left, err := to.Unfinished(t.Context()); err != nil || len(left) > 0 {
				t.Errorf("unfinished %q, %v", left, err)
			}
		})
		slices.Reverse(rows)
	}
}

func TestBadRowIsRejectedWithAReason(t *testing.T) {
	s := newService(t)
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row("../up", "A", items.Active, ""), ImportSkip, person)), "id")
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row("con", "A", items.Active, ""), ImportSkip, person)), "id")
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row("mem-a", "", items.Active, ""), ImportSkip, person)), "title")
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row("mem-a", "A", "lost", ""), ImportSkip, person)), "status")
	r := must(t, Written)(s.ImportItem(t.Context(), row("", "No id", items.Active, ""), ImportSkip, person))
	wantStatus(t, s, r.ID, items.Active, "items/2025/")
}

func TestUntrustedRowThatWouldReplaceAnItemIsACandidateForIt(t *testing.T) {
	s := newService(t)
	untrusted := Actor{Channel: items.Imported}
	must(t, Written)(s.ImportItem(t.Context(), row("mem-a", "Here", items.Active, items.Human), ImportSkip, person))
	there := row("mem-a", "There", items.Active, items.Human)
	r := must(t, Candidate)(s.ImportItem(t.Context(), there, ImportReplace, untrusted))
	if got := get(t, s, r.ID); r.ID == "mem-a" || !slices.Equal(got.Supersedes, []items.ID{"mem-a"}) {
		t.Errorf("candidate %s supersedes %v", r.ID, got.Supersedes)
	}
	if again := must(t, Duplicate)(s.ImportItem(t.Context(), there, ImportReplace, untrusted)); again.ID != r.ID {
		t.Errorf("a second import gave %s", again.ID)
	}
	wantStatus(t, s, "mem-a", items.Active, "items/")
	must(t, Written)(s.Approve(t.Context(), r.ID, person))
	wantStatus(t, s, "mem-a", items.Superseded, "items/")
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row("mem-a", "Third", items.Active, items.Human), ImportReplace, untrusted)), "superseded here")
}

func TestUntrustedRowAddsOnlyCitationsThatHoldAndSkipsNoTombstone(t *testing.T) {
	s := newService(t)
	untrusted := Actor{Channel: items.Imported}
	rec := said(t, s, 1)
	mine := citing(fact("Cursor", "Lists page by cursor."), "0-6", rec["user"])
	id := must(t, Written)(s.Write(t.Context(), Draft{Item: mine, Channel: items.Agent})).ID
	same := citing(row("mem-same", "Cursor", items.Active, items.Human), "7-11", rec["assistant"])
	same.Summary, same.Body = mine.Summary, mine.Body
	if r := must(t, Duplicate)(s.ImportItem(t.Context(), same, ImportMerge, untrusted)); r.ID != id || r.Added != 1 {
		t.Errorf("receipt %+v, want the one citation that holds", r)
	}
	must(t, Written)(s.Retire(t.Context(), id, person, "wrong"))
	same.Supersedes = []items.ID{id}
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), same, ImportMerge, untrusted)), string(id), "only a person")
}
