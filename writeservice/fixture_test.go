package writeservice

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/transcript"
)

var (
	person = Actor{Channel: items.Human, By: "ada"}
	agent  = Actor{Channel: items.Agent, Agent: "claude-code"}
)

// serviceAt returns the service of the store at dir. Time stands still; ids come from a counter that starts at seed.
func serviceAt(dir string, seed uint32) *Service {
	var n atomic.Uint32
	n.Store(seed)
	return &Service{
		Dir:      dir,
		Items:    &items.Store{Dir: dir},
		Evidence: &evidence.Store{Dir: dir},
		Ledger:   &ledger.Ledger{Dir: filepath.Join(dir, "ledger")},
		Now:      func() time.Time { return time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC) },
		Random: func() [5]byte {
			i := n.Add(1)
			return [5]byte{byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i), 7}
		},
	}
}

func newService(t testing.TB) *Service {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".memory")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return serviceAt(dir, 0)
}

func fact(title, summary string) items.Item {
	return items.Item{Type: items.Fact, Title: title, Summary: summary, Body: "# " + title, Project: "shop-api"}
}

// must returns a receipt that has the status, or ends the test.
func must(t testing.TB, want Outcome) func(Receipt, error) Receipt {
	t.Helper()
	return func(r Receipt, err error) Receipt {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != want {
			t.Fatalf("status %s, want %s: %v", r.Status, want, r.Reasons)
		}
		return r
	}
}

func mustSay(t testing.TB, r Receipt, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(strings.Join(r.Reasons, "; "), w) {
			t.Errorf("reasons %q do not say %q", r.Reasons, w)
		}
	}
}

func write(t testing.TB, s *Service, who Actor, it items.Item) Receipt {
	t.Helper()
	return must(t, Written)(s.Write(t.Context(), Draft{Item: it, Channel: who.Channel}))
}

func propose(t testing.TB, s *Service, it items.Item) Receipt {
	t.Helper()
	return must(t, Candidate)(s.Write(t.Context(), Draft{Item: it, Channel: items.Agent, Propose: true}))
}

func get(t testing.TB, s *Service, id items.ID) stored {
	t.Helper()
	it, err := s.load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return it
}

func wantStatus(t testing.TB, s *Service, id items.ID, want items.Status, path string) {
	t.Helper()
	if it := get(t, s, id); it.Status != want || !strings.HasPrefix(it.file.Path, path) {
		t.Errorf("%s is %s in %s, want %s in %s", id, it.Status, it.file.Path, want, path)
	}
}

// files maps every file in items/ and review/ to its content.
func files(t testing.TB, s *Service) map[string]string {
	t.Helper()
	list, bad, err := s.Items.Files(t.Context())
	if err != nil || len(bad) > 0 {
		t.Fatal(bad, err)
	}
	all := map[string]string{}
	for _, f := range list {
		b, err := os.ReadFile(filepath.Join(s.Dir, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Path] = string(b)
	}
	return all
}

// said ingests one short session and returns its records by role: what a person typed (user), the model answered (assistant) and a
// tool printed (tool). Sessions are told apart by n.
func said(t testing.TB, s *Service, n int) map[transcript.Role]evidence.Record {
	t.Helper()
	session := fmt.Sprintf("0c1d2e3f-0000-4000-8000-%012d", n)
	line := func(role, uuid string, content any) string {
		b, err := json.Marshal(map[string]any{
			"parentUuid": nil, "isSidechain": false, "userType": "external", "cwd": "/srv/none/shop-api", "sessionId": session,
			"version": "2.1.4", "gitBranch": "main", "type": role, "uuid": uuid, "timestamp": "2026-11-03T10:15:00.000Z",
			"message": map[string]any{"role": role, "content": content},
		})
		if err != nil {
			t.Fatal(err)
		}
		return string(b) + "\n"
	}
	text := line("user", "u1", "Always page lists by cursor, offset scans are too slow here.") +
		line("assistant", "a1", []any{
			map[string]any{"type": "text", "text": "I use a cursor for all list endpoints from now on."},
			map[string]any{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": map[string]any{"command": "psql -c 'explain'"}},
		}) +
		line("user", "u2", []any{map[string]any{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Seq Scan on orders, 104233 rows"}})
	file := filepath.Join(t.TempDir(), session+".jsonl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Evidence.Ingest(t.Context(), []string{file}, evidence.Options{Project: "shop-api"}); err != nil {
		t.Fatal(err)
	}
	sess, err := s.Evidence.Find(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	found := map[transcript.Role]evidence.Record{}
	for rec, err := range s.Evidence.Records(t.Context(), sess) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case rec.Channel == transcript.FromUser && rec.Kind == transcript.Message:
			found[transcript.User] = rec
		case rec.Channel == transcript.FromAssistant && rec.Kind == transcript.Message:
			found[transcript.Assistant] = rec
		case rec.Channel == transcript.FromTool && rec.Kind == transcript.ToolResult:
			found[transcript.Tool] = rec
		}
	}
	if len(found) != 3 {
		t.Fatalf("the session gave %v", found)
	}
	return found
}

func citing(it items.Item, span string, records ...evidence.Record) items.Item {
	it.Evidence = slices.Clone(it.Evidence)
	for _, r := range records {
		it.Evidence = append(it.Evidence, items.Citation{ID: string(r.ID), Span: span})
	}
	return it
}
