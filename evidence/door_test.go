package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/factline/memory/transcript"
)

// token looks like a GitHub token. It is put together here so that no scanner takes this file for a leak.
var token = "ghp_" + "x7Q2mN9vK4bT8wR1zL6cY3hJ5dF0gS2aP9eU"

func TestNoSecretReachesTheDisk(t *testing.T) {
	s := newStore(t)
	dir := filepath.Join(t.TempDir(), token)
	line := fmt.Sprintf(`{"sessionId":%q,"cwd":"/srv/%s","gitBranch":"fix-%s","version":"2.1.4","type":"assistant","uuid":"u1","timestamp":"2026-11-03T10:15:00Z",`+
		`"message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"token is %s and again %s"},`+
		`{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/srv/%s/a.go"}}]}}`+"\n", session1, token, token, token, token, token)
	res := ingest0(t, s, writeFile(t, filepath.Join(dir, "x.jsonl"), line, claudeUser(session1+token, "u2", "in a session called by it")))
	if res.New != 3 || len(res.Redactions) == 0 {
		t.Fatalf("%+v", res)
	}
	err := filepath.WalkDir(s.Dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if strings.Contains(strings.ToLower(string(data)+name), strings.ToLower(token)) {
			t.Errorf("%s holds the token", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	first := records(t, s, session1)[0]
	if !strings.Contains(first.Text, "[REDACTED:") || !strings.HasPrefix(first.Text, "token is ") {
		t.Errorf("text %q", first.Text)
	}
	in := 0
	for _, n := range first.Redactions {
		in += n
	}
	if in != 4 { // twice in the text, directory, branch; not again in the project, which is made of the directory
		t.Errorf("redactions %v, want 4 in all", first.Redactions)
	}
}

func TestLongTextIsCutAtACharacterWithLengthAndHashOfTheWhole(t *testing.T) {
	for _, tt := range []struct {
		name string
		text string
		kept int
	}{
		{"at the bound", strings.Repeat("x", MaxText), MaxText},
		{"one more", strings.Repeat("x", MaxText+1), MaxText},
		{"in a character", "x" + strings.Repeat("界", MaxText/3+1), MaxText - MaxText%3 - 2 + 3*(MaxText%3/2)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var r Record
			r.setText(tt.text)
			if !utf8.ValidString(r.Text) || len(r.Text) > MaxText || len(r.Text) < MaxText-3 || !strings.HasPrefix(tt.text, r.Text) {
				t.Errorf("kept %d bytes, valid %v", len(r.Text), utf8.ValidString(r.Text))
			}
			cut := len(tt.text) > MaxText
			sum := sha256.Sum256([]byte(tt.text))
			if cut != (r.FullBytes == int64(len(tt.text))) || cut != (r.FullSHA256 == hex.EncodeToString(sum[:])) {
				t.Errorf("full length %d, full hash %q", r.FullBytes, r.FullSHA256)
			}
		})
	}
}

func TestHomeDirectoryOfTheSourceIsShortened(t *testing.T) {
	s := newStore(t)
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s.Home = home
	ingest0(t, s, writeFile(t, filepath.Join(home, ".claude", "projects", "x.jsonl"), prompts(session1, 1)))
	if got := records(t, s, session1)[0].Source; got != "~/.claude/projects/x.jsonl" {
		t.Errorf("source %q", got)
	}
}

func TestPathsWithSpacesAndChineseInAReadOnlyDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "我的 会话 (copy)")
	file := writeFile(t, filepath.Join(dir, "a b 文.jsonl"), prompts(session1, 2))
	if runtime.GOOS != "windows" {
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(dir, 0o700)
	}
	s := &Store{Dir: filepath.Join(t.TempDir(), "记忆 store", ".memory")}
	wantCounts(t, ingest0(t, s, dir), 2, 0, 0)
	wantCounts(t, ingest0(t, s, file), 0, 2, 0)
	if got := records(t, s, session1)[0].Source; !strings.HasSuffix(got, "我的 会话 (copy)/a b 文.jsonl") {
		t.Errorf("source %q", got)
	}
}

func TestLinksAreFollowedAsArgumentsOnly(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(outside, "secret.jsonl"), prompts("outside", 1))
	writeFile(t, filepath.Join(dir, "in", "x.jsonl"), prompts(session1, 1))
	link := filepath.Join(t.TempDir(), "link")
	for name, target := range map[string]string{
		filepath.Join(dir, "loop"):              dir,
		filepath.Join(dir, "in", "out"):         outside,
		filepath.Join(dir, "in", "out.jsonl"):   filepath.Join(outside, "secret.jsonl"),
		filepath.Join(dir, "in", "gone.jsonl"):  filepath.Join(outside, "gone"),
		filepath.Join(dir, "in", "again.jsonl"): filepath.Join(dir, "in", "x.jsonl"),
		link:                                    dir,
	} {
		if err := os.Symlink(target, name); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	s := newStore(t)
	res := ingest0(t, s, link, dir, filepath.Join(dir, "in", "again.jsonl"))
	if wantCounts(t, res, 1, 0, 0); res.Files != 1 {
		t.Errorf("%+v", res)
	}
}

func TestLinkInTheStoreIsNotFollowedOut(t *testing.T) {
	outside := t.TempDir()
	s := newStore(t)
	if err := os.MkdirAll(filepath.Join(s.Dir, treeDir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(s.Dir, treeDir, "claude-code")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 1))
	if _, err := s.Ingest(t.Context(), []string{file}, Options{}); err == nil {
		t.Error("want an error")
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 0 {
		t.Errorf("written outside: %v, %v", entries, err)
	}
}

func TestStoreIsNoSourceOfItself(t *testing.T) {
	project := t.TempDir()
	s := &Store{Dir: filepath.Join(project, ".memory")}
	writeFile(t, filepath.Join(project, "x.jsonl"), prompts(session1, 1))
	wantCounts(t, ingest0(t, s, project), 1, 0, 0)
	wantCounts(t, ingest0(t, s, project), 0, 1, 0)
	if res := ingest0(t, s, s.Dir); res.Files != 0 || len(res.Skipped) != 1 {
		t.Errorf("%+v", res)
	}
}

func FuzzRecordRoundTrip(f *testing.F) {
	f.Add("hello", "session", "/srv/x", "m1")
	f.Add("\x00\xff\u2028<tag>&\"\\\n", "", "C:\\Users\\x", "")
	f.Add("token "+token, token, "/srv/"+token, "\n")
	f.Fuzz(func(t *testing.T, text, session, cwd, message string) {
		var d door
		r := d.record(transcript.Event{Text: text, Session: session, CWD: cwd, MessageID: message, Files: []string{cwd, text}}, "generic", "none")
		l := &sessionLog{seen: map[uint64]struct{}{}}
		l.encoder = recordEncoder(&l.pending)
		hash, scope := identity(&r, sessionHash(r.Agent, r.Session))
		var n repeats
		r.ID = eventID(idStart(r.Agent, sessionHash(r.Agent, r.Session)), hash, n.next(hash, scope))
		if ok, err := l.add(&r); !ok || err != nil {
			t.Fatalf("add: %v, %v", ok, err)
		}
		lines := newLineReader(&l.pending)
		line, err := lines.next()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeRecord(line, 1)
		if err != nil {
			t.Fatal(err)
		}
		if id, ok := lineID(line); !ok || id != r.ID {
			t.Errorf("line begins with id %q, want %q", id, r.ID)
		}
		sum := sha256.Sum256([]byte(got.Text))
		if got.ID != r.ID || got.Text != r.Text || got.Session != r.Session || got.CWD != r.CWD || got.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("read back %+v, wrote %+v", got, r)
		}
		if again, _ := identity(&got, sessionHash(got.Agent, got.Session)); again != hash {
			t.Error("the identity of the record read back is another")
		}
		if _, err := lines.next(); err == nil {
			t.Error("one record made two lines")
		}
	})
}
