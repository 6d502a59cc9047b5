package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// desk is a store with candidates and a person who types at a review.
type desk struct {
	dir, home string
	env       map[string]string
}

func newDesk(t *testing.T, candidates ...string) *desk {
	t.Helper()
	d := &desk{dir: t.TempDir(), home: t.TempDir()}
	d.env = map[string]string{"MEMORY_NOW": "2026-11-29T10:15:00Z", "MEMORY_AUTHOR": "Ada", "TMPDIR": d.home}
	for _, title := range candidates {
		if out, talk, status := d.run(t, "", "write", "--store", "s", "--as", "agent", "--type", "fact", "--title", title); status != 0 {
			t.Fatal(out, talk)
		}
	}
	return d
}

func (d *desk) run(t *testing.T, typed string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, talk bytes.Buffer
	at := time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC)
	status = run(t.Context(), append([]string{"memory"}, args...), &streams{
		in: strings.NewReader(typed), out: &out, err: &talk, cwd: d.dir, home: d.home, inTTY: true,
		getenv: func(key string) string { return d.env[key] }, now: func() time.Time { return at },
	})
	return out.String(), talk.String(), status
}

func TestCtrlCAndCtrlDGoBackToTheCandidate(t *testing.T) {
	for _, key := range []string{"\x03", "\x04"} {
		d := newDesk(t, "The port is 8080")
		out, talk, status := d.run(t, "r"+key+"mm"+key+"rnot so\r", "review", "--store", "s")
		if status != 0 || talk != "" || !strings.Contains(out, "0 approved, 1 rejected, 0 merged, 0 left") {
			t.Errorf("after %q: status %d\n%s%s", key, status, out, talk)
		}
		if n := strings.Count(out, "1 of 1"); n != 3 {
			t.Errorf("after %q the candidate was shown %d times, want 3", key, n)
		}
	}
}

func TestRefusedEditIsNamedAndOpenedAgain(t *testing.T) {
	d := newDesk(t, "The port is 8080")
	script := filepath.Join(d.dir, "editor.sh")
	// the first time it breaks the type and adds words, the second time it mends the type and keeps the words
	text := `#!/bin/sh
if grep -q 'type: nonsense' "$1"; then sed 's/nonsense/decision/' "$1" > "$1.new"; else sed 's/^type: fact/type: nonsense/; /^title/s/8080/9090/' "$1" > "$1.new"; fi
mv "$1.new" "$1"
`
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell to edit with")
	}
	d.env["EDITOR"] = script
	out, talk, status := d.run(t, "eea", "review", "--store", "s")
	named := regexp.MustCompile(`your text is in (\S+memory-\S+\.md)`).FindStringSubmatch(out)
	if status != 0 || named == nil || !strings.Contains(out, "refused: ") || !strings.Contains(out, "1 approved") {
		t.Fatalf("status %d\n%s%s", status, out, talk)
	}
	if _, err := os.Stat(named[1]); err == nil {
		t.Errorf("%s was left behind\n%s%s", named[1], out, talk)
	}
	if out, _, _ := d.run(t, "", "list", "--store", "s", "--type", "decision"); !strings.Contains(out, "The port is 9090") {
		t.Errorf("the second edit began with the old text:\n%s", out)
	}
}

func TestWhatChangedOutsideIsReviewedBehindTheCandidates(t *testing.T) {
	d := newDesk(t, "The port is 8080")
	for id, title := range map[string]string{"mem-20261128-moat-aaaaaaaa": "The moat is nine feet deep", "mem-20261127-keep-bbbbbbbb": "The keep has a roof of lead"} {
		text := "---\nid: " + id + "\nschema: 1\ntype: fact\ntitle: " + title + "\nstatus: active\ncreated: 2026-11-28T10:15:00Z\nupdated: " +
			strings.Replace(id[4:12], "202611", "2026-11-", 1) + "T10:15:00Z\ntrust: human\n---\n"
		at := filepath.Join(d.dir, "s", "items", "2026", id+".md")
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, talk, status := d.run(t, "sarnot so\r", "review", "--store", "s")
	if status != 0 || talk != "" || !strings.Contains(out, "1 approved, 1 rejected, 0 merged, 1 left") || strings.Count(out, "changed outside of memory, ") != 2 {
		t.Fatalf("status %d\n%s%s", status, out, talk)
	}
	if out, _, _ := d.run(t, "", "pack", "--store", "s", "how deep is the moat, of what is the roof of the keep"); !strings.Contains(out, "nine feet") || strings.Contains(out, "lead") {
		t.Errorf("approved the moat, rejected the keep:\n%s", out)
	}
	if out, _, _ := d.run(t, "", "review", "list", "--store", "s"); strings.Contains(out, "changed outside") {
		t.Errorf("what was decided waits again:\n%s", out)
	}
}

func TestDeleteAsksWithTheTitle(t *testing.T) {
	d := newDesk(t, "The port is 8080")
	_, talk, status := d.run(t, "n\n", "delete", "--store", "s", "mem-20261129-the-port")
	if status != 0 || !strings.Contains(talk, "The port is 8080") || !strings.Contains(talk, "nothing deleted") {
		t.Errorf("status %d, asked %q", status, talk)
	}
}
