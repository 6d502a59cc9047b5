package secrets

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// engine is the keyword finder with the rules that its keywords call for. It is immutable once built and safe for concurrent use.
type engine struct {
	words    *finder
	matchers []matcher // of all rules, by number
}

// shared is made at the first scan. It costs some microseconds: what takes time to build is read in place (keywordtable.go).
var shared = sync.OnceValue(func() *engine { return newEngine(keywordTable) })

func newEngine(table []byte) *engine {
	tables := allRules()
	n := 0
	for _, rules := range tables {
		n += len(rules)
	}
	e := &engine{words: readFinder(table), matchers: make([]matcher, 0, n)}
	for _, rules := range tables {
		for i := range rules {
			e.matchers = append(e.matchers, matcher{rule: &rules[i]})
		}
	}
	return e
}

// allRules are the tables of rules in the order of their numbers.
func allRules() [3][]rule { return [...][]rule{gitleaksRules[:], ownRules[:], moreRules[:]} }

// scanner is one pass over one text.
type scanner struct {
	text    string
	found   []span
	until   int // no keyword before this offset counts: it stands in a marker or a PEM key
	tried   map[*matcher]*progress
	bare    struct{ start, end int } // the last unquoted value read
	wrapped int                      // line ends before this offset are settled
}

// progress keeps one rule from reading the same bytes again and again: a text of nothing but keywords must not cost the
// square of its length.
type progress struct {
	next   int // hits before this offset are settled
	runEnd int // end of the token that the last hits stood in
	fails  int // hits in that token without a match
}

// maxFails is how many hits within one unbroken token a rule may look at in vain. Base64 is full of short prefixes by chance.
const maxFails = 4

func (e *engine) scan(text string) []span {
	s := scanner{text: text}
	e.words.each(text, func(k int, end int) {
		w := e.words.word(k)
		start := end - len(w.text)
		if start < s.until {
			return
		}
		for ; len(w.rules) > 0; w.rules = w.rules[ruleBytes:] {
			s.match(&e.matchers[binary.LittleEndian.Uint16(w.rules)], start, end)
		}
		s.read(w.way, w.nth, start, end)
	})
	s.breaks()
	if len(s.found) == 0 {
		return nil
	}
	return merge(text, s.found)
}

// marked passes over a marker of an earlier redaction.
func (s *scanner) marked(start, end int) {
	if strings.HasPrefix(s.text[start:], markerOpen) {
		if n := strings.IndexByte(s.text[end:min(len(s.text), end+80)], ']'); n >= 0 {
			s.until = end + n + 1
		}
	}
}

// add keeps a span if enough of it is left after cleaning.
func (s *scanner) add(sp span) {
	if sp, ok := clean(s.text, sp); ok {
		s.found = append(s.found, sp)
	}
}

const (
	contextBefore = 96   // bytes before a keyword that a pattern may look at
	contextAfter  = 2048 // and after it, for patterns without a longest match
	longestMatch  = 1 << 20
)

// match applies one rule to the text around a keyword.
func (s *scanner) match(m *matcher, start, end int) {
	if m.assigned && !assigns(s.text, end) {
		return
	}
	sh := m.prepare()
	begins := sh.startsWith(s.text[start:end])
	if begins {
		t := s.text
		if !strings.HasPrefix(t[start:], sh.lit) || sh.bound && start > 0 && wordByte(t[start-1]) && backslashes(t, start-1)%2 == 0 && t[start-1] != 'm' {
			return
		}
		if !sh.spaces && run(t[start:], sh.least) < sh.least {
			return
		}
	}
	p := s.progress(m)
	if start < p.next {
		return
	}
	if start >= p.runEnd {
		p.runEnd, p.fails = start+run(s.text[start:], longestMatch), 0
	} else if p.fails >= maxFails {
		return
	}
	lo := start
	switch {
	case begins:
		lo = max(0, start-1)
		for lo > 0 && s.text[lo] < utf8.RuneSelf && s.text[lo] != ' ' && start-lo < 6 { // room for an escape or a colour code
			lo--
		}
	case m.assigned:
		lo = max(0, start-8)
	default:
		lo = max(0, start-contextBefore)
	}
	for lo > 0 && !utf8.RuneStart(s.text[lo]) {
		lo--
	}
	after := contextAfter
	if sh.most >= 0 {
		after = min(sh.most+8, longestMatch)
	}
	if !s.search(m, sh, p, lo, end, after) {
		p.fails++
	}
}

func (s *scanner) progress(m *matcher) *progress {
	if s.tried == nil {
		s.tried = map[*matcher]*progress{}
	}
	if s.tried[m] == nil {
		s.tried[m] = &progress{}
	}
	return s.tried[m]
}

// search runs the pattern over text[lo:keywordEnd+after], and over more while a match touches the end of the window. It
// reports whether anything matched.
func (s *scanner) search(m *matcher, sh *shape, p *progress, lo, keywordEnd, after int) bool {
	for {
		hi := min(len(s.text), keywordEnd+after)
		for hi < len(s.text) && !utf8.RuneStart(s.text[hi]) {
			hi++
		}
		window := unescaped(s.text[lo:hi])
		matches := sh.re.FindAllStringSubmatchIndex(window, 8)
		if n := len(matches); n > 0 && matches[n-1][1] == len(window) && hi < len(s.text) && after < longestMatch {
			after *= 2
			continue
		}
		for _, at := range matches {
			s.take(m, sh, lo, window, at)
			p.next = max(p.next, lo+at[1]-1)
		}
		return len(matches) > 0
	}
}

// take keeps the secret of one match, if it is one.
func (s *scanner) take(m *matcher, sh *shape, lo int, window string, at []int) {
	from, to := at[0], at[1]
	if m.group > 0 {
		from, to = at[2*m.group], at[2*m.group+1]
	} else {
		for g := 2; g+1 < len(at); g += 2 {
			if at[g] >= 0 && at[g+1] > at[g] {
				from, to = at[g], at[g+1]
				break
			}
		}
	}
	secret := window[from:to]
	if m.entropy > 0 && entropy(secret) <= m.entropy || placeholder(secret) || s.allowed(m, sh, secret) {
		return
	}
	prefix := 0
	if sh.lit != "" && strings.HasPrefix(secret, sh.lit) {
		prefix = len(sh.lit)
	}
	s.add(span{start: lo + from, end: lo + to, rule: m.id, rank: rankProvider, prefix: prefix})
}

func (s *scanner) allowed(m *matcher, sh *shape, secret string) bool {
	for _, re := range sh.allow {
		if re.MatchString(secret) {
			return true
		}
	}
	if len(m.words) == 0 {
		return false
	}
	lower := strings.ToLower(secret)
	return slices.ContainsFunc(m.words, func(w string) bool { return strings.Contains(lower, w) })
}

func wordByte(c byte) bool { return isAlnum(c) || c == '_' }

// run counts the bytes at the start of text that can stand within a token, up to most.
func run(text string, most int) int {
	n := 0
	for n < len(text) && n < most && text[n] > ' ' && text[n] != '"' && text[n] != '\'' && text[n] != '`' {
		n++
	}
	return n
}

// unescaped returns the window with \n, \r, \t and colour codes blanked and \" as blank and quote: the same length, so that
// offsets hold, and a token behind an escaped line break starts at a word boundary.
func unescaped(window string) string {
	if strings.IndexByte(window, '\\') < 0 && strings.IndexByte(window, 0x1b) < 0 {
		return window
	}
	b := []byte(window)
	for i := 0; i+1 < len(b); i++ {
		if b[i] == 0x1b && b[i+1] == '[' { // a terminal's colour
			for ; i < len(b) && !isLower(b[i]) && !isUpper(b[i]); i++ {
				b[i] = ' '
			}
			if i < len(b) {
				b[i] = ' '
			}
			continue
		}
		if b[i] != '\\' {
			continue
		}
		switch b[i+1] {
		case 'n', 'r':
			b[i], b[i+1] = ' ', '\n'
		case 't':
			b[i], b[i+1] = ' ', ' '
		case '"', '\'':
			b[i] = ' '
		}
		i++
	}
	return string(b)
}
