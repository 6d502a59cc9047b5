package splice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// jsonStyle is how a file is written.
type jsonStyle struct {
	unit  string // one level of indentation
	nl    string
	lines bool // a member a line, rather than all in one
}

// jsonMember is a member, or an element where key is empty.
func jsonMember(key string, value any, style jsonStyle, indent string) string {
	if key == "" {
		return jsonText(value, style, indent)
	}
	return quoted(key) + ": " + jsonText(value, style, indent)
}

// jsonText writes a value; indent is that of the line it starts on. A list of plain values stays on one line.
func jsonText(value any, style jsonStyle, indent string) string {
	switch v := value.(type) {
	case Object:
		var parts []string
		for _, m := range v {
			parts = append(parts, jsonMember(m.Key, m.Value, style, indent+style.unit))
		}
		return jsonBlock(parts, "{", "}", style, indent)
	case []any:
		var parts []string
		flat := true
		for _, e := range v {
			_, object := e.(Object)
			flat = flat && !object
			parts = append(parts, jsonText(e, style, indent+style.unit))
		}
		if flat {
			style.lines = false
		}
		return jsonBlock(parts, "[", "]", style, indent)
	case string:
		return quoted(v)
	}
	return fmt.Sprint(value)
}

func jsonBlock(parts []string, left, right string, style jsonStyle, indent string) string {
	switch {
	case len(parts) == 0:
		return left + right
	case !style.lines:
		return left + strings.Join(parts, ", ") + right
	}
	inner := style.nl + indent + style.unit
	return left + inner + strings.Join(parts, ","+inner) + style.nl + indent + right
}

// quoted is a string as JSON, TOML and YAML all read it.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string has a JSON form
	return strings.TrimSuffix(b.String(), "\n")
}
