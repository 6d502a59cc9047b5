package drift

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/factline/memory/items"
)

// text is one file cut into lines, with LF.
type text struct {
	name  string
	lines [][]byte
	decls []declaration // filled by declarations
	known bool
}

func newText(name string, b []byte) *text {
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	t := &text{name: name, lines: bytes.Split(b, []byte("\n"))}
	if n := len(t.lines); len(t.lines[n-1]) == 0 {
		t.lines = t.lines[:n-1]
	}
	return t
}

// hash is the sha256 of the lines from..to (1-based, inclusive), as an anchor has it.
func (t *text) hash(from, to int) string {
	h := sha256.New()
	for i := from - 1; i < to; i++ {
		if i >= from {
			h.Write([]byte{'\n'})
		}
		h.Write(t.lines[i])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// find returns the first line of n lines with the anchor's hash, 0 where there are none: first where its declaration stands, then in
// the whole file.
func (t *text) find(a items.Anchor, n int) int {
	if at := t.findNear(a, n); at > 0 || a.Symbol == "" {
		return at
	}
	return t.findIn(a, n, 1, len(t.lines))
}

// findNear looks only at what belongs to the anchor's declaration, where that is known.
func (t *text) findNear(a items.Anchor, n int) int {
	if a.Symbol == "" {
		return t.findIn(a, n, 1, len(t.lines))
	}
	for i, d := range t.declarations() {
		if d.name != a.Symbol {
			continue
		}
		if at := t.findIn(a, n, max(1, d.line-leading), t.end(i)); at > 0 {
			return at
		}
	}
	return 0
}

// leading is how many lines above a declaration may belong to an anchor's text: comments and decorators.
const leading = 40

func (t *text) findIn(a items.Anchor, n, from, to int) int {
	for at := from; at <= to && at+n-1 <= len(t.lines); at++ {
		if t.hash(at, at+n-1) == a.SHA256 {
			return at
		}
	}
	return 0
}

// anchor is a as it should be, now that its text starts at a line of this file.
func (t *text) anchor(a items.Anchor, at int) items.Anchor {
	from, to := span(a.Lines)
	a.Path, a.Lines = t.name, lines(at, at+to-from)
	a.Symbol = t.symbol(at, at+to-from)
	return a
}

// span reads "10-42" or "10"; items has checked its form.
func span(s string) (from, to int) {
	a, b, two := strings.Cut(s, "-")
	from, _ = strconv.Atoi(a)
	to = from
	if two {
		to, _ = strconv.Atoi(b)
	}
	return max(from, 1), max(to, from, 1)
}

func lines(from, to int) string { return fmt.Sprintf("%d-%d", from, to) }

// New makes the anchor of the lines "a-b" of a file, with the declaration that they are or stand in.
func New(path string, file []byte, span string) (items.Anchor, error) {
	cut, err := items.Lines(file, span)
	if err != nil {
		return items.Anchor{}, err
	}
	sum := sha256.Sum256([]byte(cut))
	a := items.Anchor{Path: path, Lines: span, SHA256: hex.EncodeToString(sum[:])}
	a.Symbol = newText(path, file).symbolOf(span)
	return a, nil
}

func (t *text) symbolOf(s string) string {
	from, to := span(s)
	return t.symbol(from, to)
}
