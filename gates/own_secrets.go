package gates

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// ownSecrets makes credentials of the common providers and kinds, each in several notations, some broken over lines, and harmless text that looks like them.
// All are random: none ever opened anything.
func ownSecrets() (out []labelled) {
	rnd := rand.New(rand.NewPCG(Seed, 24))
	add := func(class, kind, secret, format string, n int) {
		text := strings.ReplaceAll(format, "%", secret)
		at := strings.Index(text, secret)
		out = append(out, labelled{id: fmt.Sprintf("%s/%s/%d", class, kind, n), class: class, text: text, from: at, to: at + len(secret), holds: true})
	}
	for _, p := range providers {
		for n, format := range notations {
			add("the 24 most common providers", p.name, p.make(rnd), format, n)
		}
	}
	breaks := rand.New(rand.NewPCG(Seed, 25))
	for _, p := range providers {
		for n, between := range lineBreaks {
			secret := p.make(breaks)
			at := len(secret)/3 + breaks.IntN(len(secret)/3)
			text := "key: \"" + secret[:at] + between + secret[at:] + "\"\n"
			out = append(out, labelled{id: fmt.Sprintf("broken key/%s/%d", p.name, n), class: "broken over lines", text: text, from: 6, to: 6 + at, holds: true})
			out = append(out, labelled{id: fmt.Sprintf("broken key/%s/%d, rest", p.name, n), class: "broken over lines", text: text, from: 6 + at + len(between), to: len(text) - 2, holds: true})
		}
	}
	for _, kind := range []string{"RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"} {
		for n, wrap := range keyWraps {
			out = append(out, labelled{id: fmt.Sprintf("private key/%s/%d", kind, n), class: "private key", text: wrap(rnd, kind), holds: true})
		}
	}
	for _, scheme := range []string{"https", "http", "postgres", "postgresql", "mysql", "mongodb", "mongodb+srv", "redis", "rediss", "amqp", "amqps", "ftp", "sftp", "ssh", "smtp", "ldap", "git+https", "jdbc:postgresql", "socks5", "mssql"} {
		for n, format := range []string{"%", "clone % now", `DATABASE_URL="%"`, "url: %", `{"url": "%"}`, "(see %)", `"cmd":"psql \"%\" -c x"`} {
			password := pick(rnd, alnum, 6+rnd.IntN(14))
			text := strings.ReplaceAll(format, "%", scheme+"://app:"+password+"@db.internal:5432/shop?x=1")
			at := strings.Index(text, password)
			out = append(out, labelled{id: fmt.Sprintf("address/%s/%d", scheme, n), class: "address or connection", text: text, from: at, to: at + len(password), holds: true})
		}
	}
	for n, format := range connections {
		for range 5 {
			password := pick(rnd, alnum, 6+rnd.IntN(14))
			text := strings.ReplaceAll(format, "%", password)
			at := strings.Index(text, password)
			out = append(out, labelled{id: fmt.Sprintf("connection/%d/%s", n, password), class: "address or connection", text: text, from: at, to: at + len(password), holds: true})
		}
	}
	for _, name := range []string{"password", "DB_PASSWORD", "db.password", "authToken", "client_secret", "CLIENT_SECRET", "apiKey", "api_key", "access_key", "secretKey", "auth_token", "private_key", "passphrase", "signing_key"} {
		for n, format := range []string{"@=%", "@: %", `"@": "%"`, "@ = '%'", "export @=%", "  @: \"%\"", `{"env":{"@":"%"}}`, "--@ %", "<@>%</@>", "set @ to %", `\"@\":\"%\"`, "@：%"} {
			add("key name", name, pick(rnd, alnum, 20), strings.ReplaceAll(format, "@", name), n)
		}
	}
	return append(out, harmless(rnd)...)
}

const (
	alnum = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	lower = "abcdefghijklmnopqrstuvwxyz0123456789"
	upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	hexes = "0123456789abcdef"
	b64   = alnum + "+/"
	url64 = alnum + "-_"
	tens  = "0123456789"
)

func pick(rnd *rand.Rand, from string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[rnd.IntN(len(from))]
	}
	return string(b)
}

// providers are the formats that stand most often in the counts that hosts of code publish about leaked keys.
var providers = []struct {
	name string
	make func(*rand.Rand) string
}{
	{"aws access key", func(r *rand.Rand) string { return "AKIA" + pick(r, upper, 16) }},
	{"github classic", func(r *rand.Rand) string { return "ghp_" + pick(r, alnum, 36) }},
	{"github fine-grained", func(r *rand.Rand) string { return "github_pat_" + pick(r, alnum, 22) + "_" + pick(r, alnum, 59) }},
	{"gitlab", func(r *rand.Rand) string { return "glpat-" + pick(r, url64, 20) }},
	{"slack bot", func(r *rand.Rand) string {
		return "xoxb-" + pick(r, tens, 12) + "-" + pick(r, tens, 12) + "-" + pick(r, alnum, 24)
	}},
	{"slack webhook", func(r *rand.Rand) string {
		return "https://hooks.slack.com/services/T" + pick(r, upper, 8) + "/B" + pick(r, upper, 8) + "/" + pick(r, alnum, 24)
	}},
	{"stripe", func(r *rand.Rand) string { return "sk_live_" + pick(r, alnum, 24) }},
	{"google api key", func(r *rand.Rand) string { return "AIza" + pick(r, url64, 35) }},
	{"google oauth secret", func(r *rand.Rand) string { return "GOCSPX-" + pick(r, url64, 28) }},
	{"openai", func(r *rand.Rand) string { return "sk-proj-" + pick(r, alnum, 48) }},
	{"anthropic", func(r *rand.Rand) string { return "sk-ant-api03-" + pick(r, url64, 93) + "AA" }},
	{"hugging face", func(r *rand.Rand) string { return "hf_" + pick(r, alnum, 34) }},
	{"npm", func(r *rand.Rand) string { return "npm_" + pick(r, alnum, 36) }},
	{"pypi", func(r *rand.Rand) string { return "pypi-AgEIcHlwaS5vcmc" + pick(r, url64, 70) }},
	{"docker hub", func(r *rand.Rand) string { return "dckr_pat_" + pick(r, url64, 27) }},
	{"sendgrid", func(r *rand.Rand) string { return "SG." + pick(r, url64, 22) + "." + pick(r, url64, 43) }},
	{"twilio", func(r *rand.Rand) string { return "SK" + pick(r, hexes, 32) }},
	{"mailgun", func(r *rand.Rand) string { return "key-" + pick(r, hexes, 32) }},
	{"shopify", func(r *rand.Rand) string { return "shpat_" + pick(r, hexes, 32) }},
	{"digitalocean", func(r *rand.Rand) string { return "dop_v1_" + pick(r, hexes, 64) }},
	{"telegram", func(r *rand.Rand) string { return "7" + pick(r, tens, 9) + ":AA" + pick(r, url64, 33) }},
	{"discord webhook", func(r *rand.Rand) string {
		return "https://discord.com/api/webhooks/" + pick(r, tens, 18) + "/" + pick(r, url64, 68)
	}},
	{"azure storage", func(r *rand.Rand) string {
		return "AccountKey=" + pick(r, b64, 86) + "=="
	}},
	{"jwt", func(r *rand.Rand) string {
		return "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ" + pick(r, url64, 60) + "." + pick(r, url64, 43)
	}},
}

// connections are the notations of drivers and tools that have no address with a password before the host.
var connections = []string{
	"jdbc:postgresql://db.internal:5432/shop?user=app&password=%&ssl=true", "jdbc:mysql://db.internal/shop?user=app&sslpassword=%", "jdbc:sqlserver://db.internal:1433;databaseName=shop;user=app;password=%;encrypt=true",
	"jdbc:oracle:thin:app/%@db.internal:1521:shop", "mysql+pymysql://app:%@db.internal/shop?charset=utf8mb4", "redis://:%@cache.internal:6379/0", "app:%@tcp(db.internal:3306)/shop?parseTime=true",
	"Server=db.internal;Database=shop;User Id=app;Password=%;Encrypt=True", "Password=%;User ID=app;Initial Catalog=shop;Data Source=db.internal", "Driver={ODBC Driver 18};Server=db.internal;Uid=app;Pwd=%;",
	"host=db.internal port=5432 user=app password=% dbname=shop", "machine api.internal login app password %", "db.internal:5432:shop:app:%", "*:*:*:app:%", "mysql -h db.internal -u app -p% shop",
	"sshpass -p '%' ssh app@db.internal", "docker login registry.internal -u app -p %", "curl -u app:% https://api.internal", "mongodb://app:%@a.internal:27017,b.internal:27017/?replicaSet=rs0",
}

// notations are where keys stand: alone, in prose, in settings, in code, in a header, in escaped JSON, in a log and in a diff.
var notations = []string{
	"%", "the key is % and works", "KEY=%", "key: %", `{"key": "%"}`, `const k = '%';`, "curl -H 'X-Key: %' https://api.internal", `{"text":"export K=\"%\"\n"}`,
	"2026-11-29T10:00:00Z INFO using % for the call", "+  token: \"%\"", "密钥：%", "`%`", "[link](https://x.internal/?k=%)", "key\\n%\\nnext",
}

// lineBreaks are what stands between the parts of a key that a line end breaks.
var lineBreaks = []string{"\n", "\r\n", "\\\n", "\n    ", "\n> ", "=\n", "\\n", "\"\n  \"", "\" +\n  \"", "\" + \"", "\n# ", "<br>", "\\r\\n"}

// keyBody is base64 in lines of 64.
func keyBody(rnd *rand.Rand, lines int) []string {
	var out []string
	for range lines {
		out = append(out, pick(rnd, b64, 64))
	}
	return append(out, pick(rnd, b64, 30)+"==")
}

// keyLines is a key with each of its lines between two texts.
func keyLines(rnd *rand.Rand, kind, before, behind string) string {
	var b strings.Builder
	for _, line := range append(append([]string{"-----BEGIN " + kind + "-----"}, keyBody(rnd, 5)...), "-----END "+kind+"-----") {
		b.WriteString(before + line + behind)
	}
	return b.String()
}

// keyWraps are how a private key stands in text: whole, cut off, in JSON, as string joints, as a comment, in a log, indented, in base64.
var keyWraps = []func(rnd *rand.Rand, kind string) string{
	func(r *rand.Rand, k string) string {
		return "-----BEGIN " + k + "-----\n" + strings.Join(keyBody(r, 8), "\n") + "\n-----END " + k + "-----\n"
	},
	func(r *rand.Rand, k string) string {
		return "it says -----BEGIN " + k + "-----\n" + strings.Join(keyBody(r, 4), "\n")
	},
	func(r *rand.Rand, k string) string {
		return `{"private_key": "-----BEGIN ` + k + `-----\n` + strings.Join(keyBody(r, 6), `\n`) + `\n-----END ` + k + `-----\n"}`
	},
	func(r *rand.Rand, k string) string {
		return "key = \"-----BEGIN " + k + "-----\\n\" +\n  \"" + strings.Join(keyBody(r, 5), "\\n\" +\n  \"") + "\\n-----END " + k + "-----\";"
	},
	func(r *rand.Rand, k string) string {
		return "# -----BEGIN " + k + "-----\n# " + strings.Join(keyBody(r, 5), "\n# ") + "\n# -----END " + k + "-----\n"
	},
	func(r *rand.Rand, k string) string {
		stamp := "2026-11-29 10:00:01 "
		return stamp + "-----BEGIN " + k + "-----\n" + stamp + strings.Join(keyBody(r, 5), "\n"+stamp) + "\n" + stamp + "-----END " + k + "-----\n"
	},
	func(r *rand.Rand, k string) string {
		return "data:\n  tls.key: |\n    -----BEGIN " + k + "-----\n    " + strings.Join(keyBody(r, 5), "\n    ") + "\n    -----END " + k + "-----\n"
	},
	func(r *rand.Rand, k string) string {
		return "tls: " + base64.StdEncoding.EncodeToString([]byte("-----BEGIN "+k+"-----\n"+strings.Join(keyBody(r, 4), "\n")+"\n-----END "+k+"-----\n"))
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "\"", "\\n\"\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "  \"", "\",\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "  '", "' .\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "b\"", "\\n\"\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "sb.append(\"", "\\n\");\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "echo \"", "\" >> key.pem\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "", "&#10;")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "", "<br>")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "", "\\u000a")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "", " ")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "-", "\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "  12→", "\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "deploy/key.pem:7:", "\n")
	},
	func(r *rand.Rand, k string) string {
		return keyLines(r, k, "", "%0A")
	},
	func(r *rand.Rand, k string) string {
		return strings.ReplaceAll(keyLines(r, k, "", "\n"), "-----", "---")
	},
	func(r *rand.Rand, k string) string {
		return strings.ReplaceAll(keyLines(r, k, "", "\n"), " ", "_")
	},
	func(r *rand.Rand, k string) string {
		return strings.Join(keyBody(r, 6), "\n") + "\n-----END " + k + "-----"
	},
	func(r *rand.Rand, k string) string {
		return "p12: " + base64.StdEncoding.EncodeToString([]byte("\n"+keyLines(r, k, "", "\n")))
	},
	func(r *rand.Rand, k string) string {
		return "file: " + base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(keyLines(r, k, "", "\n")))))
	},
	func(r *rand.Rand, k string) string {
		return fmt.Sprintf("dump %x", keyLines(r, k, "", "\n"))
	},
}

// harmless is text that filters stumble over.
func harmless(rnd *rand.Rand) (out []labelled) {
	add := func(kind string, n int, text string) {
		out = append(out, labelled{id: fmt.Sprintf("harmless/%s/%d", kind, n), class: "harmless", text: text})
	}
	for n := range 20 {
		hex40, hex64 := pick(rnd, hexes, 40), pick(rnd, hexes, 64)
		for _, h := range [][2]string{
			{"commit", "commit " + hex40 + " fixes the token cache"},
			{"digest", "image: registry.internal/app@sha256:" + hex64},
			{"lockfile", `"integrity": "sha512-` + pick(rnd, b64, 86) + `=="`},
			{"uuid", "request " + pick(rnd, hexes, 8) + "-" + pick(rnd, hexes, 4) + "-4" + pick(rnd, hexes, 3) + "-a" + pick(rnd, hexes, 3) + "-" + pick(rnd, hexes, 12)},
			{"objectid", "_id: ObjectId(\"" + pick(rnd, hexes, 24) + "\")"},
			{"gosum", "golang.org/x/text v0.2" + pick(rnd, tens, 1) + ".0 h1:" + pick(rnd, b64, 43) + "="},
			{"placeholder", []string{"API_KEY=<your key>", "password: ${DB_PASSWORD}", "token: xxxxxxxxxxxx", "secret: [REDACTED:secret]", "PASSWORD=changeme"}[n%5]},
			{"code", []string{"token := parser.Next()", "password = getpass.getpass()", "const secret = process.env.SECRET", "if tok.Kind == token.STRING {", "def authenticate(self, password: str) -> Token:"}[n%5]},
			{"image", "![logo](data:image/png;base64,iVBORw0KGgo" + pick(rnd, b64, 120) + ")"},
			{"prose", []string{"Rotate the API key every 90 days.", "The password must have 12 characters.", "Tokens are kept in the vault, never in git.", "max_tokens: 4096", "The secret is mounted at /run/secrets/db."}[n%5]},
			{"path", "/home/dev/src/token/reader_" + pick(rnd, tens, 3) + "_test.go:42"},
		} {
			add(h[0], n, h[1])
		}
	}
	return out
}
