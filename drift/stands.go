package drift

import (
	"bytes"
	"strings"

	"github.com/factline/memory/items"
)

// leastPiece is how many letters and digits a piece of text must have to be looked for: a brace stands everywhere.
const leastPiece = 12

// Stands makes the anchor of the lines in which a piece of text stands, whole or as parts of lines; false where it does not, or where it
// stands twice.
func Stands(path string, file []byte, piece string) (items.Anchor, bool) {
	piece = strings.Trim(strings.ReplaceAll(piece, "\r\n", "\n"), "\n")
	text := bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))
	if telling(piece) < leastPiece {
		return items.Anchor{}, false
	}
	at := bytes.Index(text, []byte(piece))
	if at < 0 || bytes.Contains(text[at+1:], []byte(piece)) {
		return items.Anchor{}, false
	}
	from := 1 + bytes.Count(text[:at], []byte("\n"))
	a, err := New(path, file, lines(from, from+strings.Count(piece, "\n")))
	return a, err == nil
}

func telling(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f {
			n++
		}
	}
	return n
}

// Declaration makes the anchor of what a file declares under a name, with or without its type before it; false where there is none, or
// more than one.
func Declaration(path string, file []byte, name string) (items.Anchor, bool) {
	t := newText(path, file)
	found := -1
	for i, d := range t.declarations() {
		if d.name != name && !strings.HasSuffix(d.name, "."+name) {
			continue
		}
		if found >= 0 {
			return items.Anchor{}, false
		}
		found = i
	}
	if found < 0 {
		return items.Anchor{}, false
	}
	from, to := t.decls[found].line, t.lastLine(found)
	a, err := New(path, file, lines(from, to))
	return a, err == nil
}

// lastLine is the last line of declaration i: its closing bracket, else what stands before the next one without the comments that belong
// to that.
func (t *text) lastLine(i int) int {
	d, to := t.decls[i], t.end(i)
	for n := d.line + 1; n <= to; n++ {
		line := t.lines[n-1]
		if indent(line) == d.indent && bytes.IndexAny(bytes.TrimSpace(line), "})]") == 0 {
			return n
		}
	}
	for to > d.line {
		line := bytes.TrimSpace(t.lines[to-1])
		if len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) && !bytes.HasPrefix(line, []byte("#")) && !bytes.HasPrefix(line, []byte("@")) {
			break
		}
		to--
	}
	return to
}

// Lines is how many lines an anchor has.
func Lines(a items.Anchor) int {
	from, to := span(a.Lines)
	return to - from + 1
}

// Overlap reports that two anchors of one file share a line.
func Overlap(a, b items.Anchor) bool {
	aFrom, aTo := span(a.Lines)
	bFrom, bTo := span(b.Lines)
	return a.Path == b.Path && aFrom <= bTo && bFrom <= aTo
}
