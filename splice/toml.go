package splice

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

type tomlSyntax struct{}

func (tomlSyntax) asStrict(_, _ []byte) bool { return true }

func (tomlSyntax) impliesTables() bool { return true }

func (tomlSyntax) decode(src []byte) (any, error) {
	var tree map[string]any
	if err := toml.Unmarshal(src, &tree); err != nil {
		return nil, fmt.Errorf("%w TOML: %s", ErrMalformed, err)
	}
	if tree == nil {
		return nil, nil
	}
	return tomlMeaning(tree), nil
}

func tomlMeaning(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			v[key] = tomlMeaning(member)
		}
	case []any:
		for i, e := range v {
			v[i] = tomlMeaning(e)
		}
	case int64, float64:
		return number(fmt.Sprint(v))
	case time.Time:
		return v.Format(time.RFC3339Nano)
	}
	return v
}

// insert appends a table of its own: what stands before a header cannot change by it.
func (tomlSyntax) insert(src []byte, e Edit) ([]piece, error) {
	value, ok := e.Value.(Object)
	if !ok || e.Key == "" {
		return nil, fmt.Errorf("%s: the file %w", e.name(), ErrUnsure)
	}
	nl := newline(src)
	lines := []string{"[" + tomlPath(append(slices.Clone(e.Path), e.Key)) + "]"}
	for _, m := range value {
		lines = append(lines, tomlKey(m.Key)+" = "+tomlText(m.Value))
	}
	text := strings.Join(lines, nl)
	switch {
	case len(src) == 0:
		return []piece{{at: 0, text: text + nl}}, nil
	case src[len(src)-1] != '\n':
		return []piece{{at: len(src), text: nl + nl + text}}, nil
	case strings.HasSuffix(string(src), "\n"+nl) || isBlank(src):
		return []piece{{at: len(src), text: text + nl}}, nil
	}
	return []piece{{at: len(src), text: nl + text + nl}}, nil
}

func tomlPath(keys []string) string {
	var parts []string
	for _, k := range keys {
		parts = append(parts, tomlKey(k))
	}
	return strings.Join(parts, ".")
}

func tomlKey(key string) string {
	bare := key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
	if bare {
		return key
	}
	return quoted(key)
}

func tomlText(v any) string {
	switch v := v.(type) {
	case Object:
		var parts []string
		for _, m := range v {
			parts = append(parts, tomlKey(m.Key)+" = "+tomlText(m.Value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, tomlText(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return quoted(v)
	}
	return fmt.Sprint(v)
}

// tomlPart is one line of a file that says something: a header, or a key with its value.
type tomlPart struct {
	path     []string // from the root
	header   bool
	from, to int // whole lines
}

func tomlParts(src []byte) (parts []tomlPart, err error) {
	p := unstable.Parser{}
	p.Reset(src)
	var table []string
	for p.NextExpression() {
		node := p.Expression()
		var path []string
		at := 0
		for key := node.Key(); key.Next(); {
			path = append(path, string(key.Node().Data))
			at = int(key.Node().Raw.Offset)
		}
		part := tomlPart{path: path, header: node.Kind != unstable.KeyValue, from: lineStart(src, at), to: lineEnd(src, at)}
		if part.header {
			table = path
		} else {
			part.path = slices.Concat(table, path)
			start, length := int(node.Raw.Offset), int(node.Raw.Length)
			part.from, part.to = lineStart(src, start), lineEnd(src, start+length)
		}
		parts = append(parts, part)
	}
	return parts, p.Error()
}

// cut takes out the tables and keys at and below a path. Comments and blank lines below them belong to what follows.
func (tomlSyntax) cut(src []byte, at []step) ([][]span, error) {
	parts, err := tomlParts(src)
	if err != nil {
		return nil, fmt.Errorf("%w TOML: %s", ErrMalformed, err)
	}
	var cuts []span
	for _, p := range parts {
		if !below(p.path, at) {
			continue
		}
		if n := len(cuts); n > 0 && (cuts[n-1].to == p.from || !p.header && isBlank(src[cuts[n-1].to:p.from])) {
			cuts[n-1].to = p.to
			continue
		}
		cuts = append(cuts, span{p.from, p.to})
	}
	if len(cuts) == 0 {
		return nil, nil
	}
	// The blank line that separated the first table from what stands before it goes with it.
	wider := slices.Clone(cuts)
	if first := wider[0].from; first > 0 {
		if line := lineStart(src, first-1); isBlank(src[line:first]) {
			wider[0].from = line
		}
	}
	return [][]span{wider, cuts}, nil
}

func below(path []string, at []step) bool {
	if len(path) < len(at) {
		return false
	}
	for i, s := range at {
		if s.array || path[i] != s.key {
			return false
		}
	}
	return true
}
