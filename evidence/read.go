package evidence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/secrets"
	"github.com/factline/memory/transcript"
)

// file brings one file in: not at all when it is as it was, from where the last run stopped when it has grown, else whole.
// An error is one of the store or the context; what is wrong with the file goes to Skipped.
func (in *ingest) file(ctx context.Context, c candidate) error {
	state, err := in.stateOf(c)
	if err != nil {
		return err
	}
	if state.unchanged(c.info) {
		in.count(c, state)
		return nil
	}
	f, err := plainfile.Open(c.real)
	if errors.Is(err, fs.ErrNotExist) && !c.named { // removed since it was listed
		return nil
	}
	if err != nil {
		in.skip(SkipAt{File: c.path, Reason: "cannot be opened: " + reason(err)})
		return nil
	}
	defer f.Close()
	if err := in.beginBatch(ctx); err != nil {
		return err
	}
	// Under the lock the state is looked at again: another process may just have read the same file.
	info, err := f.Stat()
	if err != nil {
		in.skip(SkipAt{File: c.path, Reason: "cannot be read: " + reason(err)})
		return nil
	}
	if state, err = in.stateOf(c); err != nil {
		return err
	}
	if state.unchanged(info) {
		in.count(c, state)
		return nil
	}
	if state.grownFrom(f, info.Size()) {
		err = in.readFrom(ctx, c, f, info, state)
		if !errors.Is(err, errCannotResume) {
			return err
		}
	}
	return in.readFrom(ctx, c, f, info, source{})
}

// stateOf is how far a file was read, the zero value when records that it gave are gone: then it is read whole again.
func (in *ingest) stateOf(c candidate) (source, error) {
	state := in.tree.source(c.real)
	if lost, err := in.kept.lost(state); err != nil || lost {
		return source{}, err
	}
	return state, nil
}

// errCannotResume says that the parser does not go on from its old position: a file is then read whole.
var errCannotResume = errors.New("cannot be read on from the last position")

// errEmpty says that a file has nothing in it yet.
var errEmpty = errors.New("empty file")

func notTranscript(err error) string {
	if errors.Is(err, errEmpty) {
		return errEmpty.Error()
	}
	return transcript.ErrUnknown.Error()
}

// readFrom reads a file from where state stands and queues the new state.
func (in *ingest) readFrom(ctx context.Context, c candidate, f *os.File, info fs.FileInfo, state source) error {
	r := &reading{in: in, c: c, state: state, sessions: map[string]*sessionLog{}, prior: state.Events}
	r.state.Path = in.shownPath(c.real)
	// The size is taken before reading and bounds it: a file that grows faster than it is read comes to an end, and its rest
	// is seen as growth by the next run.
	r.state.Size, r.state.ModTime = info.Size(), info.ModTime().UnixNano()
	for _, session := range state.Sessions {
		r.sessions[session] = nil
	}
	from := state.Position.Offset
	src := transcript.Source{
		Path: noSession, // so that a default of the parser is told from a name that the host gave
		Pos:  state.Position,
		R:    &countingReader{r: io.NewSectionReader(f, from, info.Size()-from), count: r.bytes},
	}
	in.report(from)
	pos, resumable, err := transcript.Parse(ctx, src, r.event, r.skip)
	r.release()
	switch {
	case r.err != nil:
		return r.err
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && from > 0 && r.events == 0:
		in.report(-from)
		return errCannotResume
	case pos.Format == "" && info.Size() == 0:
		err = errEmpty
	}
	if errors.Is(err, transcript.ErrUnknown) || errors.Is(err, errEmpty) {
		if c.named {
			in.skip(SkipAt{File: c.path, Reason: notTranscript(err)})
		} else {
			in.res.Ignored++
		}
		return nil
	}
	if err != nil {
		r.end()
		in.skip(SkipAt{File: c.path, Reason: "cannot be read: " + strings.ReplaceAll(reason(err), noSession, "this file")})
		return nil
	}
	r.state.Position, r.state.Resumable = pos, resumable
	if _, found := secrets.Redact(string(pos.Carry)); len(found) > 0 {
		// A parser's own state holds what it read. With a secret in it, it is not kept, and a grown file is read whole.
		r.state.Position.Carry, r.state.Resumable = nil, false
	}
	r.state.Head, r.state.Tail, err = edges(f, pos.Offset)
	r.end()
	if err != nil { // without a state the next run reads it again
		in.skip(SkipAt{File: c.path, Reason: "cannot be read again: " + reason(err)})
		return nil
	}
	in.states = append(in.states, readSource{real: c.real, state: r.state})
	return nil
}

// count adds a file that needed no reading.
func (in *ingest) count(c candidate, state source) {
	in.res.Files++
	in.res.Unchanged += state.Events
	for _, session := range state.Sessions {
		in.sessions[session] = true
	}
	in.skipUnfinished(c, state)
}

func (in *ingest) skipUnfinished(c candidate, state source) {
	if state.unfinished() {
		in.skip(SkipAt{File: c.path, Line: state.Position.Line + 1, Reason: "the last line is not finished; it is read once it is"})
	}
}

// shownPath is the path kept in records: redacted, slash-separated, and with ~ for the home directory, which names the user and differs
// between machines.
func (in *ingest) shownPath(real string) string {
	if rest, ok := strings.CutPrefix(real, in.home); ok && in.home != "" && rest != "" && os.IsPathSeparator(rest[0]) {
		real = "~" + rest
	}
	var counts map[string]int
	return in.door.field(filepath.ToSlash(real), &counts)
}

// reading is one pass over one file.
type reading struct {
	in       *ingest
	c        candidate
	state    source // as it will be written
	prior    int    // events that earlier runs read from the part before
	events   int    // of this pass
	added    int    // of them new
	skipped  int
	sessions map[string]*sessionLog // nil for one that only earlier runs read
	held     []transcript.Event     // the first ones, as long as no event has told session and directory
	released bool
	beside   string // project of the repository that the file lies in, where no event tells a directory
	err      error  // of the store
}

// noSession is the session that a parser gives to an event that names none: no host calls a session so.
const noSession = "\x00"

// heldMax bounds the events that wait for the file to name its session. Where it does at all, it does within a few lines.
const heldMax = 256

// event is called by the parser with each event. The first lines of a file may not name the session and the directory that
// later lines do (a summary stands first in some); they belong to it all the same.
func (r *reading) event(ev transcript.Event) error {
	if part, unnamed := strings.CutPrefix(ev.Session, noSession); unnamed && part != "" {
		ev.Session = fallbackSession(r.c.real) + part // one of several sessions in a file that names none
	} else if unnamed {
		ev.Session = r.state.Session
	}
	if ev.Session != "" {
		for i := range r.held {
			r.held[i].Session = cmp.Or(r.held[i].Session, ev.Session)
		}
		r.state.Session = ev.Session
	}
	r.state.Placed = r.state.Placed || ev.CWD != "" || ev.Remote != ""
	if !r.released && (r.state.Session == "" || !r.state.Placed) && len(r.held) < heldMax {
		r.held = append(r.held, ev)
		return nil
	}
	r.release()
	if r.err == nil {
		r.err = r.keep(ev)
	}
	return r.err
}

// release keeps the held events, in the session that is known by now or else in one named by the file.
func (r *reading) release() {
	if r.released {
		return
	}
	r.released = true
	if !r.state.Placed {
		r.beside = projectBeside(r.c.real, r.in.home)
	}
	held := r.held
	r.held = nil
	for _, ev := range held {
		if r.err == nil {
			r.err = r.keep(ev)
		}
	}
}

func (r *reading) keep(ev transcript.Event) error {
	in := r.in
	session := cmp.Or(r.state.Session, fallbackSession(r.c.real))
	rec := in.door.record(ev, cmp.Or(r.state.Agent, "generic"), session)
	r.state.Agent, r.state.Session = rec.Agent, rec.Session
	l, err := in.log(sessionKey{rec.Agent, rec.Session})
	if err != nil {
		return fmt.Errorf("open the records of session %s: %w", sessionDir(rec.Agent, rec.Session), err)
	}
	if l.dated.IsZero() {
		l.dated = cmp.Or(encodable(time.Unix(0, r.state.ModTime)), in.store.now())
	}
	hash, scope := identity(&rec, l.hash)
	rec.ID = eventID(l.idStart, hash, r.state.Repeats.next(hash, scope))
	// From the redacted forms: a name in lower case may hide a secret from its rule.
	remote := in.door.field(ev.Remote, &rec.Redactions)
	rec.Project = in.door.field(in.projects.name(remote, rec.CWD, r.beside, &l.home), &rec.Redactions)
	rec.Source = r.state.Path
	before := l.pending.Len()
	added, err := l.add(&rec)
	if err != nil {
		return err
	}
	r.events++
	r.sessions[l.short] = l
	if !added {
		return nil
	}
	r.added++
	for rule, n := range rec.Redactions {
		in.redactions[rule] += n
	}
	if in.pending += l.pending.Len() - before; in.pending >= pendingMax {
		return in.flush()
	}
	return nil
}

// log returns the open log of a session, opening it the first time in a batch.
func (in *ingest) log(key sessionKey) (*sessionLog, error) {
	if l := in.logs[key]; l != nil {
		return l, nil
	}
	index, ok := in.index[key.agent]
	if !ok {
		var err error
		if index, err = in.tree.sessionIndex(key.agent); err != nil {
			return nil, err
		}
		in.index[key.agent] = index
	}
	l, err := in.tree.openLog(key, index[sessionDir(key.agent, key.session)])
	if err == nil {
		in.logs[key] = l
	}
	return l, err
}

// skip is called by the parser with each piece that it could not read.
func (r *reading) skip(s transcript.Skip) {
	if r.skipped++; r.skipped <= skippedMax {
		r.in.skip(SkipAt{File: r.c.path, Line: s.Line, Reason: s.Reason})
	}
}

func (r *reading) bytes(n int) {
	r.in.read += int64(n)
	r.in.report(int64(n))
}

// end adds the pass to the result and completes the state.
func (r *reading) end() {
	in := r.in
	in.res.Files++
	in.res.Unchanged += r.prior + r.events - r.added
	if more := r.skipped - skippedMax; more > 0 {
		in.skip(SkipAt{File: r.c.path, Reason: fmt.Sprintf("%d more pieces could not be read", more)})
	}
	r.state.Events = r.prior + r.events
	r.state.BadLines += r.skipped
	r.state.Sessions = slices.Sorted(maps.Keys(r.sessions))
	kept := map[string]int{}
	for session, l := range r.sessions {
		in.sessions[session] = true
		kept[session] = r.state.Kept[session]
		if l != nil {
			kept[session] = l.sum.Events
		}
	}
	r.state.Kept = kept
	in.skipUnfinished(r.c, r.state)
}

// countingReader tells how far a file has been read.
type countingReader struct {
	r     io.Reader
	count func(n int)
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.count(n)
	return n, err
}
