package evidence

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// realTranscripts returns the folder of public transcripts, or skips.
func realTranscripts(t testing.TB) string {
	t.Helper()
	data := os.Getenv("MEMORY_GATE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "shared", "data")
	}
	dir := filepath.Join(data, "transcripts")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no public transcripts here: set MEMORY_GATE_DATA to the folder that holds transcripts/")
	}
	return dir
}

func TestRealTranscriptsAddUpAndASecondRunAddsNothing(t *testing.T) {
	dir := realTranscripts(t)
	if raceEnabled {
		dir = filepath.Join(dir, "agent-sessions") // 14 agents in small files
	}
	s := &Store{Dir: filepath.Join(t.TempDir(), ".memory")}
	first := ingest0(t, s, dir)
	if first.New == 0 || first.Events != first.New+first.Unchanged || first.Files == 0 {
		t.Fatalf("first run: %+v", counts(first))
	}
	t.Logf("first run: %+v", counts(first))
	var regular int
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			regular++
		}
		return err
	})
	if err != nil || first.Files+first.Ignored != regular {
		t.Errorf("%d transcripts and %d ignored of %d files (%v)", first.Files, first.Ignored, regular, err)
	}
	second := ingest0(t, s, dir)
	if second.New != 0 || second.Events != first.Events || second.Sessions != first.Sessions || second.Files != first.Files {
		t.Errorf("second run %+v, want nothing new and the counts of the first", counts(second))
	}

	sessions, err := s.Sessions(t.Context())
	if err != nil || len(sessions) != first.Sessions {
		t.Fatalf("%d sessions listed, %d ingested (%v)", len(sessions), first.Sessions, err)
	}
	total, ids := 0, map[ID]bool{}
	for _, sess := range sessions {
		n := 0
		for r, err := range s.Records(t.Context(), sess) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; r.Seq != n || ids[r.ID] {
				t.Fatalf("%s: seq %d at position %d, or id met before", r.ID, r.Seq, n)
			}
			ids[r.ID] = true
		}
		if n != sess.Events {
			t.Errorf("%s: %d records, summary says %d", sess.Dir, n, sess.Events)
		}
		total += n
	}
	if total != first.New {
		t.Errorf("%d records in all, %d were new", total, first.New)
	}
	if exposed, err := s.CheckPermissions(t.Context()); err != nil || len(exposed) > 0 {
		t.Errorf("exposed: %v (%v)", exposed, err)
	}
}

// counts leaves out the lists, which are long.
func counts(r Result) Result {
	r.Skipped, r.Redactions = nil, nil
	return r
}

func ingest0(t testing.TB, s *Store, paths ...string) Result {
	t.Helper()
	res, err := s.Ingest(t.Context(), paths, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}
