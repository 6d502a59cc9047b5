package projections

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/filelock"
)

// transcriptLine is one typed message of a Claude Code session.
func transcriptLine(session string, n int, text string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`{"type":"user","uuid":"%s-%d","sessionId":"%s","cwd":"/src/shop","timestamp":"2026-11-28T10:%02d:%02dZ","version":"2.1.0","message":{"role":"user","content":%s}}`+"\n",
		session, n, session, n/60%60, n%60, quoted)
}

func evidenceStore(t *testing.T) (*Projections, func(file string, lines ...string)) {
	dir := t.TempDir()
	p := &Projections{Dir: filepath.Join(dir, "store", "projections"), Evidence: &evidence.Store{Dir: filepath.Join(dir, "store"), Now: time.Now}}
	return p, func(file string, lines ...string) {
		t.Helper()
		path := filepath.Join(dir, file)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(strings.Join(lines, "")); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Evidence.Ingest(context.Background(), []string{path}, evidence.Options{}); err != nil {
			t.Fatal(err)
		}
	}
}

// found returns the texts of the hits, best first.
func found(t *testing.T, p *Projections, q EvidenceQuery) []string {
	t.Helper()
	hits, err := p.SearchEvidence(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, h := range hits {
		rec, err := p.Evidence.Get(t.Context(), h.ID)
		if err != nil {
			t.Fatalf("hit %s is no record: %v", h.ID, err)
		}
		texts = append(texts, rec.Text)
	}
	return texts
}

func TestEvidenceSearchSeesEveryRecordAtOnce(t *testing.T) {
	p, ingest := evidenceStore(t)
	if got := found(t, p, EvidenceQuery{Text: "cursor"}); len(got) != 0 {
		t.Fatalf("an empty store found %q", got)
	}
	ingest("a.jsonl", transcriptLine("aaaa", 1, "page by cursor"), transcriptLine("aaaa", 2, "something else"))
	if got := found(t, p, EvidenceQuery{Text: "cursors"}); fmt.Sprint(got) != "[page by cursor]" {
		t.Errorf("got %q", got)
	}
	ingest("a.jsonl", transcriptLine("aaaa", 3, "the cursor is opaque, the cursor is a key"))
	ingest("b.jsonl", transcriptLine("bbbb", 1, "登录接口限流 in getUserByID"))
	if got := found(t, p, EvidenceQuery{Text: "cursor"}); len(got) != 2 || !strings.Contains(got[0], "opaque") {
		t.Errorf("after growth got %q", got)
	}
	for _, q := range []string{"限流", "getUserByID", "user by id"} {
		if got := found(t, p, EvidenceQuery{Text: q}); len(got) != 1 || !strings.Contains(got[0], "登录") {
			t.Errorf("%s: got %q", q, got)
		}
	}
	for _, q := range []EvidenceQuery{
		{Text: "cursor", Session: "bbbb"}, {Text: "cursor", Agent: "codex"}, {Text: "cursor", Project: "other"}, {Text: `"(*:^`}, {Text: ""},
	} {
		if got := found(t, p, q); len(got) != 0 {
			t.Errorf("%+v found %q", q, got)
		}
	}
	if got := found(t, p, EvidenceQuery{Text: "cursor", K: 1, Agent: "claude-code"}); len(got) != 1 {
		t.Errorf("K 1 gave %q", got)
	}
}

func TestEvidenceIndexIsTheSameHoweverItGrew(t *testing.T) {
	grown, ingest := evidenceStore(t)
	for i := range 3 * evidenceSegments { // enough for several merges
		ingest(fmt.Sprintf("s%d.jsonl", i%5), transcriptLine(fmt.Sprintf("session-%d", i%5), i, fmt.Sprintf("alpha beta%d %s", i%3, strings.Repeat("gamma ", i%7))))
		if _, err := grown.SearchEvidence(t.Context(), EvidenceQuery{Text: "alpha"}); err != nil {
			t.Fatal(err)
		}
	}
	before, err := grown.SearchEvidence(t.Context(), EvidenceQuery{Text: "beta1 gamma", K: 100})
	if err != nil || len(before) == 0 {
		t.Fatal(before, err)
	}
	segments, _ := filepath.Glob(filepath.Join(grown.Dir, "evidence", "*.text"))
	if len(segments) > evidenceSegments+1 {
		t.Errorf("%d segments were left unmerged", len(segments))
	}
	for _, damage := range []func(dir string) error{
		os.RemoveAll,
		func(dir string) error {
			return os.WriteFile(filepath.Join(dir, evidenceManifestFile), []byte("{"), 0o600)
		},
		func(dir string) error { return os.Truncate(segments[len(segments)-1], 20) },
		func(dir string) error { return overwrite(segments[len(segments)-1], 3, "garbled lists") },
	} {
		if err := damage(filepath.Join(grown.Dir, "evidence")); err != nil {
			t.Fatal(err)
		}
		after, err := grown.SearchEvidence(t.Context(), EvidenceQuery{Text: "beta1 gamma", K: 100})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("after damage\n%v\nwant\n%v", after, before)
		}
		segments, _ = filepath.Glob(filepath.Join(grown.Dir, "evidence", "*.text"))
	}
}

func TestEvidenceThatIsGoneIsNotFound(t *testing.T) {
	p, ingest := evidenceStore(t)
	ingest("a.jsonl", transcriptLine("aaaa", 1, "cursor one"))
	ingest("b.jsonl", transcriptLine("bbbb", 1, "cursor two"))
	if got := found(t, p, EvidenceQuery{Text: "cursor"}); len(got) != 2 {
		t.Fatalf("got %q", got)
	}
	sess, err := p.Evidence.Find(t.Context(), "aaaa")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(p.Evidence.Dir, sess.Dir)); err != nil {
		t.Fatal(err)
	}
	if got := found(t, p, EvidenceQuery{Text: "cursor"}); fmt.Sprint(got) != "[cursor two]" {
		t.Errorf("got %q", got)
	}
}

func TestWhatAKilledBuildOfTheEvidenceIndexLeftIsWrittenOver(t *testing.T) {
	p, ingest := evidenceStore(t)
	for n := range evidenceSegments + 3 { // over the merge of all segments as well
		session := fmt.Sprintf("7c9e6679-7425-40de-944b-e07fc1f9%04d", n)
		word := strings.Repeat(string(rune('a'+n)), 7)
		ingest(session+".jsonl", transcriptLine(session, 0, "the pool is named "+word))
		for number := range 40 {
			name := filepath.Join(p.Dir, evidenceDir, fmt.Sprintf("seg-%06d.text", number))
			if _, err := os.Stat(name); n > 0 && os.IsNotExist(err) {
				if err := os.WriteFile(name, []byte("half"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := found(t, p, EvidenceQuery{Text: word}); len(got) != 1 {
			t.Fatalf("session %d: %q", n, got)
		}
	}
}

// Who removes the index waits for the process that writes it: nobody takes a directory away under a build.
func TestTheEvidenceIndexIsNotRemovedUnderABuild(t *testing.T) {
	p, ingest := evidenceStore(t)
	ingest("a.jsonl", transcriptLine("7c9e6679-7425-40de-944b-e07fc1f90ae7", 0, "the pool has forty connections"))
	found(t, p, EvidenceQuery{Text: "pool"})
	unlock, err := filelock.Lock(t.Context(), p.evidenceLockPath(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, remove := range map[string]func(context.Context) error{"all projections": p.Drop, "a damaged index": p.dropEvidence} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := remove(ctx); err == nil {
			t.Errorf("%s: it did not wait", name)
		}
		cancel()
		if _, err := os.Stat(filepath.Join(p.Dir, evidenceDir, evidenceManifestFile)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	unlock()
	if err := p.Drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := found(t, p, EvidenceQuery{Text: "pool"}); len(got) != 1 {
		t.Errorf("afterwards: %q", got)
	}
}
