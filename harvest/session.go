package harvest

import (
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/transcript"
)

// session is one session cut into turns.
type session struct {
	recs  []evidence.Record
	turns []turn
}

// turn is what a person typed and everything that followed until the next words of a person. The first turn of a session may
// have no user words.
type turn struct {
	user  *words   // nil before the first words of a person
	reply []*words // the agent's own messages, in order
	from  int      // first record after the user's words
	to    int      // one past the last record of the turn
}

// readSession drops what is not part of the conversation between a person and the main agent: sub-agents, host text, summaries.
func readSession(records []evidence.Record) *session {
	s := &session{recs: records}
	cur := turn{}
	flush := func(end int) {
		cur.to = end
		if cur.user != nil || len(cur.reply) > 0 || cur.to > cur.from {
			s.turns = append(s.turns, cur)
		}
	}
	for i := range records {
		r := &records[i]
		switch {
		case typedByPerson(r):
			if cur.user != nil && repeats(cur.user, r) && len(cur.reply) == 0 {
				continue // some hosts log the same prompt twice
			}
			flush(i)
			cur = turn{user: readWords(r), from: i + 1}
		case saidByAgent(r):
			if n := len(cur.reply); n > 0 && repeats(cur.reply[n-1], r) {
				continue
			}
			cur.reply = append(cur.reply, readWords(r))
		}
	}
	flush(len(records))
	return s
}

// typedByPerson trusts the channel and role that the parser observed, and besides refuses the shapes in which hosts put their
// own text into a user's message.
func typedByPerson(r *evidence.Record) bool {
	return r.Kind == transcript.Message && r.Role == transcript.User && r.Channel == transcript.FromUser &&
		!r.Meta && !r.Sidechain && !hostText(r.Text)
}

func saidByAgent(r *evidence.Record) bool {
	return r.Kind == transcript.Message && r.Role == transcript.Assistant && r.Channel == transcript.FromAssistant &&
		!r.Meta && !r.Sidechain && !r.IsError && strings.TrimSpace(r.Text) != ""
}

func repeats(w *words, r *evidence.Record) bool { return w.text == r.Text }

// last returns the agent's last message of the turn, or nil.
func (t *turn) last() *words {
	if len(t.reply) == 0 {
		return nil
	}
	return t.reply[len(t.reply)-1]
}

// hostPrefixes start messages that a host, a hook, a skill or another tool wrote in the user's name.
var hostPrefixes = []string{
	"<command-", "<local-command", "<bash-", "<task-notification", "<environment_context", "<user_instructions", "<skill>",
	"<turn_aborted", "<permissions", "# AGENTS.md instructions", "Caveat: The messages below", "[Request interrupted",
	"This session is being continued", "Base directory for this skill", "Stop hook feedback", "Operation stopped by hook",
	"Implement the following plan", "API Error", "Unknown skill:", "/", "!",
}

func hostText(text string) bool {
	return hasAnyPrefix(strings.TrimSpace(text), hostPrefixes...)
}
