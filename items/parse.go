package items

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// MaxBytes is the largest item file that is read or written.
const MaxBytes = 1 << 20

// ParseError says where an item file is wrong, why, and what to write instead. It matches ErrInvalid and never quotes the text.
type ParseError struct {
	Line   int    // 1-based; 0 when no line is to blame
	Key    string // "" when no key is to blame; nested keys as refs.files
	Reason string
}

func (e *ParseError) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	if e.Key != "" {
		b.WriteString(e.Key + ": ")
	}
	return b.String() + e.Reason
}

// Unwrap makes every ParseError match ErrInvalid.
func (e *ParseError) Unwrap() error { return ErrInvalid }

// Parse reads one item file. It is strict: an error is a *ParseError that names the line and what to do. BOM and CRLF are read.
// id, type, title and status must be there; a missing sensitivity is internal, a missing schema is 1.
func Parse(b []byte) (Item, error) {
	doc, err := split(b)
	if err != nil {
		return Item{}, err
	}
	it, err := doc.item(true)
	if err != nil {
		return Item{}, err
	}
	it.extra = source{string(b)}
	return it, nil
}

// ParseDraft is Parse for a file that a person prepared for writing: nothing is required, and a file without front matter is
// all body. What is there is checked as strictly as in Parse.
func ParseDraft(b []byte) (Item, error) {
	if first, _, _ := bytes.Cut(bytes.TrimPrefix(b, []byte(bom)), []byte("\n")); !strings.HasPrefix(strings.TrimSpace(string(first)), "---") {
		text, err := cleanText(b)
		return Item{Schema: 1, Sensitivity: Internal, Body: strings.TrimRight(text, "\n")}, err
	}
	doc, err := split(b)
	if err != nil {
		return Item{}, err
	}
	it, err := doc.item(false)
	if err != nil {
		return Item{}, err
	}
	it.extra = source{string(b)}
	return it, nil
}

const bom = "\ufeff"

// document is a file cut into front matter and body, with the YAML checked for all that an item may not hold.
type document struct {
	front string     // lines between the fences, LF
	body  string     // after the closing fence, LF, with its closing newlines
	root  *yaml.Node // block mapping with text keys at column 1, no key twice
}

// split checks the bytes, cuts the file at its fences and reads the YAML.
func split(b []byte) (document, error) {
	text, err := cleanText(b)
	if err != nil {
		return document{}, err
	}
	var doc document
	if doc.front, doc.body, err = cutFences(text); err != nil {
		return document{}, err
	}
	doc.root, err = readYAML(doc.front)
	return doc, err
}

// cleanText returns the file as LF text without BOM, or says where it is not text.
func cleanText(b []byte) (string, error) {
	if len(b) > MaxBytes {
		return "", &ParseError{Reason: "the file is over 1 MiB; split it into several items"}
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(b), bom), "\r\n", "\n")
	line := 1
	for i, r := range text {
		switch {
		case r == '\n':
			line++
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			return "", &ParseError{Line: line, Reason: "not valid UTF-8; save the file as UTF-8"}
		case r == '\r':
			return "", &ParseError{Line: line, Reason: "a carriage return without line feed; end lines with LF or CRLF"}
		case isControl(r):
			return "", &ParseError{Line: line, Reason: fmt.Sprintf("control character U+%04X; delete it", r)}
		}
	}
	return text, nil
}

// isControl reports the characters that have no place in an item: C0 except tab and line feed, DEL, and C1 (NEL, U+0085, too).
func isControl(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0
}

// Clean makes any text fit for an item: CRLF and CR become LF, other control characters and broken UTF-8 are dropped.
func Clean(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// cutFences gives what stands between the fences and what stands behind them. The first line and the first line that looks like a closing
// fence must be exactly "---": an indented one stands inside a block string, and readers of front matter would end it there.
func cutFences(text string) (front, body string, err error) {
	line, n := "", 0
	for rest, more := text, true; more; {
		at := len(text) - len(rest)
		line, rest, more = strings.Cut(rest, "\n")
		n++
		fence := strings.TrimSpace(line) == "---"
		switch {
		case n == 1 && line != "---":
			return "", "", &ParseError{Line: 1, Reason: "the first line must be exactly ---, to open the front matter"}
		case n > 1 && line == "---":
			return text[len("---\n"):at], rest, nil
		case n > 1 && fence:
			return "", "", &ParseError{Line: n, Reason: "a --- with spaces around it; write exactly --- to close the front matter, or put the text in double quotes"}
		case n > 1 && (isMarker(line, "---") || isMarker(line, "...")):
			return "", "", &ParseError{Line: n, Reason: "a YAML document marker inside the front matter; an item is one document, closed by a line ---"}
		case n > 1 && strings.ContainsAny(line, "\u2028\u2029"):
			return "", "", &ParseError{Line: n, Reason: `a Unicode line separator in the front matter; write it as \u2028 or \u2029 in double quotes`}
		}
	}
	return "", "", &ParseError{Line: 1, Reason: "the front matter is not closed; add a line that is exactly --- after the last key"}
}

// isMarker reports whether YAML reads the line as a document marker.
func isMarker(line, marker string) bool {
	rest, ok := strings.CutPrefix(line, marker)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// readYAML parses the front matter into nodes and refuses what an item may not hold. Lines in its errors are lines of the file.
func readYAML(front string) (*yaml.Node, error) {
	dec := yaml.NewDecoder(strings.NewReader(front))
	var top yaml.Node
	if err := dec.Decode(&top); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, &ParseError{Line: 2, Reason: "the front matter is empty; an item needs id, type, title and status"}
		}
		return nil, yamlError(err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, &ParseError{Line: 2, Reason: "more than one YAML document in the front matter; keep one"}
	}
	root := &top
	if root.Kind == yaml.DocumentNode && len(root.Content) == 1 {
		root = root.Content[0]
	}
	if root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 {
		return nil, &ParseError{Line: fileLine(root), Reason: "the front matter must be lines of \"key: value\", found " + kindOf(root)}
	}
	if err := refuse(root, ""); err != nil {
		return nil, err
	}
	for i := 0; i < len(root.Content); i += 2 {
		key := root.Content[i]
		if key.Column != 1 {
			return nil, &ParseError{Line: fileLine(key), Reason: "a key must start at the beginning of its line"}
		}
		if key.ShortTag() != "!!str" {
			return nil, &ParseError{Line: fileLine(key), Reason: "a key must be text, found " + kindOf(key) + "; put it in quotes"}
		}
	}
	return root, nil
}

// refuse walks the nodes for aliases, anchors, tags, merge keys, keys that are not plain values, and keys given twice.
func refuse(n *yaml.Node, path string) error {
	at := func(reason string) error { return &ParseError{Line: fileLine(n), Key: path, Reason: reason} }
	switch {
	case n.Kind == yaml.AliasNode:
		return at("YAML aliases are not allowed; write the value out")
	case n.Anchor != "":
		return at("YAML anchors are not allowed; delete the &name")
	case n.Style&yaml.TaggedStyle != 0:
		return at("YAML tags are not allowed; delete the !tag")
	case n.Kind == yaml.SequenceNode:
		for _, c := range n.Content {
			if err := refuse(c, path); err != nil {
				return err
			}
		}
	case n.Kind == yaml.MappingNode:
		return refusePairs(n, path)
	}
	return nil
}

func refusePairs(n *yaml.Node, path string) error {
	seen := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.AliasNode && key.Kind != yaml.ScalarNode {
			return &ParseError{Line: fileLine(key), Key: path, Reason: "a key must be one plain value, found " + kindOf(key)}
		}
		name := join(path, key)
		if key.ShortTag() == "!!merge" {
			return &ParseError{Line: fileLine(key), Key: path, Reason: "YAML merge keys (<<) are not allowed; write the keys out"}
		}
		if err := refuse(key, name); err != nil {
			return err
		}
		// 1 and "1" are told apart by YAML but not by people: both count as the same key.
		if first, dup := seen[key.Value]; dup {
			return &ParseError{Line: fileLine(key), Key: name, Reason: fmt.Sprintf("given twice, first on line %d; keep one", first)}
		}
		seen[key.Value] = fileLine(key)
		if err := refuse(val, name); err != nil {
			return err
		}
	}
	return nil
}

// join names a nested key for error texts, which must stay one short line.
func join(path string, key *yaml.Node) string {
	name := key.Value
	if len(name) > 40 || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == ':' }) {
		name = "(long key)"
	}
	switch {
	case path == "":
		return name
	case len(path) > 100: // nested beyond what a person reads; also bounds the cost of deep nesting
		return path
	}
	return path + "." + name
}

// fileLine turns a node's line into a line of the file: the opening fence is line 1.
func fileLine(n *yaml.Node) int { return n.Line + 1 }

// yamlError moves the library's "yaml: line N: ..." to our line numbers.
func yamlError(err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		num, reason, _ := strings.Cut(rest, ": ")
		if n, convErr := strconv.Atoi(num); convErr == nil {
			return &ParseError{Line: n + 1, Reason: "not valid YAML: " + reason + "; quote text that holds : # or brackets"}
		}
	}
	return &ParseError{Line: 2, Reason: "not valid YAML: " + msg}
}

// kindOf names a node for people.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!int", "!!float":
		return "a number"
	case "!!bool":
		return "true or false"
	case "!!null":
		return "nothing"
	case "!!timestamp":
		return "a date"
	case "!!str":
		return "text"
	}
	return "something else"
}
