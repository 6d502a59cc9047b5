package secrets

import "strings"

// pem reads a private key from its BEGIN line to its END line, or to where the key stops being one: keys are often cut by a
// log, and often stand in a string with \n for line breaks. start and end are those of the words PRIVATE KEY.
func (s *scanner) pem(start, end int) {
	t := s.text
	from := keyOpens(t, start)
	if from < 0 {
		return
	}
	if strings.ContainsAny(t[from:start], "\n\"'") {
		return
	}
	at := end
	if len(t) >= at+len(" BLOCK") && strings.EqualFold(t[at:at+len(" BLOCK")], " BLOCK") {
		at += len(" BLOCK")
	}
	if strings.HasPrefix(t[at:], " ----") { // as SSH2 writes it (RFC 4716)
		at++
	}
	if !strings.HasPrefix(t[at:], "----") {
		return
	}
	at += min(5, run(t[at:], 5))
	to := pemEnd(t, at)
	if to-at < 8 {
		return // the header alone, as in documentation
	}
	s.until = to
	s.found = append(s.found, span{start: from, end: to, rule: "private-key", rank: rankPEM, prefix: 0})
	if !strings.Contains(t[from+8:to], "-----END") {
		s.scattered(to)
	}
}

// keyOpens returns where the line that opens a key begins, given where its words PRIVATE KEY stand: four or five dashes, BEGIN in any case,
// and what kind of key it is. -1 for none.
func keyOpens(t string, words int) int {
	back := max(0, words-40)
	begin := strings.LastIndex(strings.ToUpper(t[back:words]), "BEGIN")
	if begin < 0 || len(strings.ToUpper(t[back:words])) != words-back {
		return -1
	}
	at := back + begin
	if at > 0 && t[at-1] == ' ' {
		at--
	}
	from := at
	for from > 0 && at-from < 5 && t[from-1] == '-' {
		from--
	}
	if at-from < 4 {
		return -1
	}
	return from
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

// scattered finds the rest of a key whose lines stand among other things, such as string joints, comment marks and times of a log. The
// END line must follow before another key begins; then every long run of base64 until there is a piece of the key.
func (s *scanner) scattered(from int) {
	t := s.text[from:min(len(s.text), from+maxPEM)]
	stop := strings.Index(t, "-----END")
	if stop < 0 || strings.Contains(t[:stop], "-----BEGIN") {
		return
	}
	for at := 0; at < stop; {
		n := 0
		for at+n < stop && (isAlnum(t[at+n]) || t[at+n] == '+' || t[at+n] == '/') {
			n++
		}
		end := at + n
		for end < stop && t[end] == '=' {
			end++
		}
		if n >= 24 || n >= 2 && end > at+n {
			s.found = append(s.found, span{start: from + at, end: from + end, rule: "private-key", rank: rankPEM})
		}
		at = end + 1
	}
	if close := strings.Index(t[min(len(t), stop+8):min(len(t), stop+80)], "-----"); close >= 0 && !strings.ContainsAny(t[stop:stop+8+close], "\"\\\n[") {
		s.found = append(s.found, span{start: from + stop, end: from + stop + 8 + close + 5, rule: "private-key", rank: rankPEM})
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
	for _, header := range []string{"Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Hash:", "Charset:", "MessageID:"} {
		if strings.HasPrefix(t, header) {
			n := strings.IndexAny(t, "\n\"\\")
			if n < 0 {
				n = len(t)
			}
			return n
		}
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
