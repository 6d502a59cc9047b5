package secrets

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// Passwords that no key name announces, or that may be any word because of where they stand: data source names, connection strings,
// the password files of netrc and PostgreSQL, command lines of database tools.

// longestConnection bounds how far a reader looks around its keyword, in bytes.
const longestConnection = 400

// selfNaming are values that say what stands there and not what it is. Each is also the default of some tutorial, which opens nothing.
var selfNaming = map[string]bool{"password": true, "pass": true, "pwd": true, "passwd": true, "pw": true, "secret": true, "token": true, "user": true, "username": true, "port": true, "host": true,
	"x-oauth-basic": true, "x-access-token": true}

// anyWord reports whether a value may be a password in a place that holds nothing else.
func anyWord(v string) bool {
	return len(v) >= 3 && !placeholder(v) && !variable(v) && !selfNaming[strings.ToLower(v)]
}

// netrc reads "machine HOST login USER password VALUE", on one line or several; start and end are those of "machine".
func (s *scanner) netrc(start, end int) {
	t := s.text
	if start > 0 && t[start-1] != '\n' && t[start-1] != '"' && t[start-1] != ' ' && !strings.HasSuffix(t[:start], `\n`) {
		return
	}
	from, at := word(t, end) // the host
	if t[start] == 'd' {     // "default login" has none
		if start > 0 && t[start-1] == ' ' {
			return
		}
		from, at = start, start+len("default")
	}
	login, early := false, span{}
	for n := 0; n < 4 && at > from && at-end < longestConnection; n++ { // pairs, at most 4 a machine
		key, keyEnd := word(t, at)
		from, at = word(t, keyEnd)
		switch t[key:keyEnd] {
		case "login":
			login = true
			if early.end > 0 {
				s.add(early)
				return
			}
		case "account", "port":
		case "password":
			if !anyWord(t[from:at]) {
				return
			}
			early = span{start: from, end: at, rule: "netrc-password", rank: rankURL}
			if login {
				s.add(early)
				return
			}
		default:
			return
		}
	}
}

// word finds the next run between blanks, line breaks and their escapes.
func word(t string, at int) (from, to int) {
	for at < len(t) {
		switch {
		case t[at] <= ' ':
			at++
		case strings.HasPrefix(t[at:], `\n`) || strings.HasPrefix(t[at:], `\t`) || strings.HasPrefix(t[at:], `\r`):
			at += 2
		default:
			from = at
			for at < len(t) && t[at] > ' ' && strings.IndexByte("\"'`\\", t[at]) < 0 {
				at++
			}
			return from, at
		}
	}
	return at, at
}

// pgpass reads a line HOST:PORT:DATABASE:USER:PASSWORD, in which any of the first four may be *; start and end are those of a port
// between colons, or of a star.
func (s *scanner) pgpass(start, end int) {
	t := s.text
	from, to := start, end
	for from > 0 && start-from < 120 && t[from-1] > ' ' && strings.IndexByte("\"'`,;(", t[from-1]) < 0 && !strings.HasSuffix(t[:from], `\n`) {
		from--
	}
	for to < len(t) && to-end < 200 && t[to] > ' ' && strings.IndexByte("\"'`", t[to]) < 0 && !strings.HasPrefix(t[to:], `\n`) {
		to++
	}
	fields := strings.Split(t[from:to], ":")
	if len(fields) != 5 || fields[0] == "" || fields[2] == "" || fields[3] == "" || strings.ContainsAny(fields[0], "/=@") || strings.ContainsAny(fields[3], "/=@") {
		return
	}
	if port := fields[1]; port != "*" && (len(port) < 4 || strings.Trim(port, "0123456789") != "") {
		return
	}
	if v := fields[4]; anyWord(v) {
		s.add(span{start: to - len(v), end: to, rule: "pgpass-password", rank: rankURL})
	}
}

// dataSource reads user:password@tcp(host) as drivers of MySQL take it, and user:password@host:port without a scheme; start is that
// of the sign.
func (s *scanner) dataSource(start, end int) {
	t := s.text
	from := start
	for from > 0 && start-from < 120 && t[from-1] > ' ' && strings.IndexByte("\"'`<>()[]{},;=", t[from-1]) < 0 && !strings.HasSuffix(t[:from], `\n`) {
		from--
	}
	user, password, ok := strings.Cut(t[from:start], ":")
	if !ok && end == start+1 && oraclePort(t[end:min(len(t), end+80)]) {
		user, password, ok = strings.Cut(t[from:start], "/")
		if ok && len(user) >= 2 && strings.Trim(user, loginBytes) == "" && !strings.Contains(password, "/") && anyWord(password) {
			s.add(span{start: start - len(password), end: start, rule: "connection-password", rank: rankURL})
		}
		return
	}
	if !ok || len(user) < 2 || strings.Trim(user, loginBytes) != "" || strings.HasPrefix(password, "//") {
		return
	}
	path, bare := t[start:end] == "@/", t[start:end] == "@("
	driver := end > start+1 && !path && (!bare || hostAndPort(t[end:min(len(t), end+80)]))
	if !driver {
		if bare || !path && !hostAndPort(t[end:min(len(t), end+80)]) {
			return
		}
		n := kindsOf(password)
		if len(password) < 6 || n.digit == 0 || n.lower+n.upper == 0 || version(password) || strings.ContainsAny(password, "/:@") {
			return
		}
	}
	if anyWord(password) {
		s.add(span{start: start - len(password), end: start, rule: "connection-password", rank: rankURL})
	}
}

const loginBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"

// hostAndPort reports a name with a letter, a colon and a port of 2 to 5 digits.
func hostAndPort(t string) bool {
	host := 0
	for host < len(t) && (isAlnum(t[host]) || t[host] == '.' || t[host] == '-') {
		host++
	}
	if host < 2 || host >= len(t) || t[host] != ':' || strings.Trim(t[:host], "0123456789.") == "" && strings.Count(t[:host], ".") != 3 || strings.HasPrefix(t, "sha") {
		return false
	}
	n := digits(t[host+1:])
	end := host + 1 + n
	return n >= 2 && n <= 5 && (end >= len(t) || !isAlnum(t[end]) && t[end] != '.')
}

// oraclePort reports HOST:152x, where Oracle's listeners stand: user/password@ before any other place is a path.
func oraclePort(t string) bool {
	host, port, _ := strings.Cut(t, ":")
	return hostAndPort(t) && len(port) >= 4 && strings.HasPrefix(port, "152") && isAlnum(host[0])
}

// oracle reads user/password@//host and jdbc:oracle:thin:user/password@host; start and end are those of the sign with its slashes,
// or of the scheme.
func (s *scanner) oracle(start, end int) {
	t := s.text
	if t[start] != '@' { // the scheme: the sign follows
		token := t[end:min(len(t), end+120)]
		token = token[:run(token, len(token))]
		if cut := strings.IndexByte(token, '('); cut >= 0 { // a description of the host, which may hold anything
			token = token[:cut]
		}
		n := strings.LastIndexByte(token, '@')
		if n < 0 {
			return
		}
		start, end = end+n, end+n+1
	}
	from := start
	for from > 0 && start-from < 80 && t[from-1] > ' ' && strings.IndexByte("\"'`<>()=:,;", t[from-1]) < 0 {
		from--
	}
	user, password, ok := strings.Cut(t[from:start], "/")
	if t[start:end] == "@//" && !hostAndPort(t[end:min(len(t), end+80)]) {
		return
	}
	if ok && len(user) >= 2 && strings.Trim(user, loginBytes) == "" && !strings.Contains(password, "/") && anyWord(password) {
		s.add(span{start: start - len(password), end: start, rule: "connection-password", rank: rankURL})
	}
}

// commandPassword is a flag that carries a password in the command line of some tools.
type commandPassword struct {
	flag  string
	tools []string
	glued bool // the value stands right behind the flag: -psecret
	first bool // only as the first flag: what follows is another command with flags of its own
}

var commandPasswords = []commandPassword{
	{" -p", []string{"mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb", "mariadb-dump", "mysqlcheck", "mysqlshow", "mysqlslap", "mysqlsh", "mycli", "mariadb-admin", "7z", "7za"}, true, false},
	{" -p", []string{"sshpass"}, true, true},
	{" -p", []string{"sshpass", "mongo", "mongosh", "mongodump", "mongorestore", "mongoimport", "mongoexport", "docker login", "podman login", "registry login", "az login", "cf login", "oc login", "crane auth login", "oras login", "nerdctl login", "buildah login", "twine upload", "cqlsh", "cypher-shell", "ncftpput", "ncftpget", "rdesktop", "hydra"}, false, false},
	{" -w", []string{"ldapsearch", "ldapadd", "ldapmodify", "ldapdelete"}, false, false},
	{" -a", []string{"redis-cli"}, false, false},
	{" -P", []string{"sqlcmd", "bcp", "isql", "ipmitool", "mosquitto_pub", "mosquitto_sub", "zip", "unzip"}, false, false},
	{" -P", []string{"sqlcmd", "bcp"}, true, false},
	{" /p:", []string{"xfreerdp", "wfreerdp"}, true, false},
	{" -A", []string{"snmpwalk", "snmpget", "snmpset", "snmpbulkwalk"}, false, false},
	{" -keypass", []string{"keytool", "jarsigner"}, false, false},
	{" -storepass", []string{"keytool", "jarsigner"}, false, false},
	{" --password=", []string{"mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb", "mariadb-dump"}, true, false}, // a word behind a blank is the database
	{" --password", []string{"mongo", "mongosh", "mongodump", "mongorestore", "mongoimport", "mongoexport", "wget", "docker login", "podman login", "influx", "cqlsh"}, false, false},
	{" --pass", []string{"redis-cli"}, false, false},
	{" --sftp-pass", []string{"rclone"}, false, false},
	{" -passin pass:", []string{"openssl"}, true, false},
	{" -passout pass:", []string{"openssl"}, true, false},
	{" --http-password", []string{"wget"}, false, false},
	{" --ftp-password", []string{"wget"}, false, false},
}

// userPassword is a flag that carries a user and a password with a sign between them.
type userPassword struct {
	flag  string
	tools []string
	sign  byte
}

var userPasswords = []userPassword{
	{" --auth", []string{"http", "https"}, ':'}, {" -a", []string{"http", "https"}, ':'},
	{" -u", []string{"lftp"}, ','}, {" -u", []string{"lftp"}, ':'},
	{" -U", []string{"smbclient", "rpcclient"}, '%'},
	{" --creds", []string{"skopeo", "buildah", "podman"}, ':'}, {" --src-creds", []string{"skopeo"}, ':'}, {" --dest-creds", []string{"skopeo"}, ':'},
	{" --proxy-user", []string{"curl"}, ':'},
	{" -u", []string{"iredis", "influx", "couchbase-cli"}, ':'},
}

// joined reads the password of a flag that carries both; start and end are those of the flag.
func (s *scanner) joined(line string, start, end int) {
	for _, c := range userPasswords {
		if !strings.EqualFold(s.text[start:end], c.flag) || !runs(line, c.tools) {
			continue
		}
		at := end
		if at < len(s.text) && s.text[at] == '=' {
			at++
		}
		v := s.readValue(blanks(s.text, at))
		if c.sign == ',' && !v.quoted && v.end < len(s.text) && s.text[v.end] == ',' { // a comma ends a bare value
			v.end += 1 + run(s.text[v.end+1:], longestConnection)
			v.text = s.text[v.start:v.end]
		}
		user, password, ok := strings.Cut(v.text, string(c.sign))
		if ok && user != "" && !v.call && !strings.HasPrefix(password, "//") && anyWord(password) {
			s.add(span{start: v.end - len(password), end: v.end, rule: "password", rank: rankAssigned, whole: v.quoted})
			return
		}
	}
}

// oracleLogin reads the user/password that tools of Oracle take as an argument, with or without @NAME; end is that of the tool's name.
func (s *scanner) oracleLogin(start, end int) {
	t := s.text
	if start > 0 && (isAlnum(t[start-1]) || t[start-1] == '-' || t[start-1] == '_') {
		return
	}
	from, to := word(t, end)
	for n := 0; n < 3 && to > from && (t[from] == '-' || strings.EqualFold(t[from:to], "target")); n++ { // sqlplus -s, rman target
		from, to = word(t, to)
	}
	login := t[from:to]
	if cut := strings.LastIndexByte(login, '@'); cut > 0 {
		login = login[:cut]
	}
	user, password, ok := strings.Cut(login, "/")
	if ok && len(user) >= 2 && strings.Trim(user, loginBytes) == "" && !strings.Contains(password, "/") && anyWord(password) && !strings.EqualFold(password, "nolog") {
		s.add(span{start: from + len(user) + 1, end: from + len(login), rule: "connection-password", rank: rankURL})
	}
}

// command reads the password of a database tool's command line; start and end are those of the flag.
func (s *scanner) command(start, end int) {
	t := s.text
	line := t[max(0, start-160):start]
	if cut := strings.LastIndexAny(line, "\n;|"); cut >= 0 {
		line = line[cut+1:]
	}
	if strings.Trim(line, " ") == "" || end >= len(t) {
		return
	}
	s.joined(line, start, end)
	for _, c := range commandPasswords {
		if t[start:end] != c.flag || !runs(line, c.tools) || c.first && !strings.HasSuffix(line, c.tools[0]) {
			continue
		}
		at := end
		if !c.glued {
			if t[at] != ' ' && t[at] != '=' && t[at] != '"' && t[at] != '\'' {
				continue
			}
			at = blanks(t, at)
			if at < len(t) && t[at] == '=' {
				at++
			}
		}
		v := s.readValue(at)
		if v.call || strings.HasPrefix(v.text, "-") || strings.HasPrefix(v.text, "/") || !anyWord(v.text) || kindsOf(v.text).digit == len(v.text) && len(v.text) < 6 {
			continue // a port, another flag, a path
		}
		if c.glued && (t[end] == ' ' || t[end] == 'a' && strings.HasPrefix(t[end:], "assword") || strings.HasPrefix(t[end:], "rotocol")) {
			continue
		}
		s.add(span{start: v.start, end: v.end, rule: "password", rank: rankAssigned, whole: v.quoted})
		return
	}
}

// runs reports a tool's name as a word of the line.
func runs(line string, tools []string) bool {
	for _, tool := range tools {
		i := strings.LastIndex(line, tool)
		if i < 0 || i > 0 && (isAlnum(line[i-1]) || line[i-1] == '-' || line[i-1] == '_' || line[i-1] == '.') {
			continue
		}
		if rest := line[i+len(tool):]; rest == "" || rest[0] == ' ' {
			return true
		}
	}
	return false
}

// basicLogin reads base64 that decodes to user:password, as a basic authorization header carries it. decodes says that it does;
// secret, that the password is more than a stand-in.
func basicLogin(v string) (decodes, secret bool) {
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(v, "="))
	if err != nil || len(b) < 5 || !utf8.Valid(b) {
		return false, false
	}
	user, password, ok := strings.Cut(string(b), ":")
	if !ok || !printable(user) || !printable(password) {
		return false, false
	}
	if password == "" { // a key in the place of the user
		return true, len(user) >= 12 && !placeholder(user)
	}
	return true, anyWord(password)
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return false
		}
	}
	return true
}
