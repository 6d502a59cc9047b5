package purge

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/factline/memory/items"
)

// Cutter takes words out of records and writes the name of the tombstone in place of the item's.
type Cutter struct {
	Words  Words
	Stone  items.ID
	Fields []string // names of fields whose text goes whole from a record that names the item, such as the question it answered
}

// JSON cuts in the texts of one JSON value, names of fields too; everything else keeps its bytes. What is no JSON is cut as text.
// nil says that nothing of the line may stay; changed is false where it stays as it is.
func (c Cutter) JSON(line []byte) (out []byte, changed bool) {
	if !json.Valid(line) {
		return c.Text(line)
	}
	about := slices.ContainsFunc(c.Words.IDs, func(id items.ID) bool { return named(id) && mentions(string(line), id) }) // then the words of the title are the item's, however short they are
	last, field := 0, ""
	for _, at := range textsOf(line) {
		var text string
		if json.Unmarshal(line[at[0]:at[1]], &text) != nil {
			continue
		}
		cut := c.text(text, about)
		switch rest := bytes.TrimLeft(line[at[1]:], " \t\n\r"); {
		case len(rest) > 0 && rest[0] == ':':
			field = text
		case about && slices.Contains(c.Fields, field):
			cut = Mark
		}
		if cut == text {
			continue
		}
		quoted, err := json.Marshal(cut)
		if err != nil {
			return nil, true
		}
		out = append(append(out, line[last:at[0]]...), quoted...)
		last, changed = at[1], true
	}
	if !changed {
		return line, false
	}
	return append(out, line[last:]...), true
}

// Text cuts a line that is no record: it goes as a whole.
func (c Cutter) Text(line []byte) (out []byte, changed bool) {
	if c.Words.In(string(line)) != "" {
		return nil, true
	}
	return line, false
}

func (c Cutter) text(text string, about bool) string {
	text = c.Rename(text)
	if c.Words.said(text) != "" || about && c.mentions(text) {
		return Mark
	}
	return text
}

// mentions looks for the short words of the item within a text that is known to be about it.
func (c Cutter) mentions(text string) bool {
	folded := items.Fold(text)
	return slices.ContainsFunc(c.Words.short, func(short string) bool { return contains(folded, short) })
}

// Rename writes the name of the tombstone wherever a text names the item.
func (c Cutter) Rename(text string) string {
	for _, id := range c.Words.IDs {
		switch {
		case text == string(id):
			text = string(c.Stone)
		case named(id):
			text = rename(text, id, c.Stone)
		}
	}
	return text
}

// textsOf finds the texts of a valid JSON value, from quote to quote.
func textsOf(line []byte) (at [][2]int) {
	for i := 0; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		from := i
		for i++; i < len(line) && line[i] != '"'; i++ {
			if line[i] == '\\' {
				i++
			}
		}
		at = append(at, [2]int{from, min(i+1, len(line))})
	}
	return at
}

// wholeMost is up to how many bytes a file is searched as one text, so that words are found over line breaks.
const wholeMost = 8 << 20

// Lines finds words in a file of any kind: its text as it is, and the texts of its lines that are JSON. It returns the line of the first
// hit, from 1 (0: over several lines), and the place; "" for none.
func (w Words) Lines(file []byte) (line int, place string) {
	for one := range bytes.Lines(file) {
		line++
		if place = w.In(string(one)); place == "" {
			place = w.inJSON(bytes.TrimSpace(one))
		}
		if place != "" {
			return line, place
		}
	}
	if len(file) > wholeMost {
		return 0, ""
	}
	if place = w.In(string(file)); place == "" {
		place = w.inJSON(bytes.TrimSpace(file)) // one value over several lines
	}
	return 0, place
}

func (w Words) inJSON(value []byte) string {
	if len(value) == 0 || value[0] != '{' && value[0] != '[' || !bytes.ContainsAny(value, "\\\"") || !json.Valid(value) {
		return ""
	}
	for _, at := range textsOf(value) {
		var text string
		if json.Unmarshal(value[at[0]:at[1]], &text) == nil {
			if place := w.In(text); place != "" {
				return place
			}
		}
	}
	return ""
}
