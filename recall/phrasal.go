package recall

import (
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// A verb and its particle are one word of their own ("log in", "roll back"), which texts write as one as well (login, rollback). The analysis drops most
// particles, and what is left of "log in" is a log.

// particles are the words that make such a word of a verb.
var particles = map[string]string{
	"log": "in on out off", "sign": "in on out up off", "set": "up", "check": "out in", "roll": "back out", "back": "up", "shut": "down", "time": "out", "clean": "up", "start": "up",
	"look": "up", "opt": "in out", "fall": "back", "fail": "over", "spin": "up", "tear": "down", "break": "down", "build": "up", "cut": "over", "drop": "off", "hand": "off over",
	"hold": "up", "kick": "off", "lock": "out", "mark": "up", "mock": "up", "pick": "up", "plug": "in", "pop": "up", "read": "out", "run": "down", "slow": "down", "stand": "up", "take": "over",
	"trade": "off", "turn": "over", "warm": "up", "wrap": "up", "write": "off", "follow": "up", "make": "up", "work": "around",
}

// phrasal is such a word in a text.
type phrasal struct {
	start, end int    // bytes of the verb and the particle
	joined     string // written as one
}

var verbAndParticle = lazyregexp.New(`(?i)\b([a-z]{3,9})[ -](in|on|out|off|up|down|back|over|around)\b`)

// phrasals finds them in a text.
func phrasals(text string) (out []phrasal) {
	lower := strings.ToLower(text)
	if !slices.ContainsFunc([]string{" in", " on", " out", " off", " up", " down", " back", " over", " around", "-in", "-on", "-up", "-off", "-out"}, func(p string) bool { return strings.Contains(lower, p) }) {
		return nil
	}
	for _, m := range verbAndParticle().FindAllStringSubmatchIndex(text, -1) {
		word, particle := lower[m[2]:m[3]], lower[m[4]:m[5]]
		verb, plural := verbOf(word)
		if !strings.Contains(" "+particles[verb]+" ", " "+particle+" ") || (particle == "in" || particle == "on") && isThing(lower, m[0], m[1], plural) {
			continue
		}
		out = append(out, phrasal{m[0], m[1], verb + particle})
	}
	return out
}

// verbOf is the verb that a word is a form of, "" = none; plural says that it may be the plural of a noun.
func verbOf(word string) (verb string, plural bool) {
	if particles[word] != "" {
		return word, false
	}
	for _, base := range baseForms(word) {
		if particles[base] != "" {
			return base, strings.HasSuffix(word, "s")
		}
		if n := len(base); n > 3 && base[n-1] == base[n-2] && particles[base[:n-1]] != "" { // logged, setting
			return base[:n-1], false
		}
	}
	return "", false
}

// isThing reports that the word before "in" or "on" is a noun: something owns or counts it, or it is a plural and what follows is where it is.
func isThing(text string, start, end int, plural bool) bool {
	before := strings.Fields(text[:start])
	if len(before) > 0 {
		switch before[len(before)-1] {
		case "the", "a", "an", "our", "your", "my", "their", "its", "this", "that", "these", "those", "each", "every", "any", "all", "no", "of", "from", "in", "into", "which", "what", "are":
			return true
		}
	}
	after := strings.Fields(text[end:])
	if !plural || len(after) == 0 || strings.HasPrefix(text[end:], "?") {
		return false
	}
	switch after[0] {
	case "to", "with", "as", "from", "via", "through", "by", "at", "for", "and", "or", "again", "first", "when", "after", "before", "but", "using", "automatically":
		return false
	}
	return true
}

// joinPhrasals looks up verbs with their particles as the words that they are: written as one, and what else says that. Where the store writes it
// so, or where the verb alone is another word of the trade (a log), the verb alone is worth half.
func (b *builder) joinPhrasals() {
	b.phrasals = phrasals(b.meant())
	for _, p := range b.phrasals {
		in := b.unitsIn(p.start, p.start+1)
		if len(in) == 0 || b.units[in[0]].end > p.end {
			continue
		}
		n := in[0]
		written := b.addOther(p.joined, []int{n}, 1, 1)
		found := written
		for _, r := range softwareTable().of(p.joined) {
			found = max(found, b.addWhole(r.word, []int{n}, b.w.Related, b.w.RelatedCover))
		}
		if found == 0 || written == 0 && softwareTable().of(b.text[b.units[n].start:b.units[n].end]) == nil {
			continue
		}
		for t := range b.terms {
			for c := range b.terms[t].covers {
				if cover := &b.terms[t].covers[c]; cover.unit == n {
					cover.share *= b.w.Verb
					b.terms[t].weight = min(b.terms[t].weight, b.w.Verb)
				}
			}
		}
		u := &b.units[n]
		u.mass, u.idf, u.rare, u.known = u.share*b.mass(found), u.share*b.idf(found), b.idf(found), true
	}
}

// phrasalAt is the verb with its particle that begins at a place of the text.
func (b *builder) phrasalAt(start int) (phrasal, bool) {
	for _, p := range b.phrasals {
		if p.start == start {
			return p, true
		}
	}
	return phrasal{}, false
}
