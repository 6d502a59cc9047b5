package recall

import (
	"math"
	"slices"
	"unicode/utf8"

	"github.com/factline/memory/projections"
)

// translateRun adds the English words of the Chinese words in a run. Each stands for the characters of its word. A character that
// the store does not know weighs what the commonest of its translations does.
func (b *builder) translateRun(run []projections.Term, units, common map[int]int) {
	start, end := run[0].Start, run[0].End
	for _, t := range run {
		end = max(end, t.End)
	}
	if b.w.Translate == 0 {
		return
	}
	for _, word := range hanWords(b.text, start, min(end, len(b.text))) {
		var chars []int
		for at, u := range units {
			if word.start <= at && at < word.end {
				chars = append(chars, u)
			}
		}
		slices.Sort(chars)
		if len(chars) == 0 {
			continue
		}
		commonest := 0
		for _, gloss := range word.english {
			commonest = max(commonest, b.addOther(gloss, chars))
		}
		for _, u := range chars {
			if common[u] == 0 {
				common[u] = commonest
			}
		}
	}
}

// addOther adds a translation for units and returns in how many documents its rarest word is. A translation of several terms is
// worth as much as one of one.
func (b *builder) addOther(text string, units []int) (df int) {
	var terms []projections.Term
	for _, t := range b.ix.Analyze(text) {
		if !t.Ident && !(t.CJK && utf8.RuneCountInString(t.Text) < 2) {
			terms = append(terms, t)
		}
	}
	df = math.MaxInt
	for _, t := range terms {
		n, fresh := b.add(t, b.w.Translate/float64(len(terms)))
		if fresh {
			b.terms[n].other = true
		}
		df = min(df, b.terms[n].df)
		for _, u := range units {
			b.terms[n].covers = append(b.terms[n].covers, cover{unit: u, share: b.w.TranslateCover / float64(len(terms)), other: true})
		}
	}
	if len(terms) == 0 {
		return 0
	}
	return df
}

// translateWords adds the Chinese words of the English words and pairs of words of the question, if the store holds Chinese.
func (b *builder) translateWords(analysed []projections.Term) {
	if b.w.Translate == 0 || !b.knowsChinese() {
		return
	}
	last := -1
	for n := range b.units {
		u := b.units[n]
		word := b.text[u.start:u.end]
		if !isASCII(word) {
			last = -1
			continue
		}
		if isAskWord(word) || isWorkWord(word) {
			continue
		}
		found := 0
		for _, han := range inChinese(word) {
			found = max(found, b.addOther(han, []int{n}))
		}
		if last >= 0 {
			for _, han := range inChinese(b.text[b.units[last].start:b.units[last].end] + " " + word) {
				found = max(found, b.addOther(han, []int{last, n}))
			}
		}
		if b.units[n].mass == b.mass(0) && found > 0 {
			b.units[n].mass, b.units[n].idf = b.mass(found), b.idf(found)
		}
		last = n
	}
}

// knowsChinese looks for the commonest characters of the language, to save a hundred look-ups in a store without it. A small store
// may hold Chinese and none of them.
func (b *builder) knowsChinese() bool {
	if b.ix.Len() < 1000 {
		return true
	}
	for _, han := range [...]string{"的", "一", "不", "中", "是"} {
		if b.ix.DocFreq(han) > 0 {
			return true
		}
	}
	return false
}
