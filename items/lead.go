package items

import "strings"

// longestLead bounds a lead in bytes: a sentence that is longer tells a story and claims nothing that could be held against another.
const longestLead = 300

// lead is the first sentence of the body, where the body begins with plain words below at most some headings, and they are not the title
// again. Many write the subject as the title and the fact in the body: "Deploy day", and below it "We deploy on Tuesdays."
func (it Item) lead() string {
	var b strings.Builder
	for line := range strings.Lines(it.Body) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" && b.Len() == 0, strings.HasPrefix(line, "#") && b.Len() == 0:
			continue
		case b.Len() == 0 && strings.ContainsAny(line[:1], "-*+>|`<![~0123456789"), b.Len()+len(line) > 4*longestLead:
			return "" // a list, a quote, a table, code or markup
		}
		if line == "" {
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(line)
		if first := firstSentence(b.String()); first < b.Len() {
			break
		}
	}
	text := b.String()
	text = text[:firstSentence(text)]
	if text == "" || len(text) > longestLead || fold(text) == fold(it.Title) {
		return ""
	}
	return text
}

// firstSentence returns where the first sentence of a paragraph ends: behind a mark that a space or nothing follows, or behind a Chinese
// one. A number, an abbreviation of one letter and a file name go on.
func firstSentence(text string) int {
	for i, r := range text {
		switch r {
		case '。', '！', '？':
			return i + len(string(r))
		case '.', '!', '?':
			if rest := text[i+1:]; rest == "" || rest[0] == ' ' && i > 1 && text[i-1] != '.' && text[i-2] != ' ' && text[i-2] != '.' {
				return i + 1
			}
		}
	}
	return len(text)
}
