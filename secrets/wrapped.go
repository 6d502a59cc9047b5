package secrets

import "strings"

// Keys that a line end breaks: of a terminal or an editor, of mail, of a string joined over lines, of JSON in which the end is an escape. The parts
// on both sides are put together, and what a provider's rule finds across the break is taken from both lines.

// joints are what joins two strings of one line.
var joints = []string{"\" +", "' +", "\"+", "'+", "\" .", "' .", "\".", "'.", "\" &", "' &"}

// lineEnds are what ends a line, as it stands in text, JSON, markup and addresses. The first is looked for without the finder: it is everywhere.
var lineEnds = []string{"\n", `\n`, `\u000a`, "<br>", "<br/>", "<br />", "<wbr>", "<wbr/>", "%0a", "&#10;", "&#xa;"}

const (
	maxLines    = 40  // of one key
	maxBetween  = 100 // bytes between two parts: blanks of a frame, quotes and signs of joined strings
	leastBroken = 16  // bytes of the shortest key that is put together
	maxVain     = 8   // lines behind the shortest key of a rule, without one
	maxPrefix   = 8   // bytes before the keyword of a rule that knows several prefixes
	wideLine    = 60  // columns from which on a line may have been broken for its length
)

// breaks looks for keys across the line ends of the text itself.
func (s *scanner) breaks() {
	s.wrapped = 0
	for at := 0; ; {
		n := strings.IndexByte(s.text[at:], '\n')
		if n < 0 {
			return
		}
		at += n
		if at++; at > 1 && strings.IndexByte(";{}(),>?!`*", s.text[at-2]) < 0 { // no key, nor what may stand behind one, ends so
			s.wrap(at-1, at)
		}
	}
}

// wrap looks for a key across a line end; start and end are those of the line end.
func (s *scanner) wrap(start, end int) {
	t := s.text
	if end <= s.wrapped || end >= len(t) {
		return
	}
	left := brokenAt(t, start)
	if left == 0 {
		return
	}
	right := nextPart(t, left)
	if right < end {
		return
	}
	from, to := partStart(t, left), partEnd(t, right)
	s.wrapped = end
	if next := nextPart(t, to); next == 0 && (left-from+to-right < leastBroken || !mixed(t[from:left]) && !mixed(t[right:to])) {
		return // nearly always: a line of words, and the next
	}
	var l mended
	l.add(t, from, trimSoft(t, left))
	for at := right; at > 0; {
		to := partEnd(t, at)
		next := nextPart(t, to)
		if next > 0 {
			l.add(t, at, trimSoft(t, to))
		} else {
			l.add(t, at, to)
		}
		if at = next; len(l.parts) == maxLines {
			break
		}
		if next > 0 {
			s.wrapped = next // what is put together here is not looked at again
		}
	}
	if len(l.text) >= leastBroken && mixed(l.text) {
		s.acrossLines(&l)
	}
}
