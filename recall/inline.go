package recall

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What was pasted and what is asked often share a line: a question typed behind a JSON value, behind the last line of a log or a stack, or before them.

// askStarts are the words that a question begins with in the middle of a line.
var (
	askStarts = []string{"how", "what", "which", "who", "whom", "whose", "when", "where", "why"}
	askKinds  = []string{"how", "what", "which", "whose"} // "which port does"
	askVerbs  = []string{"is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "may", "must", "has", "have", "will", "would"}
	askedOf   = []string{"we", "i", "you", "it", "they", "the", "there", "our", "my", "this", "that", "these", "those", "a", "an", "any", "some"}
)

// longestAsk is how far before the end of a line, in bytes, a question may begin.
const longestAsk = maxAsked

// askedBehind is where in a line a question begins that was typed behind what a program printed, 0 = there is none. last says that what was pasted ends
// with the line: only there a question may do without its mark, because logs hold words of asking, too.
func askedBehind(line string, values [][2]int, after, last bool) int {
	body := strings.TrimRight(line, " \t\r\n")
	marked := strings.HasSuffix(body, "?") || strings.HasSuffix(body, "？")
	if !marked && !last {
		return 0
	}
	words := wordsOf(body, values, max(0, len(body)-longestAsk))
	is := func(n int, list []string) bool { return n < len(words) && slices.Contains(list, words[n].text) }
	chinese := unicode.Is(unicode.Han, lastLetter(body))
	// A word like "when" or "is" stands in logs, too: where the line holds several, those that a question is sure to begin with go first.
	for _, begins := range [...]func(n int) bool{
		func(n int) bool { return is(n, askStarts) && is(n+1, askVerbs) || is(n, askKinds) && is(n+2, askVerbs) },
		func(n int) bool { return words[n].han && chinese },
		func(n int) bool { return is(n, askStarts) && (marked || words[n].closed) },
		func(n int) bool { return is(n, askVerbs) && is(n+1, askedOf) },
		func(n int) bool { return words[n].han },
	} {
		for n := range words {
			at := words[n].start
			if at == 0 || !begins(n) || !asks(body[at:]) {
				continue
			}
			// "A; how do we B" are two questions, whatever ends a line of code.
			front := strings.TrimRight(body[:at], " ;,:")
			if printed(front, after) && strings.ContainsFunc(front, letterOrDigit) || closersOnly(body[:at]) {
				return at
			}
		}
	}
	return 0
}

func lastLetter(text string) rune {
	at := strings.LastIndexFunc(text, unicode.IsLetter)
	if at < 0 {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return r
}

// closersOnly reports the end of a value that began in a line above.
func closersOnly(front string) bool {
	front = strings.TrimSpace(front)
	return front != "" && strings.Trim(front, "}]);,`") == ""
}

// lineWord is a word of a line behind a space or the end of a value.
type lineWord struct {
	text   string // in small letters, without the sign behind it
	start  int
	closed bool // a value ends before it
	han    bool // Chinese begins here
}

// wordsOf are the words of a line from a place on that stand outside the JSON values in it.
func wordsOf(line string, values [][2]int, from int) (out []lineWord) {
	before := ' '
	closed := false
	for at := 0; at < len(line); {
		if len(values) > 0 && at == values[0][0] {
			at, before, closed, values = values[0][1], ' ', true, values[1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(line[at:])
		word, _ := firstWord(line[at:])
		switch {
		case word != "":
			if unicode.IsSpace(before) && at >= from {
				out = append(out, lineWord{text: strings.ToLower(word), start: at, closed: closed})
			}
			size, closed = len(word), false
		case unicode.Is(unicode.Han, r):
			if !unicode.Is(unicode.Han, before) && at >= from {
				out = append(out, lineWord{start: at, han: true})
			}
			closed = false
		case strings.ContainsRune("}])>`\"”’»」』", r):
			closed, r = true, ' '
		case !unicode.IsSpace(r) && !strings.ContainsRune(".,;:", r):
			closed = false
		}
		before = r
		at += size
	}
	return out
}

// valuesIn are the JSON values of a line, and the code between fences. What stands behind the start of one that has no end is all in it.
func valuesIn(line string) (out [][2]int) {
	for at := 0; at < len(line); {
		if !strings.HasPrefix(line[at:], "```") && !strings.HasPrefix(line[at:], "~~~") && !beginsAsValue(line[at:]) {
			at++
			continue
		}
		size := valueEnd(line[at:])
		if size == 0 {
			break
		}
		out = append(out, [2]int{at, at + size})
		at += size
	}
	return out
}

// valueEnd is the length of the JSON object or array, or of the code between fences, that a text begins with; 0 = it begins with none, or that has no end.
func valueEnd(text string) int {
	if fence := text[:min(3, len(text))]; fence == "```" || fence == "~~~" {
		if end := strings.Index(text[3:], fence); end > 0 {
			return 3 + end + 3
		}
		return 0
	}
	if !beginsAsValue(text) {
		return 0
	}
	depth, quoted := 0, false
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case quoted && c == '\\':
			at++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return 0
}

// beginsAsValue reports the start of a JSON object or of an array of strings or objects.
func beginsAsValue(text string) bool {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	rest := strings.TrimLeft(text[1:], " ")
	return rest != "" && (rest[0] == '"' || text[0] == '[' && rest[0] == '{')
}

// pastedBehind is where in a line begins what was pasted behind a question, 0 = nothing was.
func pastedBehind(line string, values [][2]int) int {
	if beginsWithTime(strings.TrimSpace(line)) || beginsAsOutput(strings.TrimSpace(line)) {
		return 0
	}
	// A question mark behind a space is that of a condition: "ok ? a : b".
	question := func(text string) bool {
		text = strings.TrimRight(text, ": ")
		return !strings.HasSuffix(text, " ?") && asks(text)
	}
	for _, v := range values {
		if at := v[0]; at > 0 && (line[at-1] == ' ' || line[at-1] == ':') && question(line[:at]) {
			return at
		}
	}
	if stop := sentenceEnd(line, 0, len(line)); stop > 0 && question(line[:stop]) && printed(line[stop:], false) {
		return stop
	}
	return 0
}

// maxOpening is the longest opening of a question, in bytes.
const maxOpening = 80

// openingOf is where in a sentence the question begins to which the rest only leads: "Quick question: how do we deploy", 请问怎么部署, and what is asked
// behind a quotation. 0 = all of it is the question.
func openingOf(sentence string) int {
	lead := len(sentence) - len(strings.TrimLeft(sentence, " \t"))
	if quote, size := utf8.DecodeRuneInString(sentence[lead:]); strings.ContainsRune("\"“«「『", quote) {
		closing := map[rune]string{'"': "\"", '“': "”", '«': "»", '「': "」", '『': "』"}[quote]
		if at := strings.Index(sentence[lead+size:], closing); at > 0 {
			if at += lead + size + len(closing); strings.HasPrefix(sentence[at:], " ") && asks(sentence[at:]) {
				return at
			}
		}
	}
	for at, r := range sentence {
		switch {
		case at > maxOpening:
			return 0
		case strings.ContainsRune(":,-–—：，", r):
			behind := at + utf8.RuneLen(r)
			if asks(sentence[behind:]) && announces(sentence[lead:at]) {
				return behind
			}
		}
	}
	return 0
}

// announces reports an opening that says no more than that a question follows, or whom it greets. "A question about the payment service" says more.
func announces(opening string) bool {
	if !isASCII(opening) {
		for _, word := range []string{"你好", "您好", "大家好", "各位", "请问", "请教", "咨询", "想问", "问一下", "问下", "问个", "一下", "有一个", "有个", "还有", "一个", "小", "问题", "我们", "我", "你", "想"} {
			opening = strings.ReplaceAll(opening, word, "")
		}
		return !strings.ContainsFunc(opening, letterOrDigit)
	}
	said := false
	for _, t := range tokens(opening) {
		switch t.text {
		case "question", "questions", "ask", "asking", "wonder", "wondering", "curious", "hi", "hello", "hey", "thing", "favor", "favour", "clarification":
			said = true
		case "quick", "brief", "small", "dumb", "team", "everyone", "folks", "guys", "dear", "hope", "a", "an", "the", "for", "to", "of", "and", "if", "m", "so", "up", "follow":
		default:
			if !isAskWord(t.text) && !isWorkWord(t.text) {
				return false
			}
		}
	}
	return said
}
