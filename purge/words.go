// Package purge knows the words of one item that is taken out of a store for good: it finds them in any text, whatever their case,
// width, punctuation or JSON escapes, cuts them out of records, and looks a directory through for what is left. It decides nothing about
// items and knows no store: hub says what is purged, and each owner of files lets it cut in his own.
package purge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
)

// Mark stands where words were.
const Mark = "[purged]"

// Words are what must not be found any more. The zero value finds nothing.
type Words struct {
	IDs    []items.ID // the names of the item: an id holds words of the title
	long   []string   // folded: found anywhere in a text
	short  []string   // folded: found where they stand alone, as a whole line or value, since they may be part of anything
	rare   []string   // of each of them the longest word: without one of these a text need not be folded
	places map[string]string
}

// Of gathers the words of every known version of an item, and of the spans that it cites.
func Of(versions []items.Item, spans []string) Words {
	w := Words{places: map[string]string{}}
	for _, it := range versions {
		if !slices.Contains(w.IDs, it.ID) {
			w.IDs = append(w.IDs, it.ID)
		}
		w.add("title", it.Title, true)
		w.add("summary", it.Summary, true)
		w.add("body", it.Body, true)
		for _, part := range sentences(it.Body) {
			w.add("body", part, false)
		}
	}
	for _, span := range spans {
		w.add("evidence", span, false)
		for _, part := range sentences(span) {
			w.add("evidence", part, false)
		}
	}
	return w
}

// add takes a text. One that is short is looked for only where it may stand alone: a heading or a yes in a body is in every text.
func (w *Words) add(place, text string, alone bool) {
	folded := items.Fold(text)
	switch {
	case folded == "" || w.places[folded] != "":
		return
	case telling(folded):
		w.long = append(w.long, folded)
	case alone:
		w.short = append(w.short, folded)
	default:
		return
	}
	w.places[folded] = place
	rare := ""
	for word := range strings.FieldsSeq(folded) {
		if len(word) > len(rare) {
			rare = word
		}
	}
	if !slices.Contains(w.rare, rare) {
		w.rare = append(w.rare, rare)
	}
}

// possible rules most texts out at a tenth of the cost of folding them: in ASCII, folding lowers, drops apostrophes and separates.
func (w Words) possible(text string) bool {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return true
	}
	text = strings.ReplaceAll(strings.ToLower(text), "'", "")
	return slices.ContainsFunc(w.rare, func(rare string) bool { return strings.Contains(text, rare) })
}

// How much of a text nobody else says by chance: three words of 16 letters together, or six Chinese, Japanese or Korean characters.
const (
	tellingRunes = 16
	tellingWords = 3
	tellingHan   = 6
)

func telling(folded string) bool {
	han := 0
	for _, r := range folded {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			han++
		}
	}
	return han >= tellingHan || utf8.RuneCountInString(folded) >= tellingRunes && strings.Count(folded, " ") >= tellingWords-1
}

var (
	fence = lazyregexp.New("(?ms)^ {0,3}(```|~~~).*?^ {0,3}(```|~~~)")
	end   = lazyregexp.New(`[.!?;:]['")]?\s+|[。！？；]|\n+`)
)

// sentences cuts a text into what is looked for by itself: sentences and lines, and each block of code as a whole, whose single lines
// stand in any program.
func sentences(text string) []string {
	var out []string
	for _, block := range fence().FindAllString(text, -1) {
		_, code, _ := strings.Cut(block, "\n")
		out = append(out, code[:strings.LastIndexByte(code, '\n')+1])
	}
	return append(out, end().Split(fence().ReplaceAllString(text, "\n"), -1)...)
}

// In names the place of the item whose words stand in the text: id, title, summary, body, evidence; "" for none.
func (w Words) In(text string) string {
	for _, id := range w.IDs {
		if text == string(id) || named(id) && mentions(text, id) {
			return "id"
		}
	}
	return w.said(text)
}

// named reports whether an id can be told from words: an imported one may be as plain as redis or 12. Such a one is looked for only where
// it stands alone.
func named(id items.ID) bool {
	return len(id) >= 12 && strings.ContainsAny(string(id), "0123456789") && strings.ContainsAny(string(id), "-_")
}

// mentions looks for an id that is not part of a longer one.
func mentions(text string, id items.ID) bool { return rename(text, id, "") != text }

// rename writes another id in place of one.
func rename(text string, id, to items.ID) string {
	part := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("-_+", r)
	}
	var out strings.Builder
	for {
		at := strings.Index(text, string(id))
		if at < 0 {
			return out.String() + text
		}
		end := at + len(id)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if at > 0 && part(before) || end < len(text) && part(after) {
			out.WriteString(text[:end])
		} else {
			out.WriteString(text[:at] + string(to))
		}
		text = text[end:]
	}
}

// said is In for the words alone.
func (w Words) said(text string) string {
	if !w.possible(text) {
		return ""
	}
	folded := items.Fold(text)
	for _, long := range w.long {
		if contains(folded, long) {
			return w.places[long]
		}
	}
	if place := w.alone(folded); place != "" || !strings.Contains(text, "\n") || len(w.short) == 0 {
		return place
	}
	if strings.HasPrefix(text, "---\n") { // an item's file: its title stands alone, though not on its line
		if it, err := items.Parse([]byte(text)); err == nil {
			for _, alone := range []string{it.Title, it.Summary} {
				if place := w.alone(items.Fold(alone)); place != "" {
					return place
				}
			}
		}
	}
	for line := range strings.Lines(text) {
		if place := w.alone(items.Fold(line)); place != "" {
			return place
		}
	}
	return ""
}

func (w Words) alone(folded string) string {
	for _, short := range w.short {
		if folded == short {
			return w.places[short]
		}
	}
	return ""
}

// contains reports whether folded words stand in a folded text as words, not as parts of others.
func contains(text, words string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(words):])
		first, _ := utf8.DecodeRuneInString(words)
		last, _ := utf8.DecodeLastRuneInString(words)
		if (at == 0 || !joins(before, first)) && (at+len(words) == len(text) || !joins(last, after)) {
			return true
		}
		from = at + 1
		for from < len(text) && !utf8.RuneStart(text[from]) {
			from++
		}
	}
}

// joins reports whether two letters beside each other make one word. Characters of scripts without spaces do not.
func joins(a, b rune) bool {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	spaceless := func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	}
	return word(a) && word(b) && !spaceless(a) && !spaceless(b)
}
