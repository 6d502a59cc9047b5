package evidence

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// eventsOf returns the one events.jsonl of a store with one session.
func eventsOf(t *testing.T, s *Store, session string) string {
	t.Helper()
	sess, err := s.Find(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(s.Dir, filepath.FromSlash(sess.Dir), eventsFile)
}

func TestTornLastLineIsNoRecordAndIsCutByTheNextAppend(t *testing.T) {
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 5))
	ingest0(t, s, file)
	events := eventsOf(t, s, session1)
	whole, err := os.ReadFile(events)
	if err != nil {
		t.Fatal(err)
	}
	for _, lost := range []int{1, 2, 40, 300} { // bytes that a killed process did not write
		if err := os.Truncate(events, int64(len(whole)-lost)); err != nil {
			t.Fatal(err)
		}
		sess, err := s.Find(t.Context(), session1)
		if err != nil || sess.Events != 4 {
			t.Fatalf("%d bytes lost: %d events, %v; want 4", lost, sess.Events, err)
		}
		good, damaged := 0, 0
		for _, err := range s.Records(t.Context(), sess) {
			if err == nil {
				good++
			} else {
				damaged++
			}
		}
		if good != 4 || damaged != 1 {
			t.Errorf("%d bytes lost: %d records and %d damaged lines, want 4 and 1", lost, good, damaged)
		}
		if err := os.RemoveAll(filepath.Join(s.Dir, treeDir, sourcesDir)); err != nil { // killed before the state was written
			t.Fatal(err)
		}
		wantCounts(t, ingest0(t, s, file), 1, 4, 0)
		if got, err := os.ReadFile(events); err != nil || !bytes.Equal(got, whole) {
			t.Errorf("%d bytes lost: the file is not as it was before (%v)", lost, err)
		}
	}
}

func TestDamagedLineInTheMiddleHidesOnlyItself(t *testing.T) {
	s := newStore(t)
	ingest0(t, s, writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 5)))
	events := eventsOf(t, s, session1)
	data, err := os.ReadFile(events)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	lines[2] = append(bytes.Repeat([]byte{0}, len(lines[2])-1), '\n') // blocks of zeros are what a power cut leaves
	if err := os.WriteFile(events, bytes.Join(lines, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	sess, err := s.Find(t.Context(), session1)
	if err != nil {
		t.Fatal(err)
	}
	var seqs []int
	for r, err := range s.Records(t.Context(), sess) {
		if err == nil {
			seqs = append(seqs, r.Seq)
		}
	}
	if !slices.Equal(seqs, []int{1, 2, 4, 5}) {
		t.Errorf("read records %v, want 1 2 4 5", seqs)
	}
}

func TestKilledIngestLeavesWholeRecordsAndARerunAddsTheRest(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 {
		writeClaude(t, filepath.Join(dir, fmt.Sprintf("0c1d2e3f-0000-4000-8000-%012d.jsonl", i)), 1<<20)
	}
	want := ingest0(t, newStore(t), dir)
	s := newStore(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	killed := 0
	for range 8 {
		cmd := child(t, childJob{Dir: s.Dir, Paths: []string{dir}})
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(10+rnd.IntN(400))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		if cmd.Wait() != nil {
			killed++
		}
		timer.Stop()
	}
	res := ingest0(t, s, dir)
	if res.Events != want.Events {
		t.Errorf("%d events after %d kills, want %d", res.Events, killed, want.Events)
	}
	total := 0
	ids := map[ID]bool{}
	list, err := s.Sessions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, sess := range list {
		for r, err := range s.Records(t.Context(), sess) {
			if err != nil || ids[r.ID] {
				t.Fatalf("damaged or twice: %s %v", r.ID, err)
			}
			ids[r.ID] = true
			total++
		}
	}
	t.Logf("%d of 8 runs were killed", killed)
	if total != want.New {
		t.Errorf("%d records after %d kills, want %d", total, killed, want.New)
	}
}

func TestTenProcessesAtOnceGiveTheResultOfOne(t *testing.T) {
	dir := t.TempDir()
	for i := range 30 { // ten sessions, each spread over three overlapping files
		id := fmt.Sprintf("0c1d2e3f-0000-4000-8000-%012d", i%10)
		writeFile(t, filepath.Join(dir, fmt.Sprint(i), id+".jsonl"), prompts(id, 20+10*(i/10)))
	}
	s := newStore(t)
	cmds := make([]*exec.Cmd, 10)
	outs := make([]bytes.Buffer, len(cmds))
	for i := range cmds {
		cmds[i] = child(t, childJob{Dir: s.Dir, Paths: []string{dir}})
		cmds[i].Stdout, cmds[i].Stderr = &outs[i], os.Stderr
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	added := 0
	for i, cmd := range cmds {
		var res Result
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(outs[i].Bytes(), &res); err != nil || res.Events != 900 {
			t.Errorf("process %d: %d events, %v; want 900", i, res.Events, err)
		}
		added += res.New
	}
	if added != 400 {
		t.Errorf("the processes added %d events in all, want 400", added)
	}
	list, err := s.Sessions(t.Context())
	if err != nil || len(list) != 10 {
		t.Fatalf("%d sessions, %v", len(list), err)
	}
	for _, sess := range list {
		for i, r := range records(t, s, sess.Session) {
			if r.Seq != i+1 || sess.Events != 40 {
				t.Errorf("%s: seq %d at %d, %d events", sess.Session, r.Seq, i, sess.Events)
			}
		}
	}
}

func TestFullDiskIsAnErrorThatLosesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no way to limit file sizes here")
	}
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 300))
	s := newStore(t)
	cmd := child(t, childJob{Dir: s.Dir, Paths: []string{file}, MaxWrite: 20_000})
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil || !strings.Contains(stderr.String(), "run again") {
		t.Fatalf("want a failure that says what to do, got %v: %s", err, stderr.String())
	}
	wantCounts := func(res Result) {
		if res.Events != 300 || len(res.Skipped) != 0 {
			t.Errorf("after space was freed: %+v", res)
		}
	}
	wantCounts(ingest0(t, s, file))
	if got := records(t, s, session1); len(got) != 300 {
		t.Errorf("%d records, want 300", len(got))
	}
}

func TestEverythingIsPrivateWhateverTheUmask(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits")
	}
	s := newStore(t)
	file := writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 2))
	for range 2 {
		cmd := child(t, childJob{Dir: s.Dir, Paths: []string{file}}, "EVIDENCE_TEST_UMASK=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		appendFile(t, file, claudeUser(session1, "more", "more"))
	}
	files := 0
	err := filepath.WalkDir(filepath.Join(s.Dir, treeDir), func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		}
		if files++; err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has mode %o", name, info.Mode().Perm())
		}
		return err
	})
	if err != nil || files < 8 {
		t.Errorf("%d files, %v", files, err)
	}
	if list, err := s.CheckPermissions(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("exposed %v, %v", list, err)
	}
}

func TestWiderPermissionsAreFoundAndNarrowed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits")
	}
	s := newStore(t)
	ingest0(t, s, writeFile(t, filepath.Join(t.TempDir(), "x.jsonl"), prompts(session1, 2)))
	events := eventsOf(t, s, session1)
	if err := os.Chmod(events, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(events), 0o755); err != nil {
		t.Fatal(err)
	}
	list, err := s.CheckPermissions(t.Context())
	if err != nil || len(list) != 2 || list[0].Want != 0o700 || list[1].Mode != 0o644 {
		t.Errorf("found %v, %v", list, err)
	}
	if fixed, err := s.FixPermissions(t.Context()); err != nil || len(fixed) != 2 {
		t.Errorf("fixed %v, %v", fixed, err)
	}
	if list, err := s.CheckPermissions(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("still exposed %v, %v", list, err)
	}
}

func TestMemoryStaysBoundedWhileALargeFileIsRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), session1+".jsonl")
	size := writeClaude(t, file, 12<<20)
	s := newStore(t)
	var peak uint64
	var calls int
	_, err := s.Ingest(t.Context(), []string{file}, Options{Progress: func(int64, int64) {
		if calls++; calls%4 == 0 {
			var m runtime.MemStats
			runtime.GC() // what is still in use, not what waits to be collected
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}})
	if err != nil || calls < 32 {
		t.Fatalf("%d calls of Progress, %v", calls, err)
	}
	t.Logf("file of %d MB: %d KB of heap in use at the peak", size>>20, peak>>10)
	if peak > 8<<20 {
		t.Errorf("%d MB of heap in use while a file of %d MB was read, want at most 8", peak>>20, size>>20)
	}
}
