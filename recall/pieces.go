package recall

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is a sentence of a text, or a line or a block that was pasted.
type piece struct {
	start, end int // bytes of the text
	kind       pieceKind
}

type pieceKind byte

const (
	tells   pieceKind = iota // a statement, a command
	wonders                  // a question
	pasted                   // what a program printed, or code
)

// pieces cuts a text at the ends of sentences, at line breaks, and around what was pasted. A line that is as long as lines that programs
// wrap goes on in the next one where that begins with a small letter.
func pieces(text string) (out []piece) {
	fences := fenced(text)
	wrapped := false // the last piece may go on in the next line
	start := 0
	for line := range strings.Lines(text) {
		end := start + len(line)
		after := len(out) > 0 && out[len(out)-1].kind == pasted
		switch body := strings.TrimSpace(line); {
		case body == "":
			wrapped = false
		case slices.ContainsFunc(fences, func(f [2]int) bool { return f[0] <= start && start < f[1] }), printed(strings.TrimRight(line, "\r\n"), after):
			out, wrapped = append(out, piece{start, end, pasted}), false
		default:
			from := start
			if first, _ := utf8.DecodeRuneInString(body); wrapped && unicode.IsLower(first) {
				from, out = out[len(out)-1].start, out[:len(out)-1]
			}
			var closed bool
			out, closed = appendSentences(out, text, from, end)
			wrapped = !closed && len(body) >= wrappedLine
		}
		start = end
	}
	return out
}

// wrappedLine is the shortest line, in bytes, that may be one because it was wrapped.
const wrappedLine = 50

// fenced are the blocks between two fences of Markdown, with the fences. One that is never closed is none.
func fenced(text string) (blocks [][2]int) {
	open, start := -1, 0
	for line := range strings.Lines(text) {
		if body := strings.TrimSpace(line); strings.HasPrefix(body, "```") || strings.HasPrefix(body, "~~~") {
			if open < 0 {
				open = start
			} else {
				blocks, open = append(blocks, [2]int{open, start + len(line)}), -1
			}
		}
		start += len(line)
	}
	return blocks
}

// appendSentences adds the sentences of a part of a text; closed says that the last of them has its end.
func appendSentences(out []piece, text string, start, end int) (_ []piece, closed bool) {
	for at := start; at < end; {
		stop := sentenceEnd(text, at, end)
		if stop == 0 {
			break
		}
		if body := strings.TrimSpace(text[start:stop]); strings.ContainsFunc(body, letterOrDigit) {
			out = append(out, piece{start, stop, kindOf(body)})
			start = stop
		}
		at = stop
	}
	if body := strings.TrimSpace(text[start:end]); strings.ContainsFunc(body, letterOrDigit) {
		return append(out, piece{start, end, kindOf(body)}), false
	}
	return out, true
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// closers may stand between a full stop and the next sentence.
const closers = `"')]*_` + "`" + `”’»）」』`

// sentenceEnd is where the next sentence begins, 0 = not in this part. A full stop ends one before a space, and not behind a number of a list or an
// abbreviation.
func sentenceEnd(text string, start, end int) int {
	for at := start; at < end; {
		r, size := utf8.DecodeRuneInString(text[at:])
		stop := at + size
		switch r {
		case '。', '！', '？':
		case '.', '!', '?':
			for stop < end && strings.ContainsRune(".!?", rune(text[stop])) {
				stop++
			}
		default:
			at = stop
			continue
		}
		for stop < end {
			c, n := utf8.DecodeRuneInString(text[stop:])
			if !strings.ContainsRune(closers, c) {
				break
			}
			stop += n
		}
		if r >= utf8.RuneSelf || stop == end || text[stop] == ' ' || text[stop] == '\t' || text[stop] == '\n' || text[stop] == '\r' {
			if r != '.' || !shortened(text[start:at]) {
				return stop
			}
		}
		at = stop
	}
	return 0
}

// shortened reports that the full stop behind a text belongs to its last word: "e.g.", "vs.", "J.", or "2." of a list.
func shortened(text string) bool {
	word := strings.ToLower(text[strings.LastIndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '(' })+1:])
	switch word {
	case "e.g", "i.e", "vs", "etc", "cf", "approx", "incl", "resp", "mr", "mrs", "ms", "dr", "no", "fig", "p.s":
		return word != "no" || text != word
	}
	return len(word) == 1 && word != "i" || word == strings.TrimSpace(strings.ToLower(text)) && strings.Trim(word, "0123456789") == ""
}

// kindOf tells a question from a statement, by its end or, where it has none, by how it begins.
func kindOf(sentence string) pieceKind {
	body := strings.TrimRight(sentence, closers+" ")
	switch {
	case strings.HasSuffix(body, "?"), strings.HasSuffix(body, "？"):
		return wonders
	case strings.HasSuffix(body, "."), strings.HasSuffix(body, "!"):
		if !isASCII(body) {
			break
		}
		switch word, _ := firstWord(strings.ToLower(body)); word { // "do it." commands
		case "what", "which", "who", "whom", "whose", "when", "where", "why", "how":
			return wonders
		}
		return tells
	}
	if asks(body) {
		return wonders
	}
	return tells
}
