package secrets

import "strings"

// Sentences that tell a password: the password is swordfish; my wifi password was tangerine; log in as bob with password tiger; 密码是 swordfish.

// owners begin a sentence that speaks of one certain password.
var saidOwners = []string{"the", "my", "our", "their", "his", "her", "its", "this", "root", "admin", "wifi", "wi-fi", "initial", "temporary", "default", "current", "new", "old", "master", "database", "db", "sudo", "ssh", "vpn", "login", "zip", "archive", "shared", "staging", "test", "production", "prod", "account", "user"}

// said judges a word behind "password is"; at is the offset of the value.
func (s *scanner) said(k keyName, v value, nameStart, nameEnd int) bool {
	t := s.text
	if k.rule != "password" || k.word == "pass" || v.call || !plainWord(v.text) && !mixedWord(v.text) && !(v.quoted && quotedSaid(v.text)) || kindsOf(v.text).upper == len(v.text) {
		return false
	}
	between := t[nameEnd:v.start]
	if t[nameStart] >= 0x80 { // 密码是 swordfish
		return strings.ContainsAny(between, "是为：:") && endsSaid(t, v)
	}
	verb := strings.ToLower(strings.Trim(between, " \t\"'`*"))
	owned := hasOwner(t, nameStart)
	switch verb {
	case "is", "was", "is now", "is set to", "is still", "is just":
		return (owned || v.quoted) && endsSaid(t, v) && (v.quoted || !state(v.text))
	case "to": // set the password to swordfish
		head := strings.ToLower(lineHead(t, nameStart))
		return (strings.Contains(head, "set ") || strings.Contains(head, "change") || strings.Contains(head, "reset")) && endsSaid(t, v) && (v.quoted || !state(v.text))
	case "": // password "swordfish" on a line of its own; with user bob and password tiger; login bob password tiger
		if v.quoted && strings.TrimSpace(lineHead(t, nameStart)) == "" && endsLine(t, behindQuote(t, v.end)) {
			return true
		}
		return namedUser(t, nameStart) && endsSaid(t, v) && (v.quoted || !state(v.text))
	}
	return false
}

// mixedWord reports letters with digits, in a sentence: not base64, SHA256, utf8, 12chars.
func mixedWord(v string) bool {
	n := kindsOf(v)
	word := strings.ToLower(strings.Trim(v, "0123456789"))
	return len(v) >= 6 && n.digit > 0 && n.lower > 0 && n.other*3 < len(v) && anyWord(v) && !isDigit(v[0]) && !version(v) && !pathLike(v) && !strings.ContainsAny(v, "-(:/<>{}") && len(word) > 3 && !describing()[word] && !states()[word]
}

// quotedSaid reports a quoted word that is more than letters.
func quotedSaid(v string) bool {
	return len(v) >= 4 && !strings.ContainsAny(v, " \t/(){}<>$") && anyWord(v) && !describing()[strings.ToLower(v)]
}

// endsSaid reports that nothing goes on behind the word: "the password is stale by then" tells none.
func endsSaid(t string, v value) bool {
	at := v.end
	for at < len(t) && strings.IndexByte("\"'`*\\", t[at]) >= 0 && !strings.HasPrefix(t[at:], `\n`) {
		at++
	}
	if endsLine(t, at) {
		return true
	}
	for _, end := range []string{"。", "，", "、", "；", "！", ")", "）", "<", ". ", ".\n", ".\"", ".'", `.\n`, ", ", "; ", "! ", "!\n", ".<"} {
		if strings.HasPrefix(t[at:], end) {
			return true
		}
	}
	return strings.IndexByte(".!,;", t[at]) >= 0 && at+1 == len(t)
}

// hasOwner reports that one of a few words before the name says which password it is.
func hasOwner(t string, nameStart int) bool {
	words := strings.Fields(strings.ToLower(lineHead(t, nameStart)))
	for n := 0; n < 4 && n < len(words); n++ {
		word := strings.Trim(words[len(words)-1-n], "\"'`(*_,:")
		for _, owner := range saidOwners {
			if word == owner {
				return true
			}
		}
	}
	return false
}

// namedUser reports a user who is named before the password: user bob and, login bob, log in as bob with.
func namedUser(t string, nameStart int) bool {
	words := strings.Fields(strings.ToLower(lineHead(t, nameStart)))
	if n := len(words); n > 0 {
		switch words[n-1] {
		case "and", "with", "/", "und", "using":
			words = words[:n-1]
		}
	}
	n := len(words)
	if n < 2 {
		return false
	}
	name := strings.Trim(words[n-1], "\"'`,;")
	if len(name) < 2 || describing()[name] && !vendorWord(name) {
		return false
	}
	switch strings.Trim(words[n-2], "\"'`(:") {
	case "user", "username", "login":
		return !strings.Contains(name, "auth")
	case "as", "with":
		return n > 2 && (words[n-3] == "in" || words[n-3] == "login" || words[n-3] == "connect")
	}
	return false
}

// state reports words that say how a password is: hashed, missing, visible, secure.
func state(v string) bool {
	lower := strings.ToLower(v)
	if describing()[lower] || states()[lower] {
		return true
	}
	for _, end := range []string{"ed", "ing", "able", "ible", "ly", "ous", "ive", "less", "ful", "ory", "ary", "ical", "sive", "ent", "ant", "ten", "own"} {
		if strings.HasSuffix(lower, end) {
			return true
		}
	}
	return false
}
