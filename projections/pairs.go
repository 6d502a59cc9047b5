package projections

// pairMark begins the terms that stand for two neighbouring words. No word begins so: nothing that lists words meets them.
const pairMark = "\x01"

// pairLetters give a term of three letters 2^18 values. A store of 10,000 items holds more different pairs than that; each then shares its
// term with a few others, one of which a document of 200 words holds by chance once in 1,300 times. Terms of whole words would make the
// dictionary several times as large.
const pairLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"

// PairTerm is the term under which a document that holds both words side by side, in this order, is found by Postings and DocFreq. Words are
// terms as View.Words returns them; stop words between them do not count.
func PairTerm(first, second string) string {
	sum := uint32(2166136261) // FNV-1a; the written-out loop copies no string, and an index counts a pair for each word
	for n := range len(first) {
		sum = (sum ^ uint32(first[n])) * 16777619
	}
	sum *= 16777619 // of a zero byte between them
	for n := range len(second) {
		sum = (sum ^ uint32(second[n])) * 16777619
	}
	sum ^= sum >> 18 // all bits speak
	return pairMark + string([]byte{pairLetters[sum>>12&63], pairLetters[sum>>6&63], pairLetters[sum&63]})
}

// Pairs calls each with the pairs of neighbours among the words of a text. In CJK runs pairs of characters are terms already.
func Pairs(words []Term, each func(first, second Term)) {
	var last Term
	for _, w := range words {
		switch {
		case w.Ident:
			continue
		case w.CJK:
			last = Term{}
			continue
		case last.Text != "" && last.Text != w.Text:
			each(last, w)
		}
		last = w
	}
}
