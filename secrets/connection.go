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
	login := false
	for n := 0; n < 4 && at > from && at-end < longestConnection; n++ { // pairs, at most 4 a machine
		key, keyEnd := word(t, at)
		from, at = word(t, keyEnd)
		switch t[key:keyEnd] {
		case "login":
			login = true
		case "account", "port":
		case "password":
			if login && anyWord(t[from:at]) {
				s.add(span{start: from, end: at, rule: "netrc-password", rank: rankURL})
			}
			return
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
	if !ok || len(user) < 2 || strings.Trim(user, loginBytes) != "" || strings.HasPrefix(password, "//") {
		return
	}
	driver := end > start+1
	if !driver {
		if !hostAndPort(t[end:min(len(t), end+80)]) {
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

// oracle reads user/password@//host and jdbc:oracle:thin:user/password@host; start and end are those of the sign with its slashes,
// or of the scheme.
func (s *scanner) oracle(start, end int) {
	t := s.text
	if t[start] != '@' { // the scheme: the sign follows
		n := strings.IndexByte(t[end:min(len(t), end+120)], '@')
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
}

var commandPasswords = []commandPassword{
	{" -p", []string{"mysql", "mysqldump", "mysqladmin", "mysqlimport", "mariadb", "mariadb-dump"}, true},
	{" -p", []string{"sshpass", "mongo", "mongosh", "mongodump", "mongorestore", "mongoimport", "mongoexport", "docker login", "podman login", "registry login", "az login", "cf login", "oc login"}, false},
	{" -w", []string{"ldapsearch", "ldapadd", "ldapmodify", "ldapdelete"}, false},
	{" -a", []string{"redis-cli"}, false},
	{" -P", []string{"sqlcmd", "bcp", "isql"}, false},
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
	for _, c := range commandPasswords {
		if t[start:end] != c.flag || !runs(line, c.tools) {
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

// connectionPassword reports the password of a connection string, which may be any word: Server=h;User Id=app;Password=secret; or
// host=h user=app password=secret, in whatever order the pairs stand, and ?user=app&password=word in the address of a driver.
func connectionPassword(t string, nameStart int, v value) bool {
	if len(v.text) < 3 || variable(v.text) || oneByte(v.text) || v.call {
		return false
	}
	lower := strings.ToLower(v.text)
	for _, w := range []string{"pass", "pwd", "your", "xxx", "example", "changeme", "{", "<"} {
		if strings.Contains(lower, w) {
			return false
		}
	}
	before := byte(';')
	if nameStart > 0 {
		before = t[nameStart-1]
	}
	switch before {
	case ';', ' ', '"', '\'', '\n':
		if nameStart > 1 && t[nameStart-2] == ',' {
			return false // an argument of a call
		}
		around := strings.ToLower(lineAround(t, nameStart, v.end))
		return (before == ';' || strings.Contains(around, "jdbc:") || pairNamed(around, "server", "data source", "datasource", "host", "hostaddr", "address", "addr", "network address", "dsn", "driver", "provider", "initial catalog", "database", "dbname", "endpoint")) &&
			pairNamed(around, "user id", "userid", "uid", "user", "username", "user name")
	case '&', '?':
		address := t[max(0, nameStart-200):nameStart]
		if cut := strings.LastIndexAny(address, " \n\"'`<>"); cut >= 0 {
			address = address[cut+1:]
		}
		return !selfNaming[lower] && databaseAddress(address)
	}
	return false
}

// wholePair lengthens the value of a pair that a bare value's end cut at an ampersand: between semicolons it is a letter like others.
func wholePair(t string, nameStart int, v value) value {
	if v.quoted || v.end >= len(t) || t[v.end] != '&' || nameStart > 0 && (t[nameStart-1] == '&' || t[nameStart-1] == '?') {
		return v
	}
	end := v.end
	for end < len(t) && t[end] > ' ' && strings.IndexByte(";\"'`\\<>", t[end]) < 0 {
		end++
	}
	longer := value{start: v.start, end: end, text: t[v.start:end]}
	if !connectionPassword(t, nameStart, longer) {
		return v
	}
	return longer
}

// lineAround is the line that holds t[start:end], up to 200 bytes to each side.
func lineAround(t string, start, end int) string {
	before, after := t[max(0, start-200):start], t[end:min(len(t), end+200)]
	if cut := strings.LastIndexByte(before, '\n'); cut >= 0 {
		before = before[cut+1:]
	}
	if cut := strings.IndexByte(after, '\n'); cut >= 0 {
		after = after[:cut]
	}
	return before + t[start:end] + after
}

// pairNamed reports one of the names with an equals sign behind it, at the start of a pair.
func pairNamed(line string, names ...string) bool {
	for _, name := range names {
		for at := 0; ; {
			i := strings.Index(line[at:], name)
			if i < 0 {
				break
			}
			i += at
			at = i + len(name)
			if rest := strings.TrimLeft(line[at:], " "); strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") && (i == 0 || !isAlnum(line[i-1]) && line[i-1] != '_' && line[i-1] != '.') {
				return true
			}
		}
	}
	return false
}

// databaseAddress reports the address of a database's driver.
func databaseAddress(t string) bool {
	lower := strings.ToLower(t)
	for _, scheme := range []string{"jdbc:", "postgres", "mysql", "mariadb", "mongodb", "redis", "sqlserver:", "mssql", "oracle", "clickhouse", "cockroach", "amqp", "odbc:", "snowflake", "db2:", "cassandra", "neo4j", "sqlite"} {
		if strings.HasPrefix(lower, scheme) && strings.Contains(lower, ":") {
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
