package recall

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// other is another word for units of the question: a translation, a synonym, a member of the kind that was asked for, a word one slip away. It may be of
// several terms. However many other words for a unit a document holds, the best of them counts.
type other struct {
	units  []int
	terms  []otherTerm
	weight float64 // in BM25, of all its terms together
	share  float64 // of its units that it covers
	beside bool    // only for what stands beside the question
	limit  float64 // most that all its terms together count as rare, so that it does not beat the word itself; 0 = the store does not hold that
}

type otherTerm struct {
	text  string
	df    int
	ident bool // looked up among paths and identifiers only
	asked bool // a word of the question, too: it has counted already
}

// addOther adds another word for units, with its weight and how much of them it covers, and returns in how many documents its rarest term
// is.
func (b *builder) addOther(text string, units []int, weight, share float64) (df int) {
	o := other{units: units, weight: weight, share: share}
	for _, t := range b.ix.Analyze(text) {
		if !t.Ident && !(t.CJK && utf8.RuneCountInString(t.Text) < 2) {
			o.terms = append(o.terms, otherTerm{text: t.Text, df: b.ix.DocFreq(t.Text)})
		}
	}
	return b.keepOther(o)
}

// addWhole is addOther for a word that means nothing without all of its parts: of "on call" and "sign-in" the analysis keeps one, and that is another word.
func (b *builder) addWhole(text string, units []int, weight, share float64) (df int) {
	if !isASCII(text) || !strings.ContainsAny(text, " -") {
		return b.addOther(text, units, weight, share)
	}
	starts := map[int]bool{}
	for _, t := range b.ix.Analyze(text) {
		if !t.Ident {
			starts[t.Start] = true
		}
	}
	if len(starts) == len(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' })) {
		return b.addOther(text, units, weight, share)
	}
	if strings.Contains(text, " ") {
		return 0
	}
	return b.keepOther(other{units: units, weight: weight, share: share, terms: []otherTerm{{text: text, df: b.ix.DocFreq(text), ident: true}}})
}

// addTerm adds one term as another word for a unit and returns in how many documents it is.
func (b *builder) addTerm(text string, unit int, weight, share float64) (df int) {
	return b.keepOther(other{units: []int{unit}, weight: weight, share: share, terms: []otherTerm{{text: text, df: b.ix.DocFreq(text)}}})
}

func (b *builder) keepOther(o other) (df int) {
	if len(o.terms) == 0 {
		return 0
	}
	df, most := math.MaxInt, 0
	for _, t := range o.terms {
		df, most = min(df, t.df), max(most, t.df)
	}
	if most > 0 {
		b.others = append(b.others, o)
	}
	return df
}

// heaviestOthers are the other words that are looked up: those with the rarest terms, as many as there is room for beside the words of the question.
func (b *builder) heaviestOthers(room int) []other {
	rarest := func(o other) int {
		df := math.MaxInt
		for _, t := range o.terms {
			if t.df > 0 {
				df = min(df, t.df)
			}
		}
		return df
	}
	order := make([]int, len(b.others))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(boolCompare(b.others[x].beside, b.others[y].beside), rarest(b.others[x])-rarest(b.others[y]))
	})
	looked := map[string]bool{}
	var kept []int
	for _, n := range order {
		fresh := 0
		for _, t := range b.others[n].terms {
			if t.df > 0 && !looked[t.text] {
				fresh++
			}
		}
		if fresh > room {
			break
		}
		room -= fresh
		for _, t := range b.others[n].terms {
			looked[t.text] = true
		}
		kept = append(kept, n)
	}
	slices.Sort(kept)
	var out []other
	for _, n := range kept {
		o := b.others[n]
		for m := range o.terms {
			at, asked := b.byText[o.terms[m].text]
			o.terms[m].asked = asked && !b.terms[at].ident
		}
		o.limit = b.limit(o.units)
		out = append(out, o)
	}
	return out
}

// limit is how rare units are together, where the store holds each of them.
func (b *builder) limit(units []int) (sum float64) {
	for _, n := range units {
		if u := b.units[n]; u.rare == 0 {
			return 0
		} else {
			sum += u.rare
		}
	}
	return sum
}
