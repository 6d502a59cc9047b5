// Package enclosed knows what lies inside brackets and quotation marks, so that a text which is shortened does not end in the middle of them. It
// reads prose: a mark that only stands there (an inch, an apostrophe, a smiley, the end of a list number) encloses nothing.
package enclosed

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// closers are the marks that enclose, each with the one that ends it.
var closers = map[rune]rune{
	'(': ')', '[': ']', '{': '}', '"': '"', '\'': '\'', '“': '”', '‘': '’', '«': '»', '（': '）', '【': '】', '「': '」', '『': '』', '《': '》',
}

// mark is one that is open.
type mark struct {
	at    int
	close rune
	prose bool // it encloses even where nothing ends it
}

// Inside reports whether the byte at of s stands between marks. One that s never ends counts where prose sets it: after a blank, and with a word
// behind it.
func Inside(s string, at int) bool { return len(open(s, at)) > 0 }

// open lists the marks that are open at a byte, the outermost first.
func open(s string, at int) []mark {
	stack := begun(s, at)
	if len(stack) == 0 {
		return nil
	}
	found := endings(s, at)
	return slices.DeleteFunc(stack, func(m mark) bool { return !m.prose && !strings.ContainsRune(found, m.close) })
}

// begun also lists what only looks like one.
func begun(s string, at int) (stack []mark) {
	before := ' '
	for i, r := range s {
		if i >= at {
			break
		}
		after := behind(s, i)
		if closes(r, before, after) {
			if n := lastOf(stack, r); n >= 0 {
				stack, before = stack[:n], r
				continue
			}
		}
		if end, ok := closers[r]; ok && opens(r, before, after) {
			leads := unicode.IsSpace(before)
			stack = append(stack, mark{i, end, r != '\'' && (r > unicode.MaxASCII || leads && (isWord(after) || after == '"'))})
		}
		before = r
	}
	return stack
}

func lastOf(stack []mark, r rune) int {
	for n := len(stack) - 1; n >= 0; n-- {
		if stack[n].close == r {
			return n
		}
	}
	return -1
}

// opens reports whether a mark begins something: a quotation mark that looks like its own end only behind a blank or another mark.
func opens(r, before, after rune) bool {
	switch r {
	case '"', '\'':
		return !isWord(before) && isWord(after) || r == '"' && unicode.IsSpace(before) && !unicode.IsSpace(after) && after != utf8.RuneError
	case '(':
		return before != ':' && !unicode.IsSpace(after)
	case '‘':
		return isWord(after)
	}
	return true
}

// closes reports whether a mark may end something: one in the middle of a word is an apostrophe.
func closes(r, before, after rune) bool {
	switch r {
	case '\'', '’':
		return !isWord(after) && !unicode.IsSpace(before)
	}
	return true
}

// endings are the marks at a byte and behind it that may end something.
func endings(s string, at int) string {
	var found strings.Builder
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	for i, r := range s[at:] {
		after := behind(s, at+i)
		if closes(r, before, after) {
			found.WriteRune(r)
		}
		before = r
	}
	return found.String()
}

// behind is the character behind the one at a byte.
func behind(s string, at int) rune {
	_, width := utf8.DecodeRuneInString(s[at:])
	r, _ := utf8.DecodeRuneInString(s[at+width:])
	return r
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// Cut is s up to the byte at. A bracket or quotation that would be cut through is left out where as much stands before it, and closed after an
// ellipsis where it is most of what there is. It is never longer than what was asked for.
func Cut(s string, at int) string {
	marks := open(s, at)
	if len(marks) == 0 {
		return s[:at]
	}
	from := marks[0].at
	head := strings.TrimRightFunc(s[:from], unicode.IsSpace)
	if len(head) == from && strings.IndexByte("([{", s[from]) >= 0 { // a call, an index: the name before it goes as well
		head = head[:strings.LastIndexFunc(head, unicode.IsSpace)+1]
		head = strings.TrimRightFunc(head, unicode.IsSpace)
	}
	if head != "" && 2*len(head) >= at {
		return Cut(s, len(head))
	}
	end := ellipsis
	for _, m := range slices.Backward(marks) {
		end += string(m.close)
	}
	if body := lastWord(s, at-len(end)); body > from+8 && len(open(s, body)) == len(marks) {
		return s[:body] + end
	}
	if head == "" { // nothing but marks stands before it: they go
		inner := strings.TrimLeftFunc(s[:at], func(r rune) bool { return !isWord(r) })
		if len(inner) == at {
			return ""
		}
		return Cut(inner+s[at:], len(inner))
	}
	return head
}

const ellipsis = " …"

// lastWord is the end of the last whole word before a byte, or of the last character where no blank is near.
func lastWord(s string, at int) int {
	if at <= 0 {
		return 0
	}
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	if !unicode.IsSpace(rune(s[at])) {
		if blank := strings.LastIndexFunc(s[:at], unicode.IsSpace); blank > at-24 {
			at = blank
		}
	}
	return len(strings.TrimRight(s[:max(at, 0)], " \t\n,;:，；：、"))
}

// Clip is s within n characters. What is left out is shown by an ellipsis, and no bracket or quotation is cut through.
func Clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	at := 0
	for range n - 1 {
		_, width := utf8.DecodeRuneInString(s[at:])
		at += width
	}
	return strings.TrimRightFunc(Cut(s[:min(len(s), at+far)], at), unicode.IsSpace) + "…"
}

// far is how many bytes behind the cut are looked at for the end of what is open there.
const far = 400
