package transcript

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// Any bytes: no panic, spans within the input, the same events twice, every line accounted for, and the same events when the
// source is read in two goes.
func FuzzParse(f *testing.F) {
	for _, path := range fixtures(f) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, 100)
	}
	f.Add([]byte("{\"type\":\"user\"\xff}\n\x00\n[1,2"), 3)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		p := parseBytes(t, "x", data)
		checkSpans(t, "input", data, p)
		again := parseBytes(t, "x", data)
		if !reflect.DeepEqual(p.events, again.events) || !reflect.DeepEqual(p.skips, again.skips) {
			t.Fatal("two parses differ")
		}
		if p.err != nil || !p.resumable || p.pos.Format == "" {
			return
		}
		seen := map[int]bool{}
		for _, e := range p.events {
			seen[e.Line] = true
		}
		for _, s := range append(p.skips, p.ignored...) {
			seen[s.Line] = true
		}
		for n := 1; n <= p.pos.Line; n++ {
			if !seen[n] {
				t.Fatalf("nothing tells what became of line %d", n)
			}
		}
		if cut < 0 || cut >= len(data) {
			return
		}
		for cut > 0 && data[cut-1] != '\n' {
			cut--
		}
		two := parseInTwo(t, "x", data, cut)
		if two.err == nil && two.pos.Format == p.pos.Format {
			if diff := firstDifference(p, two); diff != "" {
				t.Fatalf("cut at %d: %s", cut, diff)
			}
		}
	})
}

// The JSON reader accepts what encoding/json accepts and reads the same values.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e+3,true,false,null,"x\u00e9\ud83d\ude00\n"],"b":{}}`, `{"a":`, `"\ud800x"`, `01`, `[1,]`, ` {"k" : "v" } `, "\"\x01\"", `"\\"`, `[[],{}]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v := readJSON(string(data))
		if got, want := v.ok(), json.Valid(data); got != want {
			t.Fatalf("%q: accepted %v, encoding/json %v", data, got, want)
		}
		if !v.ok() {
			if fixed, ok := closeCut(string(data)); ok && !json.Valid([]byte(fixed)) {
				t.Fatalf("%q: closed as %q, which is not JSON", data, fixed)
			}
			return
		}
		if !utf8.Valid(data) {
			return // here a run of bad bytes becomes one U+FFFD, there one for each byte
		}
		var want any
		if err := json.Unmarshal(data, &want); err != nil {
			return // numbers out of range
		}
		if got := tree(v); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: read %#v, encoding/json %#v", data, got, want)
		}
	})
}

// tree reads a value the way encoding/json does; the last of equal keys wins there.
func tree(v value) any {
	switch {
	case v.isObject():
		m := map[string]any{}
		for k, x := range v.fields() {
			m[owned(k)] = tree(x)
		}
		return m
	case v.isArray():
		l := []any{}
		for x := range v.elems() {
			l = append(l, tree(x))
		}
		return l
	case v.isString():
		return v.str()
	}
	var x any
	if json.Unmarshal([]byte(v.raw()), &x) != nil {
		return nil
	}
	return x
}

// However a message is cut into pieces, nothing of it is lost but space, and text in a reminder never counts as typed.
func FuzzSplit(f *testing.F) {
	f.Add("a <system-reminder>b</system-reminder> c", "x")
	f.Add("<user_query>q</user_query>", "</system-reminder>")
	f.Fuzz(func(t *testing.T, text, inside string) {
		pieces := split("words <system-reminder>" + inside + "MARK</system-reminder>" + text)
		for _, p := range pieces {
			if p.kind == typed && len(p.text) >= 4 && strings.Contains(p.text, inside+"MARK") && inside != "" {
				t.Fatalf("%q counts as typed", p.text)
			}
		}
		if got := split(text); len(got) > 0 && letters(got) > len(text) {
			t.Fatalf("%q grew to %v", text, got)
		}
	})
}

func letters(pieces []piece) (n int) {
	for _, p := range pieces {
		n += len(p.text)
	}
	return n
}
