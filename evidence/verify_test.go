package evidence

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// overwrite changes a record file in place, as a bad disk or an editor does, and moves its time on.
func overwrite(t *testing.T, file string, change func(lines []string) []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, change(slices.Collect(strings.Lines(string(data))))...)
	if err := os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyNamesEveryDamageAndIngestBringsTheRecordsBack(t *testing.T) {
	junk := func(line string) string { return strings.Repeat("x", len(line)-1) + "\n" }
	for _, tt := range []struct {
		name   string
		change func(lines []string) []string
		line   int // of the first damage; 0: the state of the source is named
		reason string
		back   int // records that ingest adds again
	}{
		{"a line overwritten", func(l []string) []string { l[4] = junk(l[4]); return l }, 5, "not a record", 1},
		{"a text changed", func(l []string) []string {
			l[4] = strings.Replace(l[4], `"text":"prompt`, `"text":"PROMPT`, 1)
			return l
		}, 5, "does not match", 1},
		{"a hash changed", func(l []string) []string { l[4] = strings.Replace(l[4], `"sha256":"`, `"sha256":"0`, 1); return l }, 5, "does not match", 1},
		{"a line twice", func(l []string) []string { return slices.Insert(l, 5, l[4]) }, 6, "earlier line", 0},
		{"two lines swapped", func(l []string) []string { l[4], l[5] = l[5], l[4]; return l }, 6, "seq 5 comes after 6", 1},
		{"the id is spoilt", func(l []string) []string { l[4] = strings.Replace(l[4], `{"id":"ev-`, `{"id":"ev+`, 1); return l }, 5, "malformed", 1},
		{"the end cut off", func(l []string) []string { return l[:6] }, 0, "6 of 9 records", 3},
		{"the end cut off within a line", func(l []string) []string { return append(l[:6], l[6][:20]) }, 0, "6 of 9 records", 3},
		{"a line taken out", func(l []string) []string { return slices.Delete(l, 4, 5) }, 0, "8 of 9 records", 1},
	} {
		for _, repair := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				s := newStore(t)
				file := writeFile(t, filepath.Join(t.TempDir(), session1+".jsonl"), prompts(session1, 9))
				ingest0(t, s, file)
				if found, err := s.Verify(t.Context()); err != nil || len(found) != 0 {
					t.Fatalf("before: %+v, %v", found, err)
				}
				want := slices.Sorted(slices.Values(texts(t, s, session1)))
				overwrite(t, eventsOf(t, s, session1), tt.change)
				found, err := s.Verify(t.Context())
				if err != nil || len(found) == 0 || found[0].Line != tt.line || !strings.Contains(found[0].Reason, tt.reason) {
					t.Fatalf("%+v, %v; want line %d, %q", found, err, tt.line, tt.reason)
				}
				if repair {
					fixed, err := s.Repair(t.Context())
					if again, verr := s.Verify(t.Context()); err != nil || verr != nil || len(fixed) != len(found) || len(again) != 0 {
						t.Errorf("repaired %+v (%v), then %+v (%v)", fixed, err, again, verr)
					}
				}
				if tt.back > 0 && !repair {
					if pending, err := s.Pending(t.Context(), []string{file}); err != nil || tt.line == 0 && len(pending) != 1 {
						t.Errorf("pending %v, %v", pending, err)
					}
				}
				res := ingest0(t, s, file)
				if tt.back > 0 && res.New != tt.back {
					t.Errorf("ingest brought %d back, want %d", res.New, tt.back)
				}
				if tt.back == 0 && !repair { // nothing is missing, so nothing is read; the line is set aside with the next one
					appendFile(t, file, claudeUser(session1, "uuid-10", "one more"))
					ingest0(t, s, file)
					want = slices.Sorted(slices.Values(append(want, "one more")))
				}
				if found, err := s.Verify(t.Context()); err != nil || len(found) != 0 {
					t.Errorf("after: %+v, %v", found, err)
				}
				if got := slices.Sorted(slices.Values(texts(t, s, session1))); !slices.Equal(got, want) {
					t.Errorf("records %q, want %q", got, want)
				}
				wantCounts(t, ingest0(t, s, file), 0, len(want), 0)
			})
		}
	}
}

func TestDamagedLinesAreKeptBesideTheRecords(t *testing.T) {
	s := newStore(t)
	ingest0(t, s, writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 3)))
	events := eventsOf(t, s, session1)
	overwrite(t, events, func(l []string) []string { l[1] = "something else\n"; return l })
	if _, err := s.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(filepath.Dir(events), damagedFile))
	if err != nil || !bytes.Equal(data, []byte("something else\n")) {
		t.Errorf("%q, %v", data, err)
	}
	if wide, err := s.CheckPermissions(t.Context()); err != nil || len(wide) != 0 {
		t.Errorf("open to others: %+v, %v", wide, err)
	}
}

func TestALostSessionIsReadAgainFromEveryFileThatNamesIt(t *testing.T) {
	for name, lose := range map[string]func(dir string) error{
		"the directory": os.RemoveAll,
		"the records":   func(dir string) error { return os.Remove(filepath.Join(dir, eventsFile)) },
		"the summary":   func(dir string) error { return os.Remove(filepath.Join(dir, summaryFile)) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			dir := t.TempDir()
			first := writeFile(t, filepath.Join(dir, "a.jsonl"), prompts(session1, 5), claudeUser("other", "u", "untouched"))
			second := writeFile(t, filepath.Join(dir, "b.jsonl"), claudeUser(session1, "uuid-b", "from the other file"))
			ingest0(t, s, first, second)
			if err := lose(filepath.Dir(eventsOf(t, s, session1))); err != nil {
				t.Fatal(err)
			}
			lost := name != "the summary"
			found, err := s.Verify(t.Context())
			if err != nil || (len(found) == 2) != lost {
				t.Fatalf("%+v, %v", found, err)
			}
			if pending, err := s.Pending(t.Context(), []string{dir}); err != nil || (len(pending) == 2) != lost {
				t.Errorf("pending %v, %v", pending, err)
			}
			want := 0
			if lost {
				want = 6
			}
			wantCounts(t, ingest0(t, s, first, second), want, 7-want, 0)
			if got := texts(t, s, session1); len(got) != 6 {
				t.Errorf("%d records", len(got))
			}
			wantCounts(t, ingest0(t, s, first, second), 0, 7, 0)
		})
	}
}

func TestWhatNoTranscriptHoldsAnyMoreIsReadForOnce(t *testing.T) {
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 9))
	ingest0(t, s, file)
	writeFile(t, file, prompts(session1, 4)) // the host compacted it
	ingest0(t, s, file)
	if err := os.RemoveAll(filepath.Dir(eventsOf(t, s, session1))); err != nil {
		t.Fatal(err)
	}
	wantCounts(t, ingest0(t, s, file), 4, 0, 0)
	wantCounts(t, ingest0(t, s, file), 0, 4, 0)
	if found, err := s.Verify(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestBadLinesAreRememberedWithTheirTranscript(t *testing.T) {
	s := newStore(t)
	dir := t.TempDir()
	file := writeFile(t, filepath.Join(dir, "x.jsonl"), prompts(session1, 2), `{"type":"user","message":{"role`+"\n", "not json\n")
	writeFile(t, filepath.Join(dir, "fine.jsonl"), prompts("fine", 1))
	for range 2 { // the second run reads nothing
		ingest0(t, s, dir)
		bad, err := s.BadLines(t.Context())
		if err != nil || len(bad) != 1 || bad[0].Lines != 2 || !strings.HasSuffix(bad[0].Path, "x.jsonl") {
			t.Fatalf("%+v, %v", bad, err)
		}
	}
	appendFile(t, file, "{\n"+claudeUser(session1, "uuid-9", "after the damage"))
	ingest0(t, s, dir)
	if bad, err := s.BadLines(t.Context()); err != nil || len(bad) != 1 || bad[0].Lines != 3 {
		t.Errorf("grown: %+v, %v", bad, err)
	}
}

func TestAChatWithoutDirectoriesBelongsToTheRepositoryItLiesIn(t *testing.T) {
	chat := "\n# aider chat started at 2024-05-01 10:00:00\n\n> aider v0.40\n\n#### use tabs\n\nWill do.\n" +
		"\n# aider chat started at 2024-05-02 10:00:00\n\n> aider v0.40\n\n#### and spaces\n\nSure.\n"
	repo := filepath.Join(t.TempDir(), "shop-web")
	writeFile(t, filepath.Join(repo, ".git", "config"), "[remote \"origin\"]\n\turl = git@github.com:acme/Web-Shop.git\n")
	writeFile(t, filepath.Join(repo, ".git", "HEAD"), "ref: refs/heads/main\n")
	outside := writeFile(t, filepath.Join(t.TempDir(), ".aider.chat.history.md"), chat)
	inside := writeFile(t, filepath.Join(repo, ".aider.chat.history.md"), chat)
	for file, want := range map[string]string{inside: "web-shop", outside: ""} {
		s := newStore(t)
		s.Home = t.TempDir()
		ingest0(t, s, file)
		list, err := s.Sessions(t.Context())
		if err != nil || len(list) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		appendFile(t, file, "\n# aider chat started at 2024-05-03 10:00:00\n\n#### a third day\n\nYes.\n")
		ingest0(t, s, file)
		list, err = s.Sessions(t.Context())
		if err != nil || len(list) != 3 {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, sess := range list {
			if sess.Project != want {
				t.Errorf("session %s: project %q, want %q", sess.Session, sess.Project, want)
			}
			if r := []rune(sess.Session)[0]; unspeakable(r) {
				t.Errorf("session %q cannot be typed", sess.Session)
			}
		}
	}
	// A repository of dot files is no project, and where events tell a directory, that counts.
	s := newStore(t)
	s.Home = repo
	ingest0(t, s, inside)
	cwd := writeFile(t, filepath.Join(repo, "claude.jsonl"), `{"type":"summary","summary":"no directory here","leafUuid":"x"}`+"\n", prompts(session1, 2))
	ingest0(t, s, cwd)
	list, err := s.Sessions(t.Context())
	if err != nil || len(list) != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, sess := range list {
		if want := map[bool]string{true: "shop-api"}[sess.Agent == "claude-code"]; sess.Project != want {
			t.Errorf("session %s: project %q, want %q", sess.Session, sess.Project, want)
		}
	}
}

func TestNamesOfSessionsCanBeTyped(t *testing.T) {
	for file, want := range map[string]string{
		"/x/.aider.chat.history.md": "aider.chat.history-", "/x/chat.md": "chat-", "/x/-- notes --.txt": "notes-", "/x/...": "session-",
		"/x/.md": "md-", "/x/·聊天.md": "聊天-", "/x/" + session1 + ".jsonl": session1,
	} {
		if got := fallbackSession(file); !strings.HasPrefix(got, want) || want != session1 && len(got) != len(want)+8 {
			t.Errorf("%s: %q, want %q and a hash", file, got, want)
		}
	}
}
