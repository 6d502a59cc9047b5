package secrets

import "strings"

// value is what stands behind an operator.
type value struct {
	start, end int
	text       string
	quoted     bool // and the closing quote was found
	typed      bool // a bare word that may be a type: password: string = "..."
	call       bool // a function call or an index follows
	rest       bool // more words follow on the line
}

const longestValue = 8 << 10

// readValue reads a quoted string or a bare word at offset at.
func (s *scanner) readValue(at int) value {
	t := s.text
	open := at
	for n := 0; n < 3 && open < len(t) && strings.IndexByte("bfruLR@$", t[open]) >= 0; n++ { // b"..." f'...' @"..."
		open++
	}
	if open >= len(t) || open > at && t[open] != '"' && t[open] != '\'' {
		open = at
	}
	escapes := 0
	for open < len(t) && t[open] == '\\' {
		open++
		escapes++
	}
	if open < len(t) && (t[open] == '"' || t[open] == '\'' || t[open] == '`') {
		if v, ok := quotedValue(t, open, escapes); ok {
			return v
		}
		return s.bareValue(open + 1)
	}
	if escapes > 0 {
		return value{start: at, end: at}
	}
	return s.bareValue(at)
}

// quotedValue reads to the closing quote, which has as many backslashes before it as the opening one. A value never goes
// over a line break, nor over a double quote that is not its own: that one may close a JSON string around it.
func quotedValue(t string, open, escapes int) (value, bool) {
	quote, start := t[open], open+1
	for strings.HasPrefix(t[start:], string(quote)) && strings.HasPrefix(t[start+1:], string(quote)) { // """ and ```
		start += 2
	}
	for i := start; i < len(t) && i-start < longestValue; i++ {
		switch c := t[i]; {
		case c == '\n' || c == '\r':
			return value{}, false
		case c == '\\':
			n := 0
			for i+n < len(t) && t[i+n] == '\\' {
				n++
			}
			if i+n >= len(t) {
				return value{}, false
			}
			if t[i+n] == quote && n == escapes || t[i+n] == '"' && quote != '"' && escapes == 0 && n == 1 {
				return value{start: start, end: i, text: t[start:i], quoted: true}, i > start
			}
			i += n
		case c == quote:
			if escapes > 0 {
				return value{}, false
			}
			return value{start: start, end: i, text: t[start:i], quoted: true}, i > start
		case c == '"':
			return value{}, false
		}
	}
	return value{}, false
}

// bareValue reads to the first byte that ends an unquoted value in any of the notations.
func (s *scanner) bareValue(at int) value {
	t, i := s.text, at
	if at >= s.bare.start && at < s.bare.end { // token=token=token=...: the same bytes again
		i = s.bare.end
	}
	for i < len(t) && i-at < longestValue && t[i] > ' ' && strings.IndexByte("\"'`\\,;)]}<>|&", t[i]) < 0 {
		if t[i] == '(' || t[i] == '[' || t[i] == '{' {
			return value{start: at, end: i, text: t[at:i], call: true}
		}
		if t[i] >= 0x80 && (strings.HasPrefix(t[i:], "，") || strings.HasPrefix(t[i:], "。") || strings.HasPrefix(t[i:], "；") || strings.HasPrefix(t[i:], "、")) {
			break
		}
		i++
	}
	for i > at && (t[i-1] == '.' || t[i-1] == ':' || t[i-1] == '!' && i-at > 20 || t[i-1] == '?') { // the sentence's
		i--
	}
	s.bare.start, s.bare.end = at, i
	v := value{start: at, end: i, text: t[at:i]}
	if strings.HasPrefix(t[i:], "...") || strings.HasPrefix(t[i:], "…") { // cut short: what is shown opens nothing
		v.call = true
	}
	v.typed = i > at && wordy(v.text) && kindsOf(v.text).digit == 0
	line := t[i:min(len(t), i+40)]
	if cut := strings.IndexByte(line, '\n'); cut >= 0 {
		line = line[:cut]
	}
	v.rest = strings.TrimLeft(line, " \t\"',;)}]") != ""
	return v
}

// isSecret judges a value by what its name and its notation promise.
func (s *scanner) isSecret(k keyName, o op, v value) bool {
	t := v.text
	if o == argument && !v.quoted {
		return false
	}
	if v.call || len(t) < 4 || placeholder(t) || version(t) || strings.Contains(t, "://") || reference(t) || validated(t) {
		return false
	}
	n := kindsOf(t)
	if o == near || o == argument && k.level != chosen || k.level == doubted {
		least := 16
		if o == near && k.level != doubted {
			least = 9
		}
		if isUUID(t) {
			return o == assigns1 && k.word == "authorization"
		}
		if o == near && k.level == chosen && len(t) >= 8 && n.digit > 0 && n.upper > 0 && n.lower > 0 && strings.ContainsAny(t, "!@#$%^&") && !strings.ContainsAny(t, "-/(:") {
			return true // the password is Summer2024!
		}
		if o == near && k.level == chosen && v.quoted {
			return n.digit > 0 && n.lower+n.upper > 0
		}
		if o == near && k.level != doubted && len(t) >= 20 && n.digit >= 4 && n.lower+n.upper >= 4 && n.other*8 < len(t) && !wordy(t) {
			return len(t) != 40 && len(t) != 64 || !isHex(t) || !digestNear(s.text, v.start) // a commit or a digest in a sentence
		}
		if o == near && k.level != doubted && len(t) >= 16 && n.upper > 2 && n.lower > 2 && n.digit+n.other == 0 {
			return !wordy2(t) && entropy(t) >= 3.5 // letters alone, in no order of words
		}
		return !wordy(t) && !pathLike(t) && (random(t, least) || len(t) >= 24 && isHex(t) && n.digit > 4 && n.lower+n.upper > 2) && (k.level != doubted || !digest(t))
	}
	if pathLike(t) || codeLike(t, v.quoted) {
		return false
	}
	if k.level == long && len(t) < 16 {
		return false
	}
	if k.level == chosen {
		return chosenSecret(t, n, o, v)
	}
	return issuedSecret(t, n, v)
}

// chosenSecret judges a password: anything but words that describe one.
func chosenSecret(t string, n kinds, o op, v value) bool {
	switch {
	case strings.ContainsAny(t, " \t") && (n.digit == 0 || n.other*4 > len(t)):
		return false // prose
	case n.digit == len(t):
		return len(t) >= 5 && o != compares
	case n.digit > 0 && n.lower+n.upper > 0:
		return true
	case strings.ContainsAny(t, "!@#$%^&*+=?~"):
		return true
	case n.digit == 0 && n.other == 0 && n.upper > 0 && n.lower > 0 && n.turns >= 2 && !wordy2(t):
		return true
	}
	return n.digit == 0 && n.other == 0 && len(t) >= 8 && (n.upper == 0 || n.lower == 0) && !pronounceable(t)
}

// issuedSecret judges a token or key.
func issuedSecret(t string, n kinds, v value) bool {
	switch {
	case strings.ContainsAny(t, " \t"):
		return false
	case n.digit == len(t):
		return false
	case n.digit > 0 && n.lower+n.upper > 0:
		if len(t) < 8 {
			return n.turns >= 2 && !wordy2(t)
		}
		return entropy(t) >= 2.3 && (!wordy(t) || len(t) >= 16 && n.turns >= 4)
	case len(t) >= 16 && n.lower > 0 && n.upper > 0:
		return !wordy2(t) && entropy(t) >= 3.2
	}
	return len(t) >= 20 && n.other == 0 && entropy(t) >= 3.6
}

// wordy2 reports camelCase and Title words: every upper case letter starts a run of at least two lower case ones.
func wordy2(t string) bool {
	run, short := 0, 0
	for i := range len(t) {
		if isLower(t[i]) {
			run++
			continue
		}
		if i > 0 && run < 2 {
			short++
		}
		run = 0
	}
	return short*4 <= len(t)/4
}

// digest reports hex of the lengths that hashes have: with a name that says little, it is one.
func digest(t string) bool {
	switch len(t) {
	case 24, 32, 40, 56, 64, 96, 128:
		return isHex(t)
	}
	return false
}

// pathLike reports file paths and dotted hosts.
func pathLike(t string) bool {
	if strings.HasPrefix(t, "/") || strings.HasPrefix(t, "./") || strings.HasPrefix(t, "../") || strings.HasPrefix(t, "~/") || len(t) > 2 && t[1] == ':' && (t[2] == '\\' || t[2] == '/') {
		return strings.Count(t, "/")+strings.Count(t, "\\") > 1 || wordy(t)
	}
	return strings.Count(t, "/") >= 1 && wordy(t)
}

// codeLike reports expressions that stand where a value could: config.password, req.body.token, String, foo_bar.
func codeLike(t string, quoted bool) bool {
	if quoted {
		return strings.Contains(t, "{") && wordy(strings.NewReplacer("{", "", "}", "").Replace(t))
	}
	if lower := strings.ToLower(t); wordy(t) && (strings.Contains(lower, "password") || strings.Contains(lower, "token") || strings.Contains(lower, "secret")) {
		return true // a variable of the same name
	}
	for _, head := range []string{"process.env", "os.environ", "os.getenv", "env.", "config.", "self.", "this.", "req.", "request.", "secrets.", "vars.", "args.", "opts.", "options.", "settings.", "data.", "params.", "ctx.", "cfg.", "new ", "await", "&", "*"} {
		if strings.HasPrefix(t, head) {
			return true
		}
	}
	return strings.Count(t, ".") >= 1 && wordy(t) && kindsOf(t).turns < 3
}

// authScheme reads Bearer x and Basic x wherever they stand.
func (s *scanner) authScheme(start, end int) {
	t := s.text
	if end < len(t) && t[end] == ':' { // Bearer: x
		end++
	}
	if start > 0 && isAlnum(t[start-1]) || end >= len(t) || t[end] != ' ' {
		return
	}
	v := s.readValue(blanks(t, end))
	if strings.EqualFold(t[start:start+5], "basic") {
		if decodes, secret := basicLogin(v.text); decodes {
			if secret {
				s.add(span{start: v.start, end: v.end, rule: "authorization", rank: rankAssigned, whole: v.quoted})
			}
			return
		}
	}
	if v.call || placeholder(v.text) || pathLike(v.text) || wordy(v.text) && !isHex(v.text) {
		return
	}
	if credential(v.text) || strings.HasSuffix(v.text, "=") && len(v.text) >= 12 {
		s.add(span{start: v.start, end: v.end, rule: "authorization", rank: rankAssigned, whole: v.quoted})
	}
}

// npmAuth reads the base64 of a user and a password in a registry's settings; end is that of the operator.
func (s *scanner) npmAuth(_, end int) {
	v := s.readValue(blanks(s.text, end))
	if _, secret := basicLogin(v.text); secret && !v.call {
		s.add(span{start: v.start, end: v.end, rule: "authorization", rank: rankAssigned, whole: v.quoted})
	}
}

// telegram reads a bot token, which is a number, a colon and 35 random characters; start is that of the last digit.
func (s *scanner) telegram(start, end int) {
	t, from, to := s.text, start, end
	for from > 0 && isDigit(t[from-1]) && start-from < 11 {
		from--
	}
	if n := start + 1 - from; n < 8 || n > 10 || from > 0 && isAlnum(t[from-1]) && !strings.HasSuffix(t[:from], "bot") && !strings.HasSuffix(t[:from], `\n`) {
		return
	}
	for to < len(t) && (isAlnum(t[to]) || t[to] == '_' || t[to] == '-') && to-end < 40 {
		to++
	}
	if to-end == 35 && random(t[end:to], 35) {
		s.add(span{start: from, end: to, rule: "telegram-bot-token", rank: rankProvider})
	}
}
