package secrets

import (
	"cmp"
	_ "embed" // the table
	"encoding/binary"
	"slices"
)

// keywordTable is what makeTable makes of allCalls, so that a process that scans one short text builds nothing: sorting and marking some
// 1,500 keywords takes longer than a hook takes to start. A test compares it, and writes it with UPDATE=1.
//
//go:embed keywords.bin
var keywordTable []byte

// readFinder is the finder of a table. Its parts stand in the order of finder's fields; the number of words and of rules, 2 bytes each, before the words.
func readFinder(table []byte) *finder {
	f := &finder{}
	cut := func(n int) []byte {
		part := table[:n:n]
		table = table[n:]
		return part
	}
	f.class = (*[len(f.class)]uint8)(cut(len(f.class)))
	f.pairs = (*[len(f.pairs)]uint8)(cut(len(f.pairs)))
	f.fours = (*[len(f.fours)]uint8)(cut(len(f.fours)))
	f.slots = cut(slotBytes << slotBits)
	f.lengths = cut(1)[0]
	words, rules := binary.LittleEndian.Uint16(cut(2)), binary.LittleEndian.Uint16(cut(2))
	f.words, f.rules, f.text = cut(int(words)*wordBytes), cut(int(rules)*ruleBytes), table
	return f
}

// makeTable is the table of calls: words by their grams, rules in the order of the calls; of several ways to read one word the last counts.
func makeTable(calls []call) []byte {
	class := classify(calls)
	order := slices.Clone(calls)
	slices.SortStableFunc(order, func(a, b call) int {
		return cmp.Or(cmp.Compare(gramOf(class, a.word), gramOf(class, b.word)), cmp.Compare(a.word, b.word))
	})
	t := &tableMaker{}
	for i := 0; i < len(order); {
		to := i + 1
		for to < len(order) && order[to].word == order[i].word {
			to++
		}
		t.add(gramOf(class, order[i].word), order[i:to])
		i = to
	}
	if t.count > len(t.slots)/slotBytes/2 {
		panic("more keywords than a finder holds") // a table of rules that nobody has tested
	}
	out := slices.Concat(class[:], t.pairs[:], t.fours[:], t.slots[:], []byte{t.lengths})
	out = binary.LittleEndian.AppendUint16(out, uint16(t.count))
	out = binary.LittleEndian.AppendUint16(out, uint16(len(t.rules)/ruleBytes))
	return slices.Concat(out, t.words, t.rules, t.text)
}

// classify numbers the bytes of the keywords from 1, in the order of the bytes.
func classify(calls []call) *[256]uint8 {
	var class [256]uint8
	for _, c := range calls {
		for i := range len(c.word) {
			class[c.word[i]] = 1
		}
	}
	last := uint8(0)
	for b := range class {
		if class[b] != 0 {
			last++
			class[b] = last
		}
	}
	if last >= 1<<classBits {
		panic("more bytes than a finder tells apart") // as above
	}
	for c := byte('a'); c <= 'z'; c++ {
		class[c-'a'+'A'] = class[c]
	}
	return &class
}

// tableMaker is a table under way.
type tableMaker struct {
	pairs              [1 << (2 * classBits) / 8]uint8
	fours              [1 << fourBits / 8]uint8
	slots              [slotBytes << slotBits]byte
	lengths            uint8
	count              int // of words
	words, rules, text []byte
}

// add adds a word with all its calls. Words of one gram come one after the other.
func (t *tableMaker) add(gram uint32, calls []call) {
	t.mark(gram)
	s := t.slot(gram)
	if binary.LittleEndian.Uint16(s[6:]) == 0 {
		binary.LittleEndian.PutUint32(s, gram)
		binary.LittleEndian.PutUint16(s[4:], uint16(t.count))
	}
	t.count++
	binary.LittleEndian.PutUint16(s[6:], uint16(t.count))

	firstRule, reading := len(t.rules)/ruleBytes, call{}
	for _, c := range calls {
		if c.way != byRules {
			reading = c
			continue
		}
		t.rules = binary.LittleEndian.AppendUint16(t.rules, uint16(c.rule))
	}
	word := calls[0].word
	if word == "" || len(word) > 255 {
		panic("a keyword of 1 to 255 bytes is wanted") // as above
	}
	t.words = binary.LittleEndian.AppendUint32(t.words, uint32(len(t.text)))
	t.words = append(t.words, uint8(len(word)), uint8(reading.way))
	for _, n := range []int{reading.nth, firstRule, len(t.rules)/ruleBytes - firstRule} {
		t.words = binary.LittleEndian.AppendUint16(t.words, uint16(n))
	}
	t.text = append(t.text, word...)
}

// mark sets the bits of all that may stand where the gram does.
func (t *tableMaker) mark(gram uint32) {
	n, bytes := gram>>lengthBit, gram&(1<<lengthBit-1)
	t.lengths |= 1 << n
	switch n {
	case 1:
		for second := range uint32(1 << classBits) {
			set(t.pairs[:], bytes|second<<classBits)
		}
	case 2:
		set(t.pairs[:], bytes)
	case 3:
		for fourth := range uint32(1 << classBits) {
			set(t.fours[:], hash(bytes|fourth<<(3*classBits), fourBits))
		}
	default:
		set(t.fours[:], hash(bytes, fourBits))
	}
}

func set(bits []uint8, n uint32) { bits[n/8] |= 1 << (n % 8) }

// slot is where a gram's words are noted, or the free place for them.
func (t *tableMaker) slot(gram uint32) []byte {
	for at := hash(gram, slotBits); ; at = (at + 1) % (1 << slotBits) {
		s := t.slots[at*slotBytes:][:slotBytes]
		if binary.LittleEndian.Uint16(s[6:]) == 0 || binary.LittleEndian.Uint32(s) == gram {
			return s
		}
	}
}
