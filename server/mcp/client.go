package mcp

import (
	"slices"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/adapters"
	"github.com/factline/memory/items"
)

// agentChannel is the channel of everything that comes through this door.
const agentChannel = items.Agent

// maxClientName bounds the name that an item's front matter and the ledger get.
const maxClientName = 64

// client is who the other side says it is: its name as the adapters have it, and its version. It is a claim, and never more than an
// agent's. A name that the command line gave comes first: some clients call themselves what every client of their library does.
func (s *server) client(session *sdk.ServerSession) (name, version string) {
	if p := session.InitializeParams(); p != nil && p.ClientInfo != nil {
		name, version = plainName(p.ClientInfo.Name), plainName(p.ClientInfo.Version)
	}
	if s.o.Agent != "" {
		return plainName(s.o.Agent), version
	}
	for _, a := range adapters.Agents() {
		if slices.ContainsFunc(a.Clients, func(c string) bool { return plainName(c) == name }) {
			return a.Name, version
		}
	}
	return name, version
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
