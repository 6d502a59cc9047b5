// Package evidence keeps what was observed: transcript events, verbatim after redaction, append-only and private. It never
// edits a record and never decides what is worth remembering.
package evidence

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/factline/memory/transcript"
)

// ID names one record: ev-<agent>-<...>. It is stable: the same event of the same session always gets the same id.
type ID string

// ErrNotFound says that there is no such record or session.
var ErrNotFound = errors.New("no such evidence")

// Record is one kept event.
type Record struct {
	ID         ID                 `json:"id"`
	Agent      string             `json:"agent"`
	Version    string             `json:"version,omitempty"`
	Session    string             `json:"session"`
	Project    string             `json:"project,omitempty"`
	CWD        string             `json:"cwd,omitempty"`
	Branch     string             `json:"branch,omitempty"`
	Model      string             `json:"model,omitempty"`
	Time       time.Time          `json:"time,omitzero"`
	Role       transcript.Role    `json:"role"`
	Channel    transcript.Channel `json:"channel"`
	Kind       transcript.Kind    `json:"kind"`
	Tool       string             `json:"tool,omitempty"`
	CallID     string             `json:"call_id,omitempty"`
	MessageID  string             `json:"message_id,omitempty"`
	Text       string             `json:"text"`                  // after redaction, at most MaxText bytes
	FullBytes  int64              `json:"full_bytes,omitempty"`  // length before the cut, when Text was cut
	FullSHA256 string             `json:"full_sha256,omitempty"` // of the whole redacted text, when Text was cut
	Files      []string           `json:"files,omitempty"`
	IsError    bool               `json:"is_error,omitempty"`
	Sidechain  bool               `json:"sidechain,omitempty"`
	Meta       bool               `json:"meta,omitempty"`
	Resources  []transcript.Blob  `json:"resources,omitempty"`
	Source     string             `json:"source"`         // path of the transcript it was read from
	Line       int                `json:"line,omitempty"` // in the source
	Start      int64              `json:"start"`          // byte span in the source
	End        int64              `json:"end"`
	SHA256     string             `json:"sha256"` // hex, of Text
	Redactions map[string]int     `json:"redactions,omitempty"`
	Seq        int                `json:"seq"` // position in the session as stored, from 1
}

// MaxText bounds the text kept of one record, in bytes (DESIGN: 256 KiB).
const MaxText = 256 << 10

// Store is the evidence of one memory store.
type Store struct {
	Dir string // the .memory directory
	Now func() time.Time
}

// SkipAt is one piece of one file that could not be read.
type SkipAt struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// Result counts one ingest. Events is New + Unchanged of the files that were looked at.
type Result struct {
	Files      int            `json:"files"`
	Sessions   int            `json:"sessions"`
	Events     int            `json:"events"`
	New        int            `json:"new"`
	Unchanged  int            `json:"unchanged"`
	Skipped    []SkipAt       `json:"skipped"`
	Redactions map[string]int `json:"redactions"`
}

// Options steer one ingest.
type Options struct {
	Project  string                  // overrides detection
	Progress func(done, total int64) // bytes; may be nil; called from the calling goroutine
}

// Ingest reads files and directories (recursively; only files that a parser recognises by content count) into the store.
// It is idempotent and resumable: an unchanged file costs a stat, a grown file only its new part, a rewritten file is read
// again and adds only events not yet kept. One bad line is counted in Skipped and never fatal.
func (s *Store) Ingest(ctx context.Context, paths []string, opt Options) (Result, error) {
	return Result{}, nil
}

// Pending reports which of the files are transcripts not (wholly) ingested yet, by stat and recorded state alone where possible.
func (s *Store) Pending(ctx context.Context, paths []string) ([]string, error) { return nil, nil }

// Session is one session in the store.
type Session struct {
	Agent    string    `json:"agent"`
	Session  string    `json:"session"`
	Project  string    `json:"project,omitempty"`
	CWD      string    `json:"cwd,omitempty"`
	Branch   string    `json:"branch,omitempty"`
	Start    time.Time `json:"start,omitzero"`
	End      time.Time `json:"end,omitzero"`
	Events   int       `json:"events"`
	Turns    int       `json:"turns"`           // messages typed by a person
	Title    string    `json:"title,omitempty"` // first words of the first typed message
	Dir      string    `json:"-"`               // relative to the store
	Modified int64     `json:"-"`               // Unix nanoseconds of the newest record file: a cheap freshness key
}

// Sessions lists all sessions, oldest first by start, then by agent and session.
func (s *Store) Sessions(ctx context.Context) ([]Session, error) { return nil, nil }

// Find resolves a session by id, unique prefix, or "latest".
func (s *Store) Find(ctx context.Context, ref string) (Session, error) { return Session{}, ErrNotFound }

// Records yields one session's records in Seq order.
func (s *Store) Records(ctx context.Context, sess Session) iter.Seq2[Record, error] {
	return func(func(Record, error) bool) {}
}

// Get reads one record without scanning other sessions.
func (s *Store) Get(ctx context.Context, id ID) (Record, error) { return Record{}, ErrNotFound }

// Cite checks a span ("from-to", half-open bytes of the record's text, or "" for all of it) and returns the cited words and
// their sha256 (hex).
func (s *Store) Cite(ctx context.Context, id ID, span string) (text, sha256 string, rec Record, err error) {
	return "", "", Record{}, ErrNotFound
}

// Agents lists the agents whose transcripts this package can find on a machine.
type Location struct {
	Agent string
	Paths []string // existing directories or files below home
}

// Locations returns where each agent keeps transcripts below home (environment overrides honoured through getenv).
func Locations(home string, getenv func(string) string) []Location { return nil }
