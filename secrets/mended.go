package secrets

import "strings"

// mended is a text of several lines put together.
type mended struct {
	text  string
	parts []span // of the scanned text
	ends  []int  // of the parts, in text
}

func (l *mended) add(t string, from, to int) {
	l.text += t[from:to]
	l.parts = append(l.parts, span{start: from, end: to})
	l.ends = append(l.ends, len(l.text))
}

// acrossLines adds what provider rules find across the ends of lines.
func (s *scanner) acrossLines(l *mended) {
	e := shared()
	tried := map[*matcher]int{}
	e.words.each(l.text, func(k, end int) {
		w := e.words.word(k)
		start := end - len(w.text)
		if w.way == asTelegram {
			s.acrossTelegram(l, start, end)
		}
		for rules := w.rules; len(rules) > 0; rules = rules[ruleBytes:] {
			m := &e.matchers[uint16(rules[0])|uint16(rules[1])<<8]
			if m.assigned || tried[m] == maxFails {
				continue
			}
			if sh := m.prepare(); !sh.spaces && !s.acrossFrom(l, m, sh, start, end) {
				tried[m]++
			}
		}
	})
}

// acrossFrom applies one rule at one of its keywords, to more and more lines. It reports a key, or that the rule was not tried.
func (s *scanner) acrossFrom(l *mended, m *matcher, sh *shape, start, keywordEnd int) bool {
	from := start
	if sh.lit == "" {
		from = max(0, start-maxPrefix) // of several prefixes, of which the keyword is the end
	} else if !sh.startsWith(l.text[start:keywordEnd]) || !strings.HasPrefix(l.text[start:], sh.lit) {
		return true
	}
	first := l.line(start)
	if first > 0 && from <= l.ends[first-1] {
		from = l.ends[first-1] // a line's begin is a word's, too
	} else if sh.bound && start > 0 && wordByte(l.text[start-1]) {
		return true
	}
	last, end, vain := 0, 0, 0
	for k := l.line(keywordEnd - 1); k < len(l.ends) && vain < maxVain; k++ {
		if l.ends[k]-start < sh.least {
			continue
		}
		found := sh.re.FindStringIndex(l.text[from:l.ends[k]])
		if found == nil || from+found[0] > start || l.ends[k]-from-found[1] > 1 {
			if end > 0 {
				break
			}
			vain++
			continue
		}
		if end == 0 {
			start = from + found[0]
			first = l.line(start)
		}
		if k > first {
			if end > 0 && !s.goesOn(l, k) {
				break
			}
			if end == 0 && !s.brokenKey(l, m, l.text[start:from+found[1]], keywordEnd-start, k) {
				return false
			}
			last = k
		}
		end = from + found[1]
	}
	if last == 0 {
		return false
	}
	s.addParts(l, start, end, m.id)
	return true
}

// acrossTelegram reads a bot token, which has no prefix.
func (s *scanner) acrossTelegram(l *mended, start, end int) {
	for k := l.line(start) + 1; k < len(l.ends); k++ {
		sub := scanner{text: l.text[:l.ends[k]]}
		sub.telegram(start, end)
		for _, f := range sub.found {
			if f.end > l.ends[k-1] {
				s.addParts(l, f.start, f.end, f.rule)
				return
			}
		}
	}
}

// addParts adds what l.text[start:end] is of each line.
func (s *scanner) addParts(l *mended, start, end int, rule string) {
	before := 0
	for k, p := range l.parts {
		if l.ends[k] > start && before < end {
			p.end = min(p.end, p.start+end-before)
			p.start += max(0, start-before)
			p.rule, p.rank = rule, rankProvider
			s.add(p)
		}
		before = l.ends[k]
	}
}

// brokenKey judges a key that no line holds whole; k is the number of its last line, prefix the bytes that every such key has.
func (s *scanner) brokenKey(l *mended, m *matcher, key string, prefix, k int) bool {
	body := key[prefix:]
	if m.entropy > 0 && entropy(key) <= m.entropy || placeholder(key) || s.allowed(m, m.shape, key) || !mixed(body) {
		return false
	}
	if prefix <= 3 && digest(l.part(k)) {
		return false // v1.0, and the hash of a commit on the next line
	}
	if len(key) == m.shape.least && prefix > 3 {
		return true // as long as such a key is, to the byte
	}
	letters := prefix > 3 && kindsOf(body).digit == 0 && len(body) >= leastBroken && entropy(body) >= 3.5 // mixed, as was asked above
	return (letters || credential(strings.Trim(body, ".="))) && (s.goesOn(l, k) || !wordLike(l.part(k)))
}

// mixed reports a digit, or letters in no order of words.
func mixed(part string) bool {
	n := kindsOf(part)
	return n.digit > 0 || n.upper > 2 && n.lower > 2 && n.turns > 2 && !wordy2(part)
}

// goesOn judges whether a line goes on with the key that the line before ends with, though that one could be whole.
func (s *scanner) goesOn(l *mended, k int) bool {
	part, before := strings.TrimRight(l.part(k), ".="), l.parts[k-1]
	n := kindsOf(part)
	switch {
	case credential(part), joins(s.text[before.end:l.parts[k].start]):
		return true
	case wordLike(part):
		return false
	case len(part) >= 6 && (n.turns >= 3 || !pronounceable(part) || !wordy2(part)):
		return true
	}
	return k > 1 && before.end-before.start == l.parts[k-2].end-l.parts[k-2].start || column(s.text, before.end) >= wideLine
}

// joins reports that what stands between two parts joins them whatever they are: quotes of strings, a backslash, mail's equals sign, markup.
func joins(between string) bool {
	rest := strings.TrimLeft(between, `\`)
	for _, sign := range []string{`"`, "'", "=", "<wbr"} {
		if strings.HasPrefix(rest, sign) {
			return true
		}
	}
	return rest != between && (strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r")) || strings.HasPrefix(between, `\\\n`)
}

// line is the number of the line that holds an offset of the text.
func (l *mended) line(at int) int {
	n := 0
	for n < len(l.ends)-1 && l.ends[n] <= at {
		n++
	}
	return n
}

func (l *mended) part(k int) string { return l.text[l.ends[k-1]:l.ends[k]] }

// wordLike reports letters that could be a word, a number, a date, a path.
func wordLike(part string) bool {
	n := kindsOf(part)
	return n.digit == len(part) || version(part) || pathLike(part) || wordy(part) && n.turns < 2 && (pronounceable(part) || n.upper+n.digit == 0 && n.other > 0)
}

// column is how far from the begin of its line an offset stands, up to wideLine.
func column(t string, at int) int {
	line := t[max(0, at-2*wideLine):at]
	for _, end := range lineEnds[:2] {
		line = line[strings.LastIndex(line, end)+1:]
	}
	return len(line)
}
