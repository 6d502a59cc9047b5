package evidence

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"
)

// sessionKey names a session; both parts as kept in records.
type sessionKey struct{ agent, session string }

// sessionLog appends to one session's record file. It lives while the lock is held: what it knows of the file is true only
// as long as nobody else appends.
type sessionLog struct {
	key     sessionKey
	hash    string    // sessionHash, hex
	idStart string    // of every id in it
	short   string    // <agent>-<10 hex>, as in ids
	dir     string    // "" until the first flush of a new session
	started time.Time // of the first event that has a time
	dated   time.Time // of the source, for a session whose events have none

	size    int64               // of the whole lines in events.jsonl
	lines   int                 // the last Seq given; at least the number of whole lines
	seen    map[uint64]struct{} // event part of every id in the file and in pending: 8 bytes an event
	sum     summary
	home    projectHome
	pending bytes.Buffer
	encoder *json.Encoder // into pending
	queued  int           // records in pending
	dirty   bool          // written to since the last sync
	entries []string      // directories with new entries since the last sync
}

// openLog reads what the session in dir ("": a new one) has so far: ids, number of lines, summary. A last line that a killed
// process left unfinished is cut off.
func (t *tree) openLog(key sessionKey, dir string) (*sessionLog, error) {
	l := &sessionLog{key: key, hash: sessionHash(key.agent, key.session), seen: map[uint64]struct{}{}}
	l.encoder = recordEncoder(&l.pending)
	l.idStart = idStart(key.agent, l.hash)
	l.short = l.idStart[len("ev-") : len(l.idStart)-1]
	if l.dir = dir; dir == "" {
		return l, nil
	}
	if damaged, err := t.damagedIn(dir); err != nil {
		return nil, err
	} else if damaged { // so that what the lines held may come in again
		if err := t.setAside(dir); err != nil {
			return nil, fmt.Errorf("set damaged lines aside: %w", err)
		}
	}
	f, err := t.openEvents(dir)
	if errors.Is(err, fs.ErrNotExist) { // killed between making the directory and the first write
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	err = l.load(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if err := t.truncate(path.Join(dir, eventsFile), l.size); err != nil {
		return nil, err
	}
	l.sum, _, _, err = t.summary(dir)
	l.home = projectHome{cwd: l.sum.CWD, name: l.sum.Project}
	return l, err
}

func (l *sessionLog) load(r io.Reader) error {
	lines := newLineReader(r)
	for {
		line, err := lines.next()
		if err == io.EOF {
			break
		}
		if errors.Is(err, ErrDamaged) {
			continue
		}
		if err != nil {
			return err
		}
		l.lines = max(l.lines, lineSeq(line))
		if id, ok := lineID(line); ok {
			if short, ok := id.short(); ok {
				l.seen[short] = struct{}{}
			}
		}
	}
	l.size, l.lines = lines.offset, max(l.lines, lines.whole)
	return nil
}

// truncate cuts a file to size if it is longer.
func (t *tree) truncate(name string, size int64) error {
	f, err := t.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > size {
		err = f.Truncate(size)
	}
	return errors.Join(err, f.Close())
}

// add queues a record that has everything but its Seq. It reports false when the session has the event already.
func (l *sessionLog) add(r *Record) (bool, error) {
	short, ok := r.ID.short()
	if !ok {
		return false, fmt.Errorf("malformed id %q", r.ID)
	}
	if _, known := l.seen[short]; known {
		return false, nil
	}
	r.Seq = l.lines + 1
	before := l.pending.Len()
	if err := l.encoder.Encode(r); err != nil {
		l.pending.Truncate(before)
		return false, fmt.Errorf("encode %s: %w", r.ID, err)
	}
	l.lines++
	l.queued++
	l.seen[short] = struct{}{}
	l.sum.add(r)
	if l.started.IsZero() {
		l.started = r.Time
	}
	return true, nil
}

// flush appends the queued records in one write.
func (t *tree) flush(l *sessionLog) error {
	if l.pending.Len() == 0 {
		return nil
	}
	if l.dir == "" {
		month := l.started
		if month.IsZero() {
			month = l.dated
		}
		l.dir = path.Join(agentDir(l.key.agent), month.UTC().Format("2006/01"), sessionDir(l.key.agent, l.key.session))
	}
	changed, err := t.mkdirs(l.dir)
	if err != nil {
		return err
	}
	l.entries = append(l.entries, changed...)
	name := l.events()
	f, err := t.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if l.size == 0 {
		l.entries = append(l.entries, l.dir)
		err = f.Chmod(0o600)
	}
	if err == nil {
		_, err = f.Write(l.pending.Bytes())
	}
	if err != nil {
		// Best effort: the next append cuts an unfinished line anyway, and whole lines that did get in are good records.
		_ = f.Truncate(l.size)
		_ = f.Close()
		return err
	}
	l.size += int64(l.pending.Len())
	l.pending.Reset()
	l.queued = 0
	l.dirty = true
	return f.Close()
}

// settle makes the records of all dirty logs durable, then writes the sessions' summaries.
func (t *tree) settle(logs []*sessionLog) error {
	logs = slices.DeleteFunc(logs, func(l *sessionLog) bool { return !l.dirty })
	var files, dirs []string
	for _, l := range logs {
		files = append(files, l.events())
		dirs = append(dirs, l.entries...)
	}
	slices.Sort(dirs)
	if err := t.syncAll(files, slices.Compact(dirs)); err != nil {
		return err
	}
	for _, l := range logs {
		l.dirty, l.entries = false, nil
		l.sum.Size = l.size
		if info, err := t.Lstat(l.events()); err == nil {
			l.sum.ModTime = info.ModTime().UnixNano()
		}
		// Best effort: without it, or with an old one, a reader adds up the records. (On Windows a reader that has it open may
		// be in the way.)
		_ = t.writeSummary(l.dir, l.sum)
	}
	return nil
}

// events is the path of the session's record file.
func (l *sessionLog) events() string { return path.Join(l.dir, eventsFile) }

func compareKeys(a, b sessionKey) int {
	return cmp.Or(cmp.Compare(a.agent, b.agent), cmp.Compare(a.session, b.session))
}
