package secrets

import "strings"

// leastEcho is the shortest beginning of a secret that is taken out of an answer, in bytes: long enough for no provider's prefix alone.
const leastEcho = 10

// RedactEcho redacts an answer to what was said: an answer that repeats a part of it, cut short, may hold the beginning of a secret, which
// no rule knows any more.
func RedactEcho(answer string, said ...string) string {
	for _, text := range said {
		for _, f := range Scan(text) {
			answer = cutEcho(answer, text[f.Start:f.End], marker(f.Rule))
		}
	}
	answer, _ = Redact(answer)
	return answer
}

// cutEcho replaces the secret, and each beginning of it, by the mark.
func cutEcho(answer, secret, mark string) string {
	if len(secret) < leastEcho {
		return answer
	}
	var out strings.Builder
	for {
		at := strings.Index(answer, secret[:leastEcho])
		if at < 0 {
			out.WriteString(answer)
			return out.String()
		}
		end := leastEcho
		for end < len(secret) && at+end < len(answer) && answer[at+end] == secret[end] {
			end++
		}
		out.WriteString(answer[:at] + mark)
		answer = answer[at+end:]
	}
}
