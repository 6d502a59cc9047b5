package transcript

import (
	"errors"
	"fmt"
	"io"
)

// text runs a text format over the source.
func (r *run) text(lr *lineReader, f textFormat) (Position, error) {
	r.st.Agent = f.agent
	p := f.open(r)
	pos := Position{Format: f.name}
	for {
		if err := r.ctx.Err(); err != nil {
			return pos, err
		}
		l, err := lr.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return pos, err
		}
		pos.Line++
		r.line, r.start, r.end = pos.Line, l.start, l.end
		if l.tooLong {
			r.skip(fmt.Sprintf("line of %d bytes is longer than the %d MiB that one line may have", l.end-l.start, maxLine>>20))
		} else {
			p.line(string(l.bytes))
		}
		if r.err != nil {
			return pos, r.err
		}
		pos.Offset = l.next
	}
	p.close()
	return pos, r.err
}
