package secrets

import "strings"

// Connection strings of pairs, whose password may be any word because of what stands beside it.

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
	if v.quoted && !vendorWord(v.text) && opensConnection(t, nameStart, v.end) {
		return true
	}
	before := byte(';')
	if nameStart > 0 {
		before = t[nameStart-1]
	}
	if before == '\\' && strings.HasPrefix(t[nameStart:], "u0026") { // an ampersand in JSON
		before = '&'
	}
	switch before {
	case ',':
		return commaPairs(t, nameStart, v.end)
	case ';', ' ', '"', '\'', '\n':
		if nameStart > 1 && t[nameStart-2] == ',' {
			return false // an argument of a call
		}
		around := strings.ToLower(pairsAround(t, nameStart, v.end))
		if before == ';' && pairNamed(around, "data source", "datasource", "initial catalog") {
			return true // a file of SQLite or Access has no user
		}
		return (before == ';' || strings.Contains(around, "jdbc:") || pairNamed(around, "server", "data source", "datasource", "host", "hostaddr", "address", "addr", "network address", "dsn", "driver", "provider", "initial catalog", "database", "dbname", "endpoint", "servidor", "network", "location")) &&
			pairNamed(around, "user id", "userid", "uid", "user", "username", "user name", "loginid", "login", "usuario")
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
	if v.start < len(t) && t[v.start] == '{' { // ODBC and JDBC quote a value with braces; a template's name in braces is a word
		if n := strings.IndexAny(t[v.start:min(len(t), v.start+100)], "}\n\"'"); n > 0 && t[v.start+n] == '}' {
			inner := value{start: v.start + 1, end: v.start + n, text: t[v.start+1 : v.start+n]}
			if k := kindsOf(inner.text); k.digit > 0 && k.lower+k.upper > 0 && connectionPassword(t, nameStart, inner) {
				return inner
			}
		}
	}
	for _, quote := range []string{"&quot;", "&apos;", "&#39;", "&#34;"} { // a quote in XML
		if from := v.start + len(quote); strings.HasPrefix(t[v.start:], quote) {
			if n := strings.Index(t[from:min(len(t), from+100)], quote); n > 0 {
				return value{start: from, end: from + n, text: t[from : from+n], quoted: true}
			}
		}
	}
	if !v.quoted && nameStart > 0 && t[nameStart-1] == ';' && v.end < len(t) && t[v.end] == ' ' { // a blank is a letter like others
		rest := t[v.end:min(len(t), v.end+40)]
		end := v.end + max(0, strings.IndexByte(rest, ';'))
		longer := value{start: v.start, end: end, text: t[v.start:end]}
		if end > v.end && !strings.ContainsAny(longer.text, "=:\\\"'`<>\n") && connectionPassword(t, nameStart, longer) {
			return longer
		}
	}
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

// pairsAround is the line that holds t[start:end] with the lines before it as long as each ends with a semicolon.
func pairsAround(t string, start, end int) string {
	line := lineAround(t, start, end)
	for at := start; start-at < longestConnection; {
		cut := strings.LastIndexByte(t[:at], '\n')
		if cut <= 0 || !strings.HasSuffix(strings.TrimRight(t[:cut], " \t\r"), ";") {
			break
		}
		at = cut
		line = t[strings.LastIndexByte(t[:at], '\n')+1:at] + line
	}
	return line
}

// commaPairs reports pairs between commas whose password may be any word: host:6379,password=word as clients of Redis take it, and the
// options of a mount, username=app,password=word.
func commaPairs(t string, nameStart, end int) bool {
	from := nameStart
	for from > 0 && nameStart-from < longestConnection && t[from-1] > ' ' && strings.IndexByte("\"'`", t[from-1]) < 0 {
		from--
	}
	head, _, _ := strings.Cut(t[from:nameStart], ",")
	port := strings.HasSuffix(head, ":6379") || strings.HasSuffix(head, ":6380")
	mounted := strings.HasSuffix(t[:from], " -o ") && pairNamed(strings.ToLower(t[from:nameStart]), "user", "username")
	return port && hostAndPort(head) || mounted
}

// opensConnection reports that a name with its quoted value stands among the arguments of a call that opens a connection, beside a user:
// connect(host="h", user="app", password="word"), createConnection({host: 'h', user: 'app', password: 'word'}).
func opensConnection(t string, nameStart, end int) bool {
	before := strings.ToLower(t[max(0, nameStart-longestConnection):nameStart])
	call := -1
	for _, c := range []string{"connect(", "connection(", "createpool(", "create_pool(", "new pool(", "new client(", "create_engine("} {
		call = max(call, strings.LastIndex(before, c))
	}
	if call < 0 {
		return false
	}
	head := before[strings.LastIndexByte(before[:call], '\n')+1 : call]
	args := before[call:]
	if strings.Contains(head, "def ") || strings.Contains(head, "func ") || strings.Contains(head, "function ") || strings.Count(args, ")") >= strings.Count(args, "(") {
		return false
	}
	args += strings.ToLower(t[end:min(len(t), end+80)])
	for _, name := range []string{"user", "username", "uid", "login"} {
		for _, sign := range []string{"=", ":", "\":", "':", " ="} {
			if i := strings.Index(args, name+sign); i > 0 && !isAlnum(args[i-1]) {
				return true
			}
		}
	}
	return false
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
