package gates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/factline/memory/server/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpAgent is an agent with a session of the memory's MCP server, in this process: the whole way that a tool call takes, from the line that
// the client writes to the line that it reads.
type mcpAgent struct {
	session *sdk.ClientSession
	ended   chan error
}

// gateClock is a clock that the suite moves: what a server does beside its calls reads it and does not move it, so that every run tells the
// same times.
type gateClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *gateClock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// tick moves on by a second and tells the time.
func (c *gateClock) tick() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Second)
	return c.now
}

// newMCPAgent starts a server on the store at dir and greets it under a client's name.
func newMCPAgent(ctx context.Context, dir, project, name string, clock *gateClock) (*mcpAgent, error) {
	toServer, in := io.Pipe()
	fromServer, out := io.Pipe()
	a := &mcpAgent{ended: make(chan error, 1)}
	go func() {
		err := mcp.Serve(ctx, mcp.Options{
			Store: dir, Project: project, CWD: dir, Home: dir, Getenv: func(string) string { return "" }, Now: clock.read, Version: "gate", Tools: mcp.All,
			Make: func(context.Context, string) error { return errors.New("the suite makes its store itself") }, In: toServer, Out: out,
		})
		out.Close()
		a.ended <- err
	}()
	var err error
	client := sdk.NewClient(&sdk.Implementation{Name: name, Version: "1"}, nil)
	if a.session, err = client.Connect(ctx, &sdk.IOTransport{Reader: fromServer, Writer: in}, nil); err != nil {
		in.Close()
		return nil, errors.Join(fmt.Errorf("MCP session: %w", err), <-a.ended)
	}
	return a, nil
}

// close ends the session and waits for the server.
func (a *mcpAgent) close() error {
	err := a.session.Close()
	return errors.Join(err, <-a.ended)
}

// call uses a tool and decodes what it says into out. A refusal is an answer too.
func (a *mcpAgent) call(ctx context.Context, tool string, arguments map[string]any, out any) error {
	result, err := a.session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return fmt.Errorf("MCP %s: %w", tool, err)
	}
	if result.StructuredContent == nil {
		said, _ := json.Marshal(result.Content) // what a tool says always encodes
		return fmt.Errorf("MCP %s: %s", tool, said)
	}
	b, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return fmt.Errorf("MCP %s: %w", tool, err)
	}
	return json.Unmarshal(b, out)
}
