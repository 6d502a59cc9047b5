package secrets

import "strings"

// Some formats keep a private key as named numbers: JSON Web Keys (RFC 7517) and the XML of .NET.

// maxMembers bounds the numbers of one key: 16,384 bit RSA has some 14 KiB of them.
const maxMembers = 16 << 10

// jwk reads the private members of a JSON Web Key; start and end are those of its member kty.
func (s *scanner) jwk(start, end int) {
	t := s.text
	from := strings.LastIndexByte(t[max(0, start-maxMembers):start], '{')
	if from < 0 {
		return
	}
	from += max(0, start-maxMembers)
	to := strings.IndexByte(t[end:min(len(t), end+maxMembers)], '}')
	if to < 0 {
		to = min(len(t), end+maxMembers) - end // cut
	}
	names := []string{"d", "p", "q", "dp", "dq", "qi"}
	if kind := s.readValue(behindColon(t, end)); kind.text == "oct" {
		names = []string{"k"}
	}
	for _, name := range names {
		s.member(from, end+to, name)
	}
}

// member adds the value of one member of the object that text[from:to] holds.
func (s *scanner) member(from, to int, name string) {
	t := s.text
	for at := from; at < to; {
		n := strings.Index(t[at:to], name+`"`)
		m := strings.Index(t[at:to], name+`\`)
		if n < 0 || m >= 0 && m < n {
			n = m
		}
		if n < 0 {
			return
		}
		at += n + len(name)
		if open := t[at-len(name)-1]; open != '"' {
			continue
		}
		for at < to && (t[at] == '\\' || t[at] == '"') {
			at++
		}
		v := s.readValue(behindColon(t, at))
		if v.quoted && len(v.text) >= 16 && !placeholder(v.text) && !strings.ContainsAny(v.text, " :.") {
			s.add(span{start: v.start, end: v.end, rule: "private-key", rank: rankPEM})
		}
	}
}

func behindColon(t string, at int) int {
	at = skipSpace(t, at)
	if at < len(t) && t[at] == ':' {
		at++
	}
	return skipSpace(t, at)
}

// xmlKey reads the private numbers of an RSAKeyValue; end is that of its opening tag.
func (s *scanner) xmlKey(_, end int) {
	t := s.text[end:min(len(s.text), end+maxMembers)]
	open, shut := "<", ">"
	if strings.HasSuffix(s.text[:end], "gt;") || strings.HasSuffix(s.text[:end], "GT;") {
		open, shut = "&lt;", "&gt;"
	}
	if n := strings.Index(t, open+"/RSAKeyValue"); n >= 0 {
		t = t[:n]
	}
	for _, name := range []string{"D", "P", "Q", "DP", "DQ", "InverseQ"} {
		_, value, ok := strings.Cut(t, open+name+shut)
		if !ok {
			continue
		}
		from := end + len(t) - len(value)
		value, _, _ = strings.Cut(value, open)
		for _, p := range chain(s.text, from, from+len(value), false, false) {
			s.add(span{start: p.start, end: p.end, rule: "private-key", rank: rankPEM})
		}
	}
}
