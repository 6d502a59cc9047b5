package foreign

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// record is one JSON object or one front matter, of which any field may be missing or of another type.
type record map[string]any

// text is the first of the named fields that is text.
func (r record) text(names ...string) string {
	for _, name := range names {
		switch v := r[name].(type) {
		case string:
			if strings.TrimSpace(v) != "" {
				return v
			}
		case float64, int, bool:
			return fmt.Sprint(v)
		}
	}
	return ""
}

// texts is a list of texts, or one text.
func (r record) texts(names ...string) (out []string) {
	for _, name := range names {
		switch v := r[name].(type) {
		case string:
			if v = strings.TrimSpace(v); v != "" {
				out = append(out, v)
			}
		case []any:
			for _, e := range v {
				if s, ok := e.(string); ok && strings.TrimSpace(s) != "" {
					out = append(out, strings.TrimSpace(s))
				}
			}
		}
	}
	return out
}

// tags are the tags in the named fields: a list, in which a year is one as well, or one text with commas between them.
func (r record) tags(names ...string) (out []string) {
	for _, name := range names {
		list, ok := r[name].([]any)
		if text, is := r[name].(string); is {
			for part := range strings.SplitSeq(text, ",") {
				list = append(list, part)
			}
		} else if !ok && r[name] != nil {
			list = []any{r[name]}
		}
		for _, e := range list {
			switch e := e.(type) {
			case string:
				if e = line(e); e != "" {
					out = append(out, e)
				}
			case time.Time:
				out = append(out, e.Format(time.DateOnly))
			case float64, int, bool:
				out = append(out, fmt.Sprint(e))
			}
		}
	}
	return out
}

func (r record) number(name string) float64 {
	switch v := r[name].(type) {
	case float64:
		return v
	case int:
		return float64(v)
	}
	return 0
}

// sub is a field that is itself a record; an empty one where it is not.
func (r record) sub(name string) record {
	if m, ok := r[name].(map[string]any); ok {
		return m
	}
	return record{}
}

// object reads one JSON object.
func object(b []byte) (record, error) {
	var r record
	if err := json.Unmarshal(b, &r); err != nil || r == nil {
		return nil, fmt.Errorf("not a JSON object")
	}
	return r, nil
}
