package writeservice

import (
	"slices"
	"strings"
	"unicode"
)

// "Port 5000 is taken by billing. The gateway is fine." has all the words of "The gateway takes port 5000", and nobody said it. A clause of an item that
// takes its words from several sentences is borne out only where none of these speaks of something else.

// scattered reports a clause of an item whose words stand in several sentences, one of which says its part of what the item does not name.
func scattered(text string, said []string) bool {
	var sentences []string
	for _, s := range said {
		sentences = append(sentences, Sentences(s)...)
	}
	mine := setOf(words(text))
	foreign := func(sentence string) bool {
		for _, p := range piecesOf(sentence) {
			if slices.ContainsFunc(thingsIn(p.text), func(thing string) bool {
				return !slices.ContainsFunc(words(thing), func(w string) bool { return mine[w] })
			}) {
				return true
			}
		}
		return false
	}
	for _, c := range piecesOf(text) {
		in := map[string][]int{} // in which sentences each word of the clause was said
		for i, s := range sentences {
			there := words(s)
			for _, w := range words(c.text) {
				if slices.Contains(there, w) && !slices.Contains(in[w], i) {
					in[w] = append(in[w], i)
				}
			}
		}
		if slices.ContainsFunc(sentences, func(s string) bool { return len(outside(words(c.text), words(s), saidIn(in))) == 0 }) {
			continue // one sentence has it all
		}
		for i, s := range sentences {
			var alone []string
			value := false // is said elsewhere
			for w, at := range in {
				if len(at) == 1 && at[0] == i {
					alone = append(alone, w)
				}
				value = value || strings.ContainsFunc(w, unicode.IsDigit) && !slices.Contains(at, i)
			}
			if len(alone) > 0 && !points(s) && foreign(s) && !(value && subjectHas(s, alone)) {
				return true
			}
		}
	}
	return false
}

// subjectHas reports that the first thing that a sentence names has some words: "The orders service moved to Berlin. Port is 7070."
func subjectHas(sentence string, list []string) bool {
	for _, p := range piecesOf(sentence) {
		if things := thingsIn(p.text); len(things) > 0 {
			return len(outside(list, words(things[0]), setOf(list))) == 0
		}
	}
	return false
}

func saidIn(in map[string][]int) map[string]bool {
	set := map[string]bool{}
	for w := range in {
		set[w] = true
	}
	return set
}
