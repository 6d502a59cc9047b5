package compare

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
)

// han reads the words of a Chinese sentence. Numbers, names and negation come from the reader of sentences, which knows no more Chinese words
// than it needs; the words between them are cut by m.
func (m Meaning) han(w *wording) {
	text := boundedZh(w.text)
	h := hanReader{m: m, w: w, opens: true}
	rest := text
	for _, t := range w.tokens {
		if t.kind != number && t.kind != day {
			continue
		}
		if before, after, ok := cutFigure(rest, t.text); ok {
			h.read(before)
			h.add(t)
			rest = after
		}
	}
	h.read(rest)
}

// cutFigure cuts a text around a figure and its unit.
func cutFigure(text, figure string) (before, after string, ok bool) {
	digits, unit, _ := strings.Cut(figure, " ")
	before, after, ok = strings.Cut(text, digits)
	if next := strings.TrimLeft(after, " "); unit != "" && len(next) >= len(unit) && strings.EqualFold(next[:len(unit)], unit) {
		after = next[len(unit):]
	}
	return before, after, ok
}

// hanReader collects the words of a sentence.
type hanReader struct {
	m     Meaning
	w     *wording
	place int
	opens bool
	last  int // place of the last word of Chinese
}

func (h *hanReader) add(t token) {
	h.place++
	h.w.words = append(h.w.words, newAtom(t, len(h.w.words), h.place, h.opens))
	h.opens = false
}

// read takes a text without figures.
func (h *hanReader) read(text string) {
	for _, piece := range hanShape().FindAllString(text, -1) {
		r := []rune(piece)[0]
		switch {
		case strings.ContainsRune("，。；：,;:", r):
			h.opens = true
		case unicode.Is(unicode.Han, r):
			for _, cut := range h.m.Cut(piece, knownZh) {
				h.han(cut)
			}
		default:
			if _, unit := units()[strings.ToLower(piece)]; !unit {
				h.add(token{norm: strings.ToLower(piece), text: piece, kind: name, role: value})
			}
		}
	}
}

func knownZh(word string) bool {
	_, listed := zhWords()[word]
	return listed || lightZh()[word] || guards()[word] || deniers()[word] || universal()[word] || contraries()[word] != 0 || len(kin()[word]) > 0
}

func (h *hanReader) han(word string) {
	listed, known := zhWords()[word]
	if n := len(h.w.words); n > 0 {
		switch word {
		case "前", "之前", "以前":
			h.w.before = h.w.words[n-1].norm
		case "后", "之后", "以后":
			h.w.after = h.w.words[n-1].norm
		}
	}
	if known && negatesZh(listed.is) {
		h.w.negated = !h.w.negated
	}
	if known && (dropsZh(listed.is) || negatesZh(listed.is)) || lightZh()[word] {
		if word != "的" {
			h.place++
		}
		return
	}
	if !known && !knownZh(word) {
		if rest, denied := strings.CutPrefix(word, string([]rune(word)[:1])); denied && rest != "" && strings.ContainsAny(word[:len(word)-len(rest)], "不没无未非勿") {
			h.w.negated = !h.w.negated
			word = rest
		}
	}
	n := len(h.w.words)
	if utf8.RuneCountInString(word) == 1 && !knownZh(word) && n > 0 && h.last == h.place {
		last := h.w.words[n-1].token
		last.text += word // 解析 器
		last.norm = last.text
		h.w.words[n-1] = newAtom(last, n-1, h.place, h.w.words[n-1].opens)
		return
	}
	t := token{norm: word, text: word, role: value}
	if known {
		t.norm, t.flip = listed.norm, listed.is == zhOpposite
	}
	h.add(t)
	h.last = h.place
}

func dropsZh(c zhClass) bool {
	switch c {
	case zhDrop, zhMay, zhMust, zhChanged, zhChangedTo, zhFrom, zhPurpose, zhTool:
		return true
	}
	return false
}

func negatesZh(c zhClass) bool { return c == zhNot || c == zhChangedNot }

// hanShape cuts a Chinese text into Latin words, runs of Chinese and marks that end a clause.
var hanShape = lazyregexp.New(`[A-Za-z_~/.@#][A-Za-z0-9_~/.@#+-]*|\p{Han}+|[，。；：,;:]`)

// boundedZh writes the ways to say an upper and a lower bound in one way.
func boundedZh(text string) string {
	text = sinceZh().ReplaceAllString(text, "")
	text = nightlyZh().ReplaceAllString(text, "每晚")
	text = atMostZh().ReplaceAllString(text, "最多")
	return atLeastZh().ReplaceAllString(text, "至少")
}

var (
	sinceZh   = lazyregexp.New(`(?:从|自)?[一二三四五六七八九十\d]+月份?(?:起|开始)`)
	nightlyZh = lazyregexp.New(`每(?:天|日)(?:晚上|夜里|夜间)|每天夜晚`)
	atMostZh  = lazyregexp.New(`(?:不得|不能|不可|不可以|不会|不应|不要|不允许|不)(?:超过|多于|大于|高于|长于|晚于|超出)|最大(?:不超过|为|是)?|最长|最高|至多|上限(?:为|是)?|封顶|最多`)
	atLeastZh = lazyregexp.New(`(?:不得|不能|不可|不可以|不会|不应|不)(?:少于|低于|小于|短于)|最小(?:为|是)?|最短|最低|最少|至少|下限(?:为|是)?`)
)
