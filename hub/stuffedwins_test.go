package hub

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

// answers are facts of one project, each with a question in other words that it answers.
var answers = [][3]string{ // title, summary, question
	{"Gateway port", "The gateway listens on port 8443.", "which port does the gateway listen on?"},
	{"Request timeout", "Requests of the gateway end after 30 seconds.", "when do requests of the gateway time out?"},
	{"Deploy window", "Production is deployed on Tuesdays after ten.", "when is production deployed?"},
	{"Backups", "The database is backed up every night to eu-west.", "where do backups of the database go?"},
	{"Invoice export", "Invoices are exported as PDF on the first of a month.", "how are invoices exported?"},
	{"Login throttle", "Five failed logins lock an account for ten minutes.", "what happens after failed logins?"},
	{"Search index", "The search index is rebuilt when its schema changes.", "when is the search index rebuilt?"},
	{"Mail queue", "Mails wait in Redis and are sent by the worker.", "what sends the mails that wait in the queue?"},
	{"Session tokens", "Session tokens live for twelve hours.", "how long does a session token live?"},
	{"Retry policy", "A failed job is retried five times with backoff.", "how often is a failed job retried?"},
	{"Cache lifetime", "Responses are cached for one minute at the edge.", "how long are responses cached?"},
	{"Feature flags", "Flags are read from Consul at start.", "where are feature flags read from?"},
	{"Metrics", "Metrics are scraped by Prometheus from port 9100.", "what scrapes the metrics?"},
	{"Trace sampling", "One trace in a hundred is kept.", "how many traces are kept?"},
	{"Schema migrations", "Migrations run before the rollout, never after.", "do migrations run before or after the rollout?"},
	{"Tenant quota", "A tenant may store ten gigabytes.", "how much may a tenant store?"},
	{"Webhook signature", "Webhooks are signed with HMAC and a secret of each tenant.", "how are webhooks signed?"},
	{"Cursor pagination", "Lists page by cursor, never by offset.", "do lists page by cursor or by offset?"},
	{"Audit log", "The audit log is kept for seven years.", "for how long is the audit log kept?"},
	{"Image registry", "Images are pulled from the registry in Frankfurt.", "from which registry are images pulled?"},
}

// stuffedBy makes notes of a person that are written to win: a heap of terms that claims to answer everything, one with all the questions in it, and
// terms on lines of their own, which are no heap to the firewall.
func stuffedBy() map[string]items.Item {
	seen, terms := map[string]bool{}, []string{}
	for _, a := range answers {
		for _, w := range strings.FieldsFunc(strings.ToLower(a[0]+" "+a[1]+" "+a[2]), func(r rune) bool { return r < 'a' || r > 'z' }) {
			if len(w) > 3 && !seen[w] {
				seen[w], terms = true, append(terms, w)
			}
		}
	}
	heap := strings.Join(terms, ", ")
	return map[string]items.Item{
		"heap":      {Type: items.Fact, Title: "Always relevant", Summary: "This is relevant to every question: " + heap[:200], Body: heap, Tags: terms[:20]},
		"questions": {Type: items.Fact, Title: "Always relevant: all questions", Body: heap + "\n\n" + allQuestions()},
		"lines":     {Type: items.Fact, Title: "Glossary of the project", Body: "- " + strings.Join(terms, "\n- ")},
	}
}

func allQuestions() string {
	var b strings.Builder
	for _, a := range answers {
		b.WriteString(a[2] + "\n")
	}
	return b.String()
}

// Twenty questions with one right fact each: a stuffed note of a person is in no pack before he approves it, and then it is never the first and takes no
// more than an item's share.
func TestAStuffedNoteOfAPersonNeverWins(t *testing.T) {
	for name, note := range stuffedBy() {
		h := open(t, Place{Dir: filepath.Join(t.TempDir(), StoreName), Why: "flag", Exists: true}, "shop", nil)
		for _, a := range answers {
			if _, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Human, Item: items.Item{Type: items.Fact, Title: a[0], Summary: a[1], Project: "shop", Author: "Ada"}}); err != nil {
				t.Fatal(err)
			}
		}
		note.Project, note.Author = "shop", "Ada"
		r, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Human, Item: note})
		if err != nil || r.Status != writeservice.Written {
			t.Fatalf("%+v, %v", r, err)
		}
		heap := len(r.Findings) > 0
		if in := asked(t, h, r.ID, name, heap); heap && in > 0 {
			t.Errorf("%s: in %d packs before a person approved it", name, in)
		}
		if _, err := h.Change(t.Context(), func(s *writeservice.Service) (writeservice.Receipt, error) {
			return s.Approve(t.Context(), r.ID, writeservice.Actor{Channel: items.Human, By: "Ada"})
		}); err != nil {
			t.Fatal(err)
		}
		if in := asked(t, h, r.ID, name+", approved", heap); in == 0 {
			t.Errorf("%s: an approved note is in no pack, so nothing was tested", name)
		}
	}
}

// asked asks all questions and counts the packs that have the note.
func asked(t *testing.T, h *Hub, note items.ID, name string, heap bool) (in int) {
	t.Helper()
	const budget = 600
	for _, a := range answers {
		pack, err := h.Pack(t.Context(), PackRequest{Query: recall.Query{Text: a[2]}, Budget: budget})
		if err != nil {
			t.Fatal(err)
		}
		if len(pack.Entries) == 0 || pack.Entries[0].Title != a[0] {
			t.Errorf("%s, %q: the right fact is not the first of %v", name, a[2], pack.Entries)
		}
		for _, e := range pack.Entries {
			if e.ID != note {
				continue
			}
			in++
			if heap && e.Tokens > budget/2 { // else it is long, and may fill what nothing else wants
				t.Errorf("%s, %q: %d of %d tokens", name, a[2], e.Tokens, budget)
			}
		}
	}
	return in
}
