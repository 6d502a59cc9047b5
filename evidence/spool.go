package evidence

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/secrets"
	"github.com/factline/memory/transcript"
)

// The spool holds what hooks saw until a process with more time brings it into the records: evidence/spool/<session>.jsonl, one delivery
// a line, redacted. A delivery is an append of one write, so that a killed process leaves at most one broken last line.
const (
	spoolDir  = "spool"
	spoolMax  = 4 << 20  // bytes of one session's file; what comes after is refused until it is drained
	spoolText = 32 << 10 // bytes kept of one text
	spoolOut  = 8 << 10  // bytes kept of one tool's input or output
	spoolWait = 100 * time.Millisecond
	spoolBack = 128 << 10 // bytes at the end of the file that a twin is looked for in: it comes at once, and the drain drops one that came later
)

// ErrSpoolFull says that a session's spool takes no more: nobody drained it.
var ErrSpoolFull = errors.New("the spool of this session is full")

// Live is one delivery of a hook: the events that it stands for.
type Live struct {
	At         time.Time          `json:"at"`
	Key        string             `json:"key,omitempty"` // of the host's event id; a delivery with the same key is kept once
	Transcript string             `json:"transcript,omitempty"`
	Kind       string             `json:"kind"` // name of the hook event
	Events     []transcript.Event `json:"events"`
}

// EventKey names a host's event: its kind and id within a session.
func EventKey(kind, id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(kind + "\x00" + id))
	return hex.EncodeToString(sum[:8])
}

// Spool appends a delivery to its session's file and reports whether it was new. All of its events belong to one agent and session. It
// starts nothing and opens no record.
func (s *Store) Spool(ctx context.Context, live Live) (bool, error) {
	if len(live.Events) == 0 {
		return false, nil
	}
	line, err := spoolLine(live)
	if err != nil {
		return false, fmt.Errorf("spool: %w", err)
	}
	dir := filepath.Join(s.Dir, treeDir, spoolDir)
	unlock, err := filelock.Lock(ctx, filepath.Join(dir, lockFile), spoolWait)
	switch {
	case errors.Is(err, filelock.ErrBusy): // an append is one write: without the lock a twin may get in, and the drain drops it
	case err != nil:
		return false, fmt.Errorf("spool: %w", err)
	default:
		defer unlock()
	}
	first := live.Events[0]
	added, err := appendOnce(filepath.Join(dir, spoolFile(first.Agent, first.Session)), live.Key, line)
	if err != nil {
		return false, fmt.Errorf("spool: %w", err)
	}
	return added, nil
}

func spoolFile(agent, session string) string { return sessionDir(agent, session) + ".jsonl" }

// spoolLine is the delivery as it may lie on the disk: redacted and bounded.
func spoolLine(live Live) ([]byte, error) {
	live.Transcript, _ = secrets.Redact(live.Transcript)
	events := make([]transcript.Event, len(live.Events))
	for i, ev := range live.Events {
		most := spoolText
		if ev.Kind == transcript.ToolCall || ev.Kind == transcript.ToolResult {
			most = spoolOut
		}
		ev.Text = clip(ev.Text, most)
		for _, field := range []*string{&ev.Text, &ev.Session, &ev.Version, &ev.CWD, &ev.Branch, &ev.Model, &ev.Tool, &ev.CallID, &ev.MessageID} {
			*field, _ = secrets.Redact(*field)
		}
		for _, field := range []*string{&ev.Session, &ev.Version, &ev.CWD, &ev.Branch, &ev.Model, &ev.Tool, &ev.CallID, &ev.MessageID} {
			*field = clip(*field, maxField)
		}
		ev.Files = nil // the text has them
		events[i] = ev
	}
	live.Events = events
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(live)
	return b.Bytes(), err
}

// cutMark ends a text of which the rest was not kept.
const cutMark = " [cut]"

func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:runeCut(text, most)] + cutMark
}

// appendOnce writes the line unless the file has the key.
func appendOnce(path, key string, line []byte) (bool, error) {
	f, err := plainfile.OpenInPlace(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	if info.Size()+int64(len(line)) > spoolMax {
		return false, ErrSpoolFull
	}
	if info.Size() > 0 {
		have := make([]byte, min(info.Size(), spoolBack))
		if _, err := f.ReadAt(have, info.Size()-int64(len(have))); err != nil {
			return false, err
		}
		if key != "" && bytes.Contains(have, []byte(`"key":"`+key+`"`)) {
			return false, nil
		}
		if have[len(have)-1] != '\n' { // its writer was killed: the damage stays one line
			line = append([]byte{'\n'}, line...)
		}
	}
	_, err = f.Write(line)
	return err == nil, err
}

// Drained is what a drain did.
type Drained struct {
	Sessions int `json:"sessions"`
	Added    int `json:"added"`   // records
	Broken   int `json:"broken"`  // lines that were none
	Dropped  int `json:"dropped"` // deliveries that keep did not want: a transcript has them
}

// Drain brings spooled deliveries into the records and empties the spool: of one session, or of all with agent "". keep says which ones
// are wanted; nil = all. A process that dies in between leaves a file that the next drain takes up; a delivery that got in is not kept twice.
func (s *Store) Drain(ctx context.Context, agent, session string, keep func(Live) bool) (Drained, error) {
	var d Drained
	dir := filepath.Join(s.Dir, treeDir, spoolDir)
	if agent != "" {
		return d, s.drainFile(ctx, dir, spoolFile(agent, session), keep, &d)
	}
	names, err := s.spoolFiles()
	if err != nil {
		return d, fmt.Errorf("drain: %w", err)
	}
	for _, name := range names {
		if err := s.drainFile(ctx, dir, name, keep, &d); err != nil {
			return d, err
		}
	}
	return d, nil
}

func (s *Store) drainFile(ctx context.Context, dir, name string, keep func(Live) bool, d *Drained) error {
	taken := filepath.Join(dir, name+takenExt)
	unlock, err := filelock.Lock(ctx, filepath.Join(dir, name+".lock"), lockWait)
	if err != nil {
		return fmt.Errorf("drain: %w", err)
	}
	defer os.Remove(filepath.Join(dir, name+".lock"))
	defer unlock()
	for { // first what a killed drain left, then what was spooled since
		if _, err := os.Lstat(taken); errors.Is(err, fs.ErrNotExist) {
			if took, err := s.take(ctx, dir, name, taken); err != nil || !took {
				return err
			}
		}
		if err := s.bringIn(ctx, taken, keep, d); err != nil {
			return err
		}
		if err := os.Remove(taken); err != nil {
			return fmt.Errorf("drain: %w", err)
		}
	}
}

// take moves a session's file aside while nobody appends to it.
func (s *Store) take(ctx context.Context, dir, name, taken string) (bool, error) {
	unlock, err := filelock.Lock(ctx, filepath.Join(dir, lockFile), time.Minute)
	if err != nil {
		return false, fmt.Errorf("drain: %w", err)
	}
	defer unlock()
	err = os.Rename(filepath.Join(dir, name), taken)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("drain: %w", err)
	}
	return true, nil
}

func (s *Store) bringIn(ctx context.Context, path string, keep func(Live) bool, d *Drained) error {
	b, err := plainfile.Read(path, plainfile.MaxText)
	if err != nil {
		return fmt.Errorf("drain: %w", err)
	}
	var events []transcript.Event
	keys := map[string]bool{} // of what was brought in: a twin may stand far behind
	for line := range bytes.Lines(b) {
		var live Live
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case json.Unmarshal(line, &live) != nil:
			d.Broken++
		case keep != nil && !keep(live), keys[live.Key]:
			d.Dropped++
		default:
			keys[live.Key] = live.Key != ""
			events = append(events, live.Events...)
		}
	}
	_, added, err := s.Observe(ctx, "hook", events, Options{})
	d.Added += added
	d.Sessions++
	return err
}
