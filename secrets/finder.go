package secrets

import (
	"cmp"
	"slices"
)

// finder finds all keywords of a set in one pass, ASCII case folded. Most places of a text are passed over by two bits, those of the two and
// of the four bytes there; where one is set, the few keywords that begin so are compared. An automaton needs no comparison, but its table of
// all transitions takes longer to build than a hook takes to start, and a hook scans a few hundred bytes.
type finder struct {
	keywords []string
	class    [256]uint8 // byte -> what stands for it in a gram; 0 for bytes that no keyword has
	pairs    [1 << (2 * classBits) / 64]uint64
	fours    [1 << fourBits / 64]uint64 // by hash
	slots    [1 << slotBits]slot
	order    []uint16 // keywords, those of one gram side by side
	lengths  [gramLen + 1]bool
}

// slot is the keywords order[from:to] that begin with one gram. One with to 0 is free.
type slot struct {
	gram     uint32
	from, to uint16
}

const (
	classBits = 7
	gramLen   = 4  // most bytes of a gram
	fourBits  = 16 // some 4,000 of 65,536 are set for all rules
	slotBits  = 12 // some 900 of 4,096 are used for all rules
	lengthBit = gramLen * classBits
)

// newFinder makes the finder of keywords in lower case; keyword k is reported by its index.
func newFinder(keywords []string) *finder {
	f := &finder{keywords: keywords, order: make([]uint16, len(keywords))}
	f.classify()
	for k, word := range keywords {
		f.order[k] = uint16(k)
		f.lengths[min(len(word), gramLen)] = true
	}
	slices.SortStableFunc(f.order, func(a, b uint16) int { return cmp.Compare(f.gramOf(keywords[a]), f.gramOf(keywords[b])) })
	for from := 0; from < len(f.order); {
		gram, to := f.gramOf(keywords[f.order[from]]), from+1
		for to < len(f.order) && f.gramOf(keywords[f.order[to]]) == gram {
			to++
		}
		f.mark(gram)
		*f.slot(gram) = slot{gram, uint16(from), uint16(to)}
		from = to
	}
	return f
}

// classify numbers the bytes of the keywords from 1.
func (f *finder) classify() {
	last := uint8(0)
	for _, word := range f.keywords {
		for i := range len(word) {
			if f.class[word[i]] == 0 {
				last++
				f.class[word[i]] = last
			}
		}
	}
	if last >= 1<<classBits || len(f.keywords) > len(f.slots)/2 {
		panic("more keywords than a finder holds") // a table of rules that nobody has tested
	}
	for c := byte('a'); c <= 'z'; c++ {
		f.class[c-'a'+'A'] = f.class[c]
	}
}

// gramOf is the classes of a word's first bytes, the first lowest, with their number above them.
func (f *finder) gramOf(word string) uint32 {
	n := min(len(word), gramLen)
	gram := uint32(n) << lengthBit
	for i := range n {
		gram |= uint32(f.class[word[i]]) << (i * classBits)
	}
	return gram
}

// first cuts a gram of four bytes to its first n.
func first(gram uint32, n int) uint32 { return gram&(1<<(n*classBits)-1) | uint32(n)<<lengthBit }

// mark sets the bits of all that may stand where the gram does.
func (f *finder) mark(gram uint32) {
	n, bytes := gram>>lengthBit, gram&(1<<lengthBit-1)
	switch n {
	case 1:
		for second := range uint32(1 << classBits) {
			set(f.pairs[:], bytes|second<<classBits)
		}
	case 2:
		set(f.pairs[:], bytes)
	case 3:
		for fourth := range uint32(1 << classBits) {
			set(f.fours[:], hash(bytes|fourth<<(3*classBits), fourBits))
		}
	default:
		set(f.fours[:], hash(bytes, fourBits))
	}
}

func set(bits []uint64, n uint32) { bits[n/64] |= 1 << (n % 64) }

func hash(gram uint32, bits int) uint32 { return gram * 0x9E3779B1 >> (32 - bits) } // Knuth's multiplier: 2^32 by the golden ratio

// slot is where a gram's keywords are noted, or the free place for them.
func (f *finder) slot(gram uint32) *slot {
	for at := hash(gram, slotBits); ; at = (at + 1) % uint32(len(f.slots)) {
		if s := &f.slots[at]; s.to == 0 || s.gram == gram {
			return s
		}
	}
}

// hit is a keyword and the offset behind it.
type hit struct {
	keyword int32
	end     int
}

// each calls report with every keyword in text and the offset behind it: ordered by that offset, then the longest first.
func (f *finder) each(text string, report func(keyword int32, end int)) {
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
		if f.pairs[pair/64]>>(pair%64)&1 == 0 && f.fours[four/64]>>(four%64)&1 == 0 {
			continue
		}
		if len(waiting) > 0 {
			waiting = tell(waiting, i, report)
		}
		waiting = f.begin(waiting, text, i, gram)
	}
	tell(waiting, len(text), report)
}

// begin adds the keywords that begin at text[i:].
func (f *finder) begin(waiting []hit, text string, i int, gram uint32) []hit {
	for n := 1; n <= gramLen; n++ {
		if !f.lengths[n] {
			continue
		}
		s := f.slot(first(gram, n))
		for _, k := range f.order[s.from:s.to] {
			if word := f.keywords[k]; f.stands(text[i:], word) {
				at := len(waiting)
				for at > 0 && waiting[at-1].end > i+len(word) {
					at--
				}
				waiting = slices.Insert(waiting, at, hit{int32(k), i + len(word)})
			}
		}
	}
	return waiting
}

// stands reports whether text begins with the word. Bytes have the same class when they are the same but for the case.
func (f *finder) stands(text, word string) bool {
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
func tell(waiting []hit, end int, report func(keyword int32, end int)) []hit {
	n := 0
	for n < len(waiting) && waiting[n].end <= end {
		report(waiting[n].keyword, waiting[n].end)
		n++
	}
	return slices.Delete(waiting, 0, n)
}
