package secrets

import (
	"encoding/base64"
	"strings"
)

// Keys of providers that do not stand in one piece: joined from strings, broken over lines, or in base64 as a whole.

// maxPieces bounds a key that is joined.
const maxPieces = 8

// pieced applies a rule to a key whose first piece is too short, with the pieces behind it; start is that of the prefix.
func (s *scanner) pieced(m *matcher, sh *shape, start int) {
	t := s.text
	first := pieceEnd(t, start)
	if first-start < len(sh.lit) || nextPiece(t, first) == 0 {
		return
	}
	var joined strings.Builder
	var spans []span
	for at, n := start, 0; at > 0 || n == 0; n++ {
		end := pieceEnd(t, at)
		if end == at || n == maxPieces || joined.Len() > contextAfter {
			break
		}
		joined.WriteString(t[at:end])
		spans = append(spans, span{start: at, end: end, rule: m.id, rank: rankProvider})
		at = nextPiece(t, end)
		if at == 0 {
			break
		}
	}
	found := sh.re.FindStringIndex(joined.String())
	if len(spans) < 2 || found == nil || found[0] != 0 || joined.Len()-found[1] > 1 {
		return
	}
	secret := joined.String()
	if m.entropy > 0 && entropy(secret) <= m.entropy || placeholder(secret) || s.allowed(m, sh, secret) || kindsOf(secret[len(sh.lit):]).digit == 0 {
		return
	}
	for _, sp := range spans {
		s.add(sp)
	}
}

// pieceEnd is the end of the bytes that may stand in a key.
func pieceEnd(t string, at int) int {
	for at < len(t) && (isAlnum(t[at]) || t[at] == '_' || t[at] == '-' || t[at] == '.') {
		at++
	}
	return at
}

// nextPiece is where the text goes on behind a piece: in the next of several strings joined by a sign or by their place, or on the next
// line behind a backslash. 0: nowhere.
func nextPiece(t string, at int) int {
	if strings.HasPrefix(t[at:], "\\\n") {
		return skipSpace(t, at+2)
	}
	if at >= len(t) || t[at] != '"' && t[at] != '\'' {
		return 0
	}
	quote := t[at]
	behind := at + 1
	at = skipSpace(t, behind)
	if at < len(t) && strings.IndexByte("+.&\\", t[at]) >= 0 {
		if at++; at < len(t) && t[at] == '.' { // Lua
			at++
		}
		at = skipSpace(t, at)
	} else if strings.IndexByte(t[behind:at], '\n') < 0 {
		return 0
	}
	if at >= len(t) || t[at] != quote {
		return 0
	}
	return at + 1
}

// encodedPrefixes are those of well-known keys, as they are looked for in base64 too.
const encodedPrefixes = "ghp_ gho_ ghs_ ghu_ ghr_ github_pat_ glpat- sk-ant- sk-proj- sk_live_ sk_test_ rk_live_ AKIA ASIA xoxb- xoxp- xapp- npm_ AIzaSy dop_v1_ hvs. dckr_pat_ pypi- shpat_ GOCSPX- ya29. glsa_"

// inBase64 is what a text that begins so begins with in base64, whatever follows.
func inBase64(prefix string) string {
	return base64.RawStdEncoding.EncodeToString([]byte(prefix))[:len(prefix)*8/6]
}

// encodedToken reads a key that is written in base64 as a whole; start and end are those of its first signs.
func (s *scanner) encodedToken(start, end int) {
	t := s.text
	if start > 0 && (isAlnum(t[start-1]) || t[start-1] == '+' || t[start-1] == '/') {
		return
	}
	to := end
	for to < len(t) && to-start < contextAfter && (isAlnum(t[to]) || strings.IndexByte("+/-_", t[to]) >= 0) {
		to++
	}
	plain, err := base64.RawStdEncoding.DecodeString(strings.NewReplacer("-", "+", "_", "/").Replace(t[start:to]))
	if err != nil || len(plain) < 16 || !printable(strings.TrimSpace(string(plain))) {
		return
	}
	for to < len(t) && t[to] == '=' {
		to++
	}
	for _, f := range shared().scan(string(plain)) {
		if f.rank == rankProvider && f.start == 0 {
			s.add(span{start: start, end: to, rule: f.rule, rank: rankProvider})
			return
		}
	}
}
