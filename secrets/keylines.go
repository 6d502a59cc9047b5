package secrets

import "strings"

// jwkLines reads the private members of a JSON Web Key written as YAML or TOML, one a line; start and end are those of its member kty
// with the sign behind it.
func (s *scanner) jwkLines(start, end int) {
	t := s.text
	if start > 0 && isAlnum(t[start-1]) {
		return
	}
	from, to := max(0, start-maxMembers), min(len(t), end+maxMembers)
	if cut := strings.LastIndex(t[from:start], "\n\n"); cut >= 0 {
		from += cut + 2
	}
	if cut := strings.Index(t[end:to], "\n\n"); cut >= 0 {
		to = end + cut
	}
	kind := s.readValue(blanks(t, end))
	for at := from; at < to; at = lineEnd(t, at) + 1 {
		line := t[at:min(to, lineEnd(t, at))]
		name := strings.TrimLeft(line, " -\t")
		key := len(name) - len(strings.TrimLeft(name, "dpqik"))
		if key == 0 || key > 2 {
			continue
		}
		sign := blanks(t, at+len(line)-len(name)+key)
		if sign >= to || t[sign] != ':' && t[sign] != '=' {
			continue
		}
		switch name[:key] {
		case "k":
			if kind.text != "oct" {
				continue
			}
		case "d", "p", "q", "dp", "dq", "qi":
		default:
			continue
		}
		v := s.readValue(blanks(t, sign+1))
		if len(v.text) >= 16 && !placeholder(v.text) && strings.Trim(v.text, keyBytes) == "" {
			s.add(span{start: v.start, end: v.end, rule: "private-key", rank: rankPEM, whole: v.quoted})
		}
	}
}

const keyBytes = loginBytes + "+/="
