package secrets

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// rule is one provider's format.
type rule struct {
	id       string
	pattern  string   // RE2
	group    int      // the submatch that is the secret; 0 = the first one that took part, or all where there are none
	entropy  float64  // bits per byte that the secret must exceed
	keywords []string // lower case; one of them stands in every match
	assigned bool     // the pattern is: key name with the keyword, operator, value
	allow    []string // patterns of secrets that are none
	words    []string // words that make a secret none, lower case
}

// matcher is a rule ready to run, made when its keyword is first seen: compiling all of them would cost every start 20 ms.
type matcher struct {
	*rule
	once  sync.Once
	shape *shape
}

func (m *matcher) prepare() *shape {
	m.once.Do(func() { m.shape = newShape(*m.rule) })
	return m.shape
}

// shape is the compiled pattern and what its syntax tells before it is run.
type shape struct {
	re     *regexp.Regexp
	allow  []*regexp.Regexp
	lit    string // the match starts with these bytes; "" = unknown
	bound  bool   // and they stand at a word boundary
	least  int    // shortest match, bytes
	most   int    // longest match, or -1
	spaces bool   // white space may stand within a match
}

func newShape(r rule) *shape {
	tree, err := syntax.Parse(r.pattern, syntax.Perl)
	if err != nil {
		panic("secrets: rule " + r.id + ": " + err.Error()) // every pattern is a constant, and a test compiles them all
	}
	s := &shape{re: regexp.MustCompile(r.pattern), lit: literalPrefix(tree), spaces: strings.Contains(r.pattern, `\s*`) || strings.Contains(r.pattern, `[ \t]`)}
	s.bound = s.lit != "" && strings.HasPrefix(r.pattern, `\b`)
	s.least, s.most = lengths(tree)
	for _, a := range r.allow {
		s.allow = append(s.allow, regexp.MustCompile(a))
	}
	return s
}

// startsWith reports whether a match starts where this keyword does.
func (s *shape) startsWith(keyword string) bool {
	n := min(len(s.lit), len(keyword))
	return n > 0 && strings.EqualFold(s.lit[:n], keyword[:n])
}

// literalPrefix returns the case-sensitive bytes that every match starts with.
func literalPrefix(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return string(re.Rune)
		}
	case syntax.OpCapture:
		return literalPrefix(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if sub.Op != syntax.OpWordBoundary {
				return literalPrefix(sub)
			}
		}
	}
	return ""
}

// lengths returns the bytes of the shortest and the longest match; -1 means no limit. Rules are ASCII: a rune counts as one.
func lengths(re *syntax.Regexp) (least, most int) {
	add := func(a, b int) int {
		if a < 0 || b < 0 {
			return -1
		}
		return a + b
	}
	switch re.Op {
	case syntax.OpLiteral:
		return len(string(re.Rune)), len(string(re.Rune))
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		return lengths(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			l, m := lengths(sub)
			least, most = least+l, add(most, m)
		}
		return least, most
	case syntax.OpAlternate:
		least, most = lengths(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			l, m := lengths(sub)
			least = min(least, l)
			if most < 0 || m < 0 {
				most = -1
			} else {
				most = max(most, m)
			}
		}
		return least, most
	case syntax.OpQuest:
		_, most = lengths(re.Sub[0])
		return 0, most
	case syntax.OpStar:
		return 0, -1
	case syntax.OpPlus:
		least, _ = lengths(re.Sub[0])
		return least, -1
	case syntax.OpRepeat:
		l, m := lengths(re.Sub[0])
		if re.Max < 0 || m < 0 {
			return l * re.Min, -1
		}
		return l * re.Min, m * re.Max
	}
	return 0, 0
}
