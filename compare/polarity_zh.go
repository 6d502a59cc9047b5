package compare

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// In Chinese a negation stands beside what it denies, before it (不兼容, 不能解析) or, as a potential complement, behind it (解析不了). What is
// denied is read without a dictionary, as two characters: the other text has them too, or it does not.

func hanIn(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// hanSidesDiffer is sidesDiffer for Chinese. They agree on something if one of the words that is denied in one is denied in the other.
func hanSidesDiffer(a, b string) (differ, all bool) {
	a, b = boundedZh(a), boundedZh(b)
	inA, inB := deniedZh(a), deniedZh(b)
	with := slices.ContainsFunc(inA, func(w string) bool { return slices.Contains(inB, w) })
	against := affirms(b, inA, inB) || affirms(a, inB, inA)
	differ = against || oppositesZh(a, b)
	return differ, differ && !with
}

// affirms reports that a clause of the text has one of the words and denies nothing, and that the text nowhere denies that word.
func affirms(text string, words, denied []string) bool {
	for _, clause := range clauseZh().Split(text, -1) {
		if signShapes().noZh.MatchString(clause) {
			continue
		}
		if slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(denied, w) && strings.Contains(clause, w) }) {
			return true
		}
	}
	return false
}

var (
	clauseZh = lazyregexp.New(`[，；。、：！？,;:!?]|就|则|也|却|但|而`)
)

// deniedZh are the words that a text denies.
func deniedZh(text string) (words []string) {
	for _, m := range deniedBefore().FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	for _, m := range deniedBehind().FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	return words
}

var (
	// A negator, what may stand between, and what is denied. A preposition after the negator puts what is denied elsewhere.
	deniedBefore = lazyregexp.New(`(?:不|没有?|无法|未|别|勿|禁止|严禁)(?:再|会|能够?|可以?|得|允许|准|许|应当?|该|必|需要?|要|用|被|曾|直接|自动|正常|继续|随意|同时|完全)*([^\P{Han}在对把从给向为于将由按到是不没无未了的过着和或与]\p{Han})`)
	deniedBehind = lazyregexp.New(`(\p{Han}{2})不(?:了|到|出来?|动|上|完|住|起|成|开|下来?|过|通)`)
)

// oppositesZh reports that a word of the list of opposites stands in one text and its opposite in the other, and that neither text has both.
func oppositesZh(a, b string) bool {
	x, y := sidesZh(a), sidesZh(b)
	return slices.ContainsFunc(x, func(side int) bool {
		return slices.Contains(y, -side) && !slices.Contains(x, -side) && !slices.Contains(y, side)
	})
}

// sidesZh are the lines of the list of opposites that a text has words of, negative for the other side. A denied word is on the other side, and so is
// what must be done by hand: 手动打开 says that it is closed.
func sidesZh(text string) (sides []int) {
	text = unrelatedZh().ReplaceAllString(text, "")
	denied := deniedZh(text)
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		for n := min(longestWord, len(runes)-i); n > 0; n-- {
			word := string(runes[i : i+n])
			side := zhSides()[word]
			if side == 0 {
				continue
			}
			byHand := byHandZh().FindStringSubmatch(string(runes[:i]))
			if slices.Contains(denied, word) || byHand != nil && byHand[1] == "" {
				side = -side
			}
			sides = append(sides, side)
			i += n - 1
			break
		}
	}
	return sides
}

// zhSides are the words of the list of opposites with their lines there, and those that mean the same as one of them.
var zhSides = sync.OnceValue(func() map[string]int {
	of := map[string]int{}
	listed := strings.Fields(strings.ReplaceAll(contrariesZh, "|", " "))
	for _, word := range listed {
		of[word] = contraries()[word]
	}
	for line := range strings.Lines(kinZh) {
		mates := strings.Fields(line)
		i := slices.IndexFunc(mates, func(w string) bool { return contraries()[w] != 0 && hanIn(w) })
		for _, w := range mates {
			if i >= 0 && of[w] == 0 {
				of[w] = contraries()[mates[i]]
			}
		}
	}
	return of
})

// byHandZh finds at the end of a text what says that the next is done by hand, and whether that is denied.
var byHandZh = lazyregexp.New(`((?:不|无)(?:需要?|用|必|要)?)?(?:手动|手工|自行)$`)

// unrelatedZh are words that hold a character of the list and have nothing to do with it.
var unrelatedZh = lazyregexp.New(`关于|关键|相关|关系|关联|关注|有关|清单|清楚|清晰`)
