package recall

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/factline/memory/projections"
)

// addRun makes a unit of each character of a CJK run. A character is covered where a pair that holds it is found, and weighs
// half a word; of its pairs the commonest known one counts, because a pair across two words is rare without saying anything.
func (b *builder) addRun(run []projections.Term) {
	units := map[int]int{}   // start of a character -> unit
	common := map[int]int{}  // unit -> largest document frequency of its pairs
	paired := map[int]bool{} // start of a character that is in a pair, also a repeated one
	point := func(n, start, end int) {
		u, ok := units[start]
		if !ok {
			u = len(b.units)
			units[start] = u
			b.units = append(b.units, unit{start: start, end: end})
		}
		common[u] = max(common[u], b.terms[n].df)
		b.terms[n].covers = append(b.terms[n].covers, cover{unit: u, share: 1})
	}
	for _, t := range run {
		if utf8.RuneCountInString(t.Text) < 2 {
			continue
		}
		n, fresh := b.add(t, 1)
		for _, span := range characters(b.text, t) {
			paired[span[0]] = true
			if fresh {
				point(n, span[0], span[1])
			}
		}
	}
	for _, t := range run {
		if utf8.RuneCountInString(t.Text) > 1 {
			continue
		}
		if paired[t.Start] {
			b.add(t, b.w.CJKSingle)
		} else if n, fresh := b.add(t, 1); fresh {
			point(n, t.Start, t.End)
		}
	}
	for _, u := range units {
		if b.units[u].known = common[u] > 0; b.units[u].known {
			b.units[u].rare = b.idf(common[u]) / 2
		}
	}
	b.translateRun(run, units, common)
	work := spansOf(cjkWork, b.text, run[0].Start, run[len(run)-1].End)
	var topics [][2]int
	if b.asks(run[0].Start) {
		topics = spansOf(cjkTopics, b.text, run[0].Start, run[len(run)-1].End)
	}
	work = append(work, b.handled(run[0].Start, run[len(run)-1].End)...)
	holds := func(spans [][2]int, at int) bool {
		return slices.ContainsFunc(spans, func(s [2]int) bool { return s[0] <= at && at < s[1] })
	}
	for at, u := range units {
		share := 0.5
		switch {
		case holds(topics, at):
			share *= b.w.AskedNoun
		case holds(work, at):
			share *= b.w.AskWord
			b.units[u].aside = true
		}
		b.units[u].mass = b.mass(common[u]) * share
		b.units[u].idf = b.idf(common[u]) * share
		b.units[u].share = share
	}
}

// spansOf finds words in a part of a text.
func spansOf(words []string, text string, start, end int) (spans [][2]int) {
	end = min(end, len(text))
	for _, word := range words {
		for at := start; at < end; {
			n := strings.Index(text[at:end], word)
			if n < 0 {
				break
			}
			spans = append(spans, [2]int{at + n, at + n + len(word)})
			at += n + len(word)
		}
	}
	return spans
}

// characters returns the byte spans of the characters of a term.
func characters(text string, t projections.Term) (spans [][2]int) {
	if t.Start < 0 || t.End > len(text) {
		return nil
	}
	for i, r := range text[t.Start:t.End] {
		spans = append(spans, [2]int{t.Start + i, t.Start + i + utf8.RuneLen(r)})
	}
	return spans
}
