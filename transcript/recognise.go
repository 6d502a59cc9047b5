package transcript

import (
	"bytes"
	"fmt"
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
	objects, lines := headObjects(head, lr.eof)
	firstIsObject := len(objects) > 0 && objects[0].at == 0
	if firstIsObject || 2*len(objects) >= lines && len(objects) > 0 {
		f, sum := bestLineFormat(objects)
		if lines == 1 && lr.eof {
			root := objects[0]
			root.at = 0
			if d, score := bestDocFormat(root); score > sum {
				return documentOf(lr, d)
			}
		}
		if f == nil {
			return recognition{}, fmt.Errorf("%w: JSON lines of an unknown kind", ErrUnknown)
		}
		return recognition{line: f}, nil
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

// headObjects reads the whole lines of the head that are JSON objects. The at of each is its line number among the lines that are
// not blank; lines counts those.
func headObjects(head []byte, whole bool) (objects []value, lines int) {
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
		if v, err := readLine(text); err == nil {
			objects = append(objects, value{v.raw, lines})
		}
		lines++
	}
	return objects, lines
}

func bestLineFormat(objects []value) (*lineFormat, int) {
	var best *lineFormat
	most := 0
	for _, f := range lineFormats() {
		sum := 0
		for _, v := range objects {
			sum += f.score(value{v.raw, 0})
		}
		if sum > most {
			best, most = &f, sum
		}
	}
	return best, most
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
	root := docRoot{size: len(b)}
	start := 0
	if bytes.HasPrefix(b, bom) {
		start = len(bom)
	}
	start = skipSpace(b, start)
	end, cut := checkJSON(b, start)
	if cut != nil {
		fixed, ok := closeCut(b[start:])
		if !ok {
			return recognition{}, fmt.Errorf("%w: %w", ErrUnknown, cut)
		}
		root.v, root.cut = value{fixed, start}, "document is cut off: "+cut.Error()+"; what stands whole before it was read"
	} else {
		root.v = value{b[start:end], start}
		if skipSpace(b, end) != len(b) {
			root.cut = fmt.Sprintf("more text behind the document, from byte %d on, was not read", end)
		}
	}
	if f == nil {
		best, score := bestDocFormat(root.v)
		if cut == nil || score >= sureOfCut { // else it may be the first line of JSONL that is still being written
			f = best
		}
	}
	if f == nil {
		return recognition{}, fmt.Errorf("%w: a JSON document of an unknown kind", ErrUnknown)
	}
	return recognition{doc: f, root: root, at: at}, nil
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
