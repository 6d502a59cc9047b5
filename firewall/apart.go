package firewall

import (
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
	"golang.org/x/text/unicode/norm"
)

// A word reads the same with a stroke through its letters, with accents, with a dot between them, broken by a hyphen at a line's end, or tied to the next
// by a low line. What is read so is only ever held against the orders to a model.

var (
	dotted = lazyregexp.New(`\b\pL(?:[.\-_*·•|~+]\pL){3,}\b`)
	broken = lazyregexp.New(`(\pL{2,})- (\pL{2,})`)
	tied   = lazyregexp.New(`\pL{2,}(?:[_.\-+/]\pL{2,}){2,}|\b[A-Za-z][a-z]+(?:[A-Z][a-z]+){2,}\b`)
	hump   = lazyregexp.New(`([a-z])([A-Z])`)
	atWord = lazyregexp.New(`(^|[\s(>"'])[*_]{1,3}([^\s*_])`)
	behind = lazyregexp.New(`([^\s*_])[*_]{1,3}($|[\s.,;:!?)<"'])`)
)

// spelled reads a line's letters without their marks, and its words as one each; "" where that is how they stand there.
func spelled(line string) string {
	plain := unmarked(line)
	if spacedByMarks(plain) {
		plain = dotted().ReplaceAllStringFunc(plain, func(w string) string {
			return strings.Map(func(r rune) rune {
				if unicode.IsLetter(r) {
					return r
				}
				return -1
			}, w)
		})
	}
	if strings.Contains(plain, "- ") {
		plain = broken().ReplaceAllString(plain, "$1$2")
	}
	if low := lowerASCII(plain); strings.Contains(low, "ignor") || strings.Contains(low, "disregard") || strings.Contains(low, "forget") || strings.Contains(low, "overrid") || strings.Contains(low, "bypass") || strings.Contains(low, "discard") { // else it is a name in code
		plain = tied().ReplaceAllStringFunc(plain, func(w string) string {
			return ties.Replace(hump().ReplaceAllString(w, "$1 $2"))
		})
	}
	if plain == line {
		return ""
	}
	return plain
}

var ties = strings.NewReplacer("_", " ", ".", " ", "-", " ", "+", " ", "/", " ")

// spacedByMarks reports three letters that each stand between signs, as "i.g.n.o.r.e" has them, before the slow look.
func spacedByMarks(line string) bool {
	run, sign, letter := 0, false, false // of what stood last
	for _, r := range line {
		switch isSign := strings.ContainsRune(".-_*·•|~+", r); {
		case isSign && letter:
			if run++; run >= 3 {
				return true
			}
			sign, letter = true, false
		case !isSign && sign:
			sign, letter = false, true
		default:
			run, sign, letter = 0, false, !isSign
		}
	}
	return false
}

// unmarked is a line whose Latin letters have no accents and no strokes.
func unmarked(line string) string {
	if !strings.ContainsFunc(line, func(r rune) bool { return r >= 0xc0 && r < 0x250 || unicode.Is(unicode.Mn, r) }) {
		return line
	}
	var b strings.Builder
	latin := false
	for _, r := range norm.NFD.String(line) {
		if unicode.Is(unicode.Mn, r) && latin {
			continue
		}
		latin = unicode.Is(unicode.Latin, r)
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// unemphasised is a line without the single marks of emphasis around its words.
func unemphasised(line string) string {
	if !strings.ContainsAny(line, "*_") {
		return line
	}
	return behind().ReplaceAllString(atWord().ReplaceAllString(line, "$1$2"), "$1$2")
}
