package splice

import (
	"bytes"

	"github.com/factline/memory/internal/lazyregexp"
)

// marks are the markers of one block, as offsets, and the line of a code fence that is open at the end of the file.
type marks struct {
	begins [][]int // matches of the first marker
	ends   []int   // where a second one starts
	open   int     // counted from 1; 0 = none
}

var (
	fenceBegin = lazyregexp.New("^ {0,3}((?:(?:[-*+]|[0-9]{1,9}[.)]) +)*)(```+|~~~+)(.*)$")
	fenceEnd   = lazyregexp.New("^( *)(```+|~~~+)[ \t]*$")
)

// findMarks reads the lines. Within a code fence a marker is a sample that somebody wrote. Within the block a fence does not count: what
// the block holds cannot hide its end.
func findMarks(src []byte, name string) (found marks) {
	begin, end := blockMarks(name)
	var in fence
	inBlock := false
	_, mark := cutMark(src)
	for at, n := len(mark), 1; at < len(src); n++ {
		next := lineEnd(src, at)
		line := bytes.TrimRight(src[at:next], "\r\n")
		if m := begin.FindSubmatchIndex(line); m != nil && in.mark == nil {
			for i := range m {
				if m[i] >= 0 {
					m[i] += at
				}
			}
			found.begins, inBlock = append(found.begins, m), true
		} else if string(line) == end && in.mark == nil {
			found.ends, inBlock = append(found.ends, at), false
		} else if !inBlock {
			in = in.after(line, n)
		}
		at = next
	}
	found.open = in.line
	return found
}

// fence is the code fence that a line lies in, by the rules of CommonMark; the zero fence is none.
type fence struct {
	mark   []byte
	line   int  // where it was opened
	inList bool // on the line of a list item: its end is indented like the item's text
}

// after is the fence that the line behind this one lies in.
func (f fence) after(line []byte, n int) fence {
	if f.mark != nil {
		m := fenceEnd().FindSubmatch(line)
		if m != nil && (len(m[1]) <= 3 || f.inList) && m[2][0] == f.mark[0] && len(m[2]) >= len(f.mark) {
			return fence{}
		}
		return f
	}
	m := fenceBegin().FindSubmatch(line)
	if m == nil || m[2][0] == '`' && bytes.ContainsRune(m[3], '`') { // a code span
		return f
	}
	return fence{mark: m[2], line: n, inList: len(m[1]) > 0}
}
