package transcript

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// deep nests n lists, as a hostile file may: 4 million of them are 8 MB.
func deep(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func TestDeepNestingIsRefusedAndTheNextLineIsRead(t *testing.T) {
	for _, bad := range []string{
		`{"a":` + deep(4_000_000) + `}`,
		`{"a":` + strings.Repeat("[", 4_000_000),
		strings.Repeat(`{"a":`, 1_000_000),
	} {
		p := parseBytes(t, "x", []byte(hello+"\n"+bad+"\n"+hello+"\n"))
		if p.err != nil || len(p.events) != 2 || len(p.skips) != 1 || p.skips[0].Line != 2 {
			t.Errorf("%.20s: err %v, %d events, skips %v", bad, p.err, len(p.events), p.skips)
		}
	}
	p := parseBytes(t, "x", []byte(`{"messages":[{"role":"user","content":"a"},`+strings.Repeat("[", 1_000_000)))
	if p.err == nil && len(p.events) > 1 {
		t.Errorf("a document that opens a million lists gave %d events", len(p.events))
	}
	if v := readJSON(deep(maxDepth)); !v.isArray() {
		t.Errorf("%d levels are not read", maxDepth)
	}
	if v := readJSON(deep(maxDepth + 1)); v.ok() {
		t.Errorf("%d levels are read", maxDepth+1)
	}
}

func TestFirstOfEqualKeysWins(t *testing.T) {
	v := readJSON(`{"a":{"b":1},"a":{"b":2,"c":3},"\u0061":4}`)
	if got := v.get("a", "b").raw(); got != "1" || v.get("a", "c").ok() {
		t.Errorf("a.b is %s, a.c is there: %v", got, v.get("a", "c").ok())
	}
}

// Names are names, though the library behind get has a path language.
func TestNamesAreTakenAsTheyAre(t *testing.T) {
	for _, name := range []string{"$set", "a.b", "a*", "@this", "#", "0", "!x", "a|b", `a\b`, "[x]", "{x}", "..", ""} {
		v := readJSON(`{"a":1,"b":[7],` + quote(name) + `:"right"}`)
		if !v.get(name).is("right") {
			t.Errorf("%q: found %q", name, v.get(name).raw())
		}
		if got := readJSON(`{"a":{"b":1},"x":[5,6]}`).get("x", name); got.ok() {
			t.Errorf("%q: found %q in a list", name, got.raw())
		}
	}
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `\`, `\\`) + `"` }

func TestStringsComeOutAsUTF8(t *testing.T) {
	for in, want := range map[string]string{
		`"\ud83d\ude00"`: "😀", `"\ud800x"`: "\uFFFDx", `"\udc00"`: "\uFFFD", `"\ud800\ud83d\ude00"`: "\uFFFD😀", `"a\u0000b"`: "a\x00b",
		"\"a\xffb\"": "a\uFFFDb", "\"\\n\xff\"": "\n\uFFFD", "\"\xed\xa0\x80\"": "\uFFFD", `"\\\"\/"`: `\"/`, `""`: "",
	} {
		if got := readJSON(in).str(); got != want || !utf8.ValidString(got) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := compact(readJSON("{\"\xff\": [\"\xff\"] }")); got != "{\"\uFFFD\":[\"\uFFFD\"]}" {
		t.Errorf("compact gives %q", got)
	}
}

func TestOffsetsPointAtTheValue(t *testing.T) {
	const text = "  {\"a\" : [ 1 ,\"x\\n\", {\"b\":null}] , \"c\":true }\n "
	v, err := parseJSON(text, 100)
	if err != nil {
		t.Fatal(err)
	}
	check := func(v value, want string) {
		if got := text[v.at()-100 : v.end()-100]; got != want || v.raw() != want {
			t.Errorf("%q at %d-%d, want %q", got, v.at(), v.end(), want)
		}
	}
	check(v, strings.TrimSpace(text))
	check(v.get("c"), "true")
	check(v.get("a"), `[ 1 ,"x\n", {"b":null}]`)
	var list []value
	for e := range v.get("a").elems() {
		list = append(list, e)
	}
	check(list[0], "1")
	check(list[1], `"x\n"`)
	check(list[2].get("b"), "null")
	for k, m := range v.fields() {
		if k == "c" {
			check(m, "true")
		}
	}
}

func TestWhatIsWrongIsSaidWithItsPlace(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1,}`:    "not JSON: invalid character '}' looking for beginning of object key string, at byte 17",
		`{"a":`:       "not JSON: unexpected end of JSON input, at byte 15",
		`{"a":1} x`:   "not JSON: invalid character 'x' after top-level value, at byte 18",
		`["secret" !`: "not JSON: invalid character '!' after array element, at byte 20",
	} {
		if _, err := parseJSON(in, 10); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

func TestCutDocumentKeepsItsWholeElements(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":[1,2,{"b":[3,4`:    `{"a":[1,2,{"b":[3,4]}]}`,
		`{"a":[1,2,{"b":"x`:      `{"a":[1,2]}`,
		`{"a":[{"b":1},{"c":2}]`: `{"a":[{"b":1},{"c":2}]}`,
		`[1e999,`:                `[1e999]`,
		`{"a":"x`:                "",
		`{"a":[1,2}`:             "",
	} {
		if got, ok := closeCut(in); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
