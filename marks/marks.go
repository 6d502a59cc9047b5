// Package marks knows the signs of a text that may be the fact, where its words are all the same: 10% and 10, €5 and $5, *.ts and **.ts, MAX_SIZE and max_size.
// What only divides sentences, quotes, or sets text in Markdown is none of them. It knows no language.
package marks

import (
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// Same reports that two texts of the same words have the same telling marks too.
func Same(a, b string) bool {
	cased := !shouted(a) && !shouted(b)
	return slices.Equal(telling(a, cased), telling(b, cased))
}

// Apart returns the telling marks, each with the words that it touches, of which one text has any and the other none. It is for two texts in other
// words: how often each stands there says nothing, and who reads figures as such knows that 0.5 is 0.50.
func Apart(a, b string) (onlyA, onlyB []string) {
	cased := !shouted(a) && !shouted(b)
	x, y := slices.Compact(telling(a, cased)), slices.Compact(telling(b, cased))
	return without(x, y), without(y, x)
}

var inFigure = lazyregexp.New(`^\d+[.,:]\d+$`)

func without(x, y []string) (out []string) {
	for _, m := range x {
		if !slices.Contains(y, m) && !inFigure().MatchString(m) {
			out = append(out, m)
		}
	}
	return out
}

// telling are the marks of a text with the words that they touch, sorted: the order of clauses says nothing. cased: the case of identifiers counts.
func telling(text string, cased bool) []string {
	if quiet(text) {
		return nil
	}
	found, names := tell(text)
	if cased {
		found = append(found, names...)
		slices.Sort(found)
	}
	return found
}

// tell reads the marks of a text, and the identifiers in it whose case is a part of them; each list is sorted.
func tell(text string) (found, names []string) {
	t := []rune(plain(text))
	for i := 0; i < len(t); {
		if !isMark(t[i]) {
			i++
			continue
		}
		from := i
		for i < len(t) && isMark(t[i]) {
			i++
		}
		if m := markAt(t, from, i); m != "" {
			found = append(found, m)
		}
	}
	names = identifiers(string(t))
	slices.Sort(found)
	slices.Sort(names)
	return found, names
}

// Signs that divide sentences or set something apart, where they stand at the edge of a word.
const (
	stops    = ".,;:!?"
	brackets = "()[]{}"
	dashes   = "-"
)

// markAt is what the run of marks t[from:to] says, with the words that it touches; "" where it only divides.
func markAt(t []rune, from, to int) string {
	run := string(t[from:to])
	before, after := at(t, from-1), at(t, to)
	left, right := isWord(before), isWord(after)
	switch {
	case left && right:
		if !tellsInside(run, before, after) {
			return ""
		}
	case right || isCJK(after) && !left && !isCJK(before):
		if run = opening(run, right); run == "" {
			return ""
		}
	case left || isCJK(before) && !isCJK(after):
		if run = strings.TrimRight(run, stops+brackets+dashes); isPlain(run) {
			return ""
		}
	default: // alone, or between two of Chinese
		if run = strings.Trim(run, stops+brackets); isPlain(run) {
			return ""
		}
		if !isCJK(before) && !isCJK(after) {
			return wordBefore(t, from, true) + run + wordAfter(t, to, true)
		}
	}
	word := wordAfter(t, to, false)
	if letter := []rune(word); len(letter) == 1 && (run == "-" || run == "%") {
		return wordBefore(t, from, false) + run + string(t[to]) // -v is not -V
	}
	return wordBefore(t, from, false) + run + word
}

// tellsInside reports a run between two letters or digits that is no hyphen, and no stop with its space forgotten.
func tellsInside(run string, before, after rune) bool {
	switch run {
	case ",", ":", "-":
		return unicode.IsDigit(before) && unicode.IsDigit(after)
	case ";", "!":
		return false
	}
	return strings.Trim(run, "-") != "" && (strings.Trim(run, ".") != "" || len(run) < 3 || unicode.IsDigit(before))
}

// opening is what tells of a run in front of a word: the dot of a hidden file, a minus, a sigil. latin: it is no word of Chinese.
func opening(run string, latin bool) string {
	core := strings.TrimLeft(run, "([),;:]}")
	switch {
	case core == "", strings.Trim(core, ".") == "" && (len(core) > 2 || !latin), strings.Trim(core, dashes) == "" && !latin, strings.Trim(core, "?!") == "" && !latin:
		return ""
	case isPlain(strings.Trim(core, "{!?-.")) && strings.ContainsAny(core, "{!?-."):
		return strings.TrimRight(core, "([")
	case isPlain(core):
		return ""
	}
	return core
}

// isPlain reports a run with no sign that says anything by itself.
func isPlain(run string) bool { return strings.Trim(run, stops+brackets+dashes) == "" }

func at(t []rune, i int) rune {
	if i < 0 || i >= len(t) {
		return ' '
	}
	return t[i]
}

// wordBefore is the word right before i; far: or before the space there.
func wordBefore(t []rune, i int, far bool) string {
	for far && i > 0 && t[i-1] == ' ' {
		i--
	}
	from := i
	for from > 0 && isWord(t[from-1]) {
		from--
	}
	return strings.ToLower(string(t[from:i]))
}

func wordAfter(t []rune, i int, far bool) string {
	for far && i < len(t) && t[i] == ' ' {
		i++
	}
	to := i
	for to < len(t) && isWord(t[to]) {
		to++
	}
	return strings.ToLower(string(t[i:to]))
}

func isMark(r rune) bool { return !unicode.IsSpace(r) && !isWord(r) && !isCJK(r) }

// isWord reports a letter or digit of a script that has spaces.
func isWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !isCJK(r)
}

func isCJK(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
