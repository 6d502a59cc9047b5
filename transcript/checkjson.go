package transcript

import "fmt"

// maxDepth is how deep JSON may nest; the same bound as encoding/json, so that both accept the same texts.
const maxDepth = 10000

// jsonError says what is wrong with a JSON text and where.
type jsonError struct {
	at     int // byte offset
	reason string
	cut    bool // the text ends where more must follow
}

func (e *jsonError) Error() string { return fmt.Sprintf("%s at byte %d", e.reason, e.at) }

// checkJSON checks the value that starts at i by the rules of encoding/json and returns the index behind it.
func checkJSON(b []byte, i int) (int, error) {
	c := checker{b: b}
	end := c.value(i, 1)
	if c.err != nil {
		return 0, c.err
	}
	return end, nil
}

type checker struct {
	b   []byte
	err *jsonError
	// lastWhole and open describe the last place where an array element was complete: enough to close a document that was cut off.
	stack     []byte
	lastWhole int
	open      []byte
	track     bool
}

func (c *checker) fail(at int, reason string) int {
	if c.err == nil {
		c.err = &jsonError{at: at, reason: reason, cut: at >= len(c.b)}
		if c.err.cut {
			c.err.reason = "ends in the middle of a value"
		}
	}
	return len(c.b)
}

func (c *checker) value(i, depth int) int {
	if i >= len(c.b) {
		return c.fail(i, "")
	}
	switch ch := c.b[i]; {
	case ch == '"':
		return c.str(i)
	case ch == '{':
		return c.object(i, depth)
	case ch == '[':
		return c.array(i, depth)
	case ch == 't':
		return c.word(i, "true")
	case ch == 'f':
		return c.word(i, "false")
	case ch == 'n':
		return c.word(i, "null")
	case ch == '-' || (ch >= '0' && ch <= '9'):
		return c.number(i)
	}
	return c.fail(i, "not JSON: unexpected character")
}

func (c *checker) object(i, depth int) int {
	if depth > maxDepth {
		return c.fail(i, "nested too deeply")
	}
	c.push('}')
	i = skipSpace(c.b, i+1)
	if i < len(c.b) && c.b[i] == '}' {
		c.pop()
		return i + 1
	}
	for c.err == nil {
		if i >= len(c.b) || c.b[i] != '"' {
			return c.fail(i, "not JSON: expected a key")
		}
		i = skipSpace(c.b, c.str(i))
		if c.err != nil {
			break
		}
		if i >= len(c.b) || c.b[i] != ':' {
			return c.fail(i, "not JSON: expected ':'")
		}
		i = skipSpace(c.b, c.value(skipSpace(c.b, i+1), depth+1))
		if c.err != nil {
			break
		}
		switch {
		case i >= len(c.b):
			return c.fail(i, "")
		case c.b[i] == ',':
			i = skipSpace(c.b, i+1)
		case c.b[i] == '}':
			c.pop()
			return i + 1
		default:
			return c.fail(i, "not JSON: expected ',' or '}'")
		}
	}
	return i
}

func (c *checker) array(i, depth int) int {
	if depth > maxDepth {
		return c.fail(i, "nested too deeply")
	}
	c.push(']')
	i = skipSpace(c.b, i+1)
	if i < len(c.b) && c.b[i] == ']' {
		c.pop()
		return i + 1
	}
	for c.err == nil {
		i = c.value(i, depth+1)
		if c.err != nil {
			break
		}
		if c.track {
			c.lastWhole, c.open = i, append(c.open[:0], c.stack...)
		}
		i = skipSpace(c.b, i)
		switch {
		case i >= len(c.b):
			return c.fail(i, "")
		case c.b[i] == ',':
			i = skipSpace(c.b, i+1)
		case c.b[i] == ']':
			c.pop()
			return i + 1
		default:
			return c.fail(i, "not JSON: expected ',' or ']'")
		}
	}
	return i
}

func (c *checker) push(closer byte) {
	if c.track {
		c.stack = append(c.stack, closer)
	}
}

func (c *checker) pop() {
	if c.track {
		c.stack = c.stack[:len(c.stack)-1]
	}
}

func (c *checker) str(i int) int {
	b := c.b
	for i++; i < len(b); i++ {
		switch ch := b[i]; {
		case ch == '"':
			return i + 1
		case ch == '\\':
			i++
			if i >= len(b) {
				return c.fail(i, "")
			}
			switch b[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for n := 1; n <= 4; n++ {
					if i+n >= len(b) {
						return c.fail(len(b), "")
					}
					if !isHex(b[i+n]) {
						return c.fail(i+n, "not JSON: bad \\u escape")
					}
				}
				i += 4
			default:
				return c.fail(i, "not JSON: bad escape")
			}
		case ch < 0x20:
			return c.fail(i, "not JSON: control character in a string")
		}
	}
	return c.fail(len(b), "")
}

func isHex(c byte) bool {
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')
}

func (c *checker) word(i int, w string) int {
	for n := range len(w) {
		if i+n >= len(c.b) {
			return c.fail(i+n, "")
		}
		if c.b[i+n] != w[n] {
			return c.fail(i+n, "not JSON: unexpected character")
		}
	}
	return i + len(w)
}

func (c *checker) number(i int) int {
	b := c.b
	if b[i] == '-' {
		i++
	}
	digits := func() bool {
		start := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > start
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		return c.fail(i, "not JSON: bad number")
	}
	if i < len(b) && b[i] == '.' {
		i++
		if !digits() {
			return c.fail(i, "not JSON: bad number")
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return c.fail(i, "not JSON: bad number")
		}
	}
	return i
}

// closeCut repairs a document that was cut off: it keeps everything up to the last complete array element and closes what is
// open. ok is false when there is nothing whole to keep. The offsets of what is kept do not move.
func closeCut(b []byte) (fixed []byte, ok bool) {
	c := checker{b: b, track: true}
	c.value(skipSpace(b, 0), 1)
	if c.err == nil || !c.err.cut || c.lastWhole == 0 {
		return nil, false
	}
	fixed = append([]byte(nil), b[:c.lastWhole]...)
	for i := len(c.open) - 1; i >= 0; i-- {
		fixed = append(fixed, c.open[i])
	}
	return fixed, true
}
