package items

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// source is what Parse remembers of a file for Encode: its bytes as read.
type source struct{ text string }

// Encode writes the file: keys in the order of the format, empty ones left out, unknown keys kept in place, LF. Parsing and
// encoding an unchanged item gives the same bytes, whatever their layout, BOM and CRLF included; changing one field changes only
// that field's lines (and turns a file with BOM or CRLF into plain LF). The result is parsed again before it is returned, so
// what Encode writes Parse reads back as the same item; an item for which that fails is refused with an error that wraps
// ErrInvalid. CRLF in the body becomes LF, and the body ends in one newline.
func (it Item) Encode() ([]byte, error) {
	it = it.normal()
	if it.extra.text != "" {
		if out, ok := it.encodeOver([]byte(it.extra.text)); ok {
			return out, nil
		}
	}
	out := it.assemble(it.fresh(), it.bodyText())
	if err := it.verify(out); err != nil {
		return nil, err
	}
	return out, nil
}

// Equal reports whether two items say the same, whatever the layout of their files.
func (it Item) Equal(o Item) bool {
	it, o = it.normal(), o.normal()
	for _, f := range fields() {
		if !f.value(&it).same(f.value(&o)) {
			return false
		}
	}
	return it.Body == o.Body
}

// normal returns the item as Parse would give it.
func (it Item) normal() Item {
	if it.Schema == 0 {
		it.Schema = 1
	}
	if it.Sensitivity == "" {
		it.Sensitivity = Internal
	}
	if t, err := ParseType(string(it.Type)); err == nil {
		it.Type = t
	}
	for _, t := range []*time.Time{&it.Created, &it.Updated, &it.State.Until, &it.Valid.From, &it.Valid.Until, &it.Review.At} {
		*t = t.UTC().Truncate(time.Second)
	}
	it.Body = strings.TrimRight(strings.ReplaceAll(it.Body, "\r\n", "\n"), "\n")
	return it
}

// encodeOver writes the item over the file it was read from. It reports false when that file gives no layout to keep, or when
// the result would not read back as the item (a layout so odd that a line edit breaks it).
func (it Item) encodeOver(b []byte) ([]byte, bool) {
	doc, err := split(b)
	if err != nil {
		return nil, false
	}
	old, err := doc.item(false)
	if err != nil {
		return nil, false
	}
	old = old.normal()
	if it.Equal(old) {
		return b, it.verify(b) == nil
	}
	body := doc.body
	if it.Body != old.Body {
		body = it.bodyText()
	}
	values := func(it *Item) value {
		var v value
		for _, f := range fields() {
			v.pairs = append(v.pairs, pair{f.key, f.value(it)})
		}
		return v
	}
	for _, whole := range []bool{false, true} {
		l := layout{lines: frontLines(doc.front), rewriteWhole: whole}
		out := it.assemble(l.mapping(doc.root, l.lines, 1, 0, values(&old), values(&it)), body)
		if it.verify(out) == nil && l.keepsUnknown(doc.root, out) {
			return out, true
		}
	}
	return nil, false
}

// fresh is the front matter of an item that has no file yet.
func (it Item) fresh() []string {
	var lines []string
	for _, f := range fields() {
		if v := f.value(&it); !v.empty() {
			lines = append(lines, pair{f.key, v}.lines()...)
		}
	}
	return lines
}

func (it Item) bodyText() string {
	if it.Body == "" {
		return ""
	}
	return it.Body + "\n"
}

func (it Item) assemble(front []string, body string) []byte {
	var b bytes.Buffer
	b.WriteString("---\n")
	for _, l := range front {
		b.WriteString(l + "\n")
	}
	b.WriteString("---\n" + body)
	return b.Bytes()
}

// verify parses what is about to be written: the one place where an item's rules stand is Parse.
func (it Item) verify(out []byte) error {
	back, err := Parse(out)
	if err != nil {
		return fmt.Errorf("encode item %s: %w", it.ID.printable(), err)
	}
	if !it.Equal(back) {
		return fmt.Errorf("encode item %s: it would not read back as the same: %w", it.ID.printable(), ErrInvalid)
	}
	return nil
}

// printable is the id for an error text, which may not carry what an invalid id smuggles in.
func (id ID) printable() string {
	if id.Check() != "" {
		return "(invalid id)"
	}
	return string(id)
}
