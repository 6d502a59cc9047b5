package transcript

import (
	"bytes"
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// value is one JSON value inside a buffer that checkJSON has accepted: it reads lazily and never copies. The zero value stands
// for "absent" and answers every question with nothing, so that lookups can be chained without checks.
//
// Why not encoding/json: it scans each nested RawMessage twice more, which costs four to five passes over a Claude Code line
// (measured 25-35 MB/s on real sessions); reading only the wanted fields this way is an order of magnitude faster.
type value struct {
	raw []byte
	at  int // offset of raw in the buffer that was checked
}

func (v value) ok() bool       { return len(v.raw) > 0 }
func (v value) isObject() bool { return len(v.raw) > 0 && v.raw[0] == '{' }
func (v value) isArray() bool  { return len(v.raw) > 0 && v.raw[0] == '[' }
func (v value) isString() bool { return len(v.raw) > 0 && v.raw[0] == '"' }
func (v value) isTrue() bool   { return len(v.raw) > 0 && v.raw[0] == 't' }
func (v value) isNumber() bool {
	return len(v.raw) > 0 && (v.raw[0] == '-' || (v.raw[0] >= '0' && v.raw[0] <= '9'))
}

// end is the offset just behind the value.
func (v value) end() int { return v.at + len(v.raw) }

// fields yields the members of an object in file order; keys are as written, without quotes and without unescaping.
func (v value) fields() iter.Seq2[[]byte, value] {
	return func(yield func([]byte, value) bool) {
		if !v.isObject() {
			return
		}
		b, i := v.raw, skipSpace(v.raw, 1)
		for i < len(b) && b[i] == '"' {
			end := skipString(b, i)
			key := b[i+1 : end-1]
			i = skipSpace(b, end) // at ':'
			i = skipSpace(b, i+1) // at the value
			stop := skipValue(b, i)
			if !yield(key, value{b[i:stop], v.at + i}) {
				return
			}
			i = skipSpace(b, stop)
			if i < len(b) && b[i] == ',' {
				i = skipSpace(b, i+1)
			}
		}
	}
}

// elems yields the elements of an array.
func (v value) elems() iter.Seq[value] {
	return func(yield func(value) bool) {
		if !v.isArray() {
			return
		}
		b, i := v.raw, skipSpace(v.raw, 1)
		for i < len(b) && b[i] != ']' {
			stop := skipValue(b, i)
			if !yield(value{b[i:stop], v.at + i}) {
				return
			}
			i = skipSpace(b, stop)
			if i < len(b) && b[i] == ',' {
				i = skipSpace(b, i+1)
			}
		}
	}
}

// get walks down objects by key; the first of equal keys wins.
func (v value) get(path ...string) value {
	for _, name := range path {
		found := value{}
		for k, m := range v.fields() {
			if string(k) == name {
				found = m
				break
			}
		}
		if !found.ok() {
			return value{}
		}
		v = found
	}
	return v
}

// any returns the first of the named members that is there and not null.
func (v value) any(names ...string) value {
	for _, n := range names {
		if m := v.get(n); m.ok() && m.raw[0] != 'n' {
			return m
		}
	}
	return value{}
}

// has reports whether all members are there.
func (v value) has(names ...string) bool {
	for _, n := range names {
		if !v.get(n).ok() {
			return false
		}
	}
	return true
}

// str is the decoded string, or "" when the value is not a string.
func (v value) str() string {
	if !v.isString() {
		return ""
	}
	return unquote(v.raw[1 : len(v.raw)-1])
}

// scalar is the string, or the number or boolean as written; "" for null, objects and arrays. Ids are strings in one version
// and numbers in the next.
func (v value) scalar() string {
	switch {
	case v.isString():
		return v.str()
	case v.isNumber(), v.isTrue(), v.ok() && v.raw[0] == 'f':
		return string(v.raw)
	}
	return ""
}

// is compares a string value without decoding it; s must need no escape.
func (v value) is(s string) bool {
	return len(v.raw) == len(s)+2 && v.raw[0] == '"' && string(v.raw[1:len(v.raw)-1]) == s
}

// inner reads a JSON text that is held in a string, as tool arguments often are; absent when it is no JSON object or array.
func (v value) inner() value {
	s := v.str()
	if s == "" || (s[0] != '{' && s[0] != '[') {
		return value{}
	}
	return readJSON([]byte(s))
}

// readJSON checks b and returns its one value, absent when b is not valid JSON.
func readJSON(b []byte) value {
	i := skipSpace(b, 0)
	end, err := checkJSON(b, i)
	if err != nil || skipSpace(b, end) != len(b) {
		return value{}
	}
	return value{b[i:end], i}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the index behind the string that starts at i, in checked JSON.
func skipString(b []byte, i int) int {
	for j := i + 1; ; {
		n := bytes.IndexByte(b[j:], '"')
		if n < 0 {
			return len(b)
		}
		j += n
		k := j
		for b[k-1] == '\\' {
			k--
		}
		j++
		if (j-1-k)%2 == 0 {
			return j
		}
	}
}

// skipValue returns the index behind the value that starts at i, in checked JSON.
func skipValue(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = skipString(b, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + depth // a closer that is not ours ends a number or literal before it
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}

// unquote decodes the inside of a JSON string; lone surrogates and bytes that are not UTF-8 become U+FFFD.
func unquote(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		if utf8.Valid(b) {
			return string(b)
		}
		return string(bytes.ToValidUTF8(b, []byte("\uFFFD")))
	}
	out := make([]byte, 0, len(b))
	for {
		n := bytes.IndexByte(b, '\\')
		if n < 0 || n+1 >= len(b) {
			out = append(out, b...)
			break
		}
		out = append(out, b[:n]...)
		c := b[n+1]
		b = b[n+2:]
		switch c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'u':
			r := hex4(b)
			b = b[min(4, len(b)):]
			if utf16.IsSurrogate(r) {
				low := rune(utf8.RuneError)
				if len(b) >= 6 && b[0] == '\\' && b[1] == 'u' {
					low = hex4(b[2:])
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					b = b[6:]
				}
			}
			out = utf8.AppendRune(out, r)
		default: // '"', '\\', '/'
			out = append(out, c)
		}
	}
	if !utf8.Valid(out) {
		out = bytes.ToValidUTF8(out, []byte("\uFFFD"))
	}
	return string(out)
}

func hex4(b []byte) rune {
	if len(b) < 4 {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
