package mcp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// call is one call of a tool or one reading of a resource. Its hub is opened for it alone: a store that was moved, rebuilt or made since
// the last call is simply there, calls can run side by side, and an idle server holds nothing open.
type call struct {
	*hub.Hub
	who       hub.Caller
	cwd, home string

	client, version string // as the other side names itself
}

// begin opens the store that the client's directory points at, for one call. create makes it first where it is missing.
func (s *server) begin(ctx context.Context, session *sdk.ServerSession, create bool) (*call, error) {
	h, cwd, err := s.open(ctx, session, create)
	if err != nil {
		return nil, err
	}
	who, err := h.Caller(string(agentChannel))
	if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	name, version := s.client(session)
	if name != "" {
		who.Agent = name
	}
	c := &call{Hub: h, who: who, cwd: cwd, home: s.o.Home, client: name, version: version}
	if s.seen.first("call") {
		c.observe(ctx, "call")
	}
	return c, nil
}

// open opens the store that the client's directory points at.
func (s *server) open(ctx context.Context, session *sdk.ServerSession, create bool) (h *hub.Hub, cwd string, err error) {
	cwd, err = s.directory(ctx, session)
	switch {
	case err == nil:
	case s.o.Store != "" && filepath.IsAbs(s.o.Store): // it is found from anywhere
		cwd = s.o.CWD
	default:
		return nil, cwd, err
	}
	place, err := hub.Locate(s.o.Store, cwd, s.o.Home, s.o.Getenv)
	if err != nil {
		return nil, cwd, err
	}
	if err := s.used.check(place); err != nil {
		return nil, cwd, err
	}
	if !place.Exists {
		if !create {
			return nil, cwd, fmt.Errorf("%w at %s: nothing was remembered here yet; memory_write makes it, or a person by: memory init", hub.ErrNoStore, place.Dir)
		}
		if err := s.o.Make(ctx, place.Dir); err != nil {
			return nil, cwd, err
		}
	}
	h, err = hub.Open(ctx, hub.Options{
		Place: place, Project: s.o.Project, CWD: cwd, Home: s.o.Home, Getenv: s.o.Getenv, Now: s.o.Now, Trust: s.o.Trust, Sentences: s.sentences,
	})
	if err == nil {
		s.used.keep(place.Dir)
	}
	return h, cwd, err
}

func (c *call) end() { _ = c.Close() }

// actor is who changes an item through this door.
func (c *call) actor() writeservice.Actor {
	return writeservice.Actor{Channel: c.who.Channel, Agent: c.who.Agent}
}

// observe keeps in the ledger that this client really called. That it cannot changes no answer.
func (c *call) observe(ctx context.Context, event string) {
	_ = c.Observe(ctx, ledger.Observation{Agent: c.client, Version: c.version, Door: "mcp", Event: event})
}

// observeWait bounds an observation that nobody waits for.
const observeWait = 5 * time.Second

// observe keeps an observation beside the session: a store is opened for it, and the client's next message does not wait for that.
func (s *server) observe(session *sdk.ServerSession, event string) {
	s.aside(func(ctx context.Context) {
		if c, err := s.begin(ctx, session, false); err == nil {
			c.observe(ctx, event)
			c.end()
		}
	})
}

// fault keeps in the ledger that a tool broke, for doctor: where, and no words of the memory.
func (s *server) fault(session *sdk.ServerSession, tool, what string, stack []byte) {
	s.aside(func(ctx context.Context) {
		if c, err := s.begin(ctx, session, false); err == nil {
			_ = c.Fault(ctx, "mcp "+tool, what, stack)
			c.end()
		}
	})
}

func (s *server) aside(do func(context.Context)) {
	s.asides.Add(1)
	go func() {
		defer s.asides.Done()
		ctx, cancel := context.WithTimeout(context.Background(), observeWait)
		defer cancel()
		do(ctx)
	}()
}
