package evidence

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSecondIngestAddsNothingAndGrownFileOnlyItsNewPart(t *testing.T) {
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), session1+".jsonl"), prompts(session1, 60))
	wantCounts(t, ingest0(t, s, file), 60, 0, 0)
	wantCounts(t, ingest0(t, s, file), 0, 60, 0)

	// Line 30 is changed in place, out of sight of the comparison of both ends: were the old part read again, it would be new.
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), "prompt number 30", "PROMPT NUMBER 30", 1)
	writeFile(t, file, changed, claudeUser(session1, "uuid-61", "the new part"))
	wantCounts(t, ingest0(t, s, file), 1, 60, 0)
	got := records(t, s, session1)
	if last := got[len(got)-1]; last.Text != "the new part" || last.Line != 61 || last.Seq != 61 {
		t.Errorf("last record: text %q, line %d, seq %d", last.Text, last.Line, last.Seq)
	}
}

func TestRewrittenFileAddsOnlyUnseenEvents(t *testing.T) {
	for _, tt := range []struct {
		name    string
		rewrite func(lines []string) []string
		added   int
		counted int
	}{
		{"first half cut off", func(l []string) []string { return l[10:] }, 0, 10},
		{"truncated", func(l []string) []string { return l[:5] }, 0, 5},
		{"one line inserted in front", func(l []string) []string {
			return slices.Insert(l, 0, claudeUser(session1, "uuid-new", "put in front"))
		}, 1, 20},
		{"same size, one word changed", func(l []string) []string {
			l[10] = strings.Replace(l[10], "prompt", "PROMPT", 1)
			return l
		}, 1, 19},
		{"history written again behind itself", func(l []string) []string { return append(l, l...) }, 0, 40},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStore(t)
			text := prompts(session1, 20)
			file := writeFile(t, filepath.Join(t.TempDir(), session1+".jsonl"), text)
			wantCounts(t, ingest0(t, s, file), 20, 0, 0)
			writeFile(t, file, tt.rewrite(slices.Collect(strings.Lines(text)))...)
			if err := os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			wantCounts(t, ingest0(t, s, file), tt.added, tt.counted, 0)
			if got := len(records(t, s, session1)); got != 20+tt.added {
				t.Errorf("%d records, want %d", got, 20+tt.added)
			}
		})
	}
}

func TestCopyOfASessionAddsNothingAndForkOnlyItsOwnEvents(t *testing.T) {
	s := newStore(t)
	dir := t.TempDir()
	file := writeFile(t, filepath.Join(dir, "a", session1+".jsonl"), prompts(session1, 5))
	wantCounts(t, ingest0(t, s, file), 5, 0, 0)
	ids := records(t, s, session1)
	fork := writeFile(t, filepath.Join(dir, "b", "copy.jsonl"), prompts(session1, 3), claudeUser(session1, "uuid-fork", "another way"))
	wantCounts(t, ingest0(t, s, fork), 1, 3, 0)
	for i, r := range records(t, s, session1)[:5] {
		if r.ID != ids[i].ID {
			t.Errorf("id of record %d changed from %s to %s", i, ids[i].ID, r.ID)
		}
	}
	other := newStore(t)
	wantCounts(t, ingest0(t, other, fork), 4, 0, 0)
	if got := records(t, other, session1); got[0].ID != ids[0].ID {
		t.Errorf("the same event has id %s in one store and %s in another", ids[0].ID, got[0].ID)
	}
}

func TestRepeatedPromptsAreSeparateEventsAlsoAcrossRuns(t *testing.T) {
	// Without ids and times, only the order tells one "continue" from the next.
	chat := func(texts ...string) string {
		var b strings.Builder
		for _, text := range texts {
			b.WriteString(`{"role":"user","content":"` + text + `"}` + "\n" + `{"role":"assistant","content":"working on it"}` + "\n")
		}
		return b.String()
	}
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), "chat.jsonl"), chat("start", "continue", "continue"))
	wantCounts(t, ingest0(t, s, file), 6, 0, 0)
	appendFile(t, file, chat("continue"))
	wantCounts(t, ingest0(t, s, file), 2, 6, 0)

	writeFile(t, file, chat("start", "continue", "continue", "continue"), " \n") // rewritten: all is read again
	if err := os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	wantCounts(t, ingest0(t, s, file), 0, 8, 0)
	want := []string{"start", "working on it", "continue", "working on it", "continue", "working on it", "continue", "working on it"}
	if got := texts(t, s, "latest"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestIncompleteLastLineIsReportedAndPickedUpWhenCompleted(t *testing.T) {
	s := newStore(t)
	last := claudeUser(session1, "uuid-4", "the last words")
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 3), last[:len(last)/2])
	for range 2 {
		res := ingest0(t, s, file)
		if len(res.Skipped) != 1 || res.Skipped[0].File != file || res.Skipped[0].Line != 4 {
			t.Errorf("skipped %v, want line 4 of the file", res.Skipped)
		}
	}
	appendFile(t, file, last[len(last)/2:])
	wantCounts(t, ingest0(t, s, file), 1, 3, 0)
	if got := texts(t, s, session1); got[3] != "the last words" {
		t.Errorf("got %q", got)
	}
}

func TestBadLineIsSkippedWithFileAndLineAndTheRestGoesIn(t *testing.T) {
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 2), `{"type":"user","message":{"role`+"\n",
		claudeUser(session1, "uuid-9", "after the damage"))
	res := ingest0(t, s, file)
	wantCounts(t, res, 3, 0, 1)
	if got := res.Skipped[0]; got.File != file || got.Line != 3 || got.Reason == "" {
		t.Errorf("skipped %+v", got)
	}
}

func TestFilesThatAreNoTranscripts(t *testing.T) {
	s := newStore(t)
	dir := t.TempDir()
	binary := writeFile(t, filepath.Join(dir, "image.png"), "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	empty := writeFile(t, filepath.Join(dir, "empty.jsonl"))
	writeFile(t, filepath.Join(dir, "ok.jsonl"), prompts(session1, 1))
	res := ingest0(t, s, dir)
	wantCounts(t, res, 1, 0, 0)
	if res.Ignored != 2 || res.Files != 1 {
		t.Errorf("in a directory: %d ignored, %d files; want 2 and 1", res.Ignored, res.Files)
	}
	res = ingest0(t, s, binary, empty)
	if wantCounts(t, res, 0, 0, 2); res.Ignored != 0 || res.Files != 0 {
		t.Errorf("named: %+v", res)
	}
	missing := filepath.Join(dir, "no such")
	_, err := s.Ingest(t.Context(), []string{dir, missing}, Options{})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("missing path: %v", err)
	}
}

func TestResultIsTheDocumentedJSON(t *testing.T) {
	data, err := json.Marshal(ingest0(t, newStore(t), t.TempDir()))
	want := `{"files":0,"sessions":0,"events":0,"new":0,"unchanged":0,"skipped":[],"redactions":{}}`
	if err != nil || string(data) != want {
		t.Errorf("got %s (%v), want %s", data, err, want)
	}
}

func TestFileThatGrowsWhileItIsReadLosesNothing(t *testing.T) {
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 2000))
	extra := 0
	_, err := s.Ingest(t.Context(), []string{file}, Options{Progress: func(int64, int64) {
		if extra++; extra <= 5 {
			appendFile(t, file, claudeUser(session1, "grown-"+string(rune('a'+extra)), "written meanwhile"))
		}
	}})
	if err != nil || extra < 2 {
		t.Fatalf("%d calls of Progress, %v", extra, err)
	}
	ingest0(t, s, file)
	if got := len(records(t, s, session1)); got != 2000+min(extra, 5) {
		t.Errorf("%d records, want %d", got, 2000+min(extra, 5))
	}
	wantCounts(t, ingest0(t, s, file), 0, 2000+min(extra, 5), 0)
}

func TestProgressEndsAtTheTotal(t *testing.T) {
	s := newStore(t)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a.jsonl"), prompts(session1, 100))
	writeFile(t, filepath.Join(dir, "b.bin"), "\x00\x01\x02 no transcript")
	for range 2 {
		var done, total int64
		if _, err := s.Ingest(t.Context(), []string{dir}, Options{Progress: func(d, n int64) { done, total = d, n }}); err != nil {
			t.Fatal(err)
		}
		if done != total || total == 0 {
			t.Errorf("ended at %d of %d", done, total)
		}
		appendFile(t, filepath.Join(dir, "a.jsonl"), claudeUser(session1, "u", "more"))
	}
}

func TestSessionStaysInTheMonthOfItsFirstEvent(t *testing.T) {
	s := newStore(t)
	dated := func(when, uuid string) string {
		return strings.Replace(claudeUser(session1, uuid, "hello "+uuid), "2026-11-03T10:15:00.000Z", when, 1)
	}
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), dated("2025-03-31T23:59:00Z", "a"), dated("2025-04-02T00:00:00Z", "b"))
	ingest0(t, s, file)
	appendFile(t, file, dated("2024-01-01T00:00:00Z", "c"))
	ingest0(t, s, file)
	got, err := s.Find(t.Context(), session1)
	if err != nil || !strings.HasPrefix(got.Dir, "evidence/claude-code/2025/03/") || got.Events != 3 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSummaryLineWithoutSessionJoinsTheSessionOfItsFile(t *testing.T) {
	s := newStore(t)
	ingest0(t, s, writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"),
		`{"type":"summary","summary":"Moving lists to cursors","leafUuid":"uuid-2"}`+"\n", prompts(session1, 2)))
	list, err := s.Sessions(t.Context())
	if err != nil || len(list) != 1 || list[0].Session != session1 || list[0].Events != 3 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestSessionsOfTwoFilesWithTheSameNameStayApart(t *testing.T) {
	s := newStore(t)
	dir := t.TempDir()
	chat := `{"role":"user","content":"hello"}` + "\n" + `{"role":"assistant","content":"hello"}` + "\n"
	writeFile(t, filepath.Join(dir, "a", "chat.jsonl"), chat)
	writeFile(t, filepath.Join(dir, "b", "chat.jsonl"), chat)
	res := ingest0(t, s, dir)
	if res.Sessions != 2 || res.New != 4 {
		t.Errorf("%+v", res)
	}
}
