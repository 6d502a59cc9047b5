package secrets

import "strings"

// Passwords of letters alone. Such a word is taken for one only where its notation leaves little else for it to be: a string given to a password's
// name, a line of settings, a flag, SQL, a call that sets one, a sentence that tells one (said.go). What is a type, a state, a label, an
// identifier or a stand-in is none.

// plainWord reports letters alone that may be a password: lower case, upper case or a word with a capital, that says nothing of passwords.
func plainWord(v string) bool {
	n := kindsOf(v)
	if len(v) < 4 || len(v) > 40 || n.lower+n.upper != len(v) || n.turns > 0 || n.upper > 1 && n.lower > 0 {
		return false
	}
	lower := strings.ToLower(v)
	if describing()[lower] || labels()[lower] || placeholder(v) || oneByte(v) || vendorWord(v) || lower[:len(v)/2] == lower[(len(v)+1)/2:] { // demodemo
		return false
	}
	for _, part := range []string{"pass", "pwd", "secret", "token", "user", "login", "cred", "auth", "your", "change", "enter", "default", "hidden", "require", "valid", "hash", "crypt", "config", "field", "input"} {
		if strings.Contains(lower, part) {
			return false
		}
	}
	return true
}

// aboutPasswords reports names whose value is no password, though a password's name is a part of them.
func aboutPasswords(name string) bool {
	start := 0
	for i := 0; i <= len(name); i++ {
		if i < len(name) && isAlnum(name[i]) && !(i > start && isUpper(name[i]) && isLower(name[i-1])) {
			continue
		}
		if actions()[strings.ToLower(name[start:i])] {
			return true
		}
		for start = i; start < len(name) && !isAlnum(name[start]); start++ {
		}
		i = max(i, start)
	}
	return false
}

// plainPassword judges a word of letters alone by its notation; nameStart and nameEnd are those of the name.
func (s *scanner) plainPassword(k keyName, o op, v value, nameStart, nameEnd int) bool {
	t := s.text
	name := strings.ToLower(t[nameStart:nameEnd])
	if strings.HasPrefix(k.word, "identified") {
		return s.identifiedBy(v, nameStart)
	}
	if k.rule != "password" {
		return o == assigns1 && (k.word == "secret" || k.word == "secret_key" || k.word == "secretkey") && s.secretOfLetters(v, nameStart, nameEnd)
	}
	if v.call || !plainWord(v.text) || aboutPasswords(t[nameStart:nameEnd]) {
		return false
	}
	if k.word == "pass" && k.level != chosen && !besideUser(t, nameStart, v.end) {
		return false
	}
	switch {
	case o == assigns1 && v.quoted:
		return s.stringGiven(v, nameStart, nameEnd)
	case o == compares && v.quoted:
		return kindsOf(v.text).upper == 0
	case o == assigns1 && t[nameStart] >= 0x80: // 密码：swordfish，
		return kindsOf(v.text).upper == 0 && endsSaid(t, v)
	case o == assigns1 && strings.HasPrefix(name, "--"):
		return kindsOf(v.text).upper == 0 && endsArgument(t, v.end)
	case o == assigns1:
		return settingsLine(t, nameStart, nameEnd, v)
	case o == element:
		return strings.HasPrefix(t[v.end:], "</")
	case o == flag:
		return endsArgument(t, v.end) && (t[nameEnd] == '=' || !strings.Contains(lineHead(t, nameStart), "mysql") && !strings.Contains(lineHead(t, nameStart), "mariadb")) // whose flag stands alone
	}
	return false
}

// stringGiven judges a quoted word: no list of names, no label among other labels.
func (s *scanner) stringGiven(v value, nameStart, nameEnd int) bool {
	t := s.text
	if v.end+1 < len(t) && (t[v.end+1] == '(' || t[v.end+1] == ':' || t[v.end+1] == '.' || t[v.end+1] == '[') {
		return false
	}
	n := kindsOf(v.text)
	if n.upper == 0 {
		return true
	}
	return n.lower > 0 && !labelsAround(t, nameStart) // a word with a capital
}

// labelsAround reports that the line before or behind gives a label to a name, too: texts of a user interface.
func labelsAround(t string, at int) bool {
	around := strings.ToLower(t[max(0, at-300):min(len(t), at+300)])
	for _, w := range []string{`"cancel"`, `"submit"`, `"login"`, `"sign in"`, `"email"`, `"username"`, `"name"`, `"save"`, "label", "title", "'cancel'", "'login'", "translat", "i18n", "locale"} {
		if strings.Contains(around, w) {
			return true
		}
	}
	return false
}

// secretOfLetters judges the word that an environment gives to a secret: JWT_SECRET=mysecretkey.
func (s *scanner) secretOfLetters(v value, nameStart, nameEnd int) bool {
	t, name := s.text, s.text[nameStart:nameEnd]
	n := kindsOf(v.text)
	lower := strings.ToLower(v.text)
	return strings.ToUpper(name) == name && n.lower == len(v.text) && len(v.text) >= 8 && !describing()[lower] && !labels()[lower] && !v.call && !strings.Contains(lower, "your") && !strings.Contains(lower, "change") &&
		!strings.Contains(lower, "example") && !strings.Contains(lower, "placeholder") && !oneByte(v.text) && envLine(t, nameStart, nameEnd, v)
}

// identifiedBy judges the password of a statement that makes a user.
func (s *scanner) identifiedBy(v value, nameStart int) bool {
	t := s.text
	line := strings.ToLower(t[max(0, nameStart-200):nameStart])
	if !strings.Contains(line, "create user") && !strings.Contains(line, "alter user") && !strings.Contains(line, "grant ") && !strings.Contains(line, "create role") && !strings.Contains(line, "alter role") {
		return false
	}
	n := kindsOf(v.text)
	return !v.call && len(v.text) >= 3 && n.lower+n.upper+n.digit+n.other == len(v.text) && anyWord(v.text) && (v.quoted || !describing()[strings.ToLower(v.text)])
}
