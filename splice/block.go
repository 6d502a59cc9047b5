package splice

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// Block is the part of a Markdown file that is ours: the lines between two comments. The first comment carries the hash of those lines,
// so that a hand edit shows, how many line breaks were put before it, so that taking the block out restores the file, and a word of whoever put it
// there.
type Block struct {
	Text   string // with LF, without the last line break
	Edited bool   // the text is not what the hash was made of
	Note   string // what was to be remembered with it
	from   int
	to     int
	lead   int
}

// noteForm is what a note looks like.
const noteForm = `[a-z]+(?:=[0-9]+)?`

func blockMarks(name string) (begin *regexp.Regexp, end string) {
	return regexp.MustCompile(`(?m)^<!-- factline:begin ` + regexp.QuoteMeta(name) + `(?: hash=([0-9a-f]+) lead=([0-2])(?: (` + noteForm + `))?)? -->\r?$`),
		"<!-- factline:end " + name + " -->"
}

func blockHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// FindBlock finds the block of a name. A marker without its partner, or a second one, is ErrUnsure; within a code fence it is a sample.
func FindBlock(src []byte, name string) (Block, bool, error) {
	if bytes.IndexByte(src, 0) >= 0 || bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return Block{}, false, fmt.Errorf("%w; the file %w", ErrNotText, ErrUnsure)
	}
	marks := findMarks(src, name)
	begins, ends := marks.begins, marks.ends
	if len(begins) == 0 && len(ends) == 0 {
		return Block{}, false, nil
	}
	if len(begins) != 1 || len(ends) != 1 || ends[0] < begins[0][1] {
		return Block{}, false, fmt.Errorf("the markers of block %q do not stand as one pair: the file %w", name, ErrUnsure)
	}
	m := begins[0]
	b := Block{from: m[0], to: lineEnd(src, ends[0])}
	inner := string(src[lineEnd(src, m[1]):ends[0]])
	b.Text = strings.TrimSuffix(strings.ReplaceAll(inner, "\r\n", "\n"), "\n")
	if m[2] >= 0 {
		b.Edited = string(src[m[2]:m[3]]) != blockHash(b.Text)
		b.lead, _ = strconv.Atoi(string(src[m[4]:m[5]]))
		if m[6] >= 0 {
			b.Note = string(src[m[6]:m[7]])
		}
	} else {
		b.Edited = true
	}
	return b, true, nil
}

// PutBlock replaces the block of a name, or appends it to the file, a blank line apart. Its markers must not stand in text. note, a word
// or a word=number, is remembered with a new block.
func PutBlock(src []byte, name, text, note string) ([]byte, error) {
	if strings.Contains(text, "<!-- factline:") {
		return nil, fmt.Errorf("the text for block %q holds a marker: the file %w", name, ErrUnsure)
	}
	old, there, err := FindBlock(src, name)
	if err != nil {
		return nil, err
	}
	nl := newline(src)
	if there {
		nl = newline(src[old.from:])
		after := src[old.to:]
		block := blockText(name, text, old.lead, old.Note, nl)
		if len(after) == 0 && !bytes.HasSuffix(src, []byte("\n")) {
			block = strings.TrimSuffix(block, nl)
		}
		return bytes.Join([][]byte{src[:old.from], []byte(block), after}, nil), nil
	}
	if line := findMarks(src, name).open; line > 0 {
		return nil, fmt.Errorf("the code fence of line %d is never closed, and a block behind it would be code: close it; the file %w", line, ErrUnsure)
	}
	lead := leadFor(src, nl)
	return append(bytes.Clone(src), strings.Repeat(nl, lead)+blockText(name, text, lead, note, nl)...), nil
}

// leadFor is how many line breaks set a block behind src a blank line apart.
func leadFor(src []byte, nl string) int {
	switch body, _ := cutMark(src); {
	case len(body) == 0, bytes.HasSuffix(body, []byte("\n"+nl)):
		return 0
	case body[len(body)-1] == '\n':
		return 1
	}
	return 2
}

func blockText(name, text string, lead int, note, nl string) string {
	_, end := blockMarks(name)
	if note != "" {
		note = " " + note
	}
	all := fmt.Sprintf("<!-- factline:begin %s hash=%s lead=%d%s -->\n%s\n%s\n", name, blockHash(text), lead, note, text, end)
	return strings.ReplaceAll(all, "\n", nl)
}

// CutBlock takes the block of a name out, with the line breaks that were put before it.
func CutBlock(src []byte, name string) ([]byte, error) {
	b, there, err := FindBlock(src, name)
	if err != nil || !there {
		return src, err
	}
	nl := newline(src[b.from:]) // as it was put in: the lines around it may have got other ends since
	before, after := src[:b.from], src[b.to:]
	for range b.lead {
		if cut, ok := bytes.CutSuffix(before, []byte(nl)); ok {
			before = cut
		}
	}
	if next, ok := moved(before, after, nl); ok {
		return next, nil
	}
	return joined(before, after, nl), nil
}

// joined is before and after, which stay lines of their own.
func joined(before, after []byte, nl string) []byte {
	if len(after) > 0 && len(before) > 0 && before[len(before)-1] != '\n' {
		before = append(bytes.Clone(before), nl...)
	}
	return slices.Concat(before, after)
}

// nextBlock is the first marker of a block right behind another one.
var nextBlock = lazyregexp.New(`^((?:\r?\n)*)(<!-- factline:begin [a-z]+ hash=[0-9a-f]+ lead=)([0-2])(?: ` + noteForm + `)? -->\r?\n`)

// moved joins what stood before a block with another block that stood right behind it: the line breaks before that one go with the first, and those
// that it needs now are its own, so that the file is what it was before both whichever goes first.
func moved(before, after []byte, nl string) ([]byte, bool) {
	m := nextBlock().FindSubmatchIndex(after)
	if m == nil {
		return nil, false
	}
	breaks, _ := strconv.Atoi(string(after[m[6]:m[7]]))
	between := after[:m[3]]
	for range breaks {
		between = bytes.TrimSuffix(bytes.TrimSuffix(between, []byte("\n")), []byte("\r"))
	}
	before = joined(before, between, nl) // line breaks of somebody's own
	nl = newline(after[m[4]:])
	lead := leadFor(before, nl)
	return slices.Concat(before, []byte(strings.Repeat(nl, lead)), after[m[4]:m[5]], []byte(strconv.Itoa(lead)), after[m[7]:]), true
}
