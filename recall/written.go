package recall

import (
	"strings"
)

// The same name is written in several ways: get customer by id, get_customer_by_id and getCustomerById; a path from the root of the disk and from that of
// the project.

// maxJoined is how many words in a row may be one name.
const maxJoined = 5

// minJoined is the shortest name, in letters, that words are joined to: shorter ones are words by accident ("to day").
const minJoined = 6

// writtenOtherwise adds the names of the store that the question writes in another way. Each is the words that it was written with, and no other word for
// them.
func (b *builder) writtenOtherwise() {
	meant := b.meant()
	words := englishWord().FindAllStringIndex(meant, maxRelatedWords)
	for first := range words {
		joined := ""
		for last := first; last < min(first+maxJoined, len(words)); last++ {
			if last > first && strings.TrimLeft(meant[words[last-1][1]:words[last][0]], " _-") != "" {
				break
			}
			joined += strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(meant[words[last][0]:words[last][1]]))
			if last > first && len(joined) >= minJoined {
				b.addName(joined, b.unitsTouching(words[first][0], words[last][1]))
			}
		}
	}
	for n := range b.units {
		u := b.units[n]
		path := strings.ToLower(strings.ReplaceAll(b.text[u.start:u.end], `\`, "/"))
		for at := strings.IndexByte(path, '/'); at >= 0 && strings.Count(path, "/") > 0; at = strings.IndexByte(path, '/') {
			if path = path[at+1:]; strings.Contains(path, "/") {
				b.addName(path, []int{n})
			}
		}
	}
}

// addName adds a name for units, if the store has it.
func (b *builder) addName(name string, units []int) {
	if _, asked := b.byText[name]; asked || len(units) == 0 {
		return
	}
	if df := b.ix.DocFreq(name); df > 0 {
		b.others = append(b.others, other{units: units, weight: 1, share: 1, terms: []otherTerm{{text: name, df: df, ident: true}}})
	}
}

// unitsTouching are the units that lie in a part of the text at least with one end.
func (b *builder) unitsTouching(start, end int) (in []int) {
	for n, u := range b.units {
		if u.start < end && start < u.end {
			in = append(in, n)
		}
	}
	return in
}
