package mcp

import "encoding/json"

// maxID bounds the id of a message that is looked for in passing, in bytes.
const maxID = 256

// idFinder finds the id of a message that passes by piece by piece and is too long to be kept: its sender would wait for an answer for ever.
// It counts brackets and strings only; what is no JSON gives an id or none, and harms nothing.
type idFinder struct {
	id any // as found so far

	depth   int // of brackets; 1 = the message itself
	text    bool
	escaped bool
	key     string // the key of the message whose value passes
	token   []byte // what passed at depth 1 since the last , or :
}

func (f *idFinder) pass(part []byte) {
	for _, b := range part {
		switch {
		case f.escaped:
			f.escaped = false
		case f.text && b == '\\':
			f.escaped = true
		case b == '"':
			f.text = !f.text
		case f.text:
		case b == '{' || b == '[':
			f.depth++
			continue
		case b == '}' || b == ']':
			f.depth--
			if f.depth == 0 {
				f.value()
			}
			continue
		case f.depth == 1 && b == ':':
			f.key, f.token = string(f.token), f.token[:0]
			continue
		case f.depth == 1 && b == ',':
			f.value()
			continue
		}
		if f.depth == 1 && len(f.token) <= maxID {
			f.token = append(f.token, b)
		}
	}
}

// value ends a value of the message.
func (f *idFinder) value() {
	var key string
	var id any
	if json.Unmarshal([]byte(f.key), &key) == nil && key == "id" && len(f.token) <= maxID && json.Unmarshal(f.token, &id) == nil {
		f.id = asID(id)
	}
	f.key, f.token = "", f.token[:0]
}
