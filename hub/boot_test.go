package hub

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/tokens"
	"github.com/factline/memory/writeservice"
)

func repo(t *testing.T, branch string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop-api")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q", "-b", branch}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "first"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %v\n%s", args, err, out)
		}
	}
	return dir
}

// at opens the store of a repository as it is at a time.
func at(t *testing.T, dir string, now time.Time) *Hub {
	t.Helper()
	place := Place{Dir: filepath.Join(dir, StoreName), Why: "project", Exists: true}
	if err := Create(place.Dir); err != nil {
		t.Fatal(err)
	}
	h, err := Open(t.Context(), Options{Place: place, CWD: dir, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

var claude = Caller{Channel: items.Agent, Agent: "claude-code"}
var codex = Caller{Channel: items.Agent, Agent: "codex"}

func handoff(t *testing.T, h *Hub, who Caller, objective string) writeservice.Receipt {
	t.Helper()
	r, err := h.Handoff(t.Context(), HandoffRequest{Objective: objective, Next: []string{"run the tests of " + objective}, Caller: who})
	if err != nil || r.Status != writeservice.Written {
		t.Fatalf("%+v, %v", r, err)
	}
	return r
}

func resumed(t *testing.T, h *Hub) string {
	t.Helper()
	p, err := h.Resume(t.Context(), ResumeRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return p.Text
}

func TestAHandoffOfAnAgentIsTakenUpByAnother(t *testing.T) {
	dir := repo(t, "main")
	if err := os.WriteFile(filepath.Join(dir, "list.ts"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := at(t, dir, noon).Handoff(t.Context(), HandoffRequest{
		Objective: "Lists page by cursor", Done: []string{"wrote the decoder"}, Pending: []string{"the orders endpoint"},
		Decisions: []string{"cursors are opaque"}, Next: []string{"finish db/list.ts"}, Verify: []string{"make check"}, Blockers: []string{"no staging access"}, Caller: claude,
	})
	if err != nil || r.Status != writeservice.Written {
		t.Fatalf("%+v, %v", r, err)
	}
	text := resumed(t, at(t, dir, noon.Add(time.Hour)))
	for _, want := range []string{"Lists page by cursor", "wrote the decoder", "the orders endpoint", "cursors are opaque", "finish db/list.ts", "make check", "no staging access", "branch main", "first", "list.ts"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not handed on:\n%s", want, text)
		}
	}
	it, _, err := at(t, dir, noon).Items.Get(t.Context(), r.ID)
	if err != nil || it.Trust != items.Agent || len(it.Evidence) != 1 || it.Valid.Branch != "main" {
		t.Errorf("%+v, %v", it, err)
	}
}

func TestHandoffsOfTwoAgentsDoNotMix(t *testing.T) {
	dir := repo(t, "main")
	first := handoff(t, at(t, dir, noon), claude, "alpha work")
	second := handoff(t, at(t, dir, noon.Add(time.Minute)), codex, "beta work")
	third := handoff(t, at(t, dir, noon.Add(2*time.Minute)), claude, "gamma work")
	h := at(t, dir, noon.Add(time.Hour))
	for id, want := range map[items.ID]items.Status{first.ID: items.Archived, second.ID: items.Active, third.ID: items.Active} {
		if it, _, err := h.Items.Get(t.Context(), id); err != nil || it.Status != want {
			t.Errorf("%s is %s, want %s (%v)", id, it.Status, want, err)
		}
	}
	text := resumed(t, h)
	if !strings.Contains(text, "run the tests of gamma work") || strings.Contains(text, "run the tests of beta work") || !strings.Contains(text, "beta work") {
		t.Errorf("the newest in full, the other agent's in one line:\n%s", text)
	}
	p, err := h.Resume(t.Context(), ResumeRequest{Agent: "codex"})
	if err != nil || !strings.Contains(p.Text, "run the tests of beta work") || strings.Contains(p.Text, "gamma") {
		t.Errorf("%s, %v", p.Text, err)
	}
}

func TestTheSameHandoffAgainIsNoTombstone(t *testing.T) {
	dir := repo(t, "main")
	handoff(t, at(t, dir, noon), claude, "alpha work")
	handoff(t, at(t, dir, noon.Add(time.Minute)), claude, "beta work")
	handoff(t, at(t, dir, noon.Add(2*time.Minute)), claude, "alpha work")
	if text := resumed(t, at(t, dir, noon.Add(time.Hour))); !strings.Contains(text, "run the tests of alpha work") {
		t.Error(text)
	}
}

func TestAHandoffOfAnotherBranchOrTimeStaysAway(t *testing.T) {
	dir := repo(t, "main")
	handoff(t, at(t, dir, noon), claude, "alpha work")
	if text := resumed(t, at(t, dir, noon.Add(HandoffValid+24*time.Hour))); text != "" {
		t.Errorf("an old one is resumed:\n%s", text)
	}
	cmd := exec.Command("git", "checkout", "-q", "-b", "other")
	cmd.Dir = dir
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if text := resumed(t, at(t, dir, noon.Add(time.Hour))); text != "" {
		t.Errorf("one of another branch is resumed:\n%s", text)
	}
}

func TestBootKeepsItsBudgetAndItsOrder(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	for n := range 12 {
		for _, typ := range []items.Type{items.Policy, items.Decision, items.Signal, items.Lesson} {
			it := items.Item{Type: typ, Title: fmt.Sprintf("The %s number %d about paging", typ, n), Summary: fmt.Sprintf("Of %s %d: ", typ, n) + strings.Repeat("words that take room. ", 8), Project: "shop-api", Author: "Ada"}
			if n == 11 && typ == items.Policy {
				it.Tags = []string{"pinned"}
			}
			if r, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Human, Item: it}); err != nil || r.Status != writeservice.Written {
				t.Fatalf("%+v, %v", r, err)
			}
		}
	}
	handoff(t, h, claude, "alpha work")
	for _, task := range []string{"", "how does paging work"} {
		for _, budget := range []int{10, 60, 100, 200, 400, 800, 3000} {
			p, err := at(t, dir, noon.Add(time.Hour)).Boot(t.Context(), BootRequest{Task: task, Budget: budget})
			if err != nil {
				t.Fatal(err)
			}
			if n := tokens.Count(p.Text); n > budget || n != p.Tokens {
				t.Errorf("budget %d: %d tokens, pack says %d", budget, n, p.Tokens)
			}
			if budget >= 200 && (len(p.Entries) == 0 || p.Entries[0].Type != items.Handoff) {
				t.Errorf("budget %d: the handoff is not first: %+v", budget, p.Entries)
			}
			if budget >= 800 && !strings.Contains(p.Text, "policy number 11") {
				t.Errorf("budget %d: the pinned policy is missing:\n%s", budget, p.Text)
			}
		}
	}
	p, err := at(t, dir, noon.Add(time.Hour)).Brief(t.Context(), BootRequest{})
	if err != nil || p.Tokens > DefaultBrief || len(p.Entries) < 4 {
		t.Errorf("%d tokens, %d entries, %v", p.Tokens, len(p.Entries), err)
	}
}

func TestALessonGrowsByReinforcementAndFadesByTheWeek(t *testing.T) {
	dir := repo(t, "main")
	r, err := at(t, dir, noon).SaveLesson(t.Context(), LessonRequest{Trigger: "a migration touches orders", Action: "Take the lock first", Consequence: "it deadlocked twice", Caller: Caller{Channel: items.Human, Author: "Ada"}})
	if err != nil || r.Status != writeservice.Written {
		t.Fatalf("%+v, %v", r, err)
	}
	confidence := func(h *Hub) float64 {
		it, _, err := newReader(h).Get(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		return it.Confidence
	}
	before, err := os.ReadFile(filepath.Join(dir, StoreName, filepath.FromSlash(r.Path)))
	if err != nil {
		t.Fatal(err)
	}
	for days, want := range map[int]float64{0: 0.7, 6: 0.7, 7: 0.665, 15: 0.6317, 70: 0.4191} {
		if got := confidence(at(t, dir, noon.Add(time.Duration(days)*24*time.Hour))); got != want {
			t.Errorf("after %d days: %v, want %v", days, got, want)
		}
	}
	after, err := os.ReadFile(filepath.Join(dir, StoreName, filepath.FromSlash(r.Path)))
	if err != nil || string(before) != string(after) {
		t.Errorf("reading changed the file (%v)", err)
	}
	later := at(t, dir, noon.Add(15*24*time.Hour))
	if _, err := later.ReinforceLesson(t.Context(), r.ID, Caller{Channel: items.Human, Author: "Ada"}); err != nil {
		t.Fatal(err)
	}
	if got, want := confidence(later), 0.6685; got != want { // 0.6317 + 0.1 x 0.3683
		t.Errorf("reinforced: %v, want %v", got, want)
	}
	same, err := later.SaveLesson(t.Context(), LessonRequest{Trigger: "a migration touches orders", Action: "Take the lock first", Consequence: "it deadlocked twice", Caller: Caller{Channel: items.Human, Author: "Ada"}})
	if err != nil || same.ID != r.ID || confidence(later) != 0.7017 {
		t.Errorf("saved again: %+v, %v, %v", same, confidence(later), err)
	}
	p, err := at(t, dir, noon.Add(16*24*time.Hour)).Boot(t.Context(), BootRequest{Task: "write the migration of orders"})
	if err != nil || !strings.Contains(p.Text, "it deadlocked twice") {
		t.Errorf("%s, %v", p.Text, err)
	}
	if got := confidence(at(t, dir, noon.Add(22*24*time.Hour))); got != 0.7017 {
		t.Errorf("shown six days ago: %v, want 0.7017", got)
	}
}

func TestALessonThatFadedForYearsIsStillGivenWhereItAloneAnswers(t *testing.T) {
	dir := repo(t, "main")
	r, err := at(t, dir, noon).SaveLesson(t.Context(), LessonRequest{Trigger: "a migration touches orders", Action: "Take the lock first", Consequence: "it deadlocked twice", Caller: Caller{Channel: items.Human, Author: "Ada"}})
	if err != nil || r.Status != writeservice.Written {
		t.Fatalf("%+v, %v", r, err)
	}
	p, err := at(t, dir, noon.Add(3*365*24*time.Hour)).Pack(t.Context(), PackRequest{Query: recall.Query{Text: "what must a migration of orders do first?"}})
	if err != nil || len(p.Entries) != 1 || p.Entries[0].ID != r.ID {
		t.Errorf("%+v, %v", p.Entries, err)
	}
}
