package recall

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// softwareText is the table of other words for those of software work; its head says how a line reads.
//
//go:embed software.txt
var softwareText string

// related is another word for one of a question.
type related struct {
	word string
	kind bool // a member of the kind that was asked for, and no synonym
}

// software is the table by its keys, and the keys in Chinese, longest first: Chinese text has no spaces to find words by.
type software struct {
	words   map[string][]related
	chinese []string
}

var softwareTable = sync.OnceValue(func() *software { return readSoftware(softwareText) })

func readSoftware(text string) *software {
	s := &software{words: map[string][]related{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if group, same := strings.CutPrefix(line, "= "); same {
			words := strings.Split(group, ", ")
			for _, from := range words {
				for _, to := range words {
					s.add(from, related{word: to})
				}
			}
			continue
		}
		kinds, members, _ := strings.Cut(line, " < ")
		for kind := range strings.SplitSeq(kinds, ", ") {
			for member := range strings.SplitSeq(members, ", ") {
				s.add(kind, related{word: member, kind: true})
			}
		}
	}
	for word := range s.words {
		if !isASCII(word) {
			s.chinese = append(s.chinese, word)
		}
	}
	slices.SortFunc(s.chinese, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return s
}

func (s *software) add(from string, to related) {
	if from != to.word && !slices.ContainsFunc(s.words[from], func(r related) bool { return r.word == to.word }) {
		s.words[from] = append(s.words[from], to)
	}
}

// of finds an English word or pair of words, in its base form or with a plain ending.
func (s *software) of(word string) []related {
	word = strings.ToLower(word)
	if found := s.words[word]; found != nil {
		return found
	}
	for _, base := range baseForms(word) {
		if found := s.words[base]; found != nil {
			return found
		}
	}
	return nil
}
