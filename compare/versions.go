package compare

import "strings"

// settleVersions tells versions from figures: 1.20 is another version than 1.2, and the same figure.
func (s *sentence) settleVersions(text string) {
	for i, t := range s.tokens {
		digits, v := strings.CutPrefix(strings.ToLower(t.text), "v")
		whole, fraction, ok := strings.Cut(digits, ".")
		if !ok || t.kind != number || t.dim != "" || len(fraction) < 2 || !strings.HasSuffix(fraction, "0") {
			continue
		}
		if v || s.follows(i, text) || versionSaid(text) {
			s.tokens[i].norm, s.tokens[i].bare = "n:"+whole+"."+fraction, ""
		}
	}
}

// follows reports that the i-th token stands right behind a name, or a word that names no figure: "Python 3.10".
func (s *sentence) follows(i int, text string) bool {
	if i == 0 || !strings.Contains(text, s.tokens[i-1].text+" "+s.tokens[i].text) {
		return false
	}
	t := s.tokens[i-1]
	return t.kind == name || t.kind == word && t.role != predicate && !attributes()[t.norm] && !isTrivial(t) && !strings.HasPrefix(s.tokens[i].text, "0")
}

func versionSaid(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "version") || strings.Contains(text, "release") || strings.Contains(text, "版本")
}
