package drift

import (
	"bytes"
	"regexp"
	"strings"
)

// names finds which of many names a text declares, in one pass over it however many they are. It steps over the text as Wu and Manber
// describe: a pair of bytes says how far the next place lies at which any of the names can end its first `reach` bytes. Only lines that
// hold a name as a word are then held against the language's pattern.
type names struct {
	lang  *regexp.Regexp
	long  pairs // names of at least longName bytes: they let it step further
	short pairs
	tiny  []string // of one byte
}

// longName is the length, in bytes, from which names have a table of their own.
const longName = 6

// newNames takes the names of lost declarations in files of one language.
func newNames(lang *regexp.Regexp, symbols []string) *names {
	n := &names{lang: lang}
	var long, short []string
	for _, s := range symbols {
		switch word := lastWord(s); {
		case len(word) >= longName:
			long = append(long, word)
		case len(word) >= 2:
			short = append(short, word)
		case len(word) == 1:
			n.tiny = append(n.tiny, word)
		}
	}
	n.long, n.short = newPairs(long), newPairs(short)
	return n
}

// lastWord is what stands in a declaration's line: a method is declared without its type before it.
func lastWord(symbol string) string {
	if word := symbol[strings.LastIndexByte(symbol, '.')+1:]; word != "" {
		return word
	}
	return symbol
}

// declared calls yield with the name of each declaration in a line that holds one of the names, perhaps several times.
func (n *names) declared(b []byte, yield func(symbol string)) {
	if n.lang == nil {
		return
	}
	last := -1 // end of the line that was looked at
	at := func(i, j int) {
		if i < last || isWord(b[i]) && i > 0 && isWord(b[i-1]) || isWord(b[j-1]) && j < len(b) && isWord(b[j]) {
			return
		}
		from := bytes.LastIndexByte(b[:i], '\n') + 1
		to := len(b)
		if end := bytes.IndexByte(b[j:], '\n'); end >= 0 {
			to = j + end
		}
		last = to
		line := b[from:to]
		if to < len(b) {
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		if name := declares(n.lang, line); name != "" {
			yield(name)
		}
	}
	n.long.each(b, at)
	last = -1
	n.short.each(b, at)
	for _, word := range n.tiny {
		last = -1
		for i := 0; ; {
			k := bytes.Index(b[i:], []byte(word))
			if k < 0 {
				break
			}
			at(i+k, i+k+1)
			i += k + 1
		}
	}
}

// isWord reports a byte that the patterns take as a part of a name.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// pairs is the table of one set of words.
type pairs struct {
	reach int                 // bytes of each word that the table speaks of: the length of the shortest
	shift []uint8             // by a pair of bytes: how far to go on; 0 = a word's first bytes may end here
	words map[uint16][]string // by the pair that ends a word's first bytes
}

const mostReach = 255 // a step is one byte

func newPairs(words []string) pairs {
	if len(words) == 0 {
		return pairs{}
	}
	p := pairs{reach: mostReach, shift: make([]uint8, 1<<16), words: map[uint16][]string{}}
	for _, w := range words {
		p.reach = min(p.reach, len(w))
	}
	for i := range p.shift {
		p.shift[i] = uint8(p.reach - 1)
	}
	for _, w := range words {
		for end := 2; end <= p.reach; end++ {
			k := pair(w[end-2], w[end-1])
			p.shift[k] = min(p.shift[k], uint8(p.reach-end))
		}
		k := pair(w[p.reach-2], w[p.reach-1])
		p.words[k] = append(p.words[k], w)
	}
	return p
}

func pair(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }

// each calls yield with the start and end of every place at which one of the words stands.
func (p *pairs) each(b []byte, yield func(i, j int)) {
	if p.reach == 0 {
		return
	}
	for end := p.reach; end <= len(b); {
		k := pair(b[end-2], b[end-1])
		if step := int(p.shift[k]); step > 0 {
			end += step
			continue
		}
		from := end - p.reach
		for _, w := range p.words[k] {
			if len(b)-from >= len(w) && string(b[from:from+len(w)]) == w {
				yield(from, from+len(w))
			}
		}
		end++
	}
}
