// Package ledger keeps append-only JSONL of what happened: writes, reviews, packs, faults, signs of life of agents. It is private to the machine and
// never needed to rebuild the truth. Callers pass ids, titles and reasons, never the text of an item; whatever they pass, no secret in it
// is written.
package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/secrets"
)

// Kind names one ledger.
type Kind string

const (
	Writes   Kind = "writes"
	Reviews  Kind = "reviews"
	Packs    Kind = "packs"
	Faults   Kind = "faults"
	Hooks    Kind = "hook"     // every event that an agent's hook delivered
	Sessions Kind = "session"  // starts and ends of the sessions that hooks saw
	Lessons  Kind = "lesson"   // uses of lessons, which their fading is counted from
	Runtime  Kind = "runtime"  // Observation records: agents that really called
	Feedback Kind = "feedback" // what readers said of packs and items
	Met      Kind = "met"      // pairs of items that were found to contradict each other or to say the same
	Compared Kind = "compared" // names of words that were compared with their neighbours

	Objections Kind = "objections" // sentences of handoffs, by their keys, and the items that say otherwise
)

// Kinds lists all of them.
func Kinds() []Kind {
	return []Kind{Writes, Reviews, Packs, Faults, Hooks, Sessions, Lessons, Runtime, Feedback, Met, Compared, Objections}
}

// MaxLine bounds one record in bytes. Records hold ids, titles and reasons; a longer line is damage, not a record.
const MaxLine = 1 << 20

// Ledger is the ledger directory of one store.
type Ledger struct {
	Dir   string           // <store>/ledger
	Guard atomicfile.Guard // of tests: asked ahead of each step of a purge
}

// Append adds one record as one line, in one write call, to <kind>-<yyyy-mm>.jsonl (0600, directory 0700). at chooses the
// month (UTC). Secrets go through the scanner here, since names of sessions, agents and projects come from outside: who compares such a
// name with a record redacts it first. An error means that the record is not kept; it must never fail the work that it tells of.
func (l *Ledger) Append(ctx context.Context, kind Kind, at time.Time, record any) error {
	defer stopwatch.On(ctx, stopwatch.Ledger)()
	if err := ctx.Err(); err != nil {
		return err
	}
	line, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("encode %s record: %w", kind, err)
	}
	if len(line) > MaxLine {
		return fmt.Errorf("%s record of %d bytes is longer than %d", kind, len(line), MaxLine)
	}
	safe, _ := secrets.Redact(string(line)) // stays JSON: no finding holds a quote
	if err := l.append(kind, at, []byte(safe+"\n")); err != nil {
		return fmt.Errorf("append to %s ledger in %s: %w", kind, l.Dir, err)
	}
	return nil
}

func (l *Ledger) append(kind Kind, at time.Time, line []byte) error {
	if err := os.MkdirAll(l.Dir, 0o700); err != nil {
		return err
	}
	if err := refuseLinkedDir(l.Dir); err != nil {
		return err
	}
	f, err := plainfile.OpenInPlace(filepath.Join(l.Dir, monthFile(kind, at)), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	torn, err := endsTorn(f)
	if err == nil {
		if torn {
			line = append([]byte{'\n'}, line...) // the damage stays one broken line and does not swallow this one
		}
		_, err = f.Write(line)
	}
	return errors.Join(err, f.Close())
}

// refuseLinkedDir keeps a planted link from leading the records out of the store.
func refuseLinkedDir(dir string) error {
	info, err := os.Lstat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory of its own: move it away", dir)
	}
	return err
}

// endsTorn reports whether the file's last line has no end: its writer was killed, or is in the middle of its write, in which
// case the extra newline makes an empty line, which readers pass over.
func endsTorn(f *os.File) (bool, error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return false, err
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], size-1); err != nil {
		return false, err
	}
	return last[0] != '\n', nil
}

// whole reports whether a line is one complete record: a JSON object.
func whole(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] == '{' && json.Valid(line)
}
