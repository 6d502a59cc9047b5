package evidence

import (
	"time"

	"github.com/factline/memory/transcript"
)

// Record is one kept event. Every text in it is redacted and valid UTF-8.
type Record struct {
	ID         ID                 `json:"id"` // first in the line: readers find a record by the line's first bytes
	Agent      string             `json:"agent"`
	Version    string             `json:"version,omitempty"`
	Session    string             `json:"session"`
	Project    string             `json:"project,omitempty"`
	CWD        string             `json:"cwd,omitempty"`
	Branch     string             `json:"branch,omitempty"`
	Model      string             `json:"model,omitempty"`
	Time       time.Time          `json:"time,omitzero"` // UTC
	Role       transcript.Role    `json:"role"`
	Channel    transcript.Channel `json:"channel"`
	Kind       transcript.Kind    `json:"kind"`
	Tool       string             `json:"tool,omitempty"`
	CallID     string             `json:"call_id,omitempty"`
	MessageID  string             `json:"message_id,omitempty"`
	Text       string             `json:"text"`                  // after redaction, at most MaxText bytes
	FullBytes  int64              `json:"full_bytes,omitempty"`  // length of the redacted text before the cut, when Text was cut
	FullSHA256 string             `json:"full_sha256,omitempty"` // hex, of the whole redacted text, when Text was cut
	Files      []string           `json:"files,omitempty"`       // at most maxFiles
	IsError    bool               `json:"is_error,omitempty"`
	Sidechain  bool               `json:"sidechain,omitempty"`
	Driven     bool               `json:"driven,omitempty"` // a program gave this prompt
	Meta       bool               `json:"meta,omitempty"`
	Resources  []transcript.Blob  `json:"resources,omitempty"`
	Source     string             `json:"source"`         // path of the transcript it was first read from, with ~ for the home directory
	Line       int                `json:"line,omitempty"` // in the source
	Start      int64              `json:"start"`          // byte span in the source
	End        int64              `json:"end"`
	SHA256     string             `json:"sha256"`               // hex, of Text
	Redactions map[string]int     `json:"redactions,omitempty"` // by rule, over all fields
	Purged     bool               `json:"purged,omitempty"`     // the words were taken out for good: Text is PurgedText
	Seq        int                `json:"seq"`                  // position in the session as stored, from 1
}

// MaxText bounds the text kept of one record, in bytes (DESIGN: 256 KiB).
const MaxText = 256 << 10

// typedByPerson reports whether the record is a message that a person wrote to the agent.
func (r *Record) typedByPerson() bool {
	return r.Kind == transcript.Message && r.Role == transcript.User && r.Channel == transcript.FromUser && !r.Meta && !r.Sidechain
}
