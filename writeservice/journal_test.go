package writeservice

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

func touch(t testing.TB, j journal, ids ...items.ID) {
	t.Helper()
	for _, id := range ids {
		if err := j.touch("salt", id); err != nil {
			t.Fatal(err)
		}
	}
}

func TestJournalTellsWhatCameAfterAPosition(t *testing.T) {
	j := journal{filepath.Join(t.TempDir(), "j")}
	none, err := j.end()
	if err != nil || none != (position{}) {
		t.Fatalf("no journal: %v, %v", none, err)
	}
	if ids, _, known, err := j.since(none); len(ids) > 0 || !known || err != nil {
		t.Errorf("no journal since no journal: %v, %v, %v", ids, known, err)
	}
	touch(t, j, "a", "b")
	if _, _, known, err := j.since(none); known || err != nil {
		t.Errorf("a journal that began later is known: %v, %v", known, err)
	}
	end, err := j.end()
	if err != nil {
		t.Fatal(err)
	}
	open, err := j.open()
	if err != nil {
		t.Fatal(err)
	}
	touch(t, j, "c")
	for at, want := range map[position][]items.ID{end: {"c"}, open: {"b", "c"}} {
		ids, now, known, err := j.since(at)
		if !slices.Equal(ids, want) || !known || err != nil {
			t.Errorf("since %v: %v, %v, %v; want %v", at, ids, known, err, want)
		}
		if again, _, _, _ := j.since(now); len(again) > 0 {
			t.Errorf("read twice: %v", again)
		}
	}
}

func TestJournalSurvivesATornLineAndDeletion(t *testing.T) {
	j := journal{filepath.Join(t.TempDir(), "j")}
	touch(t, j, "a")
	end, err := j.end()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(j.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("tor")
	f.Close()
	if ids, _, _, _ := j.since(end); len(ids) > 0 {
		t.Errorf("a torn line counts: %v", ids)
	}
	touch(t, j, "b")
	if ids, _, known, _ := j.since(end); !slices.Contains(ids, "b") || !known {
		t.Errorf("after a torn line: %v, %v", ids, known)
	}
	if err := os.Remove(j.path); err != nil {
		t.Fatal(err)
	}
	if _, _, known, err := j.since(end); known || err != nil {
		t.Errorf("after deletion: %v, %v", known, err)
	}
}

func TestJournalStartsAnewWhenLongAndReadersNotice(t *testing.T) {
	j := journal{filepath.Join(t.TempDir(), "j")}
	touch(t, j, "a")
	end, err := j.end()
	if err != nil {
		t.Fatal(err)
	}
	long := items.ID(strings.Repeat("x", 150))
	size := func() int64 {
		st, err := os.Stat(j.path)
		if err != nil {
			t.Fatal(err)
		}
		return st.Size()
	}
	for size() <= maxJournal {
		touch(t, j, long)
	}
	touch(t, j, "b")
	if ids, _, known, err := j.since(end); known || err != nil {
		t.Errorf("since the old one: %d ids, known %v, %v", len(ids), known, err)
	}
	now, err := j.end()
	if err != nil || !strings.HasPrefix(now.epoch, "epoch 2 ") {
		t.Errorf("epoch %q, %v", now.epoch, err)
	}
}

// A service whose index was opened before others wrote sees their items through the journal, also when that began anew.
func TestStaleIndexIsBroughtUpToDateUnderTheLock(t *testing.T) {
	for name, between := range map[string]func(t *testing.T, s *Service){
		"journal goes on":    func(*testing.T, *Service) {},
		"journal is deleted": func(t *testing.T, s *Service) { os.Remove(s.journal().path) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t)
			write(t, s, person, fact("First", ""))
			b := s.Batch()
			write(t, b, person, fact("Second", "")) // opens the index of the batch
			between(t, s)
			other := write(t, s, person, fact("Third", ""))
			must(t, Written)(s.Retire(t.Context(), other.ID, person, "wrong"))
			twin := write(t, s, person, fact("Fourth", ""))
			if r := must(t, Rejected)(b.Write(t.Context(), Draft{Item: fact("Third", ""), Channel: items.Human})); len(r.Reasons) > 0 {
				mustSay(t, r, string(other.ID))
			}
			if r := must(t, Duplicate)(b.Write(t.Context(), Draft{Item: fact("Fourth", ""), Channel: items.Human})); r.ID != twin.ID {
				t.Errorf("duplicate of %s", r.ID)
			}
			must(t, Written)(s.Delete(t.Context(), twin.ID, person))
			write(t, b, person, fact("Fourth", ""))
		})
	}
}

// Whatever stands in the journal's file, a reader gets the ids that are appended from now on.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("epoch 1 x\na\nb\n"))
	f.Add([]byte("epoch"))
	f.Add([]byte("\n\n\ntorn"))
	f.Fuzz(func(t *testing.T, content []byte) {
		j := journal{filepath.Join(t.TempDir(), "j")}
		if err := os.WriteFile(j.path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		at, err := j.open()
		if err != nil {
			t.Fatal(err)
		}
		touch(t, j, "mem-new")
		ids, _, known, err := j.since(at)
		if err != nil || known && !slices.Contains(ids, "mem-new") {
			t.Errorf("since %v: %q, known %v, %v", at, ids, known, err)
		}
	})
}

func BenchmarkJournalSinceOf256KiB(b *testing.B) {
	j := journal{filepath.Join(b.TempDir(), "j")}
	for i := range 4000 {
		touch(b, j, items.ID(fmt.Sprintf("mem-20261129-a-title-of-some-length-%08d", i)))
	}
	end, err := j.end()
	if err != nil {
		b.Fatal(err)
	}
	touch(b, j, "mem-last")
	for b.Loop() {
		if ids, _, known, err := j.since(end); len(ids) != 1 || !known || err != nil {
			b.Fatal(ids, known, err)
		}
	}
}

// TestJournalTellsItsEndWithoutReadingAllOfIt holds the quick way against reading every entry.
func TestJournalTellsItsEndWithoutReadingAllOfIt(t *testing.T) {
	j := journal{filepath.Join(t.TempDir(), "j")}
	for i := range 200 {
		id := items.ID(fmt.Sprintf("mem-20261130-%s-%d", strings.Repeat("x", i%60), i))
		touch(t, j, id)
		ids, want, _, err := j.since(position{})
		if err != nil || ids[len(ids)-1] != id {
			t.Fatal(ids, err)
		}
		end, err := j.end()
		if end != want || err != nil {
			t.Fatalf("entry %d: end %v, %v; want %v", i, end, err, want)
		}
		open, err := j.open()
		if want.offset -= int64(len(id)) + 1; open != want || err != nil {
			t.Fatalf("entry %d: open %v, %v; want %v", i, open, err, want)
		}
	}
	f, err := os.OpenFile(j.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := j.end()
	f.WriteString(strings.Repeat("torn", maxEntry))
	f.Close()
	if end, err := j.end(); end != before || err != nil {
		t.Errorf("a torn line moves the end: %v, %v; want %v", end, err, before)
	}
}
