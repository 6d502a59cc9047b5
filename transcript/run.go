package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
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
	size       int64 // of a document's source; 0 for lines
	touched    bool  // the current line gave an event, a skip or an ignore
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
	e.Driven = (e.Driven || r.st.Driven) && e.Role == User && e.Channel == FromUser && e.Kind == Message && !e.Meta && !e.Sidechain
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

// lines runs a line format over the source from pos. When emit fails in the middle of a line, the position stands before that line:
// a caller that goes on from there sees the line's first events once more.
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
			v, problem := readLine(string(text))
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
func readLine(text string) (value, error) {
	v, err := parseJSON(text, 0)
	if err == nil && !v.isObject() {
		return value{}, errors.New("a JSON value, but not an object")
	}
	return v, err
}

// document runs a one-document format. Spans are set by the parser through at.
func (r *run) document(f docFormat, root docRoot, at int64) (Position, error) {
	r.st.Agent = f.agent
	r.size = at + int64(root.size)
	r.start, r.end = at, at+int64(len(root.v.raw()))
	if root.cut != "" {
		r.end = r.size
		r.skip(root.cut)
	}
	whole := Position{Format: f.name, Offset: r.size}
	f.parse(r, root.v)
	return whole, r.err
}

// at moves the span of the events that follow to one element of the document.
func (r *run) at(v value) {
	r.start, r.end, r.touched = int64(v.at()), int64(v.end()), false
	if r.size > 0 {
		r.end = min(r.end, r.size) // what closeCut added lies behind the source
	}
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
