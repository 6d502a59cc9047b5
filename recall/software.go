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
	same bool // the same term in the other language
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
		if terms, english, translates := strings.Cut(line, " = "); translates {
			s.translate(strings.Split(terms, ", "), strings.Split(english, ", "))
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

// translate makes each term and each of its names in English another word for all others, and a translation across the languages.
func (s *software) translate(terms, english []string) {
	for _, side := range [...][2][]string{{terms, english}, {english, terms}} {
		for _, from := range side[0] {
			for _, to := range side[1] {
				s.add(from, related{word: to, same: true})
			}
			for _, to := range side[0] {
				s.add(from, related{word: to})
			}
		}
	}
}

// add adds another word once; that it is a translation says more than that it is a neighbour.
func (s *software) add(from string, to related) {
	if from == to.word {
		return
	}
	if n := slices.IndexFunc(s.words[from], func(r related) bool { return r.word == to.word }); n >= 0 {
		s.words[from][n].same = s.words[from][n].same || to.same
		return
	}
	s.words[from] = append(s.words[from], to)
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
