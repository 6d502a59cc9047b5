package secrets

import "strings"

// What stands between two parts of one key: the end of a line with the marks of the next one, or the quotes and the sign of joined strings.

// keyByte reports what a part of a key is made of.
func keyByte(c byte) bool { return isAlnum(c) || strings.IndexByte("_-.+/=~:", c) >= 0 }

func partEnd(t string, at int) int {
	for at < len(t) && keyByte(t[at]) {
		at++
	}
	return at
}

// partStart is where the part that ends at an offset begins: behind an escape, of which a letter would count.
func partStart(t string, end int) int {
	at := end
	for at > 0 && keyByte(t[at-1]) {
		at--
	}
	if backslashes(t, at)%2 == 1 && at < end {
		if at++; t[at-1] == 'u' {
			at = min(end, at+4)
		}
	}
	return at
}

// trimSoft cuts the equals sign that mail puts at the end of a line that goes on.
func trimSoft(t string, end int) int {
	if t[end-1] == '=' {
		return end - 1
	}
	return end
}

// brokenAt is the end of the part before a line end: over blanks, a frame, a backslash, the quote and the sign of joined strings. 0: no part.
func brokenAt(t string, end int) int {
	at, least := end, max(0, end-maxBetween)
	if at > 0 && t[at-1] == '\r' {
		at--
	} else if strings.HasSuffix(t[:at], `\r`) {
		at -= 2
	}
	for at > least && t[at-1] == '\\' {
		at--
	}
	for at > least && (t[at-1] == ' ' || t[at-1] == '\t') {
		at--
	}
	if at > least && t[at-1] == '|' {
		at--
	} else if strings.HasSuffix(t[:at], "│") {
		at -= len("│")
	}
	for at > least && t[at-1] == ' ' {
		at--
	}
	if at > 1 && strings.IndexByte("+.&\\", t[at-1]) >= 0 && strings.IndexByte(" \"'.", t[at-2]) >= 0 { // joined strings
		for at > least && strings.IndexByte("+.&\\ ", t[at-1]) >= 0 {
			at--
		}
	}
	if at > 0 && (t[at-1] == '"' || t[at-1] == '\'') {
		at--
		for at > least && t[at-1] == '\\' {
			at--
		}
	}
	if at <= least || !keyByte(t[at-1]) {
		return 0
	}
	return at
}

// nextPart is where a key goes on behind the part that ends at an offset: in the next of several strings joined by a sign or by their
// place, or on the next line. 0: nowhere.
func nextPart(t string, at int) int {
	limit := min(len(t), at+maxBetween)
	start := at
	for at < limit && t[at] == '\\' && at+1 < limit && strings.IndexByte("\\\"'", t[at+1]) >= 0 {
		at++
	}
	quote := byte(0)
	if at < limit && (t[at] == '"' || t[at] == '\'') {
		quote = t[at]
		at++
	} else {
		at = start
	}
	at = blanks(t, at)
	sign := false
	if quote != 0 {
		at, sign = joinSign(t, at)
	}
	at, broken := overLineEnd(t, at, limit)
	if quote == 0 && !broken || quote != 0 && !broken && !sign {
		return 0
	}
	if broken {
		at = lineMarks(t, at, start)
	}
	if quote != 0 {
		if !sign {
			at, _ = joinSign(t, at)
		}
		for at < len(t) && t[at] == '\\' {
			at++
		}
		if at >= len(t) || t[at] != quote {
			return 0
		}
		at++
	}
	if at >= len(t) || at > start+2*maxBetween || !keyByte(t[at]) || t[at] == '=' {
		return 0
	}
	return at
}

// joinSign steps over the sign that joins two strings, with blanks around it.
func joinSign(t string, at int) (int, bool) {
	if at >= len(t) || strings.IndexByte("+.&", t[at]) < 0 {
		return at, false
	}
	if at++; at < len(t) && t[at] == '.' { // Lua
		at++
	}
	return blanks(t, at), true
}

// overLineEnd steps over blanks, the right side of a frame, a backslash, and one end of a line.
func overLineEnd(t string, at, limit int) (int, bool) {
	spaces := func() {
		for at < limit && (t[at] == ' ' || t[at] == '\t') {
			at++
		}
	}
	begin := at
	spaces()
	if strings.HasPrefix(t[at:], "│") {
		at += len("│")
	} else if at < limit && t[at] == '|' {
		at++
	}
	spaces()
	for at+1 < limit && t[at] == '\\' && (t[at+1] == '\\' || t[at+1] == '\n' || t[at+1] == '\r') {
		at++
	}
	if at < limit && t[at] == '\r' {
		at++
	} else if strings.HasPrefix(t[at:], `\r`) {
		at += 2
		for at+1 < limit && t[at] == '\\' && t[at+1] == '\\' {
			at++
		}
	}
	if at >= len(t) || strings.IndexByte("\n\\<%&", t[at]) < 0 { // what lineEnds begin with
		return begin, false
	}
	for _, end := range lineEnds {
		if len(t) >= at+len(end) && strings.EqualFold(t[at:at+len(end)], end) {
			return at + len(end), true
		}
	}
	return begin, false
}

// lineMarks steps over what a line begins with before its text: blanks, marks of quoted mail, of a comment, a frame, a list of changes, the
// number of the line. start is an offset on the line before.
func lineMarks(t string, at, start int) int {
	if at < len(t) && (t[at] == '+' || t[at] == '-') && lineBegins(t, start, t[at]) {
		at++
	}
	for n := 0; n < maxBetween && at < len(t); n++ {
		switch {
		case strings.IndexByte(" \t>#*|;", t[at]) >= 0:
			at++
		case strings.HasPrefix(t[at:], `\t`), strings.HasPrefix(t[at:], "//"):
			at += 2
		case strings.HasPrefix(t[at:], "│"):
			at += len("│")
		case strings.HasPrefix(t[at:], "&gt;"):
			at += len("&gt;")
		case isDigit(t[at]):
			d := digits(t[at:])
			rest := t[at+d:]
			if d > 6 || !strings.HasPrefix(rest, "→") && !strings.HasPrefix(rest, "\t") && !strings.HasPrefix(rest, `\t`) {
				return at
			}
			at += d + len("\t")
			if strings.HasPrefix(rest, "→") {
				at += len("→") - 1
			}
		default:
			return at
		}
	}
	return at
}

// lineBegins reports the first byte of the line that holds an offset.
func lineBegins(t string, at int, c byte) bool {
	line := t[max(0, at-4*maxBetween):at]
	first := 0
	for _, end := range lineEnds[:2] {
		if n := strings.LastIndex(line, end); n >= 0 {
			first = max(first, n+len(end))
		}
	}
	return first < len(line) && line[first] == c
}
