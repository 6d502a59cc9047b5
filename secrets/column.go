package secrets

import "strings"

// maxRows bounds the rows of a table that are read below its head.
const maxRows = 200

// column reads the cells below a password's name in the head of a Markdown table; nameStart and nameEnd are those of the name.
func (s *scanner) column(k keyName, nameStart, nameEnd int) {
	t := s.text
	head := lineStart(t, nameStart)
	if line := strings.TrimLeft(t[head:nameStart], " \t>"); !strings.HasPrefix(line, "|") || !strings.HasSuffix(strings.TrimRight(line, " \t`*"), "|") {
		return
	}
	if rest := strings.TrimLeft(t[nameEnd:lineEnd(t, nameEnd)], " \t`*"); !strings.HasPrefix(rest, "|") {
		return
	}
	column := strings.Count(t[head:nameStart], "|")
	at := lineEnd(t, nameEnd) + 1
	if at >= len(t) || !strings.Contains(t[at:lineEnd(t, at)], "|") || strings.Trim(t[at:lineEnd(t, at)], " \t|:->\r") != "" {
		return // no rule below it: no head
	}
	for range maxRows {
		if at = lineEnd(t, at) + 1; at >= len(t) {
			return
		}
		end := lineEnd(t, at)
		if !strings.HasPrefix(strings.TrimLeft(t[at:end], " \t>"), "|") {
			return
		}
		from := at
		for n := 0; n < column; n++ {
			cut := strings.IndexByte(t[from:end], '|')
			if cut < 0 {
				return
			}
			from += cut + 1
		}
		to := strings.IndexByte(t[from:end], '|')
		if to < 0 {
			to = end - from
		}
		cell := t[from : from+to]
		word := strings.Trim(cell, " \t`*\r")
		v := value{start: from + strings.Index(cell, word), text: word}
		v.end = v.start + len(word)
		if word != "" && !strings.ContainsAny(word, " \t") && (s.isSecret(k, assigns1, v) || k.level == chosen && plainWord(word) && kindsOf(word).upper == 0) {
			s.add(span{start: v.start, end: v.end, rule: k.rule, rank: rankAssigned})
		}
	}
}
