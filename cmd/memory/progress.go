package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
)

// progress draws a bar on a terminal's stderr, at most ten times a second, and nothing anywhere else.
type progress struct {
	w    io.Writer
	verb string
	last time.Time
	now  func() time.Time
}

const barWidth = 30

// newProgress returns nil where nothing may be drawn; a nil progress can be used.
func newProgress(c *cli.Context, s *streams, verb string) *progress {
	if !s.errTTY || c.Bool("quiet") {
		return nil
	}
	return &progress{w: s.err, verb: verb, now: time.Now}
}

func (p *progress) set(done, total int64) {
	if p == nil || total <= 0 {
		return
	}
	if now := p.now(); now.Sub(p.last) >= 100*time.Millisecond {
		p.last = now
		full := int(min(done, total) * barWidth / total)
		fmt.Fprintf(p.w, "\r%s [%s%s] %3d%%", p.verb, strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), done*100/total)
	}
}

// end wipes the bar.
func (p *progress) end() {
	if p != nil && !p.last.IsZero() {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", len(p.verb)+barWidth+10))
	}
}
