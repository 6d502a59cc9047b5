package foreign

import (
	"bytes"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/factline/memory/internal/lazyregexp"
)

// note cuts a Markdown file into its front matter and its body. A file without front matter is all body.
func note(b []byte) (record, string) {
	text := lines(string(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))))
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return record{}, text
	}
	head, body, ok := strings.Cut("\n"+rest, "\n---\n")
	if !ok {
		if head, ok = strings.CutSuffix("\n"+rest, "\n---"); !ok {
			return record{}, text // a rule at the top, not front matter
		}
	}
	r, ok := frontMatter(head)
	if !ok {
		return record{}, text // words between two rules: nothing of them is lost
	}
	return r, body
}

// field is a line that begins a field. A list needs no space before it: Agent Memory Hub writes "tags:[]".
var field = lazyregexp.New(`^([\pL\pN_][\pL\pN_ -]*):(?:[ \t]+|$|(?:\[))`)

// frontMatter reads fields, ok where they are some. Other systems read theirs a line at a time and write what is no YAML: "globs: *.ts",
// "description: Carts: how they are priced". A field that is none is the text that stands there, and the others are as YAML has them.
func frontMatter(head string) (r record, ok bool) {
	var all map[string]any
	if yaml.Unmarshal([]byte(head), &all) == nil {
		if all == nil {
			all = map[string]any{}
		}
		return all, true
	}
	r = record{}
	var name string
	var rows []string
	end := func() {
		if name != "" {
			r[name] = value(name, rows)
		}
	}
	for row := range strings.SplitSeq(head, "\n") {
		m := field().FindStringSubmatch(row)
		switch {
		case m != nil:
			end()
			name, rows = m[1], []string{row}
		case strings.TrimSpace(row) == "" || row[0] == '#':
		case name == "" || row[0] != ' ' && row[0] != '\t' && row[0] != '-':
			return nil, false
		default:
			rows = append(rows, row)
		}
	}
	end()
	return r, len(r) > 0
}

// value is one field, whose first row begins with its name.
func value(name string, rows []string) any {
	first := strings.TrimSpace(strings.TrimPrefix(rows[0], name+":"))
	var whole map[string]any
	if yaml.Unmarshal([]byte(name+": "+first+"\n"+strings.Join(rows[1:], "\n")), &whole) == nil {
		return whole[name]
	}
	if first != "" || len(rows) == 1 {
		first = strings.TrimSpace(first + " " + line(strings.Join(rows[1:], " ")))
		if inner, ok := strings.CutPrefix(first, "["); ok && strings.HasSuffix(inner, "]") {
			return texts(apart(strings.TrimSuffix(inner, "]")))
		}
		return bare(first)
	}
	var entries []string
	for _, row := range rows[1:] {
		entry, ok := strings.CutPrefix(strings.TrimSpace(row), "- ")
		if !ok {
			if below, ok := frontMatter(dedented(rows[1:])); ok {
				return map[string]any(below)
			}
			return line(strings.Join(rows[1:], " "))
		}
		entries = append(entries, entry)
	}
	return texts(entries)
}

// dedented are rows without the indent of the first.
func dedented(rows []string) string {
	indent := rows[0][:len(rows[0])-len(strings.TrimLeft(rows[0], " \t"))]
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = strings.TrimPrefix(row, indent)
	}
	return strings.Join(out, "\n")
}

func texts(entries []string) (out []any) {
	for _, e := range entries {
		out = append(out, bare(strings.TrimSpace(e)))
	}
	return out
}

// bare is a text without the quotation marks around it.
func bare(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// apart cuts a list at its commas, but not within braces: "*.{ts,tsx}" is one glob.
func apart(list string) (parts []string) {
	depth, from := 0, 0
	for i, c := range list {
		switch {
		case c == '{':
			depth++
		case c == '}' && depth > 0:
			depth--
		case c == ',' && depth == 0:
			parts, from = append(parts, list[from:i]), i+1
		}
	}
	if depth > 0 { // a brace that nothing closes holds nothing together
		return append(parts, strings.Split(list[from:], ",")...)
	}
	return append(parts, list[from:])
}
