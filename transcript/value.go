package transcript

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// value is one JSON value of a text that parseJSON has accepted. The zero value stands for "absent" and answers every question
// with nothing, so that lookups can be chained without checks.
//
// gjson reads what is asked for and steps over the rest, and knows where each value stands; encoding/json knows no offsets. In MB
// per CPU second (medians of five alternating runs on two busy cores, 30 MB of Claude Code / 5 MB of Codex): a whole Parse 79 / 57;
// encoding/json for decoding alone, into a map 57 / 60, into structs of the wanted fields 51 / 74.
//
// gjson's path language stays behind get, which takes names as they are.
type value struct {
	r gjson.Result // r.Index is the offset in the text, plus the base given to parseJSON
}

// parseJSON returns the one value of s, or what is wrong with s and where. base is added to all offsets.
func parseJSON(s string, base int) (value, error) {
	if !validJSON(s) {
		return value{}, problemOf(s, base)
	}
	r := gjson.Parse(s)
	r.Index += base
	r.Raw = strings.TrimRight(r.Raw, " \n\t\r") // gjson leaves what follows a list or an object
	return value{r}, nil
}

func (v value) ok() bool       { return v.r.Raw != "" }
func (v value) isObject() bool { return v.r.IsObject() }
func (v value) isArray() bool  { return v.r.IsArray() }
func (v value) isString() bool { return v.r.Type == gjson.String }
func (v value) isTrue() bool   { return v.r.Type == gjson.True }
func (v value) isNumber() bool { return v.r.Type == gjson.Number }
func (v value) isNull() bool   { return v.ok() && v.r.Type == gjson.Null }

// raw is the value as written.
func (v value) raw() string { return v.r.Raw }

// at and end are the offsets of the value and of what follows it.
func (v value) at() int  { return v.r.Index }
func (v value) end() int { return v.r.Index + len(v.r.Raw) }

// fields yields the members of an object in file order.
func (v value) fields() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		if v.isObject() {
			v.r.ForEach(func(k, m gjson.Result) bool { return yield(k.Str, value{m}) })
		}
	}
}

// elems yields the elements of an array.
func (v value) elems() iter.Seq[value] {
	return func(yield func(value) bool) {
		if v.isArray() {
			v.r.ForEach(func(_, m gjson.Result) bool { return yield(value{m}) })
		}
	}
}

// get walks down objects by key; the first of equal keys wins.
func (v value) get(path ...string) value {
	for _, name := range path {
		if !v.isObject() { // in an array gjson would take a number as an index
			return value{}
		}
		v = value{v.r.Get(gjson.Escape(name))}
	}
	return v
}

// any returns the first of the named members that is there and not null.
func (v value) any(names ...string) value {
	for _, n := range names {
		if m := v.get(n); m.ok() && !m.isNull() {
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

// str is the decoded string, or "" when the value is not a string. Lone surrogates and bytes that are not UTF-8 become U+FFFD.
func (v value) str() string {
	if len(v.r.Str)+2 < len(v.r.Raw) && utf8.ValidString(v.r.Str) {
		return v.r.Str // escapes were decoded into memory of its own
	}
	return owned(v.r.Str)
}

// owned copies a part of the text, so that whoever keeps it does not keep the whole line in memory, and makes it valid UTF-8.
func owned(s string) string {
	if !utf8.ValidString(s) {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.Clone(s)
}

// scalar is the string, or the number or boolean as written; "" for null, objects and arrays. Ids are strings in one version
// and numbers in the next.
func (v value) scalar() string {
	switch v.r.Type {
	case gjson.String:
		return v.str()
	case gjson.Number, gjson.True, gjson.False:
		return strings.Clone(v.r.Raw)
	}
	return ""
}

// is compares a string value.
func (v value) is(s string) bool { return v.isString() && v.r.Str == s }

// inner reads a JSON text that is held in a string, as tool arguments often are; absent when it is no JSON object or array.
func (v value) inner() value {
	s := v.r.Str
	if s == "" || (s[0] != '{' && s[0] != '[') {
		return value{}
	}
	return readJSON(v.str())
}

// readJSON is parseJSON for texts that may well be no JSON; those give the absent value.
func readJSON(s string) value {
	v, err := parseJSON(s, 0)
	if err != nil {
		return value{}
	}
	return v
}
