// Package mcp is the door through which an agent uses the memory by the Model Context Protocol. It decodes arguments, calls the hub
// and encodes what comes back; it holds no rule of its own and renders no item: what an item's words look like in an answer is made
// by contextpack, behind the firewall. It never raises who speaks: whatever comes through here is an agent's.
//
//	mcp.go        Serve: one client on one pair of streams
//	lines.go      messages as lines, which no garbage can end
//	tool.go       a tool: its name, its text, its schemas made of Go types, its errors
//	fill.go       sentence vectors, made between the calls
//	call.go       one call: a store opened for it alone, so that a moved, rebuilt or new store is simply there
//	roots.go      which directory the client works in
//	moved.go      where that is after somebody moved it
//	client.go     who it is
//	tools_*.go    the tools
//	resources.go  what a client can read by address
//	prompts.go    what a person can start with
package mcp

import (
	"context"
	_ "embed"
	"io"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/trust"
)

// Options say what a server needs of the process.
type Options struct {
	Store, Project string // as the flags of the command: "" = found from the working directory
	CWD, Home      string
	Where          func() (string, error) // the directory of the process by its name of now; nil = CWD, which never moves
	Getenv         func(string) string
	Now            func() time.Time
	Trust          *trust.Book                                 // which stores may reach a prompt
	Make           func(ctx context.Context, dir string) error // makes a store, for a first write
	Version        string                                      // of this program
	Agent          string                                      // who starts it, where that was said; "" = as the client names itself
	Tools          Set
	In             io.Reader
	Out            io.Writer // protocol and nothing else
}

// Set is how many tools a client sees. Every description is paid for in every turn of an agent.
type Set string

// Sets, each holding the one before.
const (
	Default Set = "default"
	Core    Set = "core"
	All     Set = "all"
)

// ParseSet reads the value of --tools.
func ParseSet(name string) (Set, bool) {
	switch s := Set(name); s {
	case Default, Core, All:
		return s, true
	}
	return "", false
}

// has reports whether a tool of set t belongs to what s shows.
func (s Set) has(t Set) bool {
	return t == Default || s == All || s == t
}

//go:embed instructions.md
var instructions string

// server is one session's state.
type server struct {
	o      Options
	tools  []tool
	roots  roots
	seen   seen
	used   used
	asides sync.WaitGroup // observations under way, which nobody waits for but the end
	filler *filler

	sentences *projections.Sentences // second vectors of all stores of the session
}

// Serve answers one client until its stream ends or ctx is done. Before the first call that needs a store it opens one only to make
// sentence vectors (fill.go), never to answer the client.
func Serve(ctx context.Context, o Options) error {
	s := &server{o: o, filler: newFiller(), sentences: hub.NewSentences()}
	s.tools = s.all()
	protocol := s.protocol()
	session, err := protocol.Connect(ctx, &lineTransport{in: o.In, out: o.Out}, nil)
	if err != nil {
		return err
	}
	filling, stop := context.WithCancel(ctx)
	s.asides.Go(func() { s.fill(filling) })
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case <-ctx.Done():
		_ = session.Close()
		<-ended
	case err = <-ended:
	}
	stop()
	s.asides.Wait()
	return err
}

// protocol declares everything that a client can see.
func (s *server) protocol() *sdk.Server {
	options := &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{},
		// What a memory says is for the one who asked; nobody on the way may keep it for others.
		SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },
		InitializedHandler: func(_ context.Context, r *sdk.InitializedRequest) {
			s.observe(r.Session, "initialize")
			s.filler.call(r.Session)()
		},
	}
	s.watchRoots(options)
	p := sdk.NewServer(&sdk.Implementation{Name: "factline-memory", Title: "Factline memory", Version: s.o.Version}, options)
	p.AddReceivingMiddleware(s.discovered)
	for _, t := range s.tools {
		if s.o.Tools.has(t.set) {
			p.AddTool(t.declared(), s.handler(t))
		}
	}
	s.addResources(p)
	s.addPrompts(p)
	return p
}

// discovered sees the greeting of clients that have no initialize any more.
func (s *server) discovered(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		got, err := next(ctx, method, r)
		if session, ok := r.GetSession().(*sdk.ServerSession); ok && err == nil && method == "server/discover" {
			s.observe(session, "initialize")
		}
		return got, err
	}
}
