package recall

import (
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

func TestAnAgentThatIsAskedAboutByName(t *testing.T) {
	for text, want := range map[string]string{
		"what did Codex decide about retries":        "codex",
		"what did claude code find out":              "claude",
		"the decision that Gemini recorded":          "gemini",
		"decisions of codex on retries":              "codex",
		"Codex 决定了什么重试策略":                            "codex",
		"why pagination by cursor":                   "",
		"which cursor do lists use":                  "",
		"how do we configure codex":                  "",
		strings.Repeat("what did codex decide ", 20): "",
	} {
		if got := agentIn(text).name; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAnItemOfTheAgentsOwnSessionStandsFirstAmongEquals(t *testing.T) {
	from := func(id, session string) note {
		h := head(id, "retry three times with backoff")
		h.Sessions, h.Created = []string{session}, now.Add(-24*time.Hour)
		return note{Head: h}
	}
	ix := newIndex(from("a", "ev-claude-code-0123456789"), from("b", "ev-codex-0123456789"), note{Head: head("c", "another matter")})
	res := mustFind(t, ix, Query{Text: "what did Codex decide about retry backoff"})
	if got := ids(res.Hits); len(got) < 2 || got[0] != "b" || res.Hits[0].Relevance != res.Hits[1].Relevance {
		t.Errorf("%v", res.Hits)
	}
	res = mustFind(t, ix, Query{Text: "what did Codex do yesterday?"})
	if len(res.Hits) != 1 || res.Hits[0].ID != items.ID("b") {
		t.Errorf("%v", ids(res.Hits))
	}
}

func TestEveryAgentIsFoundByItsFirstWord(t *testing.T) {
	for _, name := range strings.Split(strings.Trim(agentNames, "()"), "|") {
		name = strings.NewReplacer("(?:", "", ")?", "").Replace(name)
		if got, first := agentIn("What did "+strings.ToUpper(name)+" decide?").name, strings.Fields(name)[0]; got != first {
			t.Errorf("%s: %q", name, got)
		}
	}
	if len(agentFirst) != strings.Count(agentNames, "|")+1 {
		t.Errorf("%d first words for %s", len(agentFirst), agentNames)
	}
}
