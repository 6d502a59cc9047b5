package firewall

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// pattern is a slow regular expression behind the cheap signs that it implies. The signs are read from the expression itself, so no text
// that it matches can lack them. It is compiled when a text first shows the signs: most processes compile none.
type pattern struct {
	expression string
	sign       packed
	compiled   func() *regexp.Regexp
}

func newPattern(expression string) *pattern {
	s, there := tabled(expression)
	if !there {
		s = signOf(expression).pack()
	}
	return &pattern{expression, s, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

// find returns where the first match begins and ends, nil for none.
func (p *pattern) find(text string) []int {
	return p.findIn(search(text))
}

func (p *pattern) findIn(s *searched) []int {
	if !p.sign.in(s) {
		return nil
	}
	return p.compiled().FindStringIndex(s.text)
}

// allIn returns the first matches, eight at most.
func (p *pattern) allIn(s *searched) [][]int {
	if !p.sign.in(s) {
		return nil
	}
	return p.compiled().FindAllStringIndex(s.text, 8)
}

// searched is a text with a filter of its runs of three bytes, which tells at once of most words that they do not stand in it.
type searched struct {
	text string
	runs [1 << 8]uint64 // 2 KiB: a note of some thousand bytes fills a few percent
}

func search(text string) *searched {
	s := &searched{text: text}
	for i := 0; i+3 <= len(text); i++ {
		h := runHash(text[i], text[i+1], text[i+2])
		s.runs[h>>6] |= 1 << (h & 63)
	}
	return s
}

// runHash spreads three bytes over the 14 bits of a searched text's filter.
func runHash(a, b, c byte) uint32 {
	return (uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 2654435761 >> 18
}

func (s *searched) holds(word string) bool {
	for i := 0; i+3 <= len(word); i++ {
		if h := runHash(word[i], word[i+1], word[i+2]); s.runs[h>>6]&(1<<(h&63)) == 0 {
			return false
		}
	}
	return strings.Contains(s.text, word)
}

// sign is what a text must hold to match: each of the choices. None = any text may match.
type sign []choice

// choice holds when one of the words stands in the text, or one of the signs holds.
type choice struct {
	words []string
	signs []sign
}

// mostSpelled bounds the texts that a part of an expression is spelled out into; beyond it, its own parts are looked at one by one. It
// decides speed alone, and 12, 24 and 48 cost the same within noise.
const mostSpelled = 24

// signOf reads the signs of an expression; one that does not parse has none, and fails where it is compiled.
func signOf(expression string) sign {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	return readSign(re)
}

// read returns all texts that an expression matches, where they are few, or else what each of them holds.
func read(re *syntax.Regexp) (spelled []string, s sign) {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return nil, nil
		}
		return []string{string(re.Rune)}, nil
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}, nil
	case syntax.OpCharClass:
		return runes(re.Rune), nil
	case syntax.OpCapture:
		return read(re.Sub[0])
	case syntax.OpQuest:
		if spelled, _ = read(re.Sub[0]); spelled != nil {
			return append([]string{""}, spelled...), nil
		}
	case syntax.OpPlus:
		return nil, readSign(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return nil, readSign(re.Sub[0])
		}
	case syntax.OpConcat:
		return readAll(re.Sub)
	case syntax.OpAlternate:
		return readAny(re.Sub)
	}
	return nil, nil
}

func readSign(re *syntax.Regexp) sign {
	spelled, s := read(re)
	if spelled != nil {
		return oneOf(spelled)
	}
	return s
}

// runes spells out a small class of characters.
func runes(pairs []rune) (out []string) {
	for i := 0; i < len(pairs); i += 2 {
		if int(pairs[i+1]-pairs[i])+len(out) >= 4 {
			return nil
		}
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			out = append(out, string(r))
		}
	}
	return out
}

// readAll joins parts that follow each other: neighbours that are spelled out become longer words.
func readAll(parts []*syntax.Regexp) (spelled []string, s sign) {
	run, whole := []string{""}, true
	for _, part := range parts {
		words, own := read(part)
		if words != nil && len(run)*len(words) <= mostSpelled {
			run = joined(run, words)
			continue
		}
		whole = false
		s, run = append(append(s, oneOf(run)...), own...), []string{""}
		if words != nil {
			run = words
		}
	}
	if whole {
		return run, nil
	}
	s = append(s, oneOf(run)...)
	slices.SortStableFunc(s, func(a, b choice) int { return a.size() - b.size() }) // few words are both quick to look for and rare
	return nil, s
}

// size counts the words that a choice looks for.
func (c choice) size() int {
	n := len(c.words)
	for _, s := range c.signs {
		for _, part := range s {
			n += part.size()
		}
	}
	return n
}

// readAny reads alternatives; one of them without a sign leaves all without.
func readAny(parts []*syntax.Regexp) (spelled []string, s sign) {
	var c choice
	whole := true
	for _, part := range parts {
		words, own := read(part)
		spelled = append(spelled, words...)
		if words == nil {
			whole = false
		} else {
			own = oneOf(words)
		}
		switch {
		case len(own) == 1:
			c.words, c.signs = append(c.words, own[0].words...), append(c.signs, own[0].signs...)
		default:
			c.signs = append(c.signs, own)
		}
	}
	if whole && len(spelled) <= mostSpelled {
		return spelled, nil
	}
	if slices.ContainsFunc(c.signs, func(s sign) bool { return len(s) == 0 }) {
		return nil, nil
	}
	c.words = shortest(c.words)
	return nil, sign{c}
}

func joined(first, then []string) []string {
	out := make([]string, 0, len(first)*len(then))
	for _, a := range first {
		for _, b := range then {
			out = append(out, a+b)
		}
	}
	return out
}

// oneOf is the sign of a list of words: none where one of them is an empty text, a space or a letter, which stand in every text.
func oneOf(words []string) sign {
	for _, w := range words {
		if w == "" || len(w) == 1 && (w == " " || w == "\n" || w[0] >= 'a' && w[0] <= 'z') {
			return nil
		}
	}
	return sign{{words: shortest(words)}}
}

// shortest drops words in which another one stands.
func shortest(words []string) (out []string) {
	for i, w := range words {
		if !slices.ContainsFunc(words, func(o string) bool { return o != w && strings.Contains(w, o) }) && !slices.Contains(words[:i], w) {
			out = append(out, w)
		}
	}
	return out
}
