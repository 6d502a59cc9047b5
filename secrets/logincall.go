package secrets

import "strings"

// Calls that take a user and a password by their place alone: no key name says what the second is.

// loginCall is a call and the place of the password among its arguments, which are literals up to it.
type loginCall struct {
	word     string   // lower case, with its bracket
	owners   []string // one of these stands in the call's own name or right before it; none = any
	password int      // from 0
}

var loginCalls = []loginCall{
	{"getconnection(", nil, 2},
	{"pdo(", []string{"new "}, 2},
	{"mysqli(", []string{"new "}, 2},
	{"connect(", []string{"mysql", "mysqli", "mysqli_real", "mariadb", "dbi->", "dbi.", "sybase", "mssql", "odbc", "ftp"}, 2},
	{"connect(", []string{"oci_", "oci_p", "oracle.", "oracledb."}, 1},
	{"login(", []string{"smtp.", "smtpobj.", "server.", "mailserver.", "ftp.", "ftps.", "imap.", "mail.", "session.", "ftp_"}, 1},
	{"basicauth(", nil, 1},
	{"digestauth(", nil, 1},
	{"networkcredential(", nil, 1},
	{"usernamepasswordcredentials(", nil, 1},
	{"passwordauthentication(", []string{"new "}, 1},
	{"auth=(", nil, 1},
	{"auth = (", nil, 1},
}

// vendorWord reports what databases are set up with in every manual; it opens nothing that anybody keeps closed.
func vendorWord(v string) bool {
	switch strings.ToLower(v) {
	case "oracle", "postgres", "mysql", "root", "admin", "guest", "redis", "mongo":
		return true
	}
	return false
}

// longestArgument bounds one argument, in bytes.
const longestArgument = 160

// loginCall reads the password among a call's literals; start and end are those of its word.
func (s *scanner) loginCall(start, end int) {
	t := s.text
	head := strings.ToLower(t[max(0, start-16):start])
	word := strings.ToLower(t[start:end])
	for _, c := range loginCalls {
		if c.word != word || !owned(head, c.owners) {
			continue
		}
		at := end
		if (strings.HasSuffix(head, "ftp_") || strings.HasSuffix(head, "ftp.")) && strings.HasPrefix(t[at:], "$") { // ftp_login($conn, user, password)
			if comma := strings.IndexByte(t[at:min(len(t), at+40)], ','); comma > 0 {
				at += comma + 1
			}
		}
		v, ok := s.literal(at)
		for n := 0; ok && n < c.password; n++ {
			at = skipSpace(t, behindQuote(t, v.end))
			if at >= len(t) || t[at] != ',' {
				ok = false
				break
			}
			v, ok = s.literal(at + 1)
		}
		if ok && len(v.text) <= longestArgument && !strings.ContainsAny(v.text, " \t") && anyWord(v.text) && !vendorWord(v.text) {
			s.add(span{start: v.start, end: v.end, rule: "password", rank: rankAssigned, whole: true})
			return
		}
	}
}

func owned(head string, owners []string) bool {
	for _, o := range owners {
		if i := strings.LastIndex(head, o); i >= 0 && strings.Trim(head[i+len(o):], "db_.") == "" {
			return true
		}
	}
	return len(owners) == 0
}

// literal reads the quoted text that an argument is.
func (s *scanner) literal(at int) (value, bool) {
	at = skipSpace(s.text, at)
	v := s.readValue(at)
	return v, v.quoted && v.end-v.start <= longestArgument
}

// behindQuote steps over a closing quote with the backslashes before it.
func behindQuote(t string, at int) int {
	for at < len(t) && t[at] == '\\' {
		at++
	}
	return min(at+1, len(t))
}
