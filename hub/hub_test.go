package hub

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// open opens a new store; env is the caller's environment.
func open(t *testing.T, place Place, projectName string, env map[string]string) *Hub {
	t.Helper()
	if err := Create(place.Dir); err != nil {
		t.Fatal(err)
	}
	h, err := Open(t.Context(), Options{Place: place, Project: projectName, CWD: filepath.Dir(place.Dir), Now: func() time.Time { return noon },
		Getenv: func(key string) string { return env[key] }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

func write(t *testing.T, h *Hub, title, projectName string) items.ID {
	t.Helper()
	r, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Human, Item: items.Item{Type: items.Fact, Title: title, Project: projectName, Author: "Ada"}})
	if err != nil || r.Status != writeservice.Written {
		t.Fatalf("%s: %+v, %v", title, r, err)
	}
	return r.ID
}

func titles(r recall.Result) []string {
	var got []string
	for _, h := range r.Hits {
		got = append(got, h.Head.Title)
	}
	slices.Sort(got)
	return got
}

func TestCallerCanOnlyBeLowered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), StoreName)
	for _, c := range []struct {
		env   map[string]string
		as    string
		want  items.Trust
		agent string
	}{
		{nil, "", items.Human, ""},
		{nil, "agent", items.Agent, ""},
		{nil, "import", items.Imported, ""},
		{map[string]string{"CLAUDECODE": "1"}, "", items.Agent, "claude-code"},
		{map[string]string{"CODEX_SANDBOX": "seatbelt"}, "tool", items.Tool, "codex"},
		{map[string]string{"GEMINI_CLI": "1"}, "agent", items.Agent, "gemini-cli"},
		{map[string]string{"AI_AGENT": "mine"}, "agent", items.Agent, "mine"},
	} {
		h := open(t, Place{Dir: dir, Why: "flag", Exists: true}, "", c.env)
		got, err := h.Caller(c.as)
		if err != nil || got.Channel != c.want || got.Agent != c.agent {
			t.Errorf("%v --as %q: %+v, %v; want %s of %q", c.env, c.as, got, err, c.want, c.agent)
		}
		if got.Channel != items.Human && got.Author != "" {
			t.Errorf("%v: an agent got the author %q", c.env, got.Author)
		}
	}
	for _, as := range []string{"king", "human"} {
		if _, err := open(t, Place{Dir: dir, Why: "flag", Exists: true}, "", nil).Caller(as); err == nil {
			t.Errorf("--as %s was accepted", as)
		}
	}
}

func TestProjectStoreThenUserStore(t *testing.T) {
	home := t.TempDir()
	user := Place{Dir: filepath.Join(home, StoreName), Why: "user", Exists: true}
	repo := Place{Dir: filepath.Join(home, "repo", StoreName), Why: "project", Exists: true, UserDir: user.Dir}
	write(t, open(t, user, AllProjects, nil), "zebra of mine", "")
	h := open(t, repo, AllProjects, nil)
	own := write(t, h, "zebra of the project", "")
	found, err := h.Search(t.Context(), recall.Query{Text: "zebra"})
	if err != nil || !slices.Equal(titles(found), []string{"zebra of mine", "zebra of the project"}) {
		t.Fatalf("found %v, %v", titles(found), err)
	}
	for _, hit := range found.Hits {
		if _, _, err := h.Get(t.Context(), hit.ID); err != nil {
			t.Errorf("%s cannot be read: %v", hit.ID, err)
		}
	}
	pack, err := h.Pack(t.Context(), PackRequest{Query: recall.Query{Text: "zebra"}})
	if err != nil || len(pack.Entries) != 2 {
		t.Errorf("pack of both: %+v, %v", pack.Pack, err)
	}
	if _, err := h.Items.Resolve(t.Context(), string(own[:20])); err != nil {
		t.Error(err)
	}
}

// TestNoProjectLeaks asks every way of reading for one project and expects nothing of another's.
func TestNoProjectLeaks(t *testing.T) {
	h := open(t, Place{Dir: filepath.Join(t.TempDir(), StoreName), Why: "flag", Exists: true}, "shop", nil)
	write(t, h, "zebra in shop", "shop")
	write(t, h, "zebra in bank", "bank")
	write(t, h, "zebra anywhere", "")
	for _, c := range []struct {
		project string
		want    []string
	}{
		{"", []string{"zebra anywhere", "zebra in shop"}},
		{"bank", []string{"zebra anywhere", "zebra in bank"}},
		{AllProjects, []string{"zebra anywhere", "zebra in bank", "zebra in shop"}},
	} {
		found, err := h.Search(t.Context(), recall.Query{Text: "zebra", Project: c.project})
		if err != nil || !slices.Equal(titles(found), c.want) {
			t.Errorf("search %q: %v, %v; want %v", c.project, titles(found), err, c.want)
		}
		pack, err := h.Pack(t.Context(), PackRequest{Query: recall.Query{Text: "zebra", Project: c.project}})
		var got []string
		for _, e := range pack.Entries {
			got = append(got, e.Title)
		}
		slices.Sort(got)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("pack %q: %v, %v; want %v", c.project, got, err, c.want)
		}
	}
}

func TestARetiredClaimReachesNoPack(t *testing.T) {
	h := open(t, Place{Dir: filepath.Join(t.TempDir(), StoreName), Why: "flag", Exists: true}, "", nil)
	old := write(t, h, "the zebra port is 8080", "")
	if _, err := h.Change(t.Context(), func(w *writeservice.Service) (writeservice.Receipt, error) {
		return w.Retire(t.Context(), old, writeservice.Actor{Channel: items.Human}, "moved")
	}); err != nil {
		t.Fatal(err)
	}
	// The same claim comes back by hand, as a git merge would bring it.
	it, _, err := h.Items.Get(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	it.ID, it.Status = "mem-20261129-back-aaaaaaaa", items.Active
	if _, err := items.NewWriter(h.Dir).Create(context.Background(), it); err != nil {
		t.Fatal(err)
	}
	if err := h.Refresh(); err != nil {
		t.Fatal(err)
	}
	pack, err := h.Pack(t.Context(), PackRequest{Query: recall.Query{Text: "zebra port"}})
	if err != nil || len(pack.Entries) != 0 {
		t.Errorf("the retired claim was injected: %+v, %v", pack.Entries, err)
	}
}
