package evidence

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/transcript"
)

// TestAPurgedRecordIsWholeAndWithoutItsWords also holds that no second reading and no repair brings the words back.
func TestAPurgedRecordIsWholeAndWithoutItsWords(t *testing.T) {
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), session1+".jsonl"), prompts(session1, 5))
	ingest0(t, s, file)
	sessions, err := s.Sessions(t.Context())
	if err != nil || len(sessions) != 1 {
		t.Fatal(sessions, err)
	}
	var first Record
	for rec, err := range s.Records(t.Context(), sessions[0]) {
		if err != nil {
			t.Fatal(err)
		}
		first = rec
		break
	}
	overwrite(t, eventsOf(t, s, session1), func(l []string) []string { l[3] = "torn " + first.Text + "\n"; return l })
	if _, err := s.Spool(t.Context(), Live{Kind: "x", Events: []transcript.Event{{Agent: "claude-code", Session: "s2", Text: "said: " + first.Text}}}); err != nil {
		t.Fatal(err)
	}
	has := func(text string) bool { return strings.Contains(text, first.Text) }
	match := func(r *Record) bool { return has(r.Text) }
	dry, err := s.Purge(t.Context(), match, has, true)
	if err != nil || len(dry.Records) != 1 || dry.Spooled != 1 || dry.Damaged != 1 || len(dry.Sources) != 1 {
		t.Fatalf("dry: %+v, %v", dry, err)
	}
	if _, _, _, err := s.Cite(t.Context(), first.ID, ""); err != nil {
		t.Fatalf("a look took the words: %v", err)
	}
	for range 2 { // the second has nothing to do
		if _, err := s.Purge(t.Context(), match, has, false); err != nil {
			t.Fatal(err)
		}
	}
	ingest0(t, s, file)
	if _, err := s.Drain(t.Context(), "", "", nil); err != nil {
		t.Fatal(err)
	}
	rec, err := s.Get(t.Context(), first.ID)
	if err != nil || !rec.Purged || rec.Text != PurgedText || rec.Seq != first.Seq || !rec.Time.Equal(first.Time) {
		t.Errorf("record %+v, %v", rec, err)
	}
	if _, _, _, err := s.Cite(t.Context(), first.ID, "0-3"); err == nil || !strings.Contains(err.Error(), ErrPurged.Error()) {
		t.Errorf("cited: %v", err)
	}
	if found, err := s.Verify(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("verify: %+v, %v", found, err)
	}
	err = filepath.WalkDir(filepath.Join(s.Dir, treeDir), func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if has(string(b)) {
			t.Errorf("%s still has the words", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A process that is killed while it appends leaves a piece of a line, which no reader takes for a record. Its words go all the same.
func TestWordsOfAnUnfinishedLineArePurged(t *testing.T) {
	s := newStore(t)
	ingest0(t, s, writeFile(t, filepath.Join(t.TempDir(), session1+".jsonl"), prompts(session1, 3)))
	name := eventsOf(t, s, session1)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(slices.Clone(before), `{"id":"ev-claude-code-x","text":"The client ACME pays`...), 0o600); err != nil {
		t.Fatal(err)
	}
	has := func(text string) bool { return strings.Contains(text, "ACME") }
	none := func(*Record) bool { return false }
	for _, dry := range []bool{true, false} {
		if p, err := s.Purge(t.Context(), none, has, dry); err != nil || p.Damaged != 1 || len(p.Records) != 0 {
			t.Errorf("dry %v: %+v, %v", dry, p, err)
		}
	}
	if after, err := os.ReadFile(name); err != nil || string(after) != string(before) {
		t.Errorf("%s, %v, want what was whole", after, err)
	}
}
