package writeservice

import (
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// A person who names two hosts says something else of each: "Push backups to git.acme.example. Not to evil.example." So a target counts where the
// sentence that names it, or one that goes on about it, also says what the item says of it.

// goesOnAbout finds the words by which a sentence goes on about the one before.
var goesOnAbout = lazyregexp.New(`(?i)\b(?:it|its|they|them|their|there|this|these)\b|它|其|那里|这里|该`)

// passages are the sentences of what a person said, each with the next where that goes on about it.
func passages(spoken []string) (out []string) {
	var all []string
	for _, part := range spoken {
		for _, sentence := range ofSentences().Split(part, -1) {
			if strings.TrimSpace(sentence) != "" {
				all = append(all, plainTarget(sentence))
			}
		}
	}
	for i, sentence := range all {
		out = append(out, sentence)
		if i+1 < len(all) && goesOnAbout().MatchString(all[i+1]) {
			out = append(out, sentence+" . "+all[i+1])
		}
	}
	return out
}

// displacedTarget is the first target of an item that a person named while he said something else, "" where there is none. title stands for what a
// sentence says that is a target alone.
func displacedTarget(title, text string, said []string) string {
	for _, sentence := range ofSentences().Split(text, -1) {
		sentence = plainTarget(sentence)
		for _, token := range targetsIn(sentence) {
			says := words(strings.ReplaceAll(sentence, token, " "))
			if len(says) == 0 {
				says = words(strings.ReplaceAll(plainTarget(title), token, " "))
			}
			named, borne := false, len(says) == 0
			for _, p := range said {
				if !stands(token, p) {
					continue
				}
				named = true
				borne = borne || shareOf(says, p) >= backedShare
			}
			if named && !borne {
				return token
			}
		}
	}
	return ""
}

// shareOf is the part of some words that stands in a text.
func shareOf(list []string, text string) float64 {
	in := map[string]bool{}
	for _, w := range words(text) {
		in[w] = true
	}
	there := 0
	for _, w := range list {
		if in[w] {
			there++
		}
	}
	return float64(there) / float64(len(list))
}

// targetsIn are the targets of a plain text that are one word each.
func targetsIn(text string) (out []string) {
	for _, token := range strings.FieldsFunc(text, betweenTargets) {
		token = strings.TrimRight(token, ".:!?…")
		if !strings.Contains(token, "://") {
			token = ofPort().ReplaceAllString(token, "$1") // which is a figure
		}
		if isTarget(token) {
			out = append(out, token)
		}
	}
	return out
}
