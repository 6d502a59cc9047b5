package recall

import (
	"slices"
	"testing"
)

func TestOtherWordsForOneWordCountOnce(t *testing.T) {
	money := head("a-money", "Money is stored in minor units")
	money.Summary = "Amounts and the currency stand side by side."
	ix := newIndex(note{Head: money}, note{Head: head("b-owner", "Owner of the price service")}, note{Head: head("c", "price of a seat")}, note{Head: head("d", "queue depth")})
	if got := ids(mustFind(t, ix, Query{Text: "price"}).Hits); got[len(got)-1] != "a-money" {
		t.Errorf("ranked %v: three other words stand above the word itself", got)
	}
}

func TestAnotherWordOfTwoTermsCoversAsMuchAsOneOfOne(t *testing.T) {
	relevance := func(title, text string) float64 {
		ix := newIndex(note{Head: head("a", title)}, note{Head: head("b", "queue depth")}, note{Head: head("c", "session cookies")})
		for _, h := range mustFind(t, ix, Query{Text: text}).Hits {
			if h.ID == "a" {
				return h.Relevance
			}
		}
		return 0
	}
	for _, c := range []struct{ whole, half, text string }{
		{"rate limit of the gateway", "rate of the gateway", "throttling"},
		{"merge request of the gateway", "merge of the gateway", "PR"},
		{"rate limiting of the gateway", "rate of the gateway", "限流"},
	} {
		if whole, half := relevance(c.whole, c.text), relevance(c.half, c.text); whole < 1.5*half || whole < 0.2 {
			t.Errorf("%s: %.2f for %q and %.2f for %q", c.text, whole, c.whole, half, c.half)
		}
	}
}

func TestAVerbAndItsParticleAreOneWord(t *testing.T) {
	for text, want := range map[string][]string{
		"how do users log in": {"login"}, "she logs in with a key": {"login"}, "logged out again": {"logout"}, "rolling back v3, set up the rest": {"rollback", "setup"},
		"the logs in staging": nil, "where are logs in production": nil, "a sign on the door": nil, "check in the log in staging": {"checkin"}, "back-up of the disk": {"backup"},
		"timed out": {"timeout"}, "back in March": nil, "in out up": nil,
	} {
		var got []string
		for _, p := range phrasals(text) {
			got = append(got, p.joined)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	ix := newIndex(note{Head: head("a-logs", "Logs go to Loki")}, note{Head: head("b-login", "Login is by passkey")}, note{Head: head("c", "queue depth")})
	for text, want := range map[string]string{"how do people log in": "b-login", "log in": "b-login", "where are the logs in staging": "a-logs", "logs": "a-logs"} {
		if got := ids(mustFind(t, ix, Query{Text: text}).Hits); len(got) == 0 || string(got[0]) != want {
			t.Errorf("%s: %v, want %s first", text, got, want)
		}
	}
}
