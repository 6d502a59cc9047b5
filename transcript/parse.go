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
	// Pos tells where R starts within the file when an append-only line format is resumed; it must then be what the earlier
	// run gave. The zero Position is the start of the file.
	Pos Position
	// Ignored, when set, is told every line (or element) that was understood and knowingly gives no event, with the kind of it
	// as Reason: token counts, interface state, the second copy of a text. With it, each line is accounted for: it gave events,
	// was skipped, or was ignored.
	Ignored func(Skip)
}

// Position is where a parse stopped, enough to go on when the file has grown.
type Position struct {
	Format string `json:"format,omitempty"` // name of the parser
	Offset int64  `json:"offset"`           // bytes consumed, always at a line start for line formats unless Open
	Line   int    `json:"line"`             // lines consumed
	Carry  []byte `json:"carry,omitempty"`  // the parser's own small state (session, cwd, branch, open tool calls, ...)
	// Open says that the last consumed line was whole but had no line break yet; one that follows still belongs to it.
	Open bool `json:"open,omitempty"`
	// Partial says that behind Offset, on line Line+1, stands an incomplete last line. While an agent writes, the next run reads
	// it; in a file that nobody writes any more it is damage, and the caller should report it.
	Partial bool `json:"partial,omitempty"`
}

// Parse recognises the format by content and streams its events in file order. A line that cannot be read goes to skip and
// never ends the parse; emit's error does. The last line of a file still being written (no newline, not valid JSON) is left
// for the next run: it is neither emitted nor skipped, and Position stands before it with Partial set. Resumable reports whether
// the format is append-only lines, so that a grown file can be continued from the returned Position.
//
// Memory stays bounded: line formats hold one line of at most 32 MiB (a longer one is read over and skipped), one-document
// formats a source of at most 256 MiB and a copy of it. Content that no parser knows gives an error that wraps ErrUnknown; an empty source gives no events
// and no error, and is resumable.
func Parse(ctx context.Context, src Source, emit func(Event) error, skip func(Skip)) (pos Position, resumable bool, err error) {
	lr := &lineReader{r: src.R, offset: src.Pos.Offset}
	r := newRun(ctx, src, emit, skip)
	if src.Pos.Format != "" {
		format, ok := lineFormatNamed(src.Pos.Format)
		if !ok {
			return src.Pos, false, errors.New("transcript: no parser of lines is called " + src.Pos.Format + ": read the file from its start")
		}
		if err := r.restore(src.Pos.Carry); err != nil {
			return src.Pos, false, err
		}
		return r.lines(lr, format, src.Pos)
	}
	found, err := recognise(lr)
	if err != nil {
		return Position{}, false, err
	}
	switch {
	case found.empty:
		return Position{}, true, nil
	case found.line != nil:
		r.st.Session = found.session
		return r.lines(lr, *found.line, Position{Format: found.line.name, Offset: lr.offset})
	case found.doc != nil:
		pos, err = r.document(*found.doc, found.root, found.at)
		return pos, false, err
	}
	pos, err = r.text(lr, *found.text)
	return pos, false, err
}

// Formats names all parsers, in the order in which they are asked.
func Formats() []string {
	var names []string
	for _, f := range lineFormats() {
		names = append(names, f.name)
	}
	for _, f := range docFormats() {
		names = append(names, f.name)
	}
	for _, f := range textFormats() {
		names = append(names, f.name)
	}
	return names
}
