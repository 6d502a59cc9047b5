package harvest

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/factline/memory/items"
)

// Whatever people and tools write: every citation is a span of the record with the right hash, titles fit, the cap holds, and
// nothing of the run depends on anything but the records.
func FuzzSession(f *testing.F) {
	for _, s := range [][3]string{
		{"no, use pgx, not database/sql. The pool only exists there.", "Remaining:\n- docs\n", "--- FAIL: TestX\n x.go:1: got 1, want 2"},
		{"记住：端口是 6380，不是 6379", "问题在于：缓存的键不含版本。", "error: refused"},
		{"```\nalways\n``` “never” <a-b>x</a-b> - [ ] 1) never ever", "because\x00\xff", "exit code 1"},
		{"don’t use “X” — ever. We decided: Y.\r\nfrom now on\tZ", "Root cause: a. The fix is b.", ""},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, user, agent, output string) {
		s := new(scene).user("CI fails, why?").agent(agent).user(user).fails("go test ./...", output).edit("a/b.go").shell("go test ./...", output[:len(output)/2]).agent(agent)
		got := s.harvest()
		if len(got) > MaxPerSession {
			t.Fatalf("%d candidates", len(got))
		}
		texts := map[string]string{}
		for _, r := range s.recs {
			texts[string(r.ID)] = r.Text
		}
		for _, c := range got {
			if c.Item.Title == "" || utf8.RuneCountInString(c.Item.Title) > titleMax || c.Item.Summary == "" || len(c.Item.Summary) > 24 && strings.Contains(c.Item.Body, c.Item.Summary) {
				t.Errorf("title %q summary %q body %q", c.Item.Title, c.Item.Summary, c.Item.Body)
			}
			if len(c.Item.Evidence) == 0 || c.Item.Confidence <= 0 || c.Item.Confidence > 1 || c.Score > 1 {
				t.Errorf("%q: %d citations, confidence %v, score %v", c.Item.Title, len(c.Item.Evidence), c.Item.Confidence, c.Score)
			}
			for _, e := range c.Item.Evidence {
				checkCitation(t, e, texts[e.ID])
			}
		}
	})
}

// A claim is similar to itself, and similarity does not depend on who is asked.
func FuzzSimilar(f *testing.F) {
	f.Add("Use pnpm, not npm", "We use pnpm instead of npm")
	f.Add("端口是 6380，不是 6379", "端口 6380")
	f.Add("port 5432 does not", "no")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := items.Item{Title: a}, items.Item{Title: b}
		if Similar(x, y) != Similar(y, x) {
			t.Errorf("order matters for %q and %q", a, b)
		}
		if ClaimKey(x) != "" && !Similar(x, x) {
			t.Errorf("%q is not similar to itself", a)
		}
	})
}

// Whatever is asked, a title of the dialog is short and keeps the choice whole where it can.
func FuzzQuestionTitle(f *testing.F) {
	f.Add("Expiry", "How long should a link live?", "7 days")
	f.Add("", "When a share is revoked, should the key be rotated, or kept?", "Lazy rotation")
	f.Add("缓存", "缓存用什么？", "Redis")
	f.Fuzz(func(t *testing.T, header, question, choice string) {
		title := questionTitle(header, question, choice)
		if n := utf8.RuneCountInString(title); n > titleMax {
			t.Errorf("%d characters: %q", n, title)
		}
		if plainWord.MatchString(choice) && len(choice) < 40 && utf8.RuneCountInString(header) < 30 && header != "" && !strings.Contains(title, choice) {
			t.Errorf("%q lacks the choice %q", title, choice)
		}
	})
}

var plainWord = rx(`^[A-Za-z][a-z]+( [a-z]+)*$`)
