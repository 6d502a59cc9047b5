package hub

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// ledgerFile is the file of a kind in the month of the tests.
func ledgerFile(h *Hub, kind ledger.Kind) string {
	return filepath.Join(h.Ledger.Dir, string(kind)+"-"+noon.Format("2006-01")+".jsonl")
}

// What was compared is a note of this machine's. Where it cannot be kept an import is whole all the same, and the next one compares again.
func TestAnImportIsWholeWhereWhatItMeetsCannotBeKept(t *testing.T) {
	dir := t.TempDir()
	h := open(t, Place{Dir: filepath.Join(dir, "shop", StoreName), Why: "project", Exists: true}, "shop", nil)
	rows := filepath.Join(dir, "rows.jsonl")
	row := `{"id":"mem-20261129-row-bbbbbbbb","schema":1,"type":"fact","title":"The orders API listens on port 8080","status":"active","project":"shop","body":""}` + "\n"
	if err := errors.Join(os.WriteFile(rows, []byte(row), 0o600), os.MkdirAll(ledgerFile(h, ledger.Compared), 0o700)); err != nil {
		t.Fatal(err)
	}
	r, err := h.Import(t.Context(), rows, writeservice.ImportSkip, writeservice.Actor{Channel: items.Human, By: "Ada"})
	if err != nil || r.Written != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if found, err := h.Conflicts(t.Context()); err != nil || found.Degraded == "" {
		t.Errorf("who asks for the cases is told: %+v, %v", found, err)
	}
}

// Whoever waits for words that a hook kept does not wait for the comparison of what came by git.
func TestCatchingUpComparesNothing(t *testing.T) {
	h := open(t, Place{Dir: filepath.Join(t.TempDir(), "shop", StoreName), Why: "project", Exists: true}, "shop", nil)
	write(t, h, "The orders API listens on port 8080", "shop")
	look := func() bool {
		_, err := os.Stat(ledgerFile(h, ledger.Compared))
		return err == nil
	}
	if _, err := h.work(t.Context(), Job{Agent: "codex", Session: "019a7c2e"}, false); err != nil || look() {
		t.Errorf("compared: %v, %v", look(), err)
	}
	if _, err := h.Work(t.Context(), Job{Agent: "codex", Session: "019a7c2e"}); err != nil || !look() {
		t.Errorf("what a hook left behind compares: %v, %v", look(), err)
	}
}

// Every kind of the ledger is looked through: a line that a killed process left is named, whatever it was about.
func TestDoctorNamesABrokenLineOfEveryKind(t *testing.T) {
	h := open(t, Place{Dir: filepath.Join(t.TempDir(), "shop", StoreName), Why: "project", Exists: true}, "shop", nil)
	id := write(t, h, "The orders API listens on port 8080", "shop")
	if _, err := h.Marked(t.Context(), Useful, "", []string{string(id)}, "", Caller{Channel: items.Human}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Meet(t.Context(), meetAsked); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(h.Ledger.Dir, "*.jsonl"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(whole, "{\"half\":\n"...), 0o600); err != nil {
			t.Fatal(err)
		}
		if c := h.checkLedger(t.Context()); c.Level != Warn || !strings.Contains(c.Detail, "1 broken line") {
			t.Errorf("%s: %+v", filepath.Base(file), c)
		}
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
