package recall

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/embed"
	"github.com/factline/memory/projections"
)

// strange reports whether most of the question is in a script other than Latin of which the store knows no word. Japanese is known by its own
// letters: the characters that it shares with Chinese mean other words there.
func (b *builder) strange() bool {
	other, japanese := 0, strings.ContainsFunc(b.meant(), isKana)
	asking := b.unitsIn(0, len(b.meant()))
	for _, n := range asking {
		u := b.units[n]
		switch word := b.text[u.start:u.end]; {
		case isLatin(word):
		case u.known && !(japanese && !strings.ContainsFunc(word, isKana)):
			return false
		case u.aside: // what an agent is told to do with what is at hand names nothing
		default:
			other++
		}
	}
	return 2*other > len(asking)
}

// foreign reports whether the question is in another language than English, in Latin letters, that the store does not hold: none of the question's
// small words, which stand in nearly every text of their language, is in an eighth of the items.
func (b *builder) foreign() bool {
	small, is := embed.Foreign(b.text[:min(len(b.meant()), languageShown)])
	return is && !slices.ContainsFunc(small, func(word string) bool {
		return slices.ContainsFunc(b.ix.Words(word), func(t projections.Term) bool { return smallShare*b.ix.DocFreq(t.Text) >= b.ix.Len() })
	})
}

// smallShare is the part of the items, one in so many, that hold a small word of a language if the store has that language. Names bring some everywhere:
// "de" and "la" are in a twentieth of English paragraphs.
const smallShare = 8

// languageShown is how much of a text, in bytes, shows its language.
const languageShown = 400

// english reports whether the question is in English and the store in another language: a word of that language's grammar is in half of the items, and
// the store knows no more than half of what the question names, as where both have names in common.
func (b *builder) english() bool {
	asking, unknown := 0, 0
	for _, n := range b.unitsIn(0, len(b.meant())) {
		if u := b.units[n]; !u.aside && !u.free {
			asking++
			if !u.known {
				unknown++
			}
		}
	}
	return unknown > 0 && 2*unknown >= asking && b.elsewhere() && embed.Prose(b.text[:min(len(b.meant()), languageShown)])
}

// elsewhere reports whether the store is in a language other than English.
func (b *builder) elsewhere() bool {
	return slices.ContainsFunc(grammar[:], func(term string) bool { return 2*b.ix.DocFreq(term) >= max(b.ix.Len(), 2) })
}

// grammar are words that stand in nearly every text of a language, as they are indexed: Chinese, Japanese, Russian, Ukrainian, Arabic, Persian, Hebrew, Greek,
// Hindi, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish, Swedish, Vietnamese. None is a word or a usual name of English texts.
var grammar = [...]string{"的", "の", "в", "и", "і", "في", "من", "در", "של", "και", "के", "und", "der", "et", "que", "di", "che", "het", "een", "się", "na", "ve", "bir", "och", "và"}

// isLatin reports whether a word has letters of the Latin alphabet alone, with and without accents, or none.
func isLatin(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}

func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }
