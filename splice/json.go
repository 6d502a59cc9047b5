package splice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

type jsonSyntax struct{}

// asStrict refuses a trailing comma where there was none: most readers of plain JSON stop at it.
func (jsonSyntax) asStrict(before, after []byte) bool {
	return hasTrailingComma(before) || !hasTrailingComma(after)
}

func hasTrailingComma(src []byte) bool {
	root, err := jsonRoot(src)
	if err != nil {
		return false
	}
	for v := range root.All() {
		switch x := v.Value.(type) {
		case *hujson.Object:
			if n := len(x.Members); n > 0 && x.Members[n-1].Value.AfterExtra != nil {
				return true
			}
		case *hujson.Array:
			if n := len(x.Elements); n > 0 && x.Elements[n-1].AfterExtra != nil {
				return true
			}
		}
	}
	return false
}

func (jsonSyntax) impliesTables() bool { return false }

func (jsonSyntax) decode(src []byte) (any, error) {
	if jsonEmpty(src) {
		return nil, nil
	}
	v, err := jsonRoot(src)
	if err != nil {
		return nil, err
	}
	return jsonMeaning(&v)
}

// jsonMeaning refuses a key that stands twice: readers differ in which one counts.
func jsonMeaning(v *hujson.Value) (any, error) {
	switch x := v.Value.(type) {
	case *hujson.Object:
		out := make(map[string]any, len(x.Members))
		for i := range x.Members {
			name, err := jsonName(&x.Members[i])
			if err != nil {
				return nil, err
			}
			if _, twice := out[name]; twice {
				return nil, fmt.Errorf("%w JSON: a key stands twice, at byte %d", ErrMalformed, x.Members[i].Name.StartOffset)
			}
			if out[name], err = jsonMeaning(&x.Members[i].Value); err != nil {
				return nil, err
			}
		}
		return out, nil
	case *hujson.Array:
		out := make([]any, len(x.Elements))
		for i := range x.Elements {
			var err error
			if out[i], err = jsonMeaning(&x.Elements[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	literal, _ := v.Value.(hujson.Literal)
	switch literal.Kind() {
	case 'n':
		return null{}, nil
	case 't', 'f':
		return literal.Bool(), nil
	case '0':
		return number(literal), nil
	}
	var s string
	if err := json.Unmarshal(literal, &s); err != nil {
		return nil, fmt.Errorf("%w JSON: %s", ErrMalformed, strings.TrimPrefix(err.Error(), "hujson: "))
	}
	return s, nil
}

// null is a null that is written; nil is a place where nothing stands.
type null struct{}

func jsonName(m *hujson.ObjectMember) (string, error) {
	literal, _ := m.Name.Value.(hujson.Literal)
	var name string
	if err := json.Unmarshal(literal, &name); err != nil {
		return "", fmt.Errorf("%w JSON: %s", ErrMalformed, strings.TrimPrefix(err.Error(), "hujson: "))
	}
	return name, nil
}

// jsonChild finds a step's value, and the offset at which its member or element begins. nil = not there.
func jsonChild(v *hujson.Value, s step) *hujson.Value {
	switch x := v.Value.(type) {
	case *hujson.Object:
		for i := range x.Members {
			if name, err := jsonName(&x.Members[i]); err == nil && !s.array && name == s.key {
				return &x.Members[i].Value
			}
		}
	case *hujson.Array:
		if s.array && s.index < len(x.Elements) {
			return &x.Elements[s.index]
		}
	}
	return nil
}

// jsonPart is one member or element of a container: where it starts and ends, without the white space and comments around it.
type jsonPart struct{ from, to int }

func jsonParts(v *hujson.Value) (parts []jsonPart, ok bool) {
	switch x := v.Value.(type) {
	case *hujson.Object:
		for _, m := range x.Members {
			parts = append(parts, jsonPart{m.Name.StartOffset, m.Value.EndOffset})
		}
		return parts, true
	case *hujson.Array:
		for _, e := range x.Elements {
			parts = append(parts, jsonPart{e.StartOffset, e.EndOffset})
		}
		return parts, true
	}
	return nil, false
}

func (jsonSyntax) insert(src []byte, e Edit) ([]piece, error) {
	if jsonEmpty(src) {
		nl := newline(src)
		text := jsonText(nest(e.Path, e), jsonStyle{unit: "  ", nl: nl, lines: true}, "") + nl
		switch {
		case isBlank(src):
			return []piece{{text: text}}, nil
		case !bytes.HasSuffix(src, []byte("\n")):
			text = nl + text // out of the comment
		}
		return []piece{{at: len(src), text: text}}, nil
	}
	root, err := jsonRoot(src)
	if err != nil {
		return nil, err
	}
	holder, depth := &root, 0
	for depth < len(e.Path) {
		next := jsonChild(holder, step{key: e.Path[depth]})
		if next == nil {
			break
		}
		holder, depth = next, depth+1
	}
	if literal, ok := root.Value.(hujson.Literal); ok && literal.Kind() == 'n' {
		text := jsonText(nest(e.Path, e), jsonStyle{unit: "  ", nl: newline(src), lines: true}, "")
		return []piece{{at: root.StartOffset, text: text, over: root.EndOffset - root.StartOffset}}, nil
	}
	if p, ok := jsonOverNull(src, &root, holder, depth, e); ok {
		return []piece{p}, nil
	}
	key, value := e.Key, e.Value
	if depth < len(e.Path) {
		key, value = e.Path[depth], nest(e.Path[depth+1:], e)
	}
	parts, ok := jsonParts(holder)
	if !ok {
		return nil, fmt.Errorf("%s: the file %w", e.name(), ErrUnsure)
	}
	return jsonPut(src, &root, holder, parts, key, value), nil
}

// jsonOverNull lets a null below the root give way: programs write one where they have no entries. depth is how many keys led to holder.
func jsonOverNull(src []byte, root, holder *hujson.Value, depth int, e Edit) (piece, bool) {
	isNull := func(v *hujson.Value) bool {
		literal, ok := v.Value.(hujson.Literal)
		return ok && literal.Kind() == 'n'
	}
	value := nest(e.Path[depth:], e)
	if !isNull(holder) && depth == len(e.Path) && e.Key != "" { // it may be that of the key itself
		if child := jsonChild(holder, step{key: e.Key}); child != nil {
			holder, value, depth = child, e.Value, depth+1
		}
	}
	if !isNull(holder) || depth == 0 {
		return piece{}, false
	}
	style := jsonStyle{unit: jsonUnit(src, root), nl: newline(src), lines: bytes.ContainsRune(bytes.TrimSpace(src), '\n')}
	text := jsonText(value, style, indentOf(src, holder.StartOffset))
	return piece{at: holder.StartOffset, text: text, over: holder.EndOffset - holder.StartOffset}, true
}

// nest is what an edit puts into a container that does not exist yet: the containers below it with the value inside.
func nest(path []string, e Edit) any {
	value := any([]any{e.Value})
	if e.Key != "" {
		value = Object{{e.Key, e.Value}}
	}
	for i := len(path) - 1; i >= 0; i-- {
		value = Object{{path[i], value}}
	}
	return value
}

// longestLine is how many characters a member may have that goes into a file of one line; a longer one is spread, so that a person can
// read the difference.
const longestLine = 100

// jsonPut puts a member or element at the front of a container. The front needs no look at what stands last: a comment, a trailing
// comma or none.
func jsonPut(src []byte, root, holder *hujson.Value, parts []jsonPart, key string, value any) []piece {
	open := holder.StartOffset + 1
	style := jsonStyle{unit: jsonUnit(src, root), nl: newline(src)}
	if len(parts) > 0 {
		lead := src[open:parts[0].from]
		if !bytes.ContainsRune(lead, '\n') {
			space := ""
			if isBlank(lead) {
				space = string(lead)
			}
			inline := piece{at: open, text: space + jsonMember(key, value, style, "") + ","}
			if holder != root || len(inline.text) <= longestLine {
				return []piece{inline}
			}
			style.lines = true
			return []piece{{at: open, text: style.nl + style.unit + jsonMember(key, value, style, style.unit) + "," + style.nl + style.unit}, inline}
		}
		style.lines = true
		indent := indentOf(src, parts[0].from)
		text := style.nl + indent + jsonMember(key, value, style, indent) + ","
		// Behind a comment on the line of the bracket, unless it goes on below.
		end := open + bytes.IndexByte(lead, '\n')
		if end > open && src[end-1] == '\r' {
			end--
		}
		return []piece{{at: end, text: text}, {at: open, text: text}}
	}
	outer := indentOf(src, holder.StartOffset)
	if start := lineStart(src, holder.StartOffset); len(outer) != len(src[start:start+len(outer)]) {
		outer = ""
	}
	style.lines = bytes.ContainsRune(bytes.TrimSpace(src), '\n') || holder == root
	if !style.lines {
		return []piece{{at: open, text: jsonMember(key, value, style, "")}}
	}
	text := style.nl + outer + style.unit + jsonMember(key, value, style, outer+style.unit)
	if inside := src[open : holder.EndOffset-1]; !bytes.ContainsRune(inside, '\n') {
		text += style.nl + outer
	}
	return []piece{{at: open, text: text}}
}

// jsonUnit is the indentation of one level: that of the root's first member, else two spaces.
func jsonUnit(src []byte, root *hujson.Value) string {
	parts, _ := jsonParts(root)
	if len(parts) > 0 {
		if unit := indentOf(src, parts[0].from); unit != "" {
			return unit
		}
	}
	return "  "
}

func (jsonSyntax) cut(src []byte, at []step) ([][]span, error) {
	root, err := jsonRoot(src)
	if err != nil {
		return nil, err
	}
	holder := &root
	for _, s := range at[:len(at)-1] {
		if holder = jsonChild(holder, s); holder == nil {
			return nil, nil
		}
	}
	target := jsonChild(holder, at[len(at)-1])
	parts, _ := jsonParts(holder)
	for i, p := range parts {
		if target == nil || p.to != target.EndOffset {
			continue
		}
		before := holder.StartOffset + 1
		if i > 0 {
			before = parts[i-1].to
		}
		after := holder.EndOffset - 1
		if i+1 < len(parts) {
			after = parts[i+1].from
		}
		return jsonCuts(src, p, before, after, i > 0), nil
	}
	return nil, nil
}

// jsonCuts takes out a part with the white space before it and the comma behind it, else the comma before it. before is where the part
// before it ends, after where the next one starts.
func jsonCuts(src []byte, p jsonPart, before, after int, hasBefore bool) [][]span {
	from := before + len(bytes.TrimRight(src[before:p.from], " \t\r\n"))
	ends := [][]span{}
	add := func(start int) {
		switch comma := jsonComma(src[p.to:after]); {
		case comma == 0:
			ends = append(ends, []span{{start, p.to + 1}})
		case comma > 0 && isBlank(src[p.to:p.to+comma]):
			ends = append(ends, []span{{start, p.to + comma + 1}})
		case comma > 0:
			ends = append(ends, []span{{start, p.to}, {p.to + comma, p.to + comma + 1}})
		case hasBefore:
			if c := jsonComma(src[before:p.from]); c >= 0 {
				c += before
				if c+1 >= start {
					ends = append(ends, []span{{c, p.to}})
				} else {
					ends = append(ends, []span{{c, c + 1}, {start, p.to}})
				}
			}
		default:
			ends = append(ends, []span{{start, p.to}})
		}
	}
	if jsonComment(src[before:from]) {
		add(from)
		add(p.from)
		return ends
	}
	add(from)
	return ends
}

// jsonComment reports whether a stretch between two values holds more than white space and a comma.
func jsonComment(between []byte) bool { return bytes.ContainsRune(between, '/') }

// jsonComma is the offset of the comma in a stretch between two values, outside of comments; -1 = none.
func jsonComma(between []byte) int {
	for i := 0; i < len(between); i++ {
		switch {
		case between[i] == ',':
			return i
		case bytes.HasPrefix(between[i:], []byte("//")):
			end := bytes.IndexByte(between[i:], '\n')
			if end < 0 {
				return -1
			}
			i += end
		case bytes.HasPrefix(between[i:], []byte("/*")):
			end := bytes.Index(between[i+2:], []byte("*/"))
			if end < 0 {
				return -1
			}
			i += 2 + end + 1
		}
	}
	return -1
}
