package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"strings"
)

// state is what a parser remembers from line to line. It is all of Position.Carry, so a resumed parse continues as if it had
// read the file from its start.
type state struct {
	Agent   string `json:"agent,omitempty"`
	Version string `json:"version,omitempty"`
	Session string `json:"session,omitempty"`
	CWD     string `json:"cwd,omitempty"`
	Branch  string `json:"branch,omitempty"`
	Remote  string `json:"remote,omitempty"`
	Model   string `json:"model,omitempty"`
	Calls   []call `json:"calls,omitempty"` // oldest first, at most maxCalls
	Twins   []twin `json:"twins,omitempty"` // texts whose second copy may still come, oldest first, at most maxTwins
	// Roles maps message ids to roles for formats that write the parts of a message apart from its head.
	Roles []roleOf `json:"roles,omitempty"`
	// Side says that the whole file is a sub-agent's.
	Side bool `json:"side,omitempty"`
}

// call is a tool call seen, kept to give its result the tool's name and channel.
type call struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Channel Channel `json:"channel"`
	Done    bool    `json:"done,omitempty"` // its result has been seen
}

// twin is a text that the format writes twice, once from each side.
type twin struct {
	Key  uint64 `json:"key"`
	Side byte   `json:"side"`
}

type roleOf struct {
	ID   string `json:"id"`
	Role string `json:"role"`
}

const (
	maxCalls = 256
	maxTwins = 64
	maxRoles = 64
)

// run is one parse: where it is, what it remembers, and where events go.
type run struct {
	ctx     context.Context
	src     Source
	emit    func(Event) error
	skipTo  func(Skip)
	session string // default for formats that have no session id
	st      state
	err     error // the first error of emit; nothing is emitted after it

	line       int
	start, end int64
	touched    bool // the current line gave an event, a skip or an ignore
}

func newRun(ctx context.Context, src Source, emit func(Event) error, skip func(Skip)) *run {
	r := &run{ctx: ctx, src: src, emit: emit, skipTo: skip}
	if src.Path != "" {
		base := filepath.Base(src.Path)
		r.session = strings.TrimSuffix(base, filepath.Ext(base))
	}
	return r
}

func (r *run) restore(carry []byte) error {
	if len(carry) == 0 {
		return nil
	}
	if err := json.Unmarshal(carry, &r.st); err != nil {
		return fmt.Errorf("transcript: read the carried state of %s: %w; read the file from its start", r.src.Path, err)
	}
	return nil
}

func (r *run) carry() []byte {
	b, err := json.Marshal(r.st)
	if err != nil { // strings, bytes and numbers only: cannot happen
		return nil
	}
	return b
}

// base is an event with everything that the run knows about where it stands.
func (r *run) base() Event {
	return Event{
		Agent: r.st.Agent, Version: r.st.Version, Session: r.st.Session, CWD: r.st.CWD, Branch: r.st.Branch, Remote: r.st.Remote,
		Model: r.st.Model, Line: r.line, Start: r.start, End: r.end,
	}
}

// out sends one event on.
func (r *run) out(e Event) {
	r.touched = true
	if r.err != nil {
		return
	}
	if e.Session == "" {
		e.Session = r.session
	}
	if e.Agent == "" {
		e.Agent = "generic"
	}
	r.err = r.emit(e)
}

func (r *run) skip(reason string) {
	r.touched = true
	if r.skipTo != nil {
		r.skipTo(Skip{Line: r.line, Reason: reason})
	}
}

func (r *run) ignore(kind string) {
	r.touched = true
	if r.src.Ignored != nil {
		r.src.Ignored(Skip{Line: r.line, Reason: kind})
	}
}

// lines runs a line format over the source from pos.
func (r *run) lines(lr *lineReader, f lineFormat, pos Position) (Position, bool, error) {
	if r.st.Agent == "" {
		r.st.Agent = f.agent
	}
	pos.Format, pos.Partial = f.name, false
	finish := func(err error) (Position, bool, error) {
		pos.Carry = r.carry()
		return pos, true, err
	}
	for {
		if err := r.ctx.Err(); err != nil {
			return finish(err)
		}
		l, err := lr.next()
		if errors.Is(err, io.EOF) {
			return finish(nil)
		}
		if err != nil {
			return finish(err)
		}
		text := bytes.TrimSpace(l.bytes)
		if pos.Open && len(text) == 0 && !l.tooLong {
			pos.Open, pos.Offset = !l.ended, l.next
			continue
		}
		pos.Open = false
		r.line, r.start, r.end, r.touched = pos.Line+1, l.start, l.end, false
		if r.line == 1 {
			text = bytes.TrimPrefix(text, bom)
		}
		switch {
		case l.tooLong:
			r.skip(fmt.Sprintf("line of %d bytes is longer than the %d MiB that one line may have", l.end-l.start, maxLine>>20))
		case len(text) == 0:
			r.ignore("blank line")
		default:
			v, problem := readLine(text)
			if problem != nil && !l.ended {
				pos.Partial = true
				return finish(nil)
			}
			if problem != nil {
				r.skip(problem.Error())
				break
			}
			f.parse(r, v)
			if !r.touched {
				r.ignore("nothing in it")
			}
		}
		if r.err != nil {
			return finish(r.err)
		}
		pos.Offset, pos.Line, pos.Open = l.next, r.line, !l.ended
	}
}

var bom = []byte("\xEF\xBB\xBF")

// readLine checks one line of JSONL. Anything but an object is a problem, since every line format is made of objects.
func readLine(text []byte) (value, error) {
	end, err := checkJSON(text, 0)
	if err == nil && skipSpace(text, end) != len(text) {
		err = &jsonError{at: end, reason: "not JSON: more text behind the value"}
	}
	if err != nil {
		return value{}, err
	}
	if text[0] != '{' {
		return value{}, errors.New("a JSON value, but not an object")
	}
	return value{raw: text}, nil
}

// document runs a one-document format. Spans are set by the parser through at.
func (r *run) document(f docFormat, root docRoot, at int64) (Position, error) {
	r.st.Agent = f.agent
	r.start, r.end = at, at+int64(len(root.v.raw))
	if root.cut != "" {
		r.end = at + int64(root.size)
		r.skip(root.cut)
	}
	whole := Position{Format: f.name, Offset: at + int64(root.size)}
	f.parse(r, root.v)
	return whole, r.err
}

// at moves the span of the events that follow to one element of the document.
func (r *run) at(v value) {
	r.start, r.end, r.touched = int64(v.at), int64(v.end()), false
}

// each visits the elements of a list of the document, with the span of each.
func (r *run) each(list value, visit func(value)) {
	for v := range list.elems() {
		if r.err != nil || r.ctx.Err() != nil {
			r.err = errors.Join(r.err, r.ctx.Err())
			return
		}
		r.at(v)
		visit(v)
		if !r.touched {
			r.ignore("nothing in it")
		}
	}
}

// opened remembers a tool call.
func (r *run) opened(c call) {
	if c.ID == "" {
		return
	}
	if len(r.st.Calls) >= maxCalls {
		drop := 0
		for i := range r.st.Calls {
			if r.st.Calls[i].Done {
				drop = i
				break
			}
		}
		r.st.Calls = append(r.st.Calls[:drop], r.st.Calls[drop+1:]...)
	}
	r.st.Calls = append(r.st.Calls, c)
}

// closed finds the call that a result answers.
func (r *run) closed(id string) (call, bool) {
	if id == "" {
		return call{}, false
	}
	for i := len(r.st.Calls) - 1; i >= 0; i-- {
		if r.st.Calls[i].ID == id {
			r.st.Calls[i].Done = true
			return r.st.Calls[i], true
		}
	}
	return call{}, false
}

// hasCall reports whether a call of this id is remembered.
func (r *run) hasCall(id string) bool {
	for i := range r.st.Calls {
		if r.st.Calls[i].ID == id {
			return true
		}
	}
	return false
}

// secondCopy reports whether the other side has already written this text; otherwise it waits for the copy. Sides are any two
// different bytes. Only unmatched texts are kept, so a text said twice and written four times still gives two events.
func (r *run) secondCopy(side byte, kind, text string) bool {
	h := fnv.New64a()
	io.WriteString(h, kind)
	h.Write([]byte{0})
	io.WriteString(h, strings.TrimSpace(text))
	key := h.Sum64()
	for i, t := range r.st.Twins {
		if t.Key == key && t.Side != side {
			r.st.Twins = append(r.st.Twins[:i], r.st.Twins[i+1:]...)
			return true
		}
	}
	if len(r.st.Twins) >= maxTwins {
		r.st.Twins = append(r.st.Twins[:0], r.st.Twins[1:]...)
	}
	r.st.Twins = append(r.st.Twins, twin{key, side})
	return false
}

// setRole and roleOf keep the roles of the latest messages.
func (r *run) setRole(id, role string) {
	for i := range r.st.Roles {
		if r.st.Roles[i].ID == id {
			r.st.Roles[i].Role = role
			return
		}
	}
	if len(r.st.Roles) >= maxRoles {
		r.st.Roles = append(r.st.Roles[:0], r.st.Roles[1:]...)
	}
	r.st.Roles = append(r.st.Roles, roleOf{id, role})
}

func (r *run) roleOf(id string) string {
	for i := len(r.st.Roles) - 1; i >= 0; i-- {
		if r.st.Roles[i].ID == id {
			return r.st.Roles[i].Role
		}
	}
	return ""
}

// note sets state from a line when the line tells.
func note(to *string, v value) {
	if s := v.scalar(); s != "" {
		*to = s
	}
}
