package evidence

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSessionsAreSummedUpFromTheirRecords(t *testing.T) {
	s := newStore(t)
	if list, err := s.Sessions(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("without a store: %v, %v", list, err)
	}
	dir := t.TempDir()
	later := strings.ReplaceAll(prompts("b-later", 1), "2026-11-03", "2026-11-04")
	ingest0(t, s, writeFile(t, filepath.Join(dir, "1.jsonl"), later), writeFile(t, filepath.Join(dir, "2.jsonl"), prompts("a-first", 2),
		claudeUser("c-long", "u", "\n\n  Please "+strings.Repeat("explain ", 30))))
	check := func() {
		t.Helper()
		list, err := s.Sessions(t.Context())
		if err != nil || len(list) != 3 {
			t.Fatalf("%+v, %v", list, err)
		}
		first := list[0]
		when := time.Date(2026, 11, 3, 10, 15, 0, 0, time.UTC)
		first.Dir, first.Modified = "", 0
		want := Session{Agent: "claude-code", Session: "a-first", Project: "shop-api", CWD: "/srv/none/shop-api", Branch: "main",
			Start: when, End: when, Events: 2, Turns: 2, Title: "prompt number 1"}
		if first != want {
			t.Errorf("got %+v, want %+v", first, want)
		}
		if list[1].Session != "c-long" || list[2].Session != "b-later" {
			t.Errorf("order %s, %s", list[1].Session, list[2].Session)
		}
		if title := list[1].Title; !strings.HasPrefix(title, "Please explain explain") || !strings.HasSuffix(title, "explain...") || len(title) > 90 {
			t.Errorf("title %q", title)
		}
	}
	check()
	// Summaries are derived: damaged, old or missing ones change nothing.
	summaries, err := filepath.Glob(filepath.Join(s.Dir, treeDir, "*", "*", "*", "*", summaryFile))
	if err != nil || len(summaries) != 3 {
		t.Fatalf("%v, %v", summaries, err)
	}
	for i, text := range []string{"{", `{"version":1,"size":7,"events":99}`} {
		if err := os.WriteFile(summaries[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(summaries[2]); err != nil {
		t.Fatal(err)
	}
	check()
	check() // now from the renewed ones
	for _, name := range summaries {
		if data, err := os.ReadFile(name); err != nil || !strings.Contains(string(data), `"title"`) {
			t.Errorf("%s was not renewed (%v)", name, err)
		}
	}
}

func TestFindResolvesIdPrefixAndLatest(t *testing.T) {
	s := newStore(t)
	if _, err := s.Find(t.Context(), "latest"); !errors.Is(err, ErrNotFound) {
		t.Errorf("empty store: %v", err)
	}
	dir := t.TempDir()
	var b strings.Builder
	for i, name := range []string{"alpha-1", "alpha-2", "alpha", "beta", "alpha-3", "alpha-4", "alpha-5", "alpha-6"} {
		b.WriteString(strings.ReplaceAll(claudeUser(name, "u", "hi"), "T10:15", fmt.Sprintf("T%02d:15", 20-i)))
	}
	ingest0(t, s, writeFile(t, filepath.Join(dir, "x.jsonl"), b.String()))
	for ref, want := range map[string]string{"alpha": "alpha", "alpha-2": "alpha-2", "b": "beta", "latest": "alpha-1"} {
		if got, err := s.Find(t.Context(), ref); err != nil || got.Session != want {
			t.Errorf("%s: %q, %v; want %s", ref, got.Session, err, want)
		}
	}
	_, err := s.Find(t.Context(), "alpha-")
	if !errors.Is(err, ErrAmbiguous) || !strings.Contains(err.Error(), "alpha-3 (claude-code)") || !strings.Contains(err.Error(), "1 more") {
		t.Errorf("ambiguous: %v", err)
	}
	for _, ref := range []string{"", "gamma", "../alpha"} {
		if _, err := s.Find(t.Context(), ref); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v, want ErrNotFound", ref, err)
		}
	}
}

func TestGetReadsNoOtherSession(t *testing.T) {
	s := newStore(t)
	dir := t.TempDir()
	ingest0(t, s, writeFile(t, filepath.Join(dir, "x.jsonl"), prompts("one", 30), prompts("two", 3)))
	want := records(t, s, "one")[17]
	if err := os.Remove(eventsOf(t, s, "two")); err != nil { // reading it would fail
		t.Fatal(err)
	}
	got, err := s.Get(t.Context(), want.ID)
	if err != nil || got.ID != want.ID || got.Text != want.Text || got.Seq != 18 {
		t.Errorf("%+v, %v", got, err)
	}
	agent, session, _, _ := want.ID.split()
	for _, id := range []ID{"", "ev-", "x", ID("ev-" + agent + "-" + session + "-000000000000"), ID("ev-" + agent + "-0000000000-000000000000"),
		"ev-../../etc-0000000000-000000000000", "ev-nobody-0000000000-000000000000", want.ID + "0"} {
		if _, err := s.Get(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v, want ErrNotFound", id, err)
		}
	}
}

func TestCiteReturnsTheWordsOfASpan(t *testing.T) {
	s := newStore(t)
	ingest0(t, s, writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), claudeUser("s", "u", "use 游标 here")))
	rec := records(t, s, "s")[0]
	for span, want := range map[string]string{"": "use 游标 here", "0-3": "use", "4-10": "游标", "4-15": "游标 here"} {
		text, sum, got, err := s.Cite(t.Context(), rec.ID, span)
		if err != nil || text != want || got.ID != rec.ID || len(sum) != 64 || (span == "" && sum != rec.SHA256) {
			t.Errorf("%q: %q, %s, %v", span, text, sum, err)
		}
	}
	for _, span := range []string{"3-3", "3-2", "5-8", "4-9", "0-16", "-1-3", "a-b", "1", "1-", "-", "0-3 ", "+0-3", "00-3", "0-99999999999999999999"} {
		if _, _, _, err := s.Cite(t.Context(), rec.ID, span); !errors.Is(err, ErrSpan) {
			t.Errorf("%q: %v, want ErrSpan", span, err)
		}
	}
}

func FuzzParseSpan(f *testing.F) {
	for _, seed := range []string{"0-1", "10-42", "-", "1--2", "007-9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, span string) {
		from, to, err := parseSpan(span)
		if (err == nil) != (from < to && fmt.Sprintf("%d-%d", from, to) == span) {
			t.Errorf("%q gave %d, %d, %v", span, from, to, err)
		}
		if err != nil && !errors.Is(err, ErrSpan) {
			t.Errorf("%q: %v", span, err)
		}
	})
}

func TestPendingNamesWhatIsNotYetRead(t *testing.T) {
	s := newStore(t)
	dir := t.TempDir()
	read := writeFile(t, filepath.Join(dir, "a.jsonl"), prompts("a", 2))
	fresh := writeFile(t, filepath.Join(dir, "b.jsonl"), prompts("b", 2))
	writeFile(t, filepath.Join(dir, "note.bin"), "\x00\x01 not a transcript")
	check := func(want ...string) {
		t.Helper()
		if got, err := s.Pending(t.Context(), []string{dir}); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v; want %v", got, err, want)
		}
	}
	check(read, fresh)
	ingest0(t, s, read)
	check(fresh)
	ingest0(t, s, dir)
	check()
	appendFile(t, read, prompts("a", 1))
	check(read)
	if _, err := s.Pending(t.Context(), []string{filepath.Join(dir, "none")}); err == nil {
		t.Error("missing path: want an error")
	}
}

func TestProjectOfAnEvent(t *testing.T) {
	for cwd, want := range map[string]string{
		"/srv/none/shop-api":                      "shop-api",
		`C:\Users\x\src\Shop-API\`:                "shop-api",
		"/none/u/shop/.claude/worktrees/fix-1":    "shop",
		"/none/u/shop/.claude/worktrees/fix-1/db": "shop",
		"/none/u/shop/.worktrees/fix":             "shop",
		"/none/u/.codex/worktrees/ab12/shop":      "shop",
		"/none/u/.codex/worktrees/ab12/shop/db":   "shop",
		"/none/u/.cursor/worktrees/shop/ab12":     "shop",
		"/none/u/worktrees/shop":                  "shop",
		"/none/u/.codex/worktrees":                "",
		"/":                                       "", "": "", `C:\`: "", "/root": "", "/home/nobody-here": "", "/Users/nobody": "", `C:\Users\x`: "",
		`\\host\share\shop`: "shop",
	} {
		if got := (&projects{}).name("", cwd, "", &projectHome{}); got != want {
			t.Errorf("%q: %q, want %q", cwd, got, want)
		}
	}
	// What the session started with decides for what lies below it.
	p, home := &projects{}, &projectHome{}
	if got := []string{p.name("", "/none/shop", "", home), p.name("", "/none/shop/db", "", home), p.name("", "", "", home), p.name("", "/none/shopping", "", home)}; !slices.Equal(got,
		[]string{"shop", "shop", "shop", "shopping"}) {
		t.Errorf("one session: %q", got)
	}
	if got := (&projects{override: "mine"}).name("git@example.com:x/y.git", "/none/shop", "", &projectHome{}); got != "mine" {
		t.Errorf("override: %q", got)
	}
}

func TestProjectGivenOverridesDetection(t *testing.T) {
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts("s", 1))
	if _, err := s.Ingest(t.Context(), []string{file}, Options{Project: "other"}); err != nil {
		t.Fatal(err)
	}
	if got := records(t, s, "s")[0].Project; got != "other" {
		t.Errorf("project %q", got)
	}
}

func TestLocationsAreTheExistingOnes(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home [x]")
	other := t.TempDir()
	for _, dir := range []string{
		filepath.Join(home, ".claude", "projects", "-srv-x"),
		filepath.Join(home, ".codex", "sessions", "2026"),
		filepath.Join(home, ".gemini", "tmp", "abc", "chats"),
		filepath.Join(home, ".gemini", "tmp", "def"),
		filepath.Join(home, "Library", "Application Support", "Code", "User", "globalStorage", "saoudrizwan.claude-dev", "tasks"),
		filepath.Join(other, "opencode", "storage"),
		filepath.Join(other, "sessions"),
	} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"CODEX_HOME": other, "XDG_DATA_HOME": other, "CLAUDE_CONFIG_DIR": "relative"}
	var got []string
	for _, l := range Locations(home, func(name string) string { return env[name] }) {
		for _, path := range l.Paths {
			got = append(got, l.Agent+" "+filepath.ToSlash(strings.NewReplacer(home, "~", other, "$").Replace(path)))
		}
	}
	slices.Sort(got)
	want := []string{
		"claude-code ~/.claude/projects",
		"cline ~/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks",
		"codex $/sessions",
		"codex ~/.codex/sessions",
		"gemini-cli ~/.gemini/tmp/abc/chats",
		"opencode $/opencode/storage",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
