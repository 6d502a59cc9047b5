package firewall

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// matching makes a text that a pattern matches, as the dice fall.
func matching(re *syntax.Regexp, dice *rand.Rand, out *strings.Builder) {
	switch re.Op {
	case syntax.OpLiteral:
		out.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		pair := 2 * dice.IntN(len(re.Rune)/2)
		lo, hi := re.Rune[pair], min(re.Rune[pair+1], re.Rune[pair]+90)
		out.WriteRune(lo + dice.Int32N(hi-lo+1))
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		out.WriteByte('x')
	case syntax.OpCapture:
		matching(re.Sub[0], dice, out)
	case syntax.OpConcat:
		for _, part := range re.Sub {
			matching(part, dice, out)
		}
	case syntax.OpAlternate:
		matching(re.Sub[dice.IntN(len(re.Sub))], dice, out)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least := map[syntax.Op]int{syntax.OpPlus: 1, syntax.OpRepeat: re.Min}[re.Op]
		most := max(least, map[syntax.Op]int{syntax.OpQuest: 1, syntax.OpStar: 2, syntax.OpPlus: 2, syntax.OpRepeat: re.Min + 2}[re.Op])
		if re.Op == syntax.OpRepeat && re.Max >= 0 {
			most = min(most, re.Max)
		}
		for range least + dice.IntN(most-least+1) {
			matching(re.Sub[0], dice, out)
		}
	}
}

// Second signs only spare the pattern's time: whatever a trigger lets through and the pattern matches holds one of them.
func TestEveryMatchHoldsItsSecondSigns(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 1))
	for i, l := range lures {
		if l.also() == nil {
			continue
		}
		re, err := syntax.Parse(l.pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		met := 0
		for range 4000 {
			var b strings.Builder
			matching(re, dice, &b)
			text := b.String() + " " + l.triggers[dice.IntN(len(l.triggers))]
			if !compiled()[i]().MatchString(text) {
				continue // two parts that met made another word
			}
			met++
			if !l.triggered(text) {
				t.Errorf("%s matches %q, which holds none of its second signs", l.name, text)
				break
			}
		}
		if met < 100 {
			t.Errorf("%s: only %d texts", l.name, met)
		}
	}
	for range 2000 {
		re, err := syntax.Parse(everything().String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		matching(re, dice, &text)
		if low := lowerASCII(text.String()); everything().MatchString(low) && claimsAll(low) == nil {
			t.Fatalf("%q", low)
		}
	}
}
