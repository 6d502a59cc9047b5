package secrets

import (
	"strings"
	"sync"
)

// Passwords of letters alone. Such a word is taken for one only where its notation leaves little else for it to be: a string given to a password's
// name, a line of settings, a flag, SQL, a call that sets one, a sentence that tells one (said.go). What is a type, a state, a label, an
// identifier or a stand-in is none.

// describingWords are what may stand behind a password's name and say something of it.
const describingWords = `
	string str text varchar char byte bytes binary blob bool boolean int integer number object array list map dict any unknown void never symbol type enum email url uri date file path regex pattern
	none null nil undefined empty blank true false yes no on off enabled disabled optional required mandatory hidden masked visible invalid valid wrong correct incorrect missing expired weak strong
	changed unchanged updated set unset default custom random generated auto automatic manual prompt ask interactive stdin stdout env environment keychain keyring vault inherit ignore ignored
	example sample placeholder dummy fake test testing mock demo foo bar baz foobar qux lorem something whatever anything nothing value values name names label title field input output data param
	params args arg option options config settings setting help usage description desc info note message error warn warning debug trace verbose
	admin root user users username userid login logout signin signup guest postgres mysql oracle redis mongo mongodb rabbitmq elastic elasticsearch cassandra couchbase influxdb clickhouse keycloak jenkins tomcat kibana minio grafana sa
	secret secrets token tokens key keys hash hashed hasher salt salted bcrypt scrypt argon argonid sha md plain plaintext clear cleartext encrypted encoded base crypt cipher digest hmac ntlm kerberos ldap radius saml oauth oidc basic digest bearer
	line lines row cwd match result res resp req ctx obj item elem node buf buffer tmp temp ptr idx len iter
	word words keyword keywords
	enter type typed choose repeat confirm retype verify check change reset forgot forgotten update create new old current next previous save cancel submit remember show hide toggle
	return self this that it its the a an and or not but if else for from with without to of in at by as is was are be been has have will can must may should
	min max length minlength maxlength size count limit width height row column index
	builtins builtin function func method class struct interface module package import export public private protected static final const let var def fn lambda
	get put post head patch delete select insert where group having order limit grant revoke identified values primary unique foreign references
	widget form control textbox button checkbox icon image style color font link menu item page view layout block inline grid flex
	provided supplied given stored sent used needed accepted rejected denied granted allowed forbidden locked unlocked protected known passed failed ok okay success failure redacted removed omitted filtered scrubbed secured
	here there below above elsewhere somewhere later once twice only also always never again now then
	files compat systemd sss nis sssd winbind db dns
	bash shell stdin expect fd cmd command script exec
	scrypted pbkdf pem der pkcs jks keystore truststore`

// labelWords are what other languages call a password: the text of a label.
const labelWords = `passwort kennwort losungswort motdepasse contrasena clave contrasenya contrasinal senha palavra parola parole wachtwoord adgangskode kodeord passord losenord salasana heslo haslo lozinka sifra geslo jelszo
	slaptazodis pasahitza sandi katasandi nenosiri sifre parool parol mima codice geheimwort`

// stateWords say how a password is, in a sentence, beyond those that an ending tells.
const stateWords = `safe secure short long same different unique simple complex easy hard good great fine next first last part ready right wrong bad there case sensitive plain common public private local remote known
	stale fresh reused leaked kept lost gone stuck broken compromised important essential crucial critical necessary needed personal internal external special like such what which whatever whichever mine yours ours theirs dead alive
	english german readable base quite very too so still just probably maybe actually usually exactly likely unlikely pretty rather either neither both all none up down out off over under over due subject likely visible obvious
	bits letters characters digits chars numbers words symbols bytes lowercase uppercase alphanumeric sixteen eight twelve twenty ten`

var (
	describing = sync.OnceValue(func() map[string]bool { return wordSet(describingWords) })
	labels     = sync.OnceValue(func() map[string]bool { return wordSet(labelWords) })
	actions    = sync.OnceValue(func() map[string]bool { return wordSet(actionWords) })
	states     = sync.OnceValue(func() map[string]bool { return wordSet(stateWords) })
)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

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

// actionWords are parts of names that hold a label, a state or an action of a password.
const actionWords = `forgot reset change changed invalid wrong incorrect confirm confirmation show hide no without enter repeat retype again input type label title field required requires require has is prompt ask hint placeholder error err msg message text
	update create lost missing need needs min max weak strong check validate validator verify encrypt encrypted hash hashed bad empty column col param option attr class icon lang translation help page form view url uri path file mode policy length len regex rule pattern reminder expired expires expiry count id`

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

// settingsLine judges a bare word: it must be all of a line of settings that its name begins.
func settingsLine(t string, nameStart, nameEnd int, v value) bool {
	if kindsOf(v.text).upper > 0 {
		return false
	}
	return envLine(t, nameStart, nameEnd, v) || yamlLine(t, nameStart, v) || iniLine(t, nameStart, v) || besideUser(t, nameStart, v.end) && endsSaying(t, v.end)
}

// lineHead is what stands before a name on its line.
func lineHead(t string, at int) string {
	head := t[max(0, at-200):at]
	for _, end := range lineEnds[:2] {
		if n := strings.LastIndex(head, end); n >= 0 {
			head = head[n+len(end):]
		}
	}
	return head
}

// endsLine reports that nothing stands behind an offset on its line, but a comment.
func endsLine(t string, at int) bool {
	rest := strings.TrimLeft(t[at:min(len(t), at+20)], " \t")
	return rest == "" || strings.IndexByte("\n\r#", rest[0]) >= 0 || strings.HasPrefix(rest, `\n`) || strings.HasPrefix(rest, `\r`)
}

// envLine reports NAME=word of an environment, of properties with dots, of a variable before a command.
func envLine(t string, nameStart, nameEnd int, v value) bool {
	if nameEnd >= len(t) || t[nameEnd] != '=' || v.start > nameEnd+2 {
		return false
	}
	name := t[nameStart:nameEnd]
	head := strings.TrimLeft(lineHead(t, nameStart), " \t\"'`>$+-")
	dotted := strings.Contains(name, ".") && endsLine(t, v.end)
	if strings.ToUpper(name) != name && !dotted && !(head == "" && endsLine(t, v.end) && alone(t, nameStart, v.end)) {
		return strings.HasPrefix(strings.ToLower(name), "ansible_") && (v.end == len(t) || t[v.end] == ' ' || t[v.end] == '\n')
	}
	for _, word := range []string{"export ", "set ", "env ", "ENV ", "ARG ", "docker run ", "docker-compose ", "Environment=", "SET "} {
		if strings.Contains(head, word) {
			head = ""
		}
	}
	if head != "" && !strings.HasSuffix(head, " -e ") && !strings.HasSuffix(head, " --env ") && !(strings.HasSuffix(head, " ") && strings.Contains(head, "=")) {
		return false
	}
	return v.end == len(t) || strings.IndexByte(" \n\r\t\"'`\\", t[v.end]) >= 0
}

// yamlLine reports "name: word" that fills its line, in a text that is no code.
func yamlLine(t string, nameStart int, v value) bool {
	head := lineHead(t, nameStart)
	colon := strings.LastIndexByte(t[:v.start], ':')
	if strings.Trim(head, " \t-\"'>*") != "" && !strings.HasSuffix(strings.TrimRight(head, " "), ",") || !endsLine(t, v.end) || colon < nameStart {
		return false
	}
	return !codeAround(t, nameStart, v.end)
}

// iniLine reports "name = word" that fills its line below a section, or is all of the text.
func iniLine(t string, nameStart int, v value) bool {
	if strings.TrimLeft(lineHead(t, nameStart), " \t>") != "" || !endsLine(t, v.end) {
		return false
	}
	if alone(t, nameStart, v.end) {
		return true
	}
	before := t[max(0, nameStart-1000):nameStart]
	for line := range strings.SplitSeq(before, "\n") {
		if line = strings.TrimSpace(line); len(line) > 2 && line[0] == '[' && line[len(line)-1] == ']' {
			return !codeAround(t, nameStart, v.end)
		}
	}
	return false
}

// alone reports that a text is one line.
func alone(t string, start, end int) bool {
	return strings.IndexByte(t[:start], '\n') < 0 && strings.TrimSpace(t[end:]) == ""
}

// codeAround reports the lines before and behind to be of code: they end with a bracket, a comma or a semicolon, or begin with a bracket.
func codeAround(t string, start, end int) bool {
	before := strings.TrimRight(t[:start-len(lineHead(t, start))], " \t\r\n")
	behind := strings.TrimLeft(t[end:], " \t\r\n")
	if before != "" && strings.IndexByte("{}(),;", before[len(before)-1]) >= 0 {
		return true
	}
	return behind != "" && strings.IndexByte("{}()];,", behind[0]) >= 0
}

// besideUser reports a user named within the line, or on the line before or behind.
func besideUser(t string, start, end int) bool {
	around := strings.ToLower(t[max(0, start-80):start] + " " + t[end:min(len(t), end+60)])
	for _, name := range []string{"user", "login", "username", "email", "account", "host"} {
		for at := 0; ; {
			n := strings.Index(around[at:], name)
			if n < 0 {
				break
			}
			at += n + len(name)
			rest := strings.TrimLeft(around[at:], "\"'` name_id")
			if rest != "" && (rest[0] == ':' || rest[0] == '=') {
				return true
			}
		}
	}
	return false
}

// endsSaying reports the end of a line, of a sentence or of a part of one.
func endsSaying(t string, at int) bool {
	if endsLine(t, at) {
		return true
	}
	return strings.IndexByte(",;.", t[at]) >= 0 && (at+1 == len(t) || t[at+1] == ' ' || t[at+1] == '\n')
}

// endsArgument reports another flag, or a sign of the shell, behind an argument.
func endsArgument(t string, at int) bool {
	rest := t[at:min(len(t), at+8)]
	if strings.HasPrefix(rest, " ") {
		rest = strings.TrimLeft(rest, " ")
		return rest != "" && strings.IndexByte("-|&;>\\", rest[0]) >= 0
	}
	return rest == "" || strings.IndexByte("'\"`;&|\n\\", rest[0]) >= 0
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
