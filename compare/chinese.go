package compare

import (
	"slices"
	"strings"
)

// chinese reads a sentence of Chinese, which may hold Latin names and numbers. There is no list of all words: what the list does not
// know is compared by character.
func (s *sentence) chinese(raw []rawToken) {
	r := chineseReader{s: s}
	for i, t := range raw {
		if t.stop {
			r.old, r.s.sides.denying = false, false
		}
		if !t.han {
			r.latin(raw, i)
			continue
		}
		r.run(raw, i)
	}
	s.settleLabels(raw, r)
	s.past = happenedZh(raw)
}

type chineseReader struct {
	s      *sentence
	verbAt int // how many tokens there were before the verb
	role   role
	tool   bool // the verb was "use" and its object may be over
	old    bool // what follows held before the change
	moved  bool // it says to what something changed
	denied bool // the word before was a negation
	eat    int  // characters of the next run that were the unit of a number
}

// longestWord bounds the entries of the list, in characters.
const longestWord = 5

func (r *chineseReader) run(raw []rawToken, at int) {
	text := []rune(raw[at].text)
	for i := r.eat; i < len(text); {
		n := r.word(text, i, raw, at)
		i += n
	}
	r.eat = 0
}

// word reads the word at i and returns how many characters it took.
func (r *chineseReader) word(text []rune, i int, raw []rawToken, at int) int {
	if n := r.digits(text, i); n > 0 {
		return n
	}
	for n := min(longestWord, len(text)-i); n > 0; n-- {
		if w, ok := zhWords()[string(text[i:i+n])]; ok {
			r.listed(w, string(text[i:i+n]), i+n == len(text) && at == len(raw)-1)
			return n
		}
	}
	r.add(token{norm: string(text[i]), text: string(text[i]), kind: han})
	return 1
}

// digits reads a number in words with its unit.
func (r *chineseReader) digits(text []rune, i int) int {
	digit := zhDigits()[string(text[i])]
	if digit == "" || i > 0 && (text[i-1] == '周' || text[i-1] == '第' || text[i-1] == '张' || text[i-1] == '李') {
		return 0
	}
	unit := unitAt(text[i+1:])
	if unit == "" {
		return 0
	}
	t := figure(digit, unit)
	t.text = string(text[i : i+1+len([]rune(unit))])
	r.figure(t)
	return 1 + len([]rune(unit))
}

// unitAt is the longest unit at the start of a text, "" for none.
func unitAt(text []rune) string {
	for n := min(3, len(text)); n > 0; n-- {
		if _, ok := units()[string(text[:n])]; ok {
			return string(text[:n])
		}
	}
	return ""
}

func (r *chineseReader) latin(raw []rawToken, i int) {
	t := raw[i]
	if !t.number {
		tok := token{norm: t.lower, text: t.text, kind: name}
		if _, ok := units()[t.lower]; ok && i > 0 && raw[i-1].number {
			return // taken by the number
		}
		r.add(tok)
		return
	}
	unit := ""
	if i+1 < len(raw) {
		next := raw[i+1]
		if next.han {
			unit = unitAt([]rune(next.text))
			r.eat = len([]rune(unit))
		} else if _, ok := units()[next.lower]; ok {
			unit = next.lower
		}
	}
	f := figure(t.text, unit)
	f.when = r.isWhen(raw, i)
	r.figure(f)
}

// figure adds a number. One that counts which of several things is meant (step 3) is part of the subject.
func (r *chineseReader) figure(t token) {
	n := len(r.s.tokens)
	ordinal := n > 0 && r.s.tokens[n-1].norm == "第"
	t.role = value
	if ordinal {
		t.role = subject
	}
	r.put(t)
}

func (r *chineseReader) add(t token) {
	t.role = r.role
	r.put(t)
}

func (r *chineseReader) put(t token) {
	if r.old {
		r.s.old = append(r.s.old, t)
		return
	}
	r.s.tokens = append(r.s.tokens, t)
	r.s.sides.put(t, false)
}

func (r *chineseReader) listed(w zhWord, text string, last bool) {
	s := r.s
	denied := r.denied
	r.denied = false
	switch w.is {
	case zhDrop:
		s.passive = s.passive || text == "被"
	case zhNot:
		s.negated, s.sides.denying, r.denied = !s.negated, true, true
	case zhMay:
		s.loose = true
	case zhMust:
		s.firm = true
	case zhChanged:
		s.changed = true
	case zhChangedNot:
		s.changed, s.negated, s.sides.denying, r.denied = true, !s.negated, true, true
	case zhFrom:
		r.old = true
	case zhChangedTo:
		s.changed, r.old, r.role, s.sides.denying, r.moved = true, false, value, false, true
		s.verb = "be"
	case zhVerb, zhTool:
		if !denied {
			s.sides.denying = false // 不用 npm 用 pnpm
		}
		r.verb(w, text)
	case zhPurpose:
		if r.tool {
			r.role, s.purpose = scope, true
		}
	case zhDay:
		r.put(token{norm: w.norm, text: text, kind: day, role: value})
	default:
		t := token{norm: w.norm, text: text, flip: w.is == zhOpposite, role: r.role}
		if t.flip || w.norm == "enable" || w.norm == "require" || w.norm == "public" || w.norm == "sync" || w.norm == "before" || w.norm == "ascend" {
			t.role = predicate
		}
		if r.tool && slices.ContainsFunc(s.tokens, func(t token) bool { return t.role == value }) {
			s.purpose, r.role, t.role = true, scope, scope // 用 Go 编写
		}
		r.put(t)
	}
}

func (r *chineseReader) verb(w zhWord, text string) {
	s := r.s
	if s.verb != "" && s.verb != "be" {
		if w.norm == s.verb && w.is == zhTool {
			return // said again of what is on the other side
		}
		if w.norm != "be" && w.norm != "do" {
			r.add(token{norm: w.norm, text: text})
		}
		return
	}
	s.verb, r.role, r.tool, r.verbAt = w.norm, value, w.is == zhTool, len(s.tokens)
	switch w.norm {
	case "be", "use", "do", "by", "limit":
		return // as good as nothing: 数据库是 and 数据库使用 say the same
	}
	s.tokens = append(s.tokens, token{norm: w.norm, text: text, role: predicate})
}

// hasAttribute reports that the subject names one value of a thing.
func (s sentence) hasAttribute() bool {
	var chars strings.Builder
	for _, t := range s.tokens {
		if t.role != subject {
			continue
		}
		if !s.zh && attributes()[t.norm] {
			return true
		}
		chars.WriteString(t.norm)
	}
	return s.zh && slices.ContainsFunc(zhAttributes, func(a string) bool { return strings.Contains(chars.String(), a) })
}
