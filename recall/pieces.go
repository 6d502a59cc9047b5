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
		if n := slices.IndexFunc(fences, func(f [2]int) bool { return f[0] <= start && start < f[1] }); n >= 0 {
			stop := min(fences[n][1], end)
			if !strings.ContainsFunc(text[stop:end], letterOrDigit) {
				stop = end
			}
			if strings.TrimSpace(text[start:stop]) != "" {
				out = append(out, piece{start, stop, pasted})
			}
			start, wrapped = stop, false
		}
		out, wrapped = appendLine(out, text, start, end, wrapped)
		start = end
	}
	return withOpenings(out, text)
}

// withOpenings makes what opens a sentence a piece of its own.
func withOpenings(all []piece, text string) (out []piece) {
	for _, p := range all {
		if at := openingOf(text[p.start:p.end]); at > 0 && p.kind != pasted {
			out, p.start = append(out, piece{p.start, p.start + at, tells}), p.start+at
			p.kind = kindOf(strings.TrimSpace(text[p.start:p.end]))
		}
		out = append(out, p)
	}
	return out
}

// appendLine adds the pieces of a line, or of what is left of it; wrapped says that the line may go on in the next one, and said so of the one above.
func appendLine(out []piece, text string, start, end int, wrapped bool) ([]piece, bool) {
	body := strings.TrimSpace(text[start:end])
	if body == "" {
		return out, false
	}
	line := strings.TrimRight(text[start:end], "\r\n")
	after := len(out) > 0 && out[len(out)-1].kind == pasted
	next, _, _ := strings.Cut(text[end:], "\n")
	values := valuesIn(line)
	if at := askedBehind(line, values, after, strings.TrimSpace(next) == ""); at > 0 {
		out, _ = appendSentences(append(out, piece{start, start + at, pasted}), text, start+at, end)
		return out, false
	}
	if at := pastedBehind(line, values); at > 0 {
		out, _ = appendSentences(out, text, start, start+at)
		return append(out, piece{start + at, end, pasted}), false
	}
	if printed(line, after) {
		return append(out, piece{start, end, pasted}), false
	}
	from := start
	if first, _ := utf8.DecodeRuneInString(body); wrapped && unicode.IsLower(first) {
		from, out = out[len(out)-1].start, out[:len(out)-1]
	}
	out, closed := appendSentences(out, text, from, end)
	return out, !closed && len(body) >= wrappedLine
}

// wrappedLine is the shortest line, in bytes, that may be one because it was wrapped.
const wrappedLine = 50

// fenced are the blocks between two fences of Markdown, with the fences. One that is never closed is none, and what stands behind the fence that closes one
// is no part of it.
func fenced(text string) (blocks [][2]int) {
	open, start := -1, 0
	for line := range strings.Lines(text) {
		body := strings.TrimSpace(line)
		at := start + strings.Index(line, body)
		switch fence := strings.HasPrefix(body, "```") || strings.HasPrefix(body, "~~~"); {
		case !fence:
		case open < 0:
			if size := valueEnd(body); size > 0 { // both fences in one line
				blocks = append(blocks, [2]int{start, at + size})
			} else {
				open = start
			}
		default:
			stop := start + len(line)
			if len(body) > 3 && body[3] == ' ' {
				stop = at + 3
			}
			blocks, open = append(blocks, [2]int{open, stop}), -1
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
