package transcript

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// lineFormat is a parser for one agent's JSONL of one generation.
type lineFormat struct {
	name  string
	agent string // Event.Agent unless a line says otherwise
	// score says how much one line looks like the format: 0 not at all, 1 could be, 3 as this format and hardly another, 9 surely.
	// Scores of the first lines are added up; the best sum wins, the earlier format on a tie.
	score func(value) int
	parse func(*run, value)
	// sessionOf, when set, finds the session id in a line. The first one in the head of a file holds for the lines before it too.
	sessionOf func(value) string
}

// docFormat is a parser for a transcript that is one JSON value.
type docFormat struct {
	name  string
	agent string
	score func(value) int // of the root, same scale
	parse func(*run, value)
}

// textFormat is a parser for a transcript in Markdown or plain text.
type textFormat struct {
	name  string
	agent string
	score func(lines []string) int // of the first lines
	open  func(*run) textParser
}

// textParser takes the lines of a text one by one.
type textParser interface {
	line(text string) // run.line, start and end tell where it stands
	close()           // the source has ended
}

// docRoot is a checked document.
type docRoot struct {
	v    value
	size int    // bytes of the source
	cut  string // why the end of the document was lost; empty when it is whole
}

// recognition is what the content of a source turned out to be; exactly one of the first four is set.
type recognition struct {
	empty bool
	line  *lineFormat
	doc   *docFormat
	text  *textFormat
	root  docRoot
	at    int64 // offset of the root's buffer in the source
	// session is what the head of a line format tells, for the lines before the one that tells it.
	session string
}

const (
	headSize  = 64 << 10
	headLines = 60
	sureOfCut = 4 // the score that a document whose end is lost must reach
)

// recognise looks at the first lines of the source without consuming them (a document is read whole).
func recognise(lr *lineReader) (recognition, error) {
	head := lr.peek(headSize)
	for want := 2 * headSize; !lr.eof && want <= 2*maxLine && bytes.IndexByte(bytes.TrimSpace(head), '\n') < 0; want *= 2 {
		head = lr.peek(want)
	}
	if lr.err != nil {
		return recognition{}, lr.err
	}
	if bytes.HasPrefix(head, []byte{0xFF, 0xFE}) || bytes.HasPrefix(head, []byte{0xFE, 0xFF}) {
		return recognition{}, fmt.Errorf("%w: text in UTF-16; save it as UTF-8", ErrUnknown)
	}
	head = bytes.TrimPrefix(head, bom)
	if len(bytes.TrimSpace(head)) == 0 && lr.eof {
		return recognition{empty: true}, nil
	}
	objects, lines, firstIsObject := headObjects(head, lr.eof)
	if firstIsObject || 2*len(objects) >= lines && len(objects) > 0 {
		f, sum := bestLineFormat(objects)
		if lines == 1 && lr.eof {
			if d, score := bestDocFormat(objects[0]); score > sum {
				return documentOf(lr, d)
			}
		}
		if f == nil {
			return recognition{}, fmt.Errorf("%w: JSON lines of an unknown kind", ErrUnknown)
		}
		return recognition{line: f, session: firstSession(f, objects)}, nil
	}
	if c := bytes.TrimSpace(head); len(c) > 0 && (c[0] == '{' || c[0] == '[') {
		found, err := documentOf(lr, nil)
		if err == nil || len(objects) == 0 {
			return found, err
		}
	}
	if f := bestTextFormat(head); f != nil {
		return recognition{text: f}, nil
	}
	return recognition{}, ErrUnknown
}

// headObjects reads the whole lines of the head that are JSON objects. lines counts the lines that are not blank; firstIsObject
// is about the first of those.
func headObjects(head []byte, whole bool) (objects []value, lines int, firstIsObject bool) {
	for len(head) > 0 && lines < headLines {
		text, rest, found := bytes.Cut(head, []byte{'\n'})
		if !found && !whole {
			break
		}
		head = rest
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			continue
		}
		if v, err := readLine(string(text)); err == nil {
			objects = append(objects, v)
			firstIsObject = firstIsObject || lines == 0
		}
		lines++
	}
	return objects, lines, firstIsObject
}

func bestLineFormat(objects []value) (*lineFormat, int) {
	var best *lineFormat
	most := 0
	for _, f := range lineFormats() {
		sum := 0
		for _, v := range objects {
			sum += f.score(v)
		}
		if sum > most {
			best, most = &f, sum
		}
	}
	return best, most
}

func firstSession(f *lineFormat, objects []value) string {
	if f.sessionOf == nil {
		return ""
	}
	for _, v := range objects {
		if id := f.sessionOf(v); id != "" {
			return id
		}
	}
	return ""
}

func bestDocFormat(root value) (*docFormat, int) {
	var best *docFormat
	most := 0
	for _, f := range docFormats() {
		if s := f.score(root); s > most {
			best, most = &f, s
		}
	}
	return best, most
}

// documentOf reads the source whole and finds its format unless it is known.
func documentOf(lr *lineReader, f *docFormat) (recognition, error) {
	at := lr.offset
	b, err := lr.rest(maxDocument)
	if err != nil {
		return recognition{}, err
	}
	root, whole, err := readDocument(string(b))
	if err != nil {
		return recognition{}, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	if f == nil {
		best, score := bestDocFormat(root.v)
		if whole || score >= sureOfCut { // else it may be the first line of JSONL that is still being written
			f = best
		}
	}
	if f == nil {
		return recognition{}, fmt.Errorf("%w: a JSON document of an unknown kind", ErrUnknown)
	}
	lr.buf, lr.from = nil, 0 // the root is a copy
	return recognition{doc: f, root: root, at: at}, nil
}

// readDocument reads the value that s begins with; whole says that its end is there. Of a document that was cut off it gives what
// can be saved.
func readDocument(s string) (root docRoot, whole bool, err error) {
	root.size = len(s)
	s, hasBOM := strings.CutPrefix(s, string(bom))
	base := 0
	if hasBOM {
		base = len(bom)
	}
	problem := error(nil)
	if root.v, problem = parseJSON(s, base); problem == nil {
		return root, true, nil
	}
	if end, ok := firstValue(s); ok {
		root.cut = fmt.Sprintf("more text behind the document, from byte %d on, was not read", base+end)
		root.v, err = parseJSON(s[:end], base)
		return root, true, err
	}
	fixed, ok := closeCut(s)
	if !ok {
		return root, false, problem
	}
	root.cut = "document is cut off: " + problem.Error() + "; what stands whole before it was read"
	root.v, err = parseJSON(fixed, base)
	return root, false, err
}

func bestTextFormat(head []byte) *textFormat {
	if bytes.IndexByte(head, 0) >= 0 {
		return nil
	}
	for cut := range utf8.UTFMax { // the head may end inside a rune
		if cut < len(head) && utf8.Valid(head[:len(head)-cut]) {
			head = head[:len(head)-cut]
			break
		}
		if cut == utf8.UTFMax-1 {
			return nil
		}
	}
	var lines []string
	for l := range bytes.Lines(head) {
		lines = append(lines, string(bytes.TrimRight(l, "\r\n")))
	}
	var best *textFormat
	most := 0
	for _, f := range textFormats() {
		if s := f.score(lines); s > most {
			best, most = &f, s
		}
	}
	return best
}
