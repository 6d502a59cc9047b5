package secrets

import "strings"

// Calls whose argument is a password: setPassword("word"), getenv("DB_PASSWORD", "word"), ConvertTo-SecureString "word", CURLOPT_USERPWD.

// setter reads the string that a call named after a password takes; nameStart and nameEnd are those of the name. 0: no such call.
func setter(t string, nameStart, nameEnd int) int {
	if nameEnd+1 >= len(t) || t[nameEnd] != '(' {
		return 0
	}
	name := strings.ToLower(t[nameStart:nameEnd])
	if n := strings.LastIndexByte(name, '.'); n >= 0 {
		name = name[n+1:]
	} else if !strings.HasPrefix(name, "set") && !strings.HasPrefix(name, "with") {
		return 0
	}
	for _, verb := range []string{"get", "read", "ask", "prompt", "check", "verify", "valid", "is", "has", "find", "hash", "encrypt", "decrypt", "match", "compare", "generate", "reset", "forgot"} {
		if strings.HasPrefix(name, verb) {
			return 0
		}
	}
	at := skipSpace(t, nameEnd+1)
	if at >= len(t) || strings.IndexByte("\"'\\", t[at]) < 0 {
		return 0
	}
	return at
}

// onlyArgument reports that the call ends behind its string.
func onlyArgument(t string, end int) bool {
	at := behindQuote(t, end)
	return at < len(t) && t[at] == ')'
}

// withDefault reports that a name is asked for in a call, or beside a sign, that takes what it shall be where it is missing.
func withDefault(t string, nameStart int, between string) bool {
	if strings.Contains(between, "||") || strings.Contains(between, "??") {
		return true
	}
	head := strings.ToLower(strings.TrimRight(t[max(0, nameStart-40):nameStart], "\\\"'` "))
	for _, call := range []string{"env(", "getenv(", "env.get(", "environ.get(", "getenv_or(", "getproperty(", "setproperty(", "getordefault(", "fetch(", "env_or(", "envor(", "getenvdefault(", "config(", "lookupenv(", "put(", "setdefault(", "envstring(", "getstring(", "viper.setdefault("} {
		if strings.HasSuffix(head, call) {
			return true
		}
	}
	return false
}

// secureString reads ConvertTo-SecureString "word"; end is that of its name.
func (s *scanner) secureString(_, end int) {
	t := s.text
	at := blanks(t, end)
	for _, flag := range []string{"-String ", "-AsPlainText ", "-Force "} {
		for len(t) >= at+len(flag) && strings.EqualFold(t[at:at+len(flag)], flag) {
			at = blanks(t, at+len(flag))
		}
	}
	if v := s.readValue(at); v.quoted && anyWord(v.text) && !strings.HasPrefix(v.text, "$") {
		s.add(span{start: v.start, end: v.end, rule: "password", rank: rankAssigned, whole: true})
	}
}

// userAndPassword reads the string "user:password" that an option of curl takes; end is that of its name.
func (s *scanner) userAndPassword(_, end int) {
	t := s.text
	at := end
	for at < len(t) && at-end < 12 && strings.IndexByte(" \t,=>:\"'\\)", t[at]) >= 0 {
		if (t[at] == '"' || t[at] == '\'') && at+1 < len(t) && isAlnum(t[at+1]) {
			break
		}
		at++
	}
	v := s.readValue(at)
	user, password, ok := strings.Cut(v.text, ":")
	if v.quoted && ok && user != "" && anyWord(password) && !strings.HasPrefix(password, "//") {
		s.add(span{start: v.end - len(password), end: v.end, rule: "password", rank: rankAssigned, whole: true})
	}
}
