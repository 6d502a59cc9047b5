package secrets

import "strings"

// url finds the password in scheme://user:password@host; start and end are those of "://".
func (s *scanner) url(start, end int) {
	t := s.text
	if start == 0 || !isAlnum(t[start-1]) {
		return
	}
	limit := min(len(t), end+300)
	at, colon, sign := end, -1, -1
scan:
	for ; at < limit; at++ {
		switch c := t[at]; {
		case c <= ' ' || c == '"' || c == '\'' || c == '`' || c == '\\':
			break scan
		case c == '/' || c == '?' || c == '#' || c == '<' || c == '>' || c == '(' || c == ')':
			// A raw slash or bracket may stand in a password if an @ follows close by; a path has none.
			if colon < 0 || sign >= 0 || port(t[colon+1:at]) || !strings.Contains(t[at:min(limit, at+40)], "@") || strings.ContainsAny(beforeAt(t[at:limit]), " \n\"'") {
				break scan
			}
		case c == ':' && colon < 0:
			colon = at
		case c == '@':
			sign = at
		}
	}
	switch {
	case sign < 0:
		return
	case colon < 0 || colon > sign: // https://token@host
		token := t[end:sign]
		least := 16
		if strings.Contains(t[max(0, start-12):start], "git+") || forge(t[sign+1:min(len(t), sign+40)]) {
			least = leastForgeToken
		}
		if len(token) >= least && credential(token) && !placeholder(token) {
			s.add(span{start: end, end: sign, rule: "url-credentials", rank: rankURL})
		}
		return
	}
	password := t[colon+1 : sign]
	if host := t[end:colon]; port(password) && (host == "localhost" || strings.Count(host, ".") == 3 && strings.Trim(host, "0123456789.") == "") {
		return // http://localhost:8080@name is a host and its port
	}
	if user := t[end:colon]; (password == "" || strings.EqualFold(password, "x")) && len(user) >= 16 && credential(user) && !placeholder(user) {
		s.add(span{start: end, end: colon, rule: "url-credentials", rank: rankURL}) // a key in the place of the user
		return
	}
	if user := t[end:colon]; strings.EqualFold(password, "x-oauth-basic") && (credential(user) || kindsOf(user).digit > 0 && len(user) >= 8) && !placeholder(user) {
		s.add(span{start: end, end: colon, rule: "url-credentials", rank: rankURL}) // the token stands in the place of the user
		return
	}
	word := password == "secret" && !strings.HasSuffix(strings.ToLower(t[:start]), "http") && !strings.HasSuffix(strings.ToLower(t[:start]), "https") // for a database it may be the word itself
	if (!anyWord(password) || !anyWord(strings.Trim(password, "()<>"))) && !word {
		return
	}
	s.add(span{start: colon + 1, end: sign, rule: "url-credentials", rank: rankURL})
}

// leastForgeToken bounds what may be a token before the host of a forge, where a user alone is of no use.
const leastForgeToken = 14

// forge reports the host of a forge of git at the start of t.
func forge(t string) bool {
	host := t[:strings.IndexFunc(t+"/", func(r rune) bool { return r == '/' || r == ':' || r <= ' ' })]
	return strings.Contains(host, "git") || strings.Contains(host, "bitbucket") || host == "dev.azure.com"
}

// userInAddress reports a parameter of an address in which another one names a user: what stands behind it may be any word that a person chose.
func userInAddress(t string, at int) bool {
	if at == 0 || t[at-1] != '&' && t[at-1] != '?' && t[at-1] != ';' {
		return false
	}
	from, to := at, at
	for from > 0 && at-from < 200 && t[from-1] > ' ' && strings.IndexByte("\"'`<>", t[from-1]) < 0 {
		from--
	}
	for to < len(t) && to-at < 200 && t[to] > ' ' && strings.IndexByte("\"'`<>", t[to]) < 0 {
		to++
	}
	query := strings.ToLower(t[from:to])
	for _, name := range []string{"user=", "username=", "login=", "uid=", "usr=", "email="} {
		if n := strings.Index(query, name); n > 0 && strings.IndexByte("&?;", query[n-1]) >= 0 && strings.Contains(query, "?") {
			return true
		}
	}
	return false
}

// encodedURL finds the password of an address that is itself a value of an address: postgres%3A%2F%2Fuser%3Apassword%40host; end is that of its slashes.
func (s *scanner) encodedURL(end int) {
	t := s.text[end:min(len(s.text), end+300)]
	t = t[:run(t, len(t))]
	if cut := strings.IndexAny(t, "&/?"); cut >= 0 {
		t = t[:cut]
	}
	colon := strings.Index(strings.ToUpper(t), "%3A")
	sign := strings.Index(t, "%40")
	if colon < 0 || sign < colon+3 || strings.Contains(strings.ToUpper(t[:sign]), "%2F") {
		return
	}
	if anyWord(t[colon+3 : sign]) {
		s.add(span{start: end + colon + 3, end: end + sign, rule: "url-credentials", rank: rankURL})
	}
}

// port reports what stands between a host and its path: http://localhost:4873/@scope/name.
func port(t string) bool {
	return t != "" && len(t) <= 5 && strings.Trim(t, "0123456789") == ""
}

func beforeAt(t string) string { head, _, _ := strings.Cut(t, "@"); return head }
