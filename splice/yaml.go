package splice

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

type yamlSyntax struct{}

func (yamlSyntax) asStrict(_, _ []byte) bool { return true }

func (yamlSyntax) impliesTables() bool { return false }

// yamlRoot reads the one document of a file; nil = there is none.
func yamlRoot(src []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(src))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("%w YAML: %s", ErrMalformed, err)
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("more than one YAML document: the file %w", ErrUnsure)
	}
	if len(doc.Content) != 1 || doc.Content[0].Tag == "!!null" && doc.Content[0].Value == "" {
		return nil, nil
	}
	return doc.Content[0], nil
}

func (yamlSyntax) decode(src []byte) (any, error) {
	root, err := yamlRoot(src)
	if root == nil || err != nil {
		return nil, err
	}
	var tree any
	if err := root.Decode(&tree); err != nil {
		return nil, fmt.Errorf("%w YAML: %s", ErrMalformed, err)
	}
	return yamlNulls(yamlMeaning(tree), root), nil
}

func yamlMeaning(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			v[key] = yamlMeaning(member)
		}
	case map[any]any:
		for key, member := range v {
			v[key] = yamlMeaning(member)
		}
	case []any:
		for i, e := range v {
			v[i] = yamlMeaning(e)
		}
	case int, int64, uint64, float64:
		return number(fmt.Sprint(v))
	}
	return v // null is nil: a key without a value takes a container as a missing key does
}

// yamlNulls tells a null that is written from a key that nothing follows.
func yamlNulls(v any, n *yaml.Node) any {
	switch {
	case writtenNull(n):
		return null{}
	case n.Kind == yaml.MappingNode:
		m, _ := v.(map[string]any)
		for i := 0; i+1 < len(n.Content); i += 2 {
			if key := n.Content[i].Value; m != nil && m[key] == nil && writtenNull(n.Content[i+1]) {
				m[key] = null{}
			} else if inner, there := m[key]; there {
				m[key] = yamlNulls(inner, n.Content[i+1])
			}
		}
	}
	return v
}

func writtenNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" && n.Value != ""
}

// yamlHolder follows keys as far as they lead: the last node reached, its key, and how many keys led there.
func yamlHolder(root *yaml.Node, path []string) (holder, key *yaml.Node, depth int) {
	holder = root
	for ; depth < len(path); depth++ {
		k, v := yamlMember(holder, path[depth])
		if v == nil {
			return holder, key, depth
		}
		holder, key = v, k
	}
	return holder, key, depth
}

func yamlMember(m *yaml.Node, name string) (key, value *yaml.Node) {
	if m.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == name && m.Content[i].Kind == yaml.ScalarNode {
			return m.Content[i], m.Content[i+1]
		}
	}
	return nil, nil
}

func (yamlSyntax) insert(src []byte, e Edit) ([]piece, error) {
	root, err := yamlRoot(src)
	if err != nil {
		return nil, err
	}
	lines := yamlLines(src)
	nl := newline(src)
	if root == nil {
		return []piece{atEnd(src, yamlBlock(nest(e.Path, e), 0), nl)}, nil
	}
	holder, key, depth := yamlHolder(root, e.Path)
	if p, ok := yamlOverNull(src, lines, holder, depth, e); ok {
		return []piece{p}, nil
	}
	value := nest(e.Path[depth:], e) // the container with what goes in
	switch {
	case holder.Kind == yaml.AliasNode:
		return nil, fmt.Errorf("%s is an alias: the file %w", e.name(), ErrUnsure)
	case holder.Style&yaml.FlowStyle != 0:
		return yamlFlow(src, lines, holder, value), nil
	case holder.Kind == yaml.ScalarNode && holder.Tag == "!!null" && holder.Value == "" && key != nil:
		text := yamlText(yamlBlock(value, key.Column+1), nl)
		return []piece{lines.before(src, key.Line+1, text, nl)}, nil
	case holder.Kind == yaml.ScalarNode || len(holder.Content) == 0:
		return nil, fmt.Errorf("%s holds something else: the file %w", e.name(), ErrUnsure)
	}
	indent := holder.Content[0].Column - 1
	if holder.Kind == yaml.SequenceNode {
		indent = lines.indent(src, holder.Content[0].Line)
	}
	text := yamlText(yamlBlock(value, indent), nl)
	front := lines.before(src, holder.Content[0].Line, text, nl)
	if key == nil {
		return []piece{atEnd(src, yamlBlock(value, indent), nl), front}, nil
	}
	return []piece{lines.before(src, key.Line+1, text, nl), front}, nil
}

// yamlOverNull lets a written null give way to lines of its own; what stands behind it on its line, a comment, stays there. depth is how many
// keys led to holder.
func yamlOverNull(src []byte, lines yamlIndex, holder *yaml.Node, depth int, e Edit) (piece, bool) {
	if depth == 0 && writtenNull(holder) {
		at := lines.offset(src, holder.Line, holder.Column)
		text := strings.Join(yamlBlock(nest(e.Path, e), 0), newline(src))
		if holder.Column > 1 { // behind the mark of a document
			text = newline(src) + text
		}
		return piece{at: at, text: text, over: len(holder.Value)}, true
	}
	value := nest(e.Path[depth:], e)
	if depth == len(e.Path) && e.Key != "" && holder.Kind == yaml.MappingNode && holder.Style&yaml.FlowStyle == 0 { // it may be that of the key itself
		if _, child := yamlMember(holder, e.Key); child != nil {
			holder, value, depth = child, e.Value, depth+1
		}
	}
	if !writtenNull(holder) || depth == 0 || !isContainer(value) {
		return piece{}, false
	}
	start := lines.offset(src, holder.Line, holder.Column)
	at := len(bytes.TrimRight(src[:start], " \t"))
	if at == 0 || src[at-1] != ':' { // behind a tag or an anchor, or on a line of its own
		return piece{}, false
	}
	end := start + len(holder.Value)
	rest := end
	for rest < len(src) && src[rest] != '\n' && src[rest] != '\r' {
		rest++
	}
	if comment := bytes.TrimLeft(src[end:rest], " \t"); len(comment) > 0 && comment[0] != '#' { // within braces
		return piece{at: start, text: jsonText(value, jsonStyle{}, ""), over: len(holder.Value)}, true
	}
	indent := lines.indent(src, holder.Line) + 2
	text := strings.TrimRight(string(src[end:rest]), " \t") + newline(src) + strings.Join(yamlBlock(value, indent), newline(src))
	return piece{at: at, text: text, over: rest - at}, true
}

// yamlFlow puts the one member or element of value at the front of a container in braces.
func yamlFlow(src []byte, lines yamlIndex, holder *yaml.Node, value any) []piece {
	open := lines.offset(src, holder.Line, holder.Column)
	for open < len(src) && src[open] != '{' && src[open] != '[' { // behind an anchor or a tag
		open++
	}
	if open == len(src) {
		return nil
	}
	inner := jsonText(value, jsonStyle{}, "")
	inner = inner[1 : len(inner)-1]
	if len(holder.Content) > 0 {
		inner += ", "
	}
	return []piece{{at: open + 1, text: inner}}
}

// atEnd appends lines to a file, which keeps its way to end.
func atEnd(src []byte, block []string, nl string) piece {
	text := strings.Join(block, nl)
	if len(src) > 0 && src[len(src)-1] != '\n' {
		return piece{at: len(src), text: nl + text}
	}
	return piece{at: len(src), text: text + nl}
}

func yamlText(block []string, nl string) string { return strings.Join(block, nl) + nl }

// yamlBlock writes a container as lines, one member a line.
func yamlBlock(v any, indent int) (lines []string) {
	pad := strings.Repeat(" ", indent)
	switch v := v.(type) {
	case Object:
		for _, m := range v {
			if isContainer(m.Value) {
				lines = append(append(lines, pad+yamlKey(m.Key)+":"), yamlBlock(m.Value, indent+2)...)
			} else {
				lines = append(lines, pad+yamlKey(m.Key)+": "+jsonText(m.Value, jsonStyle{}, ""))
			}
		}
	case []any:
		for _, e := range v {
			if !isContainer(e) {
				lines = append(lines, pad+"- "+jsonText(e, jsonStyle{}, ""))
				continue
			}
			inner := yamlBlock(e, indent+2)
			inner[0] = pad + "- " + strings.TrimLeft(inner[0], " ")
			lines = append(lines, inner...)
		}
	}
	return lines
}

// isContainer reports what is written over several lines.
func isContainer(v any) bool {
	switch v := v.(type) {
	case Object:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return false
}

func yamlKey(key string) string {
	if tomlKey(key) == key && strings.Trim(key, "0123456789-_") != "" && !isYAMLWord(key) {
		return key
	}
	return quoted(key)
}

// isYAMLWord reports keys that some reader takes for a boolean or null.
func isYAMLWord(key string) bool {
	switch strings.ToLower(key) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return true
	}
	return false
}

// cut takes out the lines of a member or element.
func (yamlSyntax) cut(src []byte, at []step) ([][]span, error) {
	root, err := yamlRoot(src)
	if root == nil || err != nil {
		return nil, err
	}
	lines := yamlLines(src)
	holder := root
	var from, value *yaml.Node
	for _, s := range at {
		if value != nil {
			holder = value
		}
		from, value = yamlMember(holder, s.key)
		if s.array && holder.Kind == yaml.SequenceNode && s.index < len(holder.Content) {
			value = holder.Content[s.index]
			from = value
		}
		if value == nil || holder.Style&yaml.FlowStyle != 0 {
			return nil, nil
		}
	}
	return [][]span{{{lines.start(src, from.Line), lines.start(src, lastLine(value)+1)}}}, nil
}

func lastLine(n *yaml.Node) int {
	last := n.Line
	for _, c := range n.Content {
		last = max(last, lastLine(c))
	}
	return last
}

// yamlIndex is where each line starts.
type yamlIndex []int

func yamlLines(src []byte) yamlIndex {
	index := yamlIndex{0}
	for i, b := range src {
		if b == '\n' {
			index = append(index, i+1)
		}
	}
	return index
}

// start is the offset of a line, counted from 1; beyond the last, the end of the file.
func (x yamlIndex) start(src []byte, line int) int {
	if line > len(x) {
		return len(src)
	}
	return x[line-1]
}

// offset is that of a column, counted in characters from 1.
func (x yamlIndex) offset(src []byte, line, column int) int {
	at := x.start(src, line)
	for i := range string(src[at:]) {
		if column--; column == 0 {
			return at + i
		}
	}
	return len(src)
}

func (x yamlIndex) indent(src []byte, line int) int {
	text := src[x.start(src, line):]
	return len(text) - len(bytes.TrimLeft(text, " "))
}

// before is text put in front of a line, or behind a last line that has no end.
func (x yamlIndex) before(src []byte, line int, text, nl string) piece {
	at := x.start(src, line)
	if at == len(src) && at > 0 && src[at-1] != '\n' {
		return piece{at: at, text: nl + strings.TrimSuffix(text, nl)}
	}
	return piece{at: at, text: text}
}
