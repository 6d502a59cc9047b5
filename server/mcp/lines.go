package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine bounds one message in bytes: an item of 1 MiB may grow to several times that in JSON escapes.
const maxLine = 8 << 20

// patience is how long answers under way are waited for once the client has closed its stream.
const patience = 10 * time.Second

// lineTransport carries one JSON-RPC message a line. The library's own ends the session at the first line that is no message; this
// one answers such a line with an error and goes on.
type lineTransport struct {
	in  io.Reader
	out io.Writer
}

// Connect implements sdk.Transport.
func (t *lineTransport) Connect(context.Context) (sdk.Connection, error) {
	c := &lineConn{out: t.out, lines: make(chan inLine), closed: make(chan struct{}), open: map[jsonrpc.ID]bool{}, idle: make(chan struct{}, 1)}
	go c.readLines(bufio.NewReaderSize(t.in, 64<<10))
	return c, nil
}

type lineConn struct {
	out   io.Writer
	lines chan inLine // closed at the end of the input

	closed chan struct{}
	once   sync.Once

	mu   sync.Mutex
	open map[jsonrpc.ID]bool // calls not answered yet
	idle chan struct{}       // a token when the last of them is
}

// inLine is one line of the input. Of one that is too long only the id of the message is kept.
type inLine struct {
	text []byte
	long bool
	id   any
}

// readLines feeds lines until the input ends. It outlives Close only while a read of the input blocks, which nothing can interrupt.
func (c *lineConn) readLines(r *bufio.Reader) {
	defer close(c.lines)
	for {
		line, err := readLine(r)
		if len(bytes.TrimSpace(line.text)) > 0 || line.long {
			select {
			case c.lines <- line:
			case <-c.closed:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func readLine(r *bufio.Reader) (line inLine, err error) {
	var passing idFinder
	for {
		var part []byte
		part, err = r.ReadSlice('\n')
		if !line.long && len(line.text)+len(part) > maxLine {
			passing.pass(line.text)
			line.text, line.long = nil, true
		}
		if line.long {
			passing.pass(part)
		} else {
			line.text = append(line.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			line.id = passing.id
			return line, err
		}
	}
}

// Read implements sdk.Connection. It returns the next message; what is none is answered here.
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case line, more := <-c.lines:
			if !more {
				c.settle(ctx)
				return nil, io.EOF
			}
			msg, fault := decode(line)
			if fault == nil {
				c.opened(msg)
				return msg, nil
			}
			if err := c.writeLine(fault); err != nil {
				return nil, err
			}
		}
	}
}

// decode reads one message, or gives the line that says why it is none.
func decode(in inLine) (jsonrpc.Message, []byte) {
	if in.long {
		return nil, faultLine(in.id, jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message may have %d bytes at most", maxLine))
	}
	line := bytes.TrimSpace(in.text)
	switch {
	case !json.Valid(line):
		return nil, faultLine(nil, jsonrpc.CodeParseError, "not JSON: send one message a line")
	case line[0] == '[':
		return nil, faultLine(nil, jsonrpc.CodeInvalidRequest, "batches are not taken: send one message a line")
	}
	msg, err := jsonrpc.DecodeMessage(line)
	if err != nil || msg == nil {
		return nil, faultLine(idOf(line), jsonrpc.CodeInvalidRequest, "not a JSON-RPC 2.0 message")
	}
	return msg, nil
}

// idOf is the id of a message that is wrong otherwise, so that its sender can tell which one; nil where it has none that can be one.
func idOf(line []byte) any {
	var m struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(line, &m) != nil {
		return nil
	}
	return asID(m.ID)
}

// asID is a value that a message may have as its id; nil for any other.
func asID(value any) any {
	switch value.(type) {
	case string, float64:
		return value
	}
	return nil
}

func faultLine(id any, code int, message string) []byte {
	line, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": message}})
	return line
}

// methodListen parks until the client goes, so its answer is never waited for.
const methodListen = "subscriptions/listen"

func (c *lineConn) opened(msg jsonrpc.Message) {
	if r, ok := msg.(*jsonrpc.Request); ok && r.IsCall() && r.Method != methodListen {
		c.mu.Lock()
		c.open[r.ID] = true
		c.mu.Unlock()
	}
}

// settle waits until the calls under way are answered: a client may write its questions, close its side and read on.
func (c *lineConn) settle(ctx context.Context) {
	give := time.NewTimer(patience)
	defer give.Stop()
	for {
		c.mu.Lock()
		n := len(c.open)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.idle:
		case <-give.C:
			return
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Write implements sdk.Connection.
func (c *lineConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	line, err := jsonrpc.EncodeMessage(quiet(msg))
	if err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	err = c.writeLine(line)
	if r, ok := msg.(*jsonrpc.Response); ok {
		c.answered(r.ID)
	}
	return err
}

func (c *lineConn) answered(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, id)
	if len(c.open) == 0 {
		select {
		case c.idle <- struct{}{}:
		default:
		}
	}
}

func (c *lineConn) writeLine(line []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(append(line, '\n'))
	return err
}

// Close implements sdk.Connection.
func (c *lineConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// SessionID implements sdk.Connection; a pair of streams is one session without a name.
func (c *lineConn) SessionID() string { return "" }
