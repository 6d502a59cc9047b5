package splice

import (
	"bytes"

	"github.com/factline/memory/internal/lazyregexp"
)

var (
	anyBegin = lazyregexp.New(`^<!-- factline:begin ([a-z]+)(?: hash=[0-9a-f]+ lead=[0-2](?: ` + noteForm + `)?)? -->$`)
	anyEnd   = lazyregexp.New(`^<!-- factline:end ([a-z]+) -->$`)
)

// CutBlocks is a Markdown file without our blocks, whatever their names, and how many they were: what this program wrote itself is nothing
// that others know. A marker without its partner, or within a code fence, is text like any other.
func CutBlocks(src []byte) (rest []byte, n int) {
	var in fence
	var name []byte
	_, mark := cutMark(src)
	kept, from := 0, 0 // up to where src was taken over or cut; where the block under way begins
	for at, row := len(mark), 1; at < len(src); row++ {
		next := lineEnd(src, at)
		line := bytes.TrimRight(src[at:next], "\r\n")
		begin, end := anyBegin().FindSubmatch(line), anyEnd().FindSubmatch(line)
		switch {
		case begin != nil && in.mark == nil:
			name, from = begin[1], at
		case end != nil && name != nil && bytes.Equal(end[1], name):
			rest = append(rest, src[kept:from]...)
			name, kept, n = nil, next, n+1
		case name == nil:
			in = in.after(line, row)
		}
		at = next
	}
	return append(rest, src[kept:]...), n
}
