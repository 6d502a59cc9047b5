// Package evidence keeps what was observed: transcript events, verbatim after redaction, append-only and private. It never
// edits a record, except to take the words out of it for good (Purge), and never decides what is worth remembering. Its neighbours are transcript and secrets below, and harvest,
// which reads records, above.
//
// On disk, below <store>/evidence, directories 0700 and files 0600:
//
//	<agent>/<yyyy>/<mm>/<session>/events.jsonl   the records, one JSON object a line, in Seq order: the only truth here
//	<agent>/<yyyy>/<mm>/<session>/summary.json   what Sessions shows; derived, rebuilt when it does not fit events.jsonl
//	<agent>/<yyyy>/<mm>/<session>/damaged.jsonl  lines of events.jsonl that were no records any more when they were found
//	spool/<session>.jsonl                        what hooks saw and no process brought in yet, redacted; emptied by Drain
//	sources/<hash of path>.json                  how far each transcript has been read; deleting it costs a second reading
//	.lock                                        held by the one process that appends
//
// The month is that of the session's first event; a session never moves. A line counts when it ends in a newline, so what
// a killed process left half written is not a record; the next append cuts it off.
package evidence

import (
	"errors"
	"os"
	"time"

	"github.com/factline/memory/internal/atomicfile"
)

// ID names one record: ev-<agent>-<10 hex of the session>-<12 hex of the event>. It is stable: the same event of the same
// session always gets the same id, wherever in whichever file it is read.
type ID string

// ErrNotFound says that there is no such record or session.
var ErrNotFound = errors.New("no such evidence")

// ErrAmbiguous says that a session reference fits more than one session.
var ErrAmbiguous = errors.New("more than one session fits")

// ErrSpan says that a span is not "from-to" within the record's text, on character boundaries.
var ErrSpan = errors.New("invalid span")

// ErrDamaged marks a line of a record file that is not a whole record. Records passes over it.
var ErrDamaged = errors.New("damaged evidence line")

// Store is the evidence of one memory store. The zero value of every field but Dir works. Methods may be called from any
// number of goroutines and processes.
type Store struct {
	Dir  string           // the .memory directory
	Now  func() time.Time // dates a session whose events and file have no time; nil: time.Now
	Mask []string         // kinds of personal data that are replaced at the door, see secrets.Personal
	Home string           // written as ~ at the start of Record.Source; "": the user's home directory

	Guard atomicfile.Guard // of tests: asked ahead of each step of a purge
}

func (s *Store) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

// home is the directory that is written as ~, links resolved as in the paths of sources; "" when there is none.
func (s *Store) home() string {
	home := s.Home
	if home == "" {
		home, _ = os.UserHomeDir()
	}
	real, err := realPath(home)
	if home == "" || err != nil {
		return ""
	}
	return real
}
