package mcp

import (
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/items"
)

// agentChannel is the channel of everything that comes through this door.
const agentChannel = items.Agent

// adapters are the names under which the adapters know clients that introduce themselves by another.
var adapters = map[string]string{
	"claude-ai": "claude-desktop", "codex-mcp-client": "codex", "cursor-vscode": "cursor", "gemini-cli-mcp-client": "gemini-cli",
	"visual-studio-code": "vscode", "windsurf-client": "windsurf", "github-copilot-developer": "copilot-cli", "roo-code": "roo", "kilo-code": "kilo",
	"qwen-cli-mcp-client": "qwen",
}

// maxClientName bounds the name that an item's front matter and the ledger get.
const maxClientName = 64

// client is who the other side says it is: its name as the adapters have it, and its version. It is a claim, and never more than an
// agent's.
func client(session *sdk.ServerSession) (name, version string) {
	p := session.InitializeParams()
	if p == nil || p.ClientInfo == nil {
		return "", ""
	}
	name = plainName(p.ClientInfo.Name)
	if known := adapters[name]; known != "" {
		name = known
	}
	return name, plainName(p.ClientInfo.Version)
}

// plainName keeps the letters, digits and few signs of a name, in lower case.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_', r == '.', r == '+':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, strings.TrimSpace(name))
	return strings.Trim(name[:min(len(name), maxClientName)], "-")
}

// seen remembers what happened once in this session.
type seen struct {
	mu   sync.Mutex
	what map[string]bool
}

func (s *seen) first(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.what[what] {
		return false
	}
	if s.what == nil {
		s.what = map[string]bool{}
	}
	s.what[what] = true
	return true
}
