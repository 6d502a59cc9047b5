package secrets

import (
	"encoding/base64"
	"strings"
)

// Keys of providers that stand in base64 as a whole.

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
