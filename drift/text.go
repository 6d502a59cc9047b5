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
	body  []byte
	lines [][]byte
	start []int         // of each line in body
	decls []declaration // filled by declarations
	known bool
}

func newText(name string, b []byte) *text {
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	t := &text{name: name, body: b, lines: bytes.Split(b, []byte("\n"))}
	if n := len(t.lines); len(t.lines[n-1]) == 0 {
		t.lines = t.lines[:n-1]
	}
	t.start = make([]int, len(t.lines))
	for i := 1; i < len(t.lines); i++ {
		t.start[i] = t.start[i-1] + len(t.lines[i-1]) + 1
	}
	return t
}

// sum is the sha256 of the lines from..to (1-based, inclusive), which an anchor has in hexadecimal.
func (t *text) sum(from, to int) [sha256.Size]byte {
	return sha256.Sum256(t.body[t.start[from-1] : t.start[to-1]+len(t.lines[to-1])])
}

// sumOf reads an anchor's hash; one that is none is that of no text.
func sumOf(a items.Anchor) (sum [sha256.Size]byte, ok bool) {
	b, err := hex.DecodeString(a.SHA256)
	return [sha256.Size]byte(append(b, make([]byte, sha256.Size)...)), err == nil && len(b) == sha256.Size
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
	want, ok := sumOf(a)
	for at := from; ok && at <= to && at+n-1 <= len(t.lines); at++ {
		if t.sum(at, at+n-1) == want {
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
