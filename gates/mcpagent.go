package gates

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/factline/memory/server/mcp"
)

// mcpAgent is an agent with a session of the memory's MCP server, in this process: the whole way that a tool call takes, from the line that
// the client writes to the line that it reads.
type mcpAgent struct {
	in    *io.PipeWriter
	out   *bufio.Scanner
	ended chan error
	id    int
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
	a := &mcpAgent{in: in, out: bufio.NewScanner(fromServer), ended: make(chan error, 1)}
	a.out.Buffer(nil, 8<<20)
	go func() {
		err := mcp.Serve(ctx, mcp.Options{
			Store: dir, Project: project, CWD: dir, Home: dir, Getenv: func(string) string { return "" }, Now: clock.read, Version: "gate", Tools: mcp.All,
			Make: func(context.Context, string) error { return errors.New("the suite makes its store itself") }, In: toServer, Out: out,
		})
		out.Close()
		a.ended <- err
	}()
	_, err := a.ask("initialize", map[string]any{
		"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": name, "version": "1"},
	})
	if err == nil {
		err = a.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
	}
	if err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

// close ends the session and waits for the server.
func (a *mcpAgent) close() error {
	err := a.in.Close()
	return errors.Join(err, <-a.ended)
}

func (a *mcpAgent) send(message map[string]any) error {
	b, err := json.Marshal(message)
	if err == nil {
		_, err = a.in.Write(append(b, '\n'))
	}
	return err
}

// ask sends a request and waits for its answer; what the server says of its own accord meanwhile is passed over.
func (a *mcpAgent) ask(method string, params any) (json.RawMessage, error) {
	a.id++
	if err := a.send(map[string]any{"jsonrpc": "2.0", "id": a.id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for a.out.Scan() {
		var m struct {
			ID     int             `json:"id"`
			Method string          `json:"method"`
			Result json.RawMessage `json:"result"`
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(a.out.Bytes(), &m); err != nil {
			return nil, fmt.Errorf("MCP answer to %s: %w", method, err)
		}
		switch {
		case m.Method != "" || m.ID != a.id:
		case m.Error != nil:
			return nil, fmt.Errorf("MCP %s: %s", method, m.Error.Message)
		default:
			return m.Result, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("MCP %s: the server ended", method), a.out.Err())
}

// call uses a tool and decodes what it says into out. A refusal is an answer too.
func (a *mcpAgent) call(tool string, arguments map[string]any, out any) error {
	result, err := a.ask("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return err
	}
	var got struct {
		Structured json.RawMessage `json:"structuredContent"`
		Content    []struct{ Text string }
	}
	if err := json.Unmarshal(result, &got); err != nil {
		return fmt.Errorf("MCP %s: %w", tool, err)
	}
	if len(got.Structured) == 0 {
		return fmt.Errorf("MCP %s: %+v", tool, got.Content)
	}
	return json.Unmarshal(got.Structured, out)
}
