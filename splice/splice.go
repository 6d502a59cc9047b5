// Package splice puts single keys into configuration files of other programs and takes them out again, and keeps every other byte as it
// is: comments, trailing commas, order, indentation, line ends, byte order mark. It never writes a file; it turns bytes into bytes.
//
// Every change is a pure insertion or a pure cut at offsets that a parser of the format gave, but that a null gives way, and is then checked: the new bytes must
// parse, and must mean exactly what the old ones meant with the one key set or gone. What cannot be checked is refused.
package splice

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// Format is the syntax of a file.
type Format string

const (
	JSON Format = "json" // with comments and trailing commas
	TOML Format = "toml"
	YAML Format = "yaml"
)

var (
	// ErrMalformed says that a file could not be read as what it should be.
	ErrMalformed = errors.New("malformed")
	// ErrUnsure says that a file is well-formed, but no change was found that surely touches nothing else.
	ErrUnsure = errors.New("cannot be changed safely")
	// ErrNotText says that a file is no UTF-8 text.
	ErrNotText = errors.New("no UTF-8 text, perhaps UTF-16: save it as UTF-8")
	// ErrTaken says that the key holds a value that is not ours.
	ErrTaken = errors.New("the key is taken")
)

// Edit wants one value in a file.
type Edit struct {
	Path  []string       // the containers from the root on; those that are missing are made
	Key   string         // the member of the last one that holds Value; "" = Value is an element of the array at Path
	Value any            // string, bool, int, []any, Object
	Mine  func(any) bool // whether a value that stands at Key, or an element, is ours though it may differ from Value
	Deep  bool           // Mine may also speak of an element of a list within an element: others put theirs beside it
}

// Insertion remembers one edit that was made, so that it can be undone to the byte.
type Insertion struct {
	Text    string `json:"text,omitempty"`    // the bytes that were put in, as one piece
	Made    int    `json:"made,omitempty"`    // how many containers at the end of the path did not exist before
	Over    string `json:"over,omitempty"`    // the null that stood in its place, where the first of the containers, or the key, was null
	Present bool   `json:"present,omitempty"` // the value stood there before: nothing was done
}

// State is what a file holds of an edit.
type State string

const (
	Absent State = "absent"
	Stale  State = "stale" // ours, with another value
	Same   State = "same"
	Taken  State = "taken" // somebody else's
)

// syntax is what a format must know of itself.
type syntax interface {
	// decode gives the meaning as map[string]any, []any and scalars. nil = an empty document.
	decode(src []byte) (any, error)
	// insert proposes ways to put the edit in, best first. Each is one piece of text at one offset.
	insert(src []byte, e Edit) ([]piece, error)
	// cut proposes ways to take out what stands at a path, best first. Each is a list of ranges in order.
	cut(src []byte, at []step) ([][]span, error)
	// impliesTables reports that a container which nothing names is there only as long as something is in it.
	impliesTables() bool
	// asStrict reports that a reader which took the file before takes it after, too.
	asStrict(before, after []byte) bool
}

type piece struct {
	at   int
	text string
	over int // bytes of a null that the text takes the place of
}

type span struct{ from, to int }

func (f Format) syntax() syntax {
	switch f {
	case TOML:
		return tomlSyntax{}
	case YAML:
		return yamlSyntax{}
	}
	return jsonSyntax{}
}

const bom = "\xef\xbb\xbf"

// Check tells for each edit what the file holds of it. An empty file holds nothing.
func Check(f Format, src []byte, edits []Edit) ([]State, error) {
	tree, err := decode(f, src)
	if err != nil {
		return nil, err
	}
	states := make([]State, len(edits))
	for i, e := range edits {
		states[i], _ = find(tree, e)
	}
	return states, nil
}

// Apply makes the edits that are not there yet. On error nothing of the result may be used. The insertions belong to the edits, in
// their order, and were made from the last edit to the first.
func Apply(f Format, src []byte, edits []Edit) ([]byte, []Insertion, error) {
	src, mark := cutMark(src)
	done := make([]Insertion, len(edits))
	for i, e := range slices.Backward(edits) {
		next, in, err := applyOne(f.syntax(), src, e)
		if err != nil {
			return nil, nil, err
		}
		src, done[i] = next, in
	}
	return append(mark, src...), done, nil
}

// Remove takes the edits out again. done may be what Apply gave, for the same edits, or nil. What is not there is no error.
func Remove(f Format, src []byte, edits []Edit, done []Insertion) ([]byte, error) {
	src, mark := cutMark(src)
	for i, e := range edits {
		var in Insertion
		if len(done) == len(edits) {
			in = done[i]
		}
		if in.Present {
			continue
		}
		next, err := removeOne(f.syntax(), src, e, in)
		if err != nil {
			return nil, err
		}
		src = next
	}
	return append(mark, src...), nil
}

// Bare reports that a file holds nothing besides the edits.
func Bare(f Format, src []byte, edits []Edit) (bool, error) {
	tree, err := decode(f, src)
	if err != nil {
		return false, err
	}
	for _, e := range edits {
		if state, at := find(tree, e); state == Same || state == Stale {
			tree = pruned(without(tree, at), at)
		}
	}
	return blank(tree), nil
}

func cutMark(src []byte) (rest, mark []byte) {
	if bytes.HasPrefix(src, []byte(bom)) {
		return src[len(bom):], []byte(bom)
	}
	return src, nil
}

func decode(f Format, src []byte) (any, error) {
	src, _ = cutMark(src)
	return f.syntax().decode(src)
}

func applyOne(s syntax, src []byte, e Edit) ([]byte, Insertion, error) {
	tree, err := s.decode(src)
	if err != nil {
		return nil, Insertion{}, err
	}
	switch state, _ := find(tree, e); state {
	case Same:
		return src, Insertion{Present: true}, nil
	case Taken:
		return nil, Insertion{}, fmt.Errorf("%s: %w by another value", e.name(), ErrTaken)
	case Stale:
		if src, err = removeOne(s, src, e, Insertion{}); err != nil {
			return nil, Insertion{}, err
		}
		if tree, err = s.decode(src); err != nil {
			return nil, Insertion{}, err
		}
	}
	want, made, err := with(tree, e)
	if err != nil {
		return nil, Insertion{}, err
	}
	pieces, err := s.insert(src, e)
	if err != nil {
		return nil, Insertion{}, err
	}
	for _, p := range pieces {
		next := slices.Concat(src[:p.at], []byte(p.text), src[p.at+p.over:])
		if got, err := s.decode(next); err == nil && same(got, want) {
			return next, Insertion{Text: p.text, Made: made, Over: string(src[p.at : p.at+p.over])}, nil
		}
	}
	return nil, Insertion{}, fmt.Errorf("%s: the file %w", e.name(), ErrUnsure)
}

func removeOne(s syntax, src []byte, e Edit, in Insertion) ([]byte, error) {
	tree, err := s.decode(src)
	if err != nil {
		return nil, err
	}
	state, at := find(tree, e)
	if state == Absent || state == Taken {
		return src, nil
	}
	if next, ok := nullAgain(s, src, tree, at, e, in); ok {
		return next, nil
	}
	want := without(tree, at)
	for up := 1; up <= in.Made; up++ { // containers of ours that nobody else uses by now
		outer := at[:len(at)-1]
		if len(outer) == 0 || !isEmpty(lookup(want, outer)) || commented(s, src, outer, at) {
			break
		}
		at, want = outer, without(want, outer)
	}
	fits := func(next []byte) bool {
		got, err := s.decode(next)
		return err == nil && (same(got, want) || s.impliesTables() && same(got, pruned(want, at))) && s.asStrict(src, next)
	}
	for _, text := range in.spellings() {
		for from := 0; ; from++ {
			i := strings.Index(string(src[from:]), text)
			if i < 0 {
				break
			}
			from += i
			if next := slices.Concat(src[:from], src[from+len(text):]); fits(next) {
				return next, nil
			}
		}
	}
	ways, err := s.cut(src, at)
	if err != nil {
		return nil, err
	}
	for _, cuts := range ways {
		if next := withoutSpans(src, cuts); fits(next) {
			return next, nil
		}
	}
	return nil, fmt.Errorf("%s: the file %w", e.name(), ErrUnsure)
}

// quotedText is a string in any of the formats, as far as it may hold what looks like a comment.
var quotedText = lazyregexp.New(`"(?:[^"\\]|\\.)*"|'[^']*'`)

// commented reports that a container which would go holds a comment, besides what stands at inner: it is a person's, and so is the container then.
func commented(s syntax, src []byte, outer, inner []step) bool {
	all, err := s.cut(src, outer)
	part, partErr := s.cut(src, inner)
	if err != nil || partErr != nil || len(all) == 0 || len(part) == 0 {
		return false
	}
	around := bytes.Clone(src)
	for _, c := range part[0] {
		for i := c.from; i < c.to; i++ {
			around[i] = ' '
		}
	}
	for _, c := range all[0] {
		text := quotedText().ReplaceAll(around[c.from:c.to], nil)
		if bytes.ContainsAny(text, "#") || bytes.Contains(text, []byte("//")) || bytes.Contains(text, []byte("/*")) {
			return true
		}
	}
	return false
}

// nullAgain puts a null back that gave way to the edit, if nothing of others has come to what took its place.
func nullAgain(s syntax, src []byte, tree any, at []step, e Edit, in Insertion) ([]byte, bool) {
	depth := len(e.Path) - in.Made + 1
	if in.Over == "" || depth < 0 || depth > len(at) { // 0: the whole document was a null
		return nil, false
	}
	want := withNull(tree, at[:depth])
	for _, text := range in.spellings() {
		for from := 0; ; from++ {
			i := strings.Index(string(src[from:]), text)
			if i < 0 {
				break
			}
			from += i
			next := slices.Concat(src[:from], []byte(in.Over), src[from+len(text):])
			if got, err := s.decode(next); err == nil && same(got, want) {
				return next, true
			}
		}
	}
	return nil, false
}

// spellings are the bytes that were put in, and what they became where something wrote all line ends of the file anew.
func (in Insertion) spellings() (texts []string) {
	unix := strings.ReplaceAll(in.Text, "\r\n", "\n")
	for _, text := range []string{in.Text, unix, strings.ReplaceAll(unix, "\n", "\r\n")} {
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

func withoutSpans(src []byte, cuts []span) []byte {
	var out []byte
	from := 0
	for _, c := range cuts {
		out = append(out, src[from:c.from]...)
		from = c.to
	}
	return append(out, src[from:]...)
}

func (e Edit) name() string {
	return strings.Join(slices.DeleteFunc(append(slices.Clone(e.Path), e.Key), func(s string) bool { return s == "" }), ".")
}

// Lookup reads one value: string, bool, map[string]any, []any, or nil where nothing stands.
func Lookup(f Format, src []byte, path ...string) (any, error) {
	tree, err := decode(f, src)
	if err != nil {
		return nil, err
	}
	return lookup(tree, steps(path)), nil
}
