package items

import (
	"fmt"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// decoder reads typed values from nodes and keeps the first error.
type decoder struct{ err error }

func (d *decoder) fail(n *yaml.Node, key, reason string) {
	if d.err == nil {
		d.err = &ParseError{Line: fileLine(n), Key: key, Reason: reason}
	}
}

// wrong says what was found and wanted, never the text itself.
func (d *decoder) wrong(n *yaml.Node, key, want string) {
	hint := ""
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(want, "text") && n.ShortTag() != "!!null" {
		hint = "; put it in double quotes"
	}
	d.fail(n, key, "found "+kindOf(n)+", want "+want+hint)
}

// item decodes the keys in file order, so that the first error is the topmost. With whole, the required keys must be there.
func (doc document) item(whole bool) (Item, error) {
	it := Item{Schema: 1, Sensitivity: Internal, Body: strings.TrimRight(doc.body, "\n")}
	byKey := make(map[string]field, 32)
	for _, f := range fields() {
		byKey[f.key] = f
	}
	d := &decoder{}
	lines := map[string]*yaml.Node{}
	for i := 0; i+1 < len(doc.root.Content) && d.err == nil; i += 2 {
		key, val := doc.root.Content[i], doc.root.Content[i+1]
		f, known := byKey[key.Value]
		if !known || val.ShortTag() == "!!null" {
			continue
		}
		lines[key.Value] = key
		f.decode(d, val, &it)
	}
	if d.err == nil {
		d.err = checkTogether(it, lines)
	}
	if d.err == nil && whole {
		d.err = checkRequired(it)
	}
	if d.err != nil {
		return Item{}, d.err
	}
	return it, nil
}

// checkRequired wants the keys without which a file is no item.
func checkRequired(it Item) error {
	for _, r := range []struct{ key, val string }{
		{"id", string(it.ID)}, {"type", string(it.Type)}, {"title", it.Title}, {"status", string(it.Status)},
	} {
		if strings.TrimSpace(r.val) == "" {
			return &ParseError{Line: 1, Key: r.key, Reason: "missing or empty; add a line \"" + r.key + ": ...\""}
		}
	}
	return nil
}

// checkTogether checks what keys must agree on.
func checkTogether(it Item, lines map[string]*yaml.Node) error {
	fail := func(key, reason string) error {
		line := 0
		if n := lines[key]; n != nil {
			line = fileLine(n)
		}
		return &ParseError{Line: line, Key: key, Reason: reason}
	}
	switch {
	case it.State.Name != "" && it.Type != Signal && it.Type != "":
		return fail("state", "only a signal has a state; delete the line, or write type: signal")
	case it.State.Name == "deferred" && it.State.Until.IsZero():
		return fail("state", "deferred needs a day; add until: with a date such as 2026-11-29")
	case it.State.Name != "deferred" && !it.State.Until.IsZero():
		return fail("until", "goes with state: deferred only; for an expiry write valid: {until: ...}")
	case it.Purged != (Purged{}) && (it.Status != Retired || it.Title != PurgedTitle || it.Summary != "" || it.Body != ""):
		return fail("purged", "only a retired item titled "+PurgedTitle+", without summary and body, stands for words that are gone; delete the line")
	case it.Purged != (Purged{}) && (it.Purged.Text == "" || it.Purged.Claim == ""):
		return fail("purged", "it needs both keys, text and claim")
	case !it.Valid.From.IsZero() && !it.Valid.Until.IsZero() && it.Valid.Until.Before(it.Valid.From):
		return fail("valid", "until lies before from; swap them")
	}
	return nil
}

// text reads one text. YAML escapes could bring in control characters that the file's own bytes do not have.
func (d *decoder) text(n *yaml.Node, key string) string {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		d.wrong(n, key, "text")
		return ""
	}
	if i := strings.IndexFunc(n.Value, isControl); i >= 0 {
		d.fail(n, key, fmt.Sprintf("holds the control character U+%04X; delete it", []rune(n.Value[i:])[0]))
	}
	return n.Value
}

// decodeProject reads a name: it is told in notes beside the items, where a line of its own would pass for one of ours.
func decodeProject(d *decoder, n *yaml.Node, it *Item) {
	if it.Project = d.text(n, "project"); strings.Contains(it.Project, "\n") {
		d.fail(n, "project", "a project's name is one line")
	}
}

func (d *decoder) texts(n *yaml.Node, key string) []string {
	var out []string
	d.each(n, key, "a list of texts such as [a, b]", func(c *yaml.Node) { out = append(out, d.text(c, key)) })
	return out
}

func (d *decoder) id(n *yaml.Node, key string) ID {
	id := ID(d.text(n, key))
	if why := id.Check(); why != "" && d.err == nil {
		d.fail(n, key, "not an id that can be a file name: it "+why)
	}
	return id
}

func (d *decoder) ids(n *yaml.Node, key string) []ID {
	var out []ID
	d.each(n, key, "a list of ids such as [mem-...]", func(c *yaml.Node) { out = append(out, d.id(c, key)) })
	return out
}

func (d *decoder) span(n *yaml.Node, key string, least int) string {
	s := d.text(n, key)
	if d.err == nil && s != "" && !isSpan(s, least) {
		d.fail(n, key, `want "from-to" in whole numbers, such as "10-42"`)
	}
	return s
}

// oneOf reads a word of a closed set.
func oneOf[T ~string](d *decoder, n *yaml.Node, key string, words ...T) T {
	s := T(d.text(n, key))
	for _, w := range words {
		if s == w {
			return w
		}
	}
	d.fail(n, key, "unknown word, want one of "+joinWords(words))
	return ""
}

// instant reads an RFC 3339 time, as whole seconds in UTC.
func (d *decoder) instant(n *yaml.Node, key string) time.Time {
	if n.Kind == yaml.ScalarNode {
		if t, err := time.Parse(time.RFC3339, n.Value); err == nil {
			return Instant(t).Truncate(time.Second)
		}
	}
	d.fail(n, key, "found "+kindOf(n)+", want a time such as 2026-11-29T10:15:00Z")
	return time.Time{}
}

// dayOrInstant also reads a date, which is its first instant in UTC.
func (d *decoder) dayOrInstant(n *yaml.Node, key string) time.Time {
	if n.Kind == yaml.ScalarNode {
		if t, err := time.Parse(time.DateOnly, n.Value); err == nil {
			return t
		}
		if t, err := time.Parse(time.RFC3339, n.Value); err == nil {
			return Instant(t).Truncate(time.Second)
		}
	}
	d.fail(n, key, "found "+kindOf(n)+", want a date such as 2026-11-29 or a time such as 2026-11-29T10:15:00Z")
	return time.Time{}
}

func (d *decoder) each(n *yaml.Node, key, want string, f func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		d.wrong(n, key, want)
		return
	}
	for _, c := range n.Content {
		f(c)
	}
}

func (d *decoder) entries(n *yaml.Node, key string, f func(*yaml.Node)) {
	d.each(n, key, "a list of mappings, one line \"- {...}\" each", func(c *yaml.Node) {
		if c.Kind != yaml.MappingNode {
			d.wrong(c, key, "a mapping")
			return
		}
		f(c)
	})
}

// mapping reads the known keys of a nested mapping; unknown ones are kept by Encode, null means not given.
func (d *decoder) mapping(n *yaml.Node, path string, keys map[string]func(*yaml.Node, string)) {
	if n.Kind != yaml.MappingNode {
		d.wrong(n, path, "a mapping such as {key: value}")
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if f := keys[n.Content[i].Value]; f != nil && n.Content[i+1].ShortTag() != "!!null" {
			f(n.Content[i+1], path+"."+n.Content[i].Value)
		}
	}
}
