package recall

import (
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
)

// namedAgent is a coding agent whose doing a question asks about ("what did Codex decide about retries"): the first word of its name, which ids of
// evidence hold too (ev-codex-...), and where the name stands. Zero = none.
type namedAgent struct {
	name       string
	start, end int // bytes of the text
}

// agentIn finds the agent that a text says does something. The bare name is none: cursor is also a way to page.
func agentIn(text string) namedAgent {
	if len(text) > maxAsked || !holdsAgent(text) {
		return namedAgent{}
	}
	m := agentDoes().FindStringSubmatchIndex(text)
	if m == nil {
		return namedAgent{}
	}
	for group := 2; group < len(m); group += 2 {
		if m[group] >= 0 {
			first, _, _ := strings.Cut(strings.ToLower(text[m[group]:m[group+1]]), " ")
			return namedAgent{first, m[group], m[group+1]}
		}
	}
	return namedAgent{}
}

// holdsAgent reports whether a text could hold one of agentNames: to compile their patterns for nothing takes a cold search half a millisecond.
func holdsAgent(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(agentFirst[:], func(name string) bool { return strings.Contains(lower, name) })
}

// agentFirst are the first words of agentNames.
var agentFirst = [...]string{"claude", "codex", "cursor", "gemini", "copilot", "opencode", "cline", "aider", "windsurf"}

// agentNames are the agents that people have sessions of; a name that is missing here is a word like others.
const agentNames = `(claude(?: code)?|codex|cursor|gemini(?: cli)?|copilot|opencode|cline|aider|windsurf)`

var agentDoes = lazyregexp.New(`(?i)\bdid ` + agentNames + ` (?:decide|say|write|find|fix|do|change|learn|suggest|recommend|add|make|tell|see|work|build|try|note|record)\b` +
	`|\b` + agentNames + ` (?:decided|said|wrote|found|fixed|did|changed|learned|learnt|suggested|recommended|added|told|saw|built|tried|noted|recorded)\b` +
	`|\b(?:sessions?|work|changes|decisions|notes) (?:of|with|by|from) ` + agentNames + `\b` +
	`|` + agentNames + ` ?(?:决定|说|写|做|修|改|发现|建议|记)`)

// tells reports an item that cites a session of the agent.
func (a namedAgent) tells(h items.Head) bool {
	for _, s := range h.Sessions {
		if strings.HasPrefix(s, "ev-"+a.name+"-") {
			return true
		}
	}
	return false
}

// agentWord marks the name of the agent: an item is told by it and seldom holds its name.
func (b *builder) agentWord(a namedAgent) {
	for n := range b.units {
		if u := &b.units[n]; a.name != "" && a.start <= u.start && u.start < a.end {
			u.free = true
		}
	}
}
