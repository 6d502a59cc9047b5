package recall

import (
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
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
			if len(gloss) <= maxShortened {
				continue
			}
			commonest = max(commonest, b.addOther(gloss, chars, b.w.Translate, b.w.TranslateCover))
		}
		for _, u := range chars {
			if common[u] == 0 {
				common[u] = commonest
			}
		}
	}
}

// maxShortened is the length of translations that say too little: what is written in two letters stands for many things, and "id", for an identity
// card, is in half of the items.
const maxShortened = 2

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
		p, phrasal := b.phrasalAt(u.start)
		if phrasal {
			word = p.joined
		} else if isAskWord(word) || isWorkWord(word) {
			continue
		}
		found := 0
		for _, han := range inChinese(word) {
			found = max(found, b.addOther(han, []int{n}, b.w.Translate, b.w.TranslateCover))
		}
		if last >= 0 && !phrasal {
			for _, han := range inChinese(b.text[b.units[last].start:b.units[last].end] + " " + word) {
				found = max(found, b.addOther(han, []int{last, n}, b.w.Translate, b.w.TranslateCover))
			}
		}
		if !b.units[n].known && found > 0 {
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

// relate adds what the table of software words has for the words of the question, up to three in a row, and for its Chinese words.
func (b *builder) relate() {
	if b.w.Related == 0 || len(b.units) == 0 {
		return
	}
	table := softwareTable()
	words := englishWord().FindAllStringIndex(b.text, maxRelatedWords)
	for first := range words {
		for last := first; last < min(first+3, len(words)); last++ {
			start, end := words[first][0], words[last][1]
			if p, phrasal := b.phrasalAt(start); phrasal && end < p.end {
				continue // the verb alone is another word
			}
			if found := table.of(strings.Join(strings.Fields(b.text[start:end]), " ")); found != nil {
				b.addRelated(found, start, end)
			}
		}
	}
	if isASCII(b.text) {
		return
	}
	for _, key := range table.chinese {
		if at := strings.Index(b.text, key); at >= 0 {
			b.addRelated(table.exactly(key), at, at+len(key))
		}
	}
}

// maxRelatedWords are looked up in the table of software words: a question, and not all of what was pasted beside it.
const maxRelatedWords = 40

var englishWord = lazyregexp.New(`[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]|[A-Za-z]`)

// addRelated adds other words for the units in a part of the text. A unit that the store does not know weighs what the commonest of them does.
func (b *builder) addRelated(words []related, start, end int) {
	var units []int
	for n, u := range b.units {
		if start <= u.start && u.end <= end {
			units = append(units, n)
		}
	}
	if len(units) == 0 {
		return
	}
	found := 0
	for _, r := range words {
		weight, share := b.w.Related, b.w.RelatedCover
		switch {
		case r.same:
			weight, share = b.w.Translate, b.w.TranslateCover
		case r.kind:
			weight, share = b.w.Member, b.w.MemberCover
		}
		found = max(found, b.addWhole(r.word, units, weight, share))
	}
	for _, n := range units {
		if u := &b.units[n]; !u.known && found > 0 {
			u.mass, u.idf, u.known = min(u.mass, u.share*b.mass(found)), min(u.idf, u.share*b.idf(found)), true
		}
	}
}
