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
	if doc, old, ok := it.extra.read(); ok {
		return it.encodeOver(doc, old)
	}
	return it.verified(it.assemble(it.fresh(), it.bodyText()))
}

// read parses the remembered file again: remembering its text alone keeps items small and safe to copy. It reports false where there
// is no front matter whose layout could be kept.
func (s source) read() (document, Item, bool) {
	if s.text == "" {
		return document{}, Item{}, false
	}
	doc, err := split([]byte(s.text))
	if err != nil {
		return document{}, Item{}, false
	}
	old, err := doc.item(false)
	return doc, old.normal(), err == nil
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

// encodeOver writes the item over the file it was read from: by editing lines inside values, else by writing changed keys anew, else,
// for a layout so odd that both would not read back as meant, by writing all keys anew. Unknown keys stay in every case.
func (it Item) encodeOver(doc document, old Item) ([]byte, error) {
	if it.Equal(old) {
		return it.verified([]byte(it.extra.text))
	}
	body := doc.body
	if it.Body != old.Body {
		body = it.bodyText()
	}
	was, is := old.values(), it.values()
	for _, whole := range []bool{false, true} {
		l := layout{lines: frontLines(doc.front), rewriteWhole: whole}
		out := it.assemble(l.mapping(doc.root, l.lines, 1, 0, was, is), body)
		if back, err := it.readBack(out); err == nil && keepsUnknown(doc.root, back.root) {
			return out, nil
		}
	}
	lines := it.fresh()
	for _, p := range unknownPairs(doc.root, was) {
		lines = append(lines, p.line())
	}
	return it.verified(it.assemble(lines, body))
}

// values is the front matter as one mapping, with a pair for each known key.
func (it Item) values() value {
	var v value
	for _, f := range fields() {
		v.pairs = append(v.pairs, pair{f.key, f.value(&it)})
	}
	return v
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

// verified parses what is about to be written and returns it: the one place where an item's rules stand is Parse.
func (it Item) verified(out []byte) ([]byte, error) {
	_, err := it.readBack(out)
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (it Item) readBack(out []byte) (document, error) {
	doc, err := split(out)
	var back Item
	if err == nil {
		back, err = doc.item(true)
	}
	if err != nil {
		return document{}, fmt.Errorf("encode item %s: %w", it.ID.printable(), err)
	}
	if !it.Equal(back) {
		return document{}, fmt.Errorf("encode item %s: it would not read back as the same: %w", it.ID.printable(), ErrInvalid)
	}
	return doc, nil
}

// printable is the id for an error text, which may not carry what an invalid id smuggles in.
func (id ID) printable() string {
	if id.Check() != "" {
		return "(invalid id)"
	}
	return string(id)
}
