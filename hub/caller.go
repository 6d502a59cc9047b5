package hub

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// Caller says who runs a command.
type Caller struct {
	Channel writeservice.Channel
	Agent   string // name of the agent whose environment was seen, or ""
	Author  string // the person, where one writes
}

// agentMarks are environment variables that coding agents set for the commands they run.
var agentMarks = []struct{ variable, agent string }{
	{"CLAUDECODE", "claude-code"},
	{"CLAUDE_CODE_ENTRYPOINT", "claude-code"},
	{"CODEX_SANDBOX", "codex"},
	{"CODEX_THREAD_ID", "codex"},
	{"CODEX_SANDBOX_NETWORK_DISABLED", "codex"},
	{"GEMINI_CLI", "gemini-cli"},
	{"QWEN_CODE", "qwen"},
	{"CURSOR_AGENT", "cursor"},
	{"OPENCODE", "opencode"},
	{"COPILOT_CLI", "copilot-cli"},
	{"CLINE_ACTIVE", "cline"},
	{"GOOSE_TERMINAL", "goose"},
	{"AI_AGENT", ""}, // its value names the agent
	{"AGENT", ""},
}

// RunByAgent reports whether the environment shows that an agent runs this process, and its name.
func RunByAgent(getenv func(string) string) (agent string, ok bool) {
	for _, mark := range agentMarks {
		if value := getenv(mark.variable); value != "" {
			return cmp.Or(mark.agent, value), true
		}
	}
	return "", false
}

// ByAgent reports whether an agent runs the process that this hub is open in.
func (h *Hub) ByAgent() bool {
	_, agent := RunByAgent(h.getenv)
	return agent
}

// Caller tells the channel that a command came on: a person's, unless the environment shows an agent or as names a lower channel.
// Nothing raises it.
func (h *Hub) Caller(as string) (Caller, error) {
	c := Caller{Channel: items.Human}
	if name, ok := RunByAgent(h.getenv); ok {
		c.Channel, c.Agent = items.Agent, name
	}
	order := []items.Trust{items.Human, items.Agent, items.Tool, items.Imported}
	if as != "" {
		at := slices.Index(order, items.Trust(as))
		if at < 1 { // human cannot be asked for: it is what the terminal shows
			return c, fmt.Errorf("--as %s: want agent, tool or import", as)
		}
		if at > slices.Index(order, c.Channel) {
			c.Channel = order[at]
		}
	}
	if c.Channel == items.Human {
		c.Author = h.person()
	}
	return c, nil
}

// person names who sits at the terminal, for author and review: the name given for it, else git's name for this person, else the
// login name.
func (h *Hub) person() string {
	if name := h.firstOf("MEMORY_AUTHOR", "GIT_AUTHOR_NAME"); name != "" {
		return name
	}
	if name := h.gitName(); name != "" {
		return name
	}
	return h.firstOf("USER", "USERNAME", "LOGNAME")
}

func (h *Hub) firstOf(variables ...string) string {
	for _, variable := range variables {
		if name := h.getenv(variable); name != "" {
			return name
		}
	}
	return ""
}

// gitPatience bounds how long a write waits for git to name the person; git answers in a few milliseconds.
const gitPatience = 200 * time.Millisecond

// gitName asks git for user.name, as its files of this directory and of the home directory have it; "" without git.
func (h *Hub) gitName() string {
	ctx, cancel := context.WithTimeout(context.Background(), gitPatience)
	defer cancel()
	return gitrepo.UserName(ctx, h.CWD, h.home)
}
