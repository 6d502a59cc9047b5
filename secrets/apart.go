package secrets

import "strings"

// A sentence may set words between what tells a secret and the secret: Password (staging): w; the password for the staging db is w; the admin
// password was changed to w; use w as the admin password. There entropy decides: what stands apart is a secret only where it looks drawn by chance.

// apartFrom is how many bytes of one line may stand between them.
const apartFrom = 64

// links lead from the words between to the value.
var links = []string{": ", "：", " = ", " => ", " is ", " to ", " was ", " now ", "改成了", "改成", "改为", "换成", "是", "为"}

// apart adds what stands behind the words that follow a name, on the line below it, or before "as the password".
func (s *scanner) apart(k keyName, nameStart, nameEnd int) {
	t := s.text
	end := min(len(t), nameEnd+apartFrom)
	line := t[nameEnd:end]
	if at := strings.IndexByte(line, '\n'); at >= 0 {
		line = line[:at]
	}
	if at := strings.Index(line, ". "); at >= 0 {
		line = line[:at]
	}
	for at := range len(line) {
		for _, link := range links {
			if strings.HasPrefix(line[at:], link) && s.drawn(k, blanks(t, nameEnd+at+len(link))) {
				return
			}
		}
	}
	if below, ok := lineBelow(t, nameEnd); ok && s.drawn(k, below) {
		return
	}
	head := t[max(0, nameStart-apartFrom):nameStart]
	head = head[strings.LastIndexByte(head, '\n')+1:]
	if at := strings.LastIndex(head, " as "); at > 0 && strings.Count(head[at:], " ") <= 5 {
		word := strings.LastIndexByte(strings.TrimRight(head[:at], "\"'`*"), ' ') + 1
		s.drawn(k, nameStart-len(head)+word+len(head[word:at])-len(strings.TrimLeft(head[word:at], "\"'`*")))
	}
}

// drawn adds the value at an offset if it looks drawn by chance.
func (s *scanner) drawn(k keyName, at int) bool {
	t := s.text
	for n := 0; n < 3 && at < len(t) && strings.IndexByte("\"'`*", t[at]) >= 0; n++ {
		at++
	}
	v := s.readValue(at)
	if v.call || !random(v.text, 12) || kindsOf(v.text).other > 0 || digestNear(t, v.start) || !s.isSecret(k, near, v) {
		return false
	}
	s.add(span{start: v.start, end: v.end, rule: k.rule, rank: rankNear, whole: v.quoted})
	return true
}

// lineBelow is where the next line begins that says anything, behind a name that nothing but a colon follows, and a fence of code.
func lineBelow(t string, at int) (int, bool) {
	for n := 0; n < 4 && at < len(t) && strings.IndexByte("\"'`*)", t[at]) >= 0; n++ {
		at++
	}
	if at >= len(t) || t[at] != ':' && !strings.HasPrefix(t[at:], "：") {
		return 0, false
	}
	colon, rest := at, strings.TrimLeft(t[at:], ":：* \t\r")
	if at = len(t) - len(rest); rest == "" || rest[0] != '\n' || at-colon > 8 {
		return 0, false
	}
	rest = strings.TrimLeft(rest[:min(len(rest), 48)], " \t\r\n>|-")
	if strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "~~~") {
		fence := strings.IndexByte(rest, '\n')
		if fence < 0 {
			return 0, false
		}
		rest = strings.TrimLeft(rest[fence:], " \t\r\n")
	}
	return at + min(len(t)-at, 48) - len(rest), rest != ""
}
