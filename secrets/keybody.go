package secrets

import "strings"

// A private key is told by its lines of base64. They hang together when little stands between two of them: an escape, the joint of two strings, a
// comment mark, the time of a log.

// maxGap bounds what stands between two lines of one key, bytes: a time, a level, a file name and a call around each line.
const maxGap = 120

// piece is one run of base64.
type piece struct{ start, end int }

// pieceAt reads the run of base64 that begins at offset at; what an escape is made of is none.
func pieceAt(t string, at, limit int) piece {
	end := at
	for end < limit && (isAlnum(t[end]) || t[end] == '+' || t[end] == '/' || t[end] == '_' || t[end] == '-' && !strings.HasPrefix(t[end:], "--")) {
		end++
	}
	for end < limit && end > at && t[end] == '=' {
		end++
	}
	return piece{at, end}
}

// afterEscapeAt passes over \n, \\n, \u000a and \x0a.
func afterEscapeAt(t string, at int) int {
	for at < len(t) && t[at] == '\\' {
		at++
	}
	switch {
	case at < len(t) && t[at] == 'u':
		at += 5
	case at < len(t) && t[at] == 'x':
		at += 3
	case at < len(t) && isAlnum(t[at]):
		at++
	}
	return min(at, len(t))
}

// keyLine reports a piece that can be a line of a key: long, and of letters in no order.
func keyLine(s string) bool {
	n := kindsOf(s)
	return len(s) >= 24 && n.digit > 0 && n.upper > 1 && n.lower > 1 && n.turns >= 4 || len(s) >= 32 && len(s)%2 == 0 && isHex(s) && n.digit > 4
}

// chain reads the lines of one key from offset at on, at most to limit. begun says that lines stand before at already. With shut, which is that an END line stands at limit, a shorter last line counts.
func chain(t string, at, limit int, begun, shut bool) []piece {
	var out []piece
	last := at
	for at < limit && at-last <= maxGap {
		switch c := t[at]; {
		case c == '\\':
			at = afterEscapeAt(t, at)
		case isAlnum(c) || c == '+' || c == '/':
			p := pieceAt(t, at, limit)
			line := t[p.start:p.end]
			plus := strings.TrimLeft(line, "+-") // a diff's own sign
			p.start += len(line) - len(plus)
			n := p.end - p.start
			if keyLine(plus) || (begun || len(out) > 0) && (n >= 2 && plus[n-1] == '=' || shut && (limit-p.end < 60 && n >= 8 && kindsOf(plus).digit > 0 || limit-p.end <= 8 && n >= 4 && (begun || len(out) > 0)) || lastLine(plus, p.start-last)) {
				out, last = append(out, p), p.end
			}
			at = max(p.end, at+1)
		case strings.HasPrefix(t[at:limit], "-----"):
			return out
		default:
			at++
		}
	}
	return out
}

// lastLine reports a short line right behind a longer one: not a word.
func lastLine(s string, gap int) bool {
	n := kindsOf(s)
	return gap <= 12 && len(s) >= 6 && n.digit > 0 && n.upper > 0 && n.lower > 0 && n.turns >= 3
}

// chainBefore reads the lines of the key whose END line stands at offset end: those that hang together with it.
func chainBefore(t string, from, end int) []piece {
	if open := strings.LastIndex(t[from:end], "----"); open >= 0 {
		from += open + len("----")
	}
	var all []piece
	for at := from; at < end; {
		p := chain(t, at, end, false, true)
		if len(p) == 0 {
			at += maxGap
			continue
		}
		if len(all) > 0 && p[0].start-all[len(all)-1].end > maxGap {
			all = nil
		}
		all = append(all, p...)
		at = p[len(p)-1].end
	}
	if len(all) == 0 || end-all[len(all)-1].end > maxGap {
		return nil
	}
	return all
}

func (s *scanner) addKey(pieces []piece) {
	for _, p := range pieces {
		s.found = append(s.found, afterEscape(s.text, span{start: p.start, end: p.end, rule: "private-key", rank: rankPEM}))
	}
}

// derOpens are how the base64 of a private key without its header begins, each with the bytes that stand before it: the length of a sequence.
var derOpens = []struct {
	word   string
	before int
}{
	{"IBAAKC", 6}, {"IBAAKB", 6}, {"IBAAJB", 6}, {"IBAAJA", 6}, // RSA: a sequence, version 0, the modulus
	{"IBADANBgkqhkiG9w0BAQEF", 6}, {"IBADALBgkqhkiG9w0BAQEF", 6}, // the same within PKCS #8
	{"MHcCAQEEI", 0}, {"MIGkAgEBBDA", 0}, {"MIHcAgEBBEI", 0}, // a curve of 256, 384, 521 bits
	{"MIGHAgEAMBMGByqGSM49", 0}, {"MIG2AgEAMBAGByqGSM49", 0}, {"MIHuAgEAMBAGByqGSM49", 0}, {"MEECAQAwEwYHKoZIzj0", 0}, // within PKCS #8
	{"MC4CAQAwBQYDK2V", 0}, {"MFECAQEwBQYDK2V", 0}, // Ed25519 and X25519
}

// der reads the base64 of a private key that has no header; start and end are those of a word that such a key begins with.
func (s *scanner) der(nth, start, end int) {
	o, t := derOpens[nth], s.text
	from := start - o.before
	if from < 0 || t[start:end] != o.word || o.before > 0 && (!strings.HasPrefix(t[from:], "MII") || strings.IndexByte("AQgw", t[start-1]) < 0) {
		return
	}
	pieces := chain(t, from, min(len(t), from+maxPEM), false, false)
	if len(pieces) == 0 || pieces[0].start != from || pieces[len(pieces)-1].end-from < 56 {
		return
	}
	s.until = pieces[len(pieces)-1].end
	s.addKey(pieces)
}

// encodedWords are what a key file holds when it stands in base64, each by its place within three bytes: PRIVATE KEY as it is, the same and -----BEGIN in
// UTF-16, then PRIVATE KEY in base64 of base64. The first is how a file begins, for a PRIVATE KEY that a line break cuts.
var encodedWords = []string{
	"LS0tLS1CRUdJTi", "UFJJVkFURSBLRV", "BSSVZBVEUgS0VZ", "QUklWQVRFIEtFW",
	"UABSAEkAVgBBAFQARQAgAEsARQBZ", "AAUgBJAFYAQQBUAEUAIABLAEUAW", "QAFIASQBWAEEAVABFACAASwBFAF",
	"LQAtAC0ALQAtAEIARQBHAEkAT", "0ALQAtAC0ALQBCAEUARwBJAE", "tAC0ALQAtAC0AQgBFAEcASQBO",
	"VUZKSlZrRlVSU0JMUl", "VGSkpWa0ZVUlNCTFJW", "VRkpKVmtGVVJTQkxSV",
	"QlNTVlpCVkVVZ1MwVl", "JTU1ZaQlZFVWdTMFZa", "CU1NWWkJWRVVnUzBWW",
	"UVVrbFdRVlJGSUV0Rl", "FVa2xXUVZSRklFdEZX", "RVWtsV1FWUkZJRXRGV",
}

// encodedKey reads a key file that stands in base64 as a whole; start and end are those of its words PRIVATE KEY.
func (s *scanner) encodedKey(nth, start, end int) {
	t := s.text
	if t[start:end] != encodedWords[nth] {
		return
	}
	from := start
	for from > 0 && start-from < 200 && (isAlnum(t[from-1]) || t[from-1] == '+' || t[from-1] == '/') && backslashes(t, from-1) == 0 {
		from--
	}
	pieces := chain(t, from, min(len(t), from+4*maxPEM), false, false) // UTF-16 doubles a text, base64 adds a third, twice
	if len(pieces) == 0 || pieces[len(pieces)-1].end-end < 40 {
		return
	}
	s.until = pieces[len(pieces)-1].end
	s.addKey(pieces)
}
