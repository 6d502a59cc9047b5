package secrets

import "strings"

// way is how the text around a keyword is read by hand-written code. Numbers are in keywords.bin: `UPDATE=1 go test ./secrets` writes it anew.
type way uint8

const (
	byRules way = iota // by its rules alone
	asAssignment
	asService
	asEveryday
	asPEM
	asURL
	asCurlUser
	asNetrc
	asPgpass
	asDataSource
	asOracle
	asCommand
	asAuthScheme
	asTelegram
	asMarked
	asLoginCall
	asOracleTool
	asNpmAuth
	asPuTTY
	asDER
	asEncodedKey
	asJWK
	asXMLKey
	asEncodedURL
	asManifest
	asKeyLines
	asEncodedToken
	asLineEnd
	asSecureString
	asUserAndPassword
)

// read looks at the text around a keyword; start and end are those of the keyword, nth its number among those of the way.
func (s *scanner) read(w way, nth, start, end int) {
	switch w {
	case asAssignment:
		s.assignment(keyNames[nth], start, end)
	case asService:
		s.service(start, end, false)
	case asEveryday:
		s.service(start, end, true)
	case asPEM:
		s.pem(start, end)
	case asURL:
		s.url(start, end)
	case asCurlUser:
		s.curlUser(start, end)
	case asNetrc:
		s.netrc(start, end)
	case asPgpass:
		s.pgpass(start, end)
	case asDataSource:
		s.dataSource(start, end)
	case asOracle:
		s.oracle(start, end)
	case asCommand:
		s.command(start, end)
	case asAuthScheme:
		s.authScheme(start, end)
	case asTelegram:
		s.telegram(start, end)
	case asMarked:
		s.marked(start, end)
	case asLoginCall:
		s.loginCall(start, end)
	case asOracleTool:
		s.oracleLogin(start, end)
	case asPuTTY:
		s.putty(start, end)
	case asNpmAuth:
		s.npmAuth(start, end)
	case asDER:
		s.der(nth, start, end)
	case asEncodedKey:
		s.encodedKey(nth, start, end)
	case asJWK:
		s.jwk(start, end)
	case asXMLKey:
		s.xmlKey(start, end)
	case asEncodedURL:
		s.encodedURL(end)
	case asManifest:
		s.manifest(start, end)
	case asKeyLines:
		s.jwkLines(start, end)
	case asEncodedToken:
		s.encodedToken(start, end)
	case asLineEnd:
		s.wrap(start, end)
	case asSecureString:
		s.secureString(start, end)
	case asUserAndPassword:
		s.userAndPassword(start, end)
	}
}

// call is one thing that a keyword calls for: a rule by its number, or a way to read.
type call struct {
	word string
	way  way // byRules: rule is meant
	nth  int
	rule int
}

// allCalls are all of them in the order in which they are done. It is asked for only where keywords.bin is written or compared.
func allCalls() []call {
	var calls []call
	number := 0
	for _, rules := range allRules() {
		for _, r := range rules {
			for _, k := range r.keywords {
				calls = append(calls, call{word: k, rule: number})
			}
			number++
		}
	}
	read := func(w way, words ...string) {
		for i, word := range words {
			calls = append(calls, call{word: strings.ToLower(word), way: w, nth: i})
		}
	}
	for i, k := range keyNames {
		calls = append(calls, call{word: k.word, way: asAssignment, nth: i})
	}
	read(asService, strings.Fields(services)...)
	read(asEveryday, strings.Fields(everyday)...)
	read(asPEM, "private key", "private  key", "private_key-", "privatekey-", "private+key-", "private%20key-", "private_key_block", "private+key+block", "private%20key%20block", "secret key block", "openvpn static key")
	for i, o := range derOpens {
		calls = append(calls, call{word: strings.ToLower(o.word), way: asDER, nth: i})
	}
	read(asEncodedKey, encodedWords...)
	read(asJWK, "kty\"", "kty\\\"")
	read(asXMLKey, "<rsakeyvalue>", "&lt;rsakeyvalue&gt;")
	read(asPuTTY, "private-lines:")
	read(asURL, "://", `:\/\/`, `:\\/\\/`)
	read(asEncodedURL, "%3a%2f%2f")
	read(asCurlUser, " -u", "\n-u", " --user")
	read(asNetrc, "machine ", "default login ")
	read(asPgpass, ":5432:", ":5433:", ":6432:", ":*:")
	read(asDataSource, "@tcp(", "@tcp6(", "@unix(", "@cloudsql(", "@(", "@/", "@")
	read(asOracle, "@//", "jdbc:oracle:")
	for _, c := range commandPasswords {
		read(asCommand, c.flag)
	}
	for _, c := range userPasswords {
		if !strings.EqualFold(c.flag, " -u") { // curlUser reads that one, and asks for these
			read(asCommand, c.flag)
		}
	}
	for _, c := range loginCalls {
		read(asLoginCall, c.word)
	}
	read(asOracleTool, "sqlplus ", "sqlldr ", "expdp ", "impdp ", "rman ")
	read(asNpmAuth, "_auth=", "_auth =")
	read(asAuthScheme, "bearer", "basic")
	for _, digit := range "0123456789" {
		read(asTelegram, string(digit)+":")
	}
	read(asMarked, markerOpen)
	read(asManifest, "kind: secret", `"kind":"secret"`, `"kind": "secret"`)
	read(asKeyLines, "kty:", "kty =", "kty=")
	for _, prefix := range strings.Fields(encodedPrefixes) {
		read(asEncodedToken, inBase64(prefix))
	}
	read(asLineEnd, lineEnds[1:]...)
	read(asLineEnd, joints...)
	read(asSecureString, "convertto-securestring")
	read(asUserAndPassword, "curlopt_userpwd", "curlopt_proxyuserpwd", "setopt(pycurl.userpwd")
	return calls
}
