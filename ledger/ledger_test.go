package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

var november = time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)

type record struct {
	N    int    `json:"n"`
	Text string `json:"text,omitempty"`
}

func open(t *testing.T) *Ledger { return &Ledger{Dir: filepath.Join(t.TempDir(), "ledger")} }

func mustAppend(t *testing.T, l *Ledger, at time.Time, n int) {
	t.Helper()
	if err := l.Append(t.Context(), Writes, at, record{N: n}); err != nil {
		t.Fatal(err)
	}
}

// numbers reads back the n of every record.
func numbers(t *testing.T, l *Ledger) []int {
	t.Helper()
	var got []int
	for line, err := range l.Read(t.Context(), Writes) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, number(t, line))
	}
	return got
}

func number(t *testing.T, line []byte) int {
	t.Helper()
	var r record
	if err := json.Unmarshal(line, &r); err != nil {
		t.Fatal(err)
	}
	return r.N
}

func TestReadYieldsOldestFirstOverMonths(t *testing.T) {
	l := open(t)
	mustAppend(t, l, november.AddDate(0, 2, 0), 3)
	mustAppend(t, l, november, 1)
	mustAppend(t, l, november.AddDate(0, 1, 0), 2)
	if err := l.Append(t.Context(), Reviews, november, record{N: 99}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(numbers(t, l)); got != "[1 2 3]" {
		t.Errorf("read %s", got)
	}
}

func TestEmptyLedgerHasNothingAndNoError(t *testing.T) {
	l := open(t)
	if got := numbers(t, l); got != nil {
		t.Errorf("read %v", got)
	}
	if n, err := l.Broken(t.Context(), Writes); n != 0 || err != nil {
		t.Errorf("Broken = %d, %v", n, err)
	}
	if got, err := l.Tail(t.Context(), Writes, 5); len(got) != 0 || err != nil {
		t.Errorf("Tail = %v, %v", got, err)
	}
}

func TestFilesArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits")
	}
	l := open(t)
	mustAppend(t, l, november, 1)
	for path, want := range map[string]os.FileMode{l.Dir: 0o700, filepath.Join(l.Dir, "writes-2026-11.jsonl"): 0o600} {
		st, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if st.Mode().Perm() != want {
			t.Errorf("%s is %o, want %o", path, st.Mode().Perm(), want)
		}
	}
}

func TestTornAndBrokenLinesArePassedOverAndCounted(t *testing.T) {
	l := open(t)
	mustAppend(t, l, november, 1)
	path := filepath.Join(l.Dir, "writes-2026-11.jsonl")
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	long := `{"n":7,"text":"` + strings.Repeat("x", MaxLine) + `"}`
	fmt.Fprintf(f, "not json\n\n[1]\n%s\n{\"n\":5,\"te", long) // the last one is torn: killed in mid-write
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, november, 2) // must not join the torn line
	if got := fmt.Sprint(numbers(t, l)); got != "[1 2]" {
		t.Errorf("read %s, want [1 2]", got)
	}
	if n, err := l.Broken(t.Context(), Writes); n != 4 || err != nil {
		t.Errorf("Broken = %d, %v; want 4: text, array, too long, torn", n, err)
	}
	tail, err := l.Tail(t.Context(), Writes, 9)
	if err != nil || len(tail) != 2 || number(t, tail[0]) != 2 || number(t, tail[1]) != 1 {
		t.Errorf("Tail = %s, %v", tail, err)
	}
}

func TestTailGivesNewestFirstAcrossBlocksAndMonths(t *testing.T) {
	l := open(t)
	const each = 2000 // some 90 KiB a month: lines cross the border of two blocks
	for m := range 2 {
		for i := range each {
			at := november.AddDate(0, m, 0)
			r := record{N: m*each + i, Text: strings.Repeat("é", i%40)}
			if err := l.Append(t.Context(), Writes, at, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, n := range []int{0, 1, 1500, each, each + 1, 3 * each} {
		got, err := l.Tail(t.Context(), Writes, n)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != min(n, 2*each) {
			t.Fatalf("Tail(%d) gave %d", n, len(got))
		}
		for i, line := range got {
			if want := 2*each - 1 - i; number(t, line) != want {
				t.Fatalf("Tail(%d)[%d] = %d, want %d", n, i, number(t, line), want)
			}
		}
	}
}

func TestParallelAppendsKeepEveryRecordWhole(t *testing.T) {
	l := open(t)
	const writers, each = 8, 100
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				r := record{N: w*each + i, Text: strings.Repeat("x", 300)}
				if err := l.Append(context.Background(), Writes, november, r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	seen := map[int]bool{}
	for _, n := range numbers(t, l) {
		seen[n] = true
	}
	if len(seen) != writers*each {
		t.Errorf("%d of %d records", len(seen), writers*each)
	}
	if n, err := l.Broken(t.Context(), Writes); n != 0 || err != nil {
		t.Errorf("Broken = %d, %v", n, err)
	}
}

func TestAppendFailsWithAnErrorThatNamesTheDirectory(t *testing.T) {
	dir := t.TempDir()
	for name, prepare := range map[string]func(path string) error{
		"a file stands where the directory should": func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"a directory stands where the file should": func(path string) error {
			return os.MkdirAll(filepath.Join(path, "writes-2026-11.jsonl"), 0o700)
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := &Ledger{Dir: filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))}
			if err := prepare(l.Dir); err != nil {
				t.Fatal(err)
			}
			err := l.Append(t.Context(), Writes, november, record{N: 1})
			if err == nil || !strings.Contains(err.Error(), l.Dir) {
				t.Errorf("error %v does not name %s", err, l.Dir)
			}
		})
	}
}

func TestRecordsAreNotWrittenThroughALink(t *testing.T) {
	l := open(t)
	if err := os.MkdirAll(l.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(l.Dir, "writes-2026-11.jsonl")); err != nil {
		t.Skip("no symlinks here:", err)
	}
	if err := l.Append(t.Context(), Writes, november, record{N: 1}); err == nil {
		t.Error("want an error")
	}
	if got, _ := os.ReadFile(outside); len(got) != 0 {
		t.Errorf("the file outside holds %q", got)
	}
}

// Whatever bytes a damaged file holds, Read, Broken and Tail agree with a plain split into lines, and one more Append is kept.
func FuzzDamagedFile(f *testing.F) {
	f.Add([]byte("{\"n\":1}\n"))
	f.Add([]byte("{\"n\":1}\n\n{\"n\""))
	f.Add([]byte("\x00\xff\n{}\r\n  {\"n\":3} \n[]"))
	f.Fuzz(func(t *testing.T, damage []byte) {
		l := &Ledger{Dir: t.TempDir()}
		if err := os.WriteFile(filepath.Join(l.Dir, monthFile(Writes, november)), damage, 0o600); err != nil {
			t.Fatal(err)
		}
		var want [][]byte
		broken := 0
		for line := range bytes.SplitSeq(damage, []byte("\n")) {
			switch {
			case whole(line):
				want = append(want, line)
			case len(bytes.TrimSpace(line)) > 0:
				broken++
			}
		}
		want = append(want, []byte(`{"n":42}`))
		mustAppend(t, l, november, 42)

		var got [][]byte
		for line, err := range l.Read(t.Context(), Writes) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, line)
		}
		tail, err := l.Tail(t.Context(), Writes, len(want)+1)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) || len(tail) != len(want) {
			t.Fatalf("Read gave %d, Tail %d, want %d records", len(got), len(tail), len(want))
		}
		for i := range want {
			if !bytes.Equal(got[i], want[i]) || !bytes.Equal(tail[len(tail)-1-i], want[i]) {
				t.Fatalf("record %d: Read %q, Tail %q, want %q", i, got[i], tail[len(tail)-1-i], want[i])
			}
		}
		if n, err := l.Broken(t.Context(), Writes); n != broken || err != nil {
			t.Fatalf("Broken = %d, %v; want %d", n, err, broken)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	l := &Ledger{Dir: b.TempDir()}
	r := record{N: 1, Text: strings.Repeat("x", 300)}
	for b.Loop() {
		if err := l.Append(b.Context(), Writes, november, r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTail20Of100k(b *testing.B) {
	l := &Ledger{Dir: b.TempDir()}
	line := []byte(`{"n":1,"text":"` + strings.Repeat("x", 200) + "\"}\n")
	if err := os.WriteFile(filepath.Join(l.Dir, monthFile(Writes, november)), bytes.Repeat(line, 100_000), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if got, err := l.Tail(b.Context(), Writes, 20); err != nil || len(got) != 20 {
			b.Fatal(len(got), err)
		}
	}
}

// Every kind is written by one function, so what callers forget to redact is redacted here; what is no secret stays as it was.
func TestNoKindKeepsASecret(t *testing.T) {
	secret := "ghp_" + strings.Repeat("x7Kq2mVb9", 4)
	plain := strings.Repeat("0af9", 16)
	for _, kind := range Kinds() {
		l := &Ledger{Dir: filepath.Join(t.TempDir(), "ledger")}
		at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
		if err := l.Append(t.Context(), kind, at, map[string]any{"session": "claude-code " + secret, "sha256": plain, "note": "a \"quoted\" " + secret + "\n<b>"}); err != nil {
			t.Fatal(err)
		}
		lines, err := l.Tail(t.Context(), kind, 2)
		if err != nil || len(lines) != 1 {
			t.Fatalf("%s: %d lines, %v", kind, len(lines), err)
		}
		if text := string(lines[0]); strings.Contains(text, secret) || !strings.Contains(text, plain) {
			t.Errorf("%s: %s", kind, text)
		}
	}
}
