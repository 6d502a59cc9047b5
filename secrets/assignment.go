package secrets

import "strings"

// keyName is a word that, as the name or the last part of a name, says that the value behind it is a credential.
type keyName struct {
	word  string // lower case
	rule  string
	level level
}

// level says how much a value must look like a secret to be taken for one.
type level int

const (
	chosen  level = iota // chosen by a person: short and wordlike ones count
	issued               // made by a machine: long, or letters and digits mixed
	long                 // as issued, from 16 bytes on
	doubted              // the name is often about something else: must look random
)

var keyNames = []keyName{
	{"password", "password", chosen}, {"passwd", "password", chosen}, {"passphrase", "password", chosen}, {"pwd", "password", chosen}, {"passwort", "password", chosen},
	{"contraseña", "password", chosen}, {"mot de passe", "password", chosen}, {"пароль", "password", chosen}, {"Пароль", "password", chosen}, {"パスワード", "password", chosen}, {"비밀번호", "password", chosen}, {"密碼", "password", chosen},
	{"密码", "password", chosen}, {"口令", "password", chosen}, {"密钥", "secret", issued}, {"令牌", "token", issued},
	{"pass", "password", issued}, {"pw", "password", chosen}, {"identified by", "password", chosen}, {"presharedkey", "secret", issued}, {"preshared_key", "secret", issued}, {"psk", "secret", issued}, {"userpass", "password", chosen}, {"passw", "password", chosen}, {"pswrd", "password", chosen}, {"paswrd", "password", chosen}, {"passwrd", "password", chosen}, {"pswd", "password", chosen}, {"passwrod", "password", chosen}, {"pasword", "password", chosen}, {"passwor", "password", chosen}, {"passord", "password", chosen}, {"paswd", "password", chosen}, {"psswd", "password", chosen}, {"pssword", "password", chosen},
	{"secret", "secret", issued}, {"token", "token", issued}, {"apikey", "api-key", issued}, {"api_key", "api-key", issued}, {"api-key", "api-key", issued}, {"api key", "api-key", issued},
	{"access_key", "api-key", issued}, {"access-key", "api-key", issued}, {"accesskey", "api-key", issued}, {"access key", "api-key", issued}, {"secretkey", "secret", issued}, {"secret_key", "secret", issued},
	{"private_key", "secret", issued}, {"private-key", "secret", issued}, {"privatekey", "secret", issued}, {"account_key", "secret", issued}, {"accountkey", "secret", issued},
	{"encryption_key", "secret", issued}, {"encryptionkey", "secret", issued}, {"signing_key", "secret", issued}, {"license_key", "secret", issued}, {"auth_key", "api-key", issued}, {"authkey", "api-key", issued},
	{"_pat", "token", issued}, {"-pat", "token", issued}, {"crumb", "token", issued}, {"credential", "credential", issued}, {"credentials", "credential", issued}, {"creds", "credential", issued}, {"authorization", "token", doubted},
	{"auth", "token", doubted}, {"_key", "key", long}, {"-key", "key", long}, {"key", "key", doubted}, {"kubeconfig", "credential", doubted}, {"salt", "secret", doubted}, {"nonce", "secret", doubted},
	{"access", "token", doubted}, {"private", "key", doubted}, {"api", "api-key", doubted},
}

// tails may follow the word within a name without changing what the name says.
var tails = map[string]bool{"": true, "key": true, "value": true, "val": true, "string": true, "str": true, "text": true, "plain": true, "raw": true, "prod": true, "dev": true, "test": true, "live": true,
	"staging": true, "env": true, "base64": true, "b64": true, "encoded": true, "new": true, "old": true, "default": true, "secret": true, "token": true, "header": true, "base": true}

// tailOf reports that each word of what follows may follow: SECRET_KEY_BASE.
func tailOf(tail string) bool {
	for part := range strings.FieldsFuncSeq(tail, func(r rune) bool { return r == '_' || r == '-' }) {
		if !tails[part] {
			return false
		}
	}
	return true
}

// assignment reads the value given to a name that holds a telling word, in any notation: JSON, YAML, env, code, headers,
// flags, XML, prose. start and end are those of the word.
func (s *scanner) assignment(k keyName, start, end int) {
	t := s.text
	if start < s.bare.end && s.bare.end-s.bare.start > 512 {
		return // inside a long value that was judged as a whole
	}
	nameEnd := end
	for nameEnd < len(t) && nameEnd-end < 24 && (isAlnum(t[nameEnd]) || t[nameEnd] == '_' || t[nameEnd] == '-') {
		nameEnd++
	}
	if tail := t[end:nameEnd]; tail != "" {
		// passwordless, tokenizer: the word goes on. authTokenKey, SECRET_2: it does not.
		joined := tail[0] == '_' || tail[0] == '-' || isDigit(tail[0]) || isUpper(tail[0])
		if !joined || !tailOf(strings.ToLower(strings.Trim(tail, "_-0123456789"))) {
			return
		}
	}
	if (k.word == "pw" || k.word == "pass" || k.word == "psk") && start > 0 && (isAlnum(t[start-1]) || t[start:end] == "PASS" && t[start-1] != '_') || t[start:end] == "PASS" && start == 0 {
		return // byPass, a random id that ends in PW, a test that passed
	}
	if k.level == doubted && start > 0 && (isLower(t[start-1]) && isLower(t[start]) || isUpper(t[start-1]) && isUpper(t[start])) {
		return // monkey, TURKEY, oauth
	}
	nameStart := start
	for nameStart > 0 && start-nameStart < 48 && (isAlnum(t[nameStart-1]) || t[nameStart-1] == '_' || t[nameStart-1] == '-' || t[nameStart-1] == '.') {
		nameStart--
	}
	if nameStart > 1 && t[nameStart-1] == '{' && t[nameStart-2] == '$' { // ${PASSWORD} refers to a value, ${PASSWORD:-word} tells one
		if v := s.bareValue(min(len(t), nameEnd+2)); k.level == chosen && strings.HasPrefix(t[nameEnd:], ":-") && (plainWord(v.text) || kindsOf(v.text).digit > 0 && anyWord(v.text)) && strings.HasPrefix(t[v.end:], "}") {
			s.add(span{start: v.start, end: v.end, rule: k.rule, rank: rankAssigned})
		}
		return
	}
	if notSecretName(strings.ToLower(t[nameStart:nameEnd])) {
		return
	}
	switch {
	case k.word == "pass" && start > 0 && (t[start-1] == '_' || userInAddress(t, nameStart)):
		k.level = chosen // DB_PASS, ?user=app&pass=
	case k.word == "key" && t[start:end] == "KEY" && start > 0 && isLower(t[start-1]):
		k.level = issued // boxKEY
	}
	if k.level != doubted {
		s.column(k, nameStart, nameEnd)
	}
	at, op := operator(t, nameStart, nameEnd)
	if to := namedValue(t, nameStart, nameEnd); to > 0 {
		at, op = to, assigns1
	}
	if k.level != doubted && (op == none || op == near || op == assigns1) {
		s.apart(k, nameStart, nameEnd)
	}
	if op == none {
		if to := setter(t, nameStart, nameEnd); to > 0 && k.level == chosen {
			if v := s.readValue(to); v.quoted && onlyArgument(t, v.end) && (plainWord(v.text) || s.isSecret(k, assigns1, v)) && !aboutPasswords(t[nameStart:nameEnd]) {
				s.add(span{start: v.start, end: v.end, rule: k.rule, rank: rankAssigned, whole: true})
			}
		}
		return
	}
	if op == argument && withDefault(t, nameStart, t[nameEnd:at]) {
		op = assigns1
	}
	if k.word == "identified by" {
		op = assigns1
	}
	if scheme := authWord(t[at:]); scheme > 0 {
		at += scheme
	}
	v := s.readValue(at)
	if v.typed { // password: string = "..."
		if next, nextOp := operator(t, v.end, v.end); nextOp == assigns1 {
			v = s.readValue(next)
		}
	}
	if k.level == chosen && op == assigns1 {
		v = wholePair(t, nameStart, v)
	}
	if !s.isSecret(k, op, v) && !(k.level == chosen && op == assigns1 && connectionPassword(t, nameStart, v)) && !s.plainPassword(k, op, v, nameStart, nameEnd) && !(op == near && s.said(k, v, nameStart, nameEnd)) {
		return
	}
	rank := rankAssigned
	if op == near {
		rank = rankNear
	}
	s.add(span{start: v.start, end: v.end, rule: k.rule, rank: rank, whole: v.quoted})
}

// notSecretName reports names that hold a telling word and mean something else.
func notSecretName(name string) bool {
	for _, part := range []string{"public", "primary", "foreign", "cache", "partition", "sort_", "hot", "idx", "page", "csrf", "next", "continuation", "cancellation", "max_", "num_", "keyboard", "tokenizer", "per_",
		"issuer", "kid", "agent_key", "row_key", "item_key", "object_key", "dedup", "idempotency", "group_key", "session_key", "map_key", "lookup", "trace_key", "content_key", "fingerprint", "checksum", "integrity", "revision", "commit", "hash", "sha1", "sha2", "sha3", "sha5", "_sha", "-sha", "sha_", ".sha"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// op is how a value is tied to its name.
type op int

const (
	none     op = iota
	assigns1    // = : := => and the like
	compares    // == or !=
	argument    // name", "value
	element     // <name>value<
	flag        // --name value
	near        // name is value, name value
)

// operator finds what stands behind a name and returns the offset of the value.
func operator(t string, nameStart, at int) (int, op) {
	quoted := false
	for n := 0; n < 4 && at < len(t) && strings.IndexByte("\"'`\\])*", t[at]) >= 0; n++ {
		quoted = quoted || t[at] == '"' || t[at] == '\''
		at++
	}
	behind := at
	at = blanks(t, at)
	rest := t[at:]
	for _, o := range operators {
		if strings.HasPrefix(rest, o.sign) {
			if o.sign == "," && !quoted || o.op == element && (nameStart == 0 || t[nameStart-1] != '<') {
				return at, none
			}
			if o.op == element {
				return skipSpace(t, at+1), element
			}
			return blanks(t, at+len(o.sign)), o.op
		}
	}
	if at == behind {
		return at, none
	}
	if nameStart > 0 && t[nameStart-1] == '-' || strings.HasPrefix(t[nameStart:], "-") {
		return at, flag
	}
	for _, verb := range []string{"is set to ", "is now ", "is: ", "is ", "was ", "are ", "for the box is ", "of the vendor ", "holds ", "to "} {
		if len(rest) > len(verb) && strings.EqualFold(rest[:len(verb)], verb) {
			return blanks(t, at+len(verb)), near
		}
	}
	return at, near
}

var operators = []struct {
	sign string
	op   op
}{{"===", compares}, {"==", compares}, {"!==", compares}, {"!=", compares}, {"::=", assigns1}, {":::=", assigns1}, {":=", assigns1}, {"=>", assigns1}, {"->", assigns1}, {"||=", assigns1}, {"?=", assigns1}, {"+=", assigns1}, {".=", assigns1},
	{"=", assigns1}, {"::", none}, {":", assigns1}, {"：", assigns1}, {"是", near}, {"为", near}, {",", argument}, {">", element}, {"||", argument}, {"??", argument}}

func skipSpace(t string, at int) int {
	for n := 0; n < 20 && at < len(t) && (t[at] == ' ' || t[at] == '\t' || t[at] == '\n' || t[at] == '\r'); n++ {
		at++
	}
	return at
}

func blanks(t string, at int) int {
	for n := 0; n < 12 && at < len(t); n++ {
		switch {
		case t[at] == ' ' || t[at] == '\t':
			at++
		case strings.HasPrefix(t[at:], `\t`):
			at += 2
		default:
			return at
		}
	}
	return at
}

// assigns reports whether an operator follows a name that ends somewhere in the next 20 bytes; a cheap test before a pattern.
func assigns(t string, at int) bool {
	limit := min(len(t), at+20)
	for at < limit && (isAlnum(t[at]) || strings.IndexByte(" \t_.-", t[at]) >= 0) {
		at++
	}
	for n := 0; n < 4 && at < len(t) && strings.IndexByte(" \t\n\r\"'\\", t[at]) >= 0; n++ {
		at++
	}
	return at < len(t) && strings.IndexByte("=>:|?,", t[at]) >= 0
}

// authWord measures a scheme before a credential, as in Authorization: Bearer x.
func authWord(t string) int {
	for _, w := range []string{"bearer ", "basic ", "token ", "apikey ", "ntlm ", "negotiate "} {
		if len(t) > len(w) && strings.EqualFold(t[:len(w)], w) {
			return len(w)
		}
	}
	return 0
}

// curlUser reads curl -u user:password; start and end are those of the flag.
func (s *scanner) curlUser(start, end int) {
	t := s.text
	line := t[max(0, start-300):start]
	if !strings.Contains(line, "curl") && !strings.Contains(line, "wget") {
		s.joined(line[strings.LastIndexAny(line, "\n;|")+1:], start, end)
		return
	}
	if end < len(t) && t[end] == '=' {
		end++
	}
	v := s.readValue(blanks(t, end))
	user, password, ok := strings.Cut(v.text, ":")
	if ok && password == "" && !v.call && v.quoted && anyWord(user) && (credential(user) || kindsOf(user).digit > 0 && kindsOf(user).other > 0 && !strings.Contains(user, "@")) {
		s.add(span{start: v.start, end: v.start + len(user), rule: "password", rank: rankAssigned, whole: true}) // a key in the place of the user
		return
	}
	behind := v.end
	if v.quoted && !ok && behind < len(t) { // "user":"password"
		behind++
	}
	if !ok && behind+1 < len(t) && t[behind] == ':' && (t[behind+1] == '\'' || t[behind+1] == '"') { // user:'password', whose colon a bare value gives up
		v = s.readValue(behind + 1)
		if v.quoted && anyWord(v.text) {
			s.add(span{start: v.start, end: v.end, rule: "password", rank: rankAssigned, whole: true})
		}
		return
	}
	if !ok || v.call && len(password) < 3 {
		return
	}
	at := v.end - len(password)
	if password == "" && v.end < len(t) && (t[v.end] == '\'' || t[v.end] == '"') && !v.quoted {
		v = s.readValue(v.end)
		password, at = v.text, v.start
	}
	if len(password) >= 3 && !placeholder(password) {
		s.add(span{start: at, end: at + len(password), rule: "password", rank: rankAssigned, whole: v.quoted})
	}
}
