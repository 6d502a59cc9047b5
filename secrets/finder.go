package secrets

import (
	"encoding/binary"
	"slices"
)

// finder finds all keywords of a set in one pass, ASCII case folded. Most places of a text are passed over by two bits, those of the two and
// of the four bytes there; where one is set, the few keywords that begin so are compared. All of it is read in place from a table (keywordtable.go).
type finder struct {
	class   *[256]uint8 // byte -> what stands for it in a gram; 0 for bytes that no keyword has
	pairs   *[1 << (2 * classBits) / 8]uint8
	fours   *[1 << fourBits / 8]uint8 // by hash
	slots   []byte                    // of slotBytes, by hash: where the keywords that begin with one gram stand
	lengths uint8                     // bit n: keywords are of grams of n bytes
	words   []byte                    // of wordBytes; those of one gram side by side
	rules   []byte                    // numbers of rules, of ruleBytes
	text    []byte                    // of all keywords
}

const (
	classBits = 7
	gramLen   = 4  // most bytes of a gram
	fourBits  = 16 // some 4,000 of 65,536 are set for all rules
	slotBits  = 12 // some 900 of 4,096 are used for all rules
	lengthBit = gramLen * classBits

	slotBytes = 8  // gram, 4; number of its first keyword and of the one behind its last, 2 each. A last of 0: free
	wordBytes = 12 // offset of its text, 4; bytes of it, 1; way, 1; nth, 2; offset and number of its rules, 2 each
	ruleBytes = 2
)

// keyword is one keyword and what it calls for.
type keyword struct {
	text  []byte
	way   way
	nth   int    // of those that are read in one way
	rules []byte // of ruleBytes each
}

func (f *finder) word(k int) keyword {
	b := f.words[k*wordBytes:][:wordBytes]
	num := binary.LittleEndian.Uint16
	at, from := binary.LittleEndian.Uint32(b), int(num(b[8:]))*ruleBytes
	return keyword{f.text[at:][:b[4]], way(b[5]), int(num(b[6:])), f.rules[from:][:int(num(b[10:]))*ruleBytes]}
}

// spelled is the text of a keyword alone.
func (f *finder) spelled(k int) []byte {
	b := f.words[k*wordBytes:][:wordBytes]
	return f.text[binary.LittleEndian.Uint32(b):][:b[4]]
}

// of are the numbers of the keywords that begin with a gram.
func (f *finder) of(gram uint32) (from, to int) {
	for at := hash(gram, slotBits); ; at = (at + 1) % (1 << slotBits) {
		s := f.slots[at*slotBytes:][:slotBytes]
		from, to := binary.LittleEndian.Uint16(s[4:]), binary.LittleEndian.Uint16(s[6:])
		if to == 0 || binary.LittleEndian.Uint32(s) == gram {
			return int(from), int(to)
		}
	}
}

// gramOf is the classes of a word's first bytes, the first lowest, with their number above them.
func gramOf(class *[256]uint8, word string) uint32 {
	n := min(len(word), gramLen)
	gram := uint32(n) << lengthBit
	for i := range n {
		gram |= uint32(class[word[i]]) << (i * classBits)
	}
	return gram
}

// first cuts a gram of four bytes to its first n.
func first(gram uint32, n int) uint32 { return gram&(1<<(n*classBits)-1) | uint32(n)<<lengthBit }

func hash(gram uint32, bits int) uint32 { return gram * 0x9E3779B1 >> (32 - bits) } // Knuth's multiplier: 2^32 by the golden ratio

// hit is a keyword and the offset behind it.
type hit struct {
	keyword int
	end     int
}

// each calls report with every keyword in text and the offset behind it: ordered by that offset, then the longest first.
func (f *finder) each(text string, report func(keyword, end int)) {
	var waiting []hit // begun before, ordered; what ends later must not be told first
	gram := uint32(0)
	for i := range min(gramLen-1, len(text)) {
		gram |= uint32(f.class[text[i]]) << (classBits * (i + 1))
	}
	for i := range len(text) {
		gram >>= classBits
		if i+gramLen <= len(text) {
			gram |= uint32(f.class[text[i+gramLen-1]]) << (classBits * (gramLen - 1))
		}
		pair, four := gram&(1<<(2*classBits)-1), hash(gram, fourBits)
		short, long := f.pairs[pair/8]>>(pair%8)&1 != 0, f.fours[four/8]>>(four%8)&1 != 0
		if !short && !long {
			continue
		}
		if len(waiting) > 0 {
			waiting = tell(waiting, i, report)
		}
		from, to := 1, gramLen
		if !short {
			from = 3
		}
		if !long {
			to = 2
		}
		waiting = f.begin(waiting, text, i, gram, from, to)
	}
	tell(waiting, len(text), report)
}

// begin adds the keywords that begin at text[i:] and have grams of these lengths: the first bit tells of one and two bytes, the second of three
// and four.
func (f *finder) begin(waiting []hit, text string, i int, gram uint32, from, to int) []hit {
	for n := from; n <= to; n++ {
		if f.lengths>>n&1 == 0 {
			continue
		}
		for k, behind := f.of(first(gram, n)); k < behind; k++ {
			if word := f.spelled(k); f.stands(text[i:], word) {
				at := len(waiting)
				for at > 0 && waiting[at-1].end > i+len(word) {
					at--
				}
				waiting = slices.Insert(waiting, at, hit{k, i + len(word)})
			}
		}
	}
	return waiting
}

// stands reports whether text begins with the word. Bytes have the same class when they are the same but for the case.
func (f *finder) stands(text string, word []byte) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		if f.class[text[i]] != f.class[word[i]] {
			return false
		}
	}
	return true
}

// tell reports the hits that end up to an offset and returns the others.
func tell(waiting []hit, end int, report func(keyword, end int)) []hit {
	n := 0
	for n < len(waiting) && waiting[n].end <= end {
		report(waiting[n].keyword, waiting[n].end)
		n++
	}
	return slices.Delete(waiting, 0, n)
}
