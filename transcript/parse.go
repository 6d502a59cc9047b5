package transcript

import (
	"context"
	"errors"
	"io"
)

// ErrUnknown says that no parser recognises a file's content.
var ErrUnknown = errors.New("not a transcript that any parser knows")

// Source is an open transcript.
type Source struct {
	Path string // only for defaults (session name of formats that have none) and messages
	R    io.Reader
	// Offset and Line tell where R starts within the file when an append-only line format is resumed; Format and Carry
	// must then be what the Position of the earlier run gave.
	Pos Position
}

// Position is where a parse stopped, enough to go on when the file has grown.
type Position struct {
	Format string `json:"format,omitempty"` // name of the parser
	Offset int64  `json:"offset"`           // bytes consumed, always at a line start for line formats
	Line   int    `json:"line"`             // lines consumed
	Carry  []byte `json:"carry,omitempty"`  // the parser's own small state (session, cwd, branch, ...)
}

// Parse recognises the format by content and streams its events in file order. A line that cannot be read goes to skip and
// never ends the parse; emit's error does. The last line of a file still being written (no newline, not valid JSON) is left
// for the next run: it is neither emitted nor skipped, and Position stands before it. Resumable reports whether the format
// is append-only lines, so that a grown file can be continued from the returned Position.
func Parse(ctx context.Context, src Source, emit func(Event) error, skip func(Skip)) (pos Position, resumable bool, err error) {
	return Position{}, false, errors.New("transcript: not built")
}
