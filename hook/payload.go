package hook

import (
	"encoding/json"
	"strconv"
	"strings"
)

// payloadMap is a decoded payload. A key of any wrong type reads as if it were not there.
type payloadMap map[string]any

// find returns the first value under the names that is not null.
func (p payloadMap) find(keys names) any {
	for _, key := range keys {
		if v := stepInto(map[string]any(p), key); v != nil {
			return v
		}
	}
	return nil
}

// stepInto follows a dotted path; a number steps into a list.
func stepInto(v any, path string) any {
	for part := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[part]
		case []any:
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 || n >= len(at) {
				return nil
			}
			v = at[n]
		default:
			return nil
		}
	}
	return v
}

// text is a string or a number as text; anything else is "".
func (p payloadMap) text(keys names) string {
	for _, key := range keys {
		switch v := stepInto(map[string]any(p), key).(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number:
			return v.String()
		}
	}
	return ""
}

// written is a string as it is, any other value as JSON.
func (p payloadMap) written(keys names) string {
	switch v := p.find(keys).(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		b, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(b)
	}
}

func (p payloadMap) yes(keys names) bool {
	v, _ := p.find(keys).(bool)
	return v
}

func (p payloadMap) number(keys names) int {
	v, ok := p.find(keys).(json.Number)
	if !ok {
		return 0
	}
	n, err := v.Int64()
	if err != nil || n < 0 || n > 1<<31 {
		return 0
	}
	return int(n)
}
