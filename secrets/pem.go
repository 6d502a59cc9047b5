package secrets

import "strings"

// pem reads a private key from its BEGIN line to its END line, or to where the key stops being one: keys are often cut by a
// log, and often stand in a string with \n for line breaks. start and end are those of the words PRIVATE KEY.
func (s *scanner) pem(start, end int) {
	t := s.text
	from, dashes := keyOpens(t, start)
	if from < 0 {
		s.closes(start)
		return
	}
	if strings.ContainsAny(t[from:start], "\n\"'") {
		return
	}
	at, closing := headerEnd(t, end)
	to := pemEnd(t, at)
	weak := dashes < 4 || closing < 4 // such as words about a key: only what follows tells
	if to-at < 8 || weak && (to-at < 40 || !keyLine(strings.TrimLeft(t[at:to], " \t\r\n>#|*"))) {
		to = at
	}
	limit := min(len(t), to+maxPEM)
	shut := false
	if stop := strings.Index(t[to:limit], "-----END"); stop >= 0 && !strings.Contains(t[to:to+stop], "-----BEGIN") {
		limit, shut = to+stop, true
	}
	var pieces []piece
	whole := strings.Contains(t[from+8:to], "-----END")
	if !whole {
		pieces = chain(t, to, limit, to > at, shut)
	}
	if to == at && len(pieces) == 0 && (weak || !cutBehind(t, from, at)) {
		return // the header alone, as in documentation
	}
	s.until = to
	s.found = append(s.found, span{start: from, end: to, rule: "private-key", rank: rankPEM, prefix: 0})
	s.addKey(pieces)
	if shut && !whole {
		s.footer(limit)
	}
}

// keyOpens returns where the line that opens a key begins, given where its words PRIVATE KEY stand, and how many dashes it has: BEGIN in any case,
// and what kind of key it is. -1 for none.
func keyOpens(t string, words int) (from, dashes int) {
	back := max(0, words-48)
	upper := strings.ToUpper(t[back:words])
	begin := strings.LastIndex(upper, "BEGIN")
	if begin < 0 || len(upper) != words-back || strings.Contains(upper[begin:], "END ") || begin > 0 && isAlnum(upper[begin-1]) && !strings.HasSuffix(upper[:begin], `\N`) {
		return -1, 0
	}
	at := back + begin
	if at > 0 && t[at-1] == ' ' {
		at--
	}
	for from = at; from > 0 && at-from < 8 && t[from-1] == '-'; {
		from--
	}
	return from, at - from
}

// headerEnd returns the offset behind the line that opens a key, given the end of its words PRIVATE KEY, and how many dashes close it.
func headerEnd(t string, end int) (at, dashes int) {
	at = end
	if n := strings.LastIndex(strings.ToUpper(t[max(0, end-16):end]), "KEY"); n >= 0 { // the words found may hold what closes the line
		at = max(0, end-16) + n + len("KEY")
	}
	for _, word := range []string{" BLOCK", "_BLOCK", "+BLOCK", "%20BLOCK", " V1"} {
		if len(t) >= at+len(word) && strings.EqualFold(t[at:at+len(word)], word) {
			at += len(word)
		}
	}
	if strings.HasPrefix(t[at:], " --") { // as SSH2 writes it (RFC 4716)
		at++
	}
	for at < len(t) && dashes < 8 && t[at] == '-' {
		at++
		dashes++
	}
	return at, dashes
}

// cutBehind reports a header that is the last line of a text, with nothing else on it: a key was cut off here.
func cutBehind(t string, from, at int) bool {
	line := t[strings.LastIndexByte(t[:from], '\n')+1 : from]
	return strings.TrimLeft(line, " \t>#|*+") == "" && strings.TrimSpace(t[at:]) == ""
}

// closes reads a key whose beginning is cut off: the lines before its END line. words is where that line's PRIVATE KEY stands.
func (s *scanner) closes(words int) {
	back := max(0, words-48)
	end := strings.LastIndex(s.text[back:words], "-----END")
	if end < 0 || back+end < s.until {
		return
	}
	pieces := chainBefore(s.text, max(s.until, back+end-maxPEM), back+end)
	if len(pieces) == 0 {
		return
	}
	s.addKey(pieces)
	s.footer(back + end)
}

// footer adds the END line that stands at an offset.
func (s *scanner) footer(at int) {
	t := s.text[at:]
	if n := strings.Index(t[min(len(t), 8):min(len(t), 80)], "-----"); n >= 0 && !strings.ContainsAny(t[:8+n], "\"\\\n[") {
		s.found = append(s.found, span{start: at, end: at + 8 + n + 5, rule: "private-key", rank: rankPEM})
	}
}

// putty reads the lines of a key in PuTTY's format; start and end are those of its words before their number.
func (s *scanner) putty(start, end int) {
	t := s.text
	at := end
	for at < len(t) && (t[at] == ' ' || isDigit(t[at])) {
		at++
	}
	if to := pemEnd(t, at); to-at >= 32 {
		s.found = append(s.found, span{start: at, end: to, rule: "private-key", rank: rankPEM})
	}
}

// maxPEM bounds one key: 16,384 bit RSA has 12 KiB in PEM, and post-quantum keys a little more.
const maxPEM = 32 << 10

// pemEnd returns the offset behind the last byte of key material from at on. It stops before anything that no key holds,
// among them a quote, and never within an escape.
func pemEnd(t string, at int) int {
	limit, last := min(len(t), at+maxPEM), at
	for at < limit {
		switch c := t[at]; {
		case c == '\\':
			n := 0
			for at+n < limit && t[at+n] == '\\' {
				n++
			}
			if at+n >= limit || t[at+n] != 'n' && t[at+n] != 'r' && t[at+n] != 't' {
				return last
			}
			at += n + 1
		case strings.HasPrefix(t[at:limit], "-----END"):
			close := strings.Index(t[at+8:min(limit, at+80)], "-----")
			if close < 0 || strings.ContainsAny(t[at:at+8+close], "\"\\\n[") {
				return last
			}
			return at + 8 + close + 5
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case c == '"' || c == '\'':
			n := joint(t[at:limit], c)
			if n == 0 {
				return last
			}
			at += n
		case c == '>' || c == '#' || c == '|' || c == '*': // quoted mail, comments
			at++
		case isAlnum(c) || c == '+' || c == '/' || c == '=':
			n := pemWord(t[at:limit])
			if n == 0 {
				if at = decorated(t[:limit], at); at < 0 {
					return last
				}
				continue
			}
			at += n
			last = at
		default:
			if at = decorated(t[:limit], at); at < 0 {
				return last
			}
		}
	}
	return last
}

// pemWord measures one line of base64 or one header such as "Proc-Type: 4,ENCRYPTED"; 0 means that neither stands here, as
// when prose follows a cut key.
func pemWord(t string) int {
	if name := headerName(t); name > 0 {
		n := strings.IndexAny(t, "\n\"\\")
		if n < 0 {
			n = len(t)
		}
		return n
	}
	n := 0
	for n < len(t) && (isAlnum(t[n]) || t[n] == '+' || t[n] == '/' || t[n] == '=') {
		n++
	}
	if n < 16 && n < len(t) && t[n] == ' ' && n+1 < len(t) && isAlnum(t[n+1]) {
		return 0 // a short word and another one: prose
	}
	return n
}

// headerName measures the name of a header and its colon: words joined by dashes, the first letter large. 0 for none.
func headerName(t string) int {
	n := 0
	for n < len(t) && n < 32 && (isLower(t[n]) || isUpper(t[n]) || t[n] == '-') {
		n++
	}
	if n < 4 || !isUpper(t[0]) || !strings.HasPrefix(t[n:], ": ") {
		return 0
	}
	for _, known := range []string{"Proc-Type", "DEK-Info", "Version", "Comment", "Hash", "Charset", "MessageID", "Subject"} {
		if t[:n] == known {
			return n + 1
		}
	}
	if t[:2] == "X-" {
		return n + 1
	}
	return 0
}

// joint measures the end of one string literal and the start of the next in source code: " + newline ". In JSON no plus
// follows a quote, so that a key in JSON still ends at its own quote.
func joint(t string, quote byte) int {
	n := skipSpace(t, 1)
	if n >= len(t) || t[n] != '+' {
		return 0
	}
	n = skipSpace(t, n+1)
	if n >= len(t) || t[n] != quote {
		return 0
	}
	return n + 1
}

// decorated passes over what a log writes before each line of a key, such as "#6 0.245 ", and returns -1 where the rest of
// the line is no line of a key.
func decorated(t string, at int) int {
	line := t[at:]
	if n := strings.IndexAny(line, "\n\"'\\"); n >= 0 {
		line = line[:n]
	}
	line = strings.TrimRight(line, " \r")
	if i := strings.Index(line, "-----END"); i > 0 && i <= 32 {
		return at + i
	}
	i := strings.LastIndexByte(line, ' ')
	if i < 0 || i > 32 || len(line)-i < 40 || pemWord(line[i+1:]) != len(line)-i-1 {
		return -1
	}
	return at + i + 1
}
