// Package rxtext makes texts that a pattern matches, so that tests can hold what spares a pattern's time against the pattern itself. It
// knows no pattern of its own.
package rxtext

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
)

// Of makes a text of what the pattern asks for, as the dice fall. Where two parts meet they may make another word, and what stands at an edge
// of a word or line is not looked at: the caller asks the pattern whether it matches.
func Of(re *syntax.Regexp, dice *rand.Rand) string {
	var b strings.Builder
	write(re, dice, &b)
	return b.String()
}

func write(re *syntax.Regexp, dice *rand.Rand, out *strings.Builder) {
	switch re.Op {
	case syntax.OpLiteral:
		out.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return
		}
		pair := 2 * dice.IntN(len(re.Rune)/2)
		lo, hi := re.Rune[pair], min(re.Rune[pair+1], re.Rune[pair]+90)
		out.WriteRune(lo + dice.Int32N(hi-lo+1))
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		out.WriteByte('x')
	case syntax.OpWordBoundary: // a blank makes one, where the pattern has room for it
		if dice.IntN(2) == 0 {
			out.WriteByte(' ')
		}
	case syntax.OpCapture:
		write(re.Sub[0], dice, out)
	case syntax.OpConcat:
		for _, part := range re.Sub {
			write(part, dice, out)
		}
	case syntax.OpAlternate:
		write(re.Sub[dice.IntN(len(re.Sub))], dice, out)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least := map[syntax.Op]int{syntax.OpPlus: 1, syntax.OpRepeat: re.Min}[re.Op]
		most := max(least, map[syntax.Op]int{syntax.OpQuest: 1, syntax.OpStar: 2, syntax.OpPlus: 2, syntax.OpRepeat: re.Min + 2}[re.Op])
		if re.Op == syntax.OpRepeat && re.Max >= 0 {
			most = min(most, re.Max)
		}
		for range least + dice.IntN(most-least+1) {
			write(re.Sub[0], dice, out)
		}
	}
}
