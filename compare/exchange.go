package compare

import (
	"slices"
	"strings"
)

// The same words say another thing where two of them change places around a word that gives a direction or an order: "merge main into dev",
// "lint before tests", 先测试后部署; in Chinese around any verb: 甲调用乙.

// ordered are the words of a text in their order, with those that give a direction, and in Chinese character by character.
func ordered(raw []rawToken) (order []string) {
	for _, r := range raw {
		switch {
		case r.han:
			for _, c := range r.text {
				if !strings.ContainsRune("的了地得", c) {
					order = append(order, string(c))
				}
			}
		case directing()[r.lower] || !dropped()[r.lower] && !prepositions()[r.lower]:
			b, _ := base(r.lower)
			if directing()[r.lower] {
				b = r.lower
			}
			order = append(order, b)
		}
	}
	return order
}

var directing = words1("before after into from to onto over than then until")

// exchanges reports two sentences of the same words in which what stands before and after such a word changes places.
func exchanges(a, b sentence) bool {
	x, y := ordered(scan(a.text)), ordered(scan(b.text))
	if len(x) != len(y) {
		return false
	}
	for len(x) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	for i := 1; i+1 < len(x); i++ {
		for j := i + 1; j < len(x); j++ {
			left, middle, right := x[:i], x[i:j], x[j:]
			if turns(middle, a.zh) && slices.Equal(y, slices.Concat(right, middle, left)) {
				return true
			}
		}
	}
	return false
}

// Exchanged reports two facts of the same words in an order that says another thing.
func Exchanged(a, b Fact) bool {
	x, y := read(a.Says()), read(b.Says())
	d := differ(x, y)
	return len(telling(d.old))+len(telling(d.new)) == 0 && otherOrder(x, y)
}

// otherOrder reports two sentences of the same words whose figures stand in another order, or that exchange two of their words.
func otherOrder(a, b sentence) bool {
	return !slices.EqualFunc(a.sequence(number), b.sequence(number), alike) || exchanges(a, b)
}

// turns reports words around which two others must not change places.
func turns(middle []string, zh bool) bool {
	if !zh {
		return slices.ContainsFunc(middle, func(w string) bool { return directing()[w] })
	}
	text := strings.Join(middle, "")
	if text == "是" || text == "为" || text == "即" {
		return false
	}
	return !slices.ContainsFunc(strings.Fields(mutualZh), func(verb string) bool { return strings.Contains(text, verb) })
}
