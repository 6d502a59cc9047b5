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

// software is the table: the lines that a word finds others by, and those words in Chinese, longest first: Chinese text has no spaces to find words by. A line is
// taken apart when a question asks for it, since few do.
type software struct {
	lines   map[string][]string
	chinese []string
}

var softwareTable = sync.OnceValue(func() *software { return readSoftware(softwareText) })

func readSoftware(text string) *software {
	s := &software{lines: make(map[string][]string, usualKeys)}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		keys, _, kind := strings.Cut(line, " < ")
		if !kind {
			keys = strings.TrimPrefix(line, "= ")
		}
		for key := range strings.SplitSeq(keys, ", ") {
			if term, name, both := strings.Cut(key, " = "); both {
				s.add(term, line)
				key = name
			}
			s.add(key, line)
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

// usualKeys is about how many words the table has.
const usualKeys = 1500

func (s *software) add(key, line string) {
	found := s.lines[key]
	if found == nil && !isASCII(key) {
		s.chinese = append(s.chinese, key)
	}
	s.lines[key] = append(found, line)
}

// exactly are the other words for a word as it is written.
func (s *software) exactly(word string) (out []related) {
	add := func(words string, r related) {
		for r.word = range strings.SplitSeq(words, ", ") {
			if r.word == word {
				continue
			}
			if n := slices.IndexFunc(out, func(o related) bool { return o.word == r.word }); n >= 0 {
				out[n].same = out[n].same || r.same // that it is a translation says more than that it is a neighbour
				continue
			}
			out = append(out, r)
		}
	}
	for _, line := range s.lines[word] {
		if group, same := strings.CutPrefix(line, "= "); same {
			add(group, related{})
		} else if terms, names, translates := strings.Cut(line, " = "); translates {
			chinese := !isASCII(word)
			add(names, related{same: chinese})
			add(terms, related{same: !chinese})
		} else {
			_, members, _ := strings.Cut(line, " < ")
			add(members, related{kind: true})
		}
	}
	return out
}

// of finds an English word or pair of words, in its base form or with a plain ending.
func (s *software) of(word string) []related {
	word = strings.ToLower(word)
	if found := s.exactly(word); found != nil {
		return found
	}
	for _, base := range baseForms(word) {
		if found := s.exactly(base); found != nil {
			return found
		}
	}
	return nil
}
