package recall

import (
	"slices"
	"strings"
)

// Most prompts say something before they ask, and many paste what a program printed. What stands beside a question must not dilute it, wherever it
// stands: the sentences that ask are read first, and count for themselves.

// prompt is a text in the order in which it is read.
type prompt struct {
	text      string
	focus     int     // bytes of text that ask; 0 = nothing tells them apart, all of it is the question
	pasted    int     // where in text begins what was pasted beside them
	sentences []piece // of text, those that a person wrote; none where it is only one
	question  bool    // the text as it came is a question
}

// meant is what the text asks, without what stands beside it.
func (p prompt) meant() string {
	if p.focus > 0 {
		return p.text[:p.focus]
	}
	return p.text
}

// told is the question with what a person told beside it, "" = nothing was.
func (p prompt) told() string {
	if p.focus == 0 || p.focus == p.pasted {
		return ""
	}
	return p.text[:p.pasted]
}

// asks reports whether a place of the text is in a question.
func (p prompt) asks(at int) bool {
	if len(p.sentences) == 0 {
		return p.question
	}
	return slices.ContainsFunc(p.sentences, func(s piece) bool { return s.kind == wonders && s.start <= at && at < s.end })
}

// readFirst orders a text: its questions first if one of them names something, else what a person wrote beside what was pasted if that does. Any other
// text stays as it is: "why does it fail?" needs what it speaks of.
func readFirst(text string, limit int, names func(string) bool) prompt {
	all := pieces(text)
	whole := prompt{text: clip(text, limit), question: asks(text)}
	whole.pasted = len(whole.text)
	if len(all) < 2 {
		return whole
	}
	byKind := map[pieceKind][]piece{}
	for _, p := range all {
		byKind[p.kind] = append(byKind[p.kind], p)
	}
	written := slices.DeleteFunc(slices.Clone(all), func(p piece) bool { return p.kind == pasted })
	first, beside := byKind[wonders], byKind[tells]
	if !slices.ContainsFunc(first, func(p piece) bool { return names(text[p.start:p.end]) }) {
		first, beside = written, nil
		if len(byKind[pasted]) == 0 || len(written) == 0 || !names(joined(text, written)) {
			first = nil
		}
	}
	if len(first) == 0 || len(first) == len(all) {
		if len(text) <= limit {
			whole.sentences = written
		}
		return whole
	}
	p := prompt{question: whole.question}
	add := func(list []piece) {
		for _, one := range list {
			start := len(p.text)
			p.text += oneLine(text[one.start:one.end]) + "\n"
			if one.kind != pasted {
				p.sentences = append(p.sentences, piece{start, len(p.text), one.kind})
			}
		}
	}
	add(first)
	p.focus = len(p.text)
	add(beside)
	p.pasted = len(p.text)
	add(byKind[pasted])
	p.text = strings.ToValidUTF8(p.text[:min(len(p.text), limit)], "")
	p.focus, p.pasted = min(p.focus, len(p.text)), min(p.pasted, len(p.text))
	return p
}

// mostRead bounds what of a text is looked at for what it asks, as a multiple of what is read.
const mostRead = 4

func joined(text string, list []piece) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(text[p.start:p.end] + "\n")
	}
	return b.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
