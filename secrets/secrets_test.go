package secrets

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// fake joins parts, so that no scanner takes this file for a leak.
func fake(parts ...string) string { return strings.Join(parts, "") }

var (
	github    = fake("ghp_", "E7Ccm7q8B5QBkGt87WNwenA9xQITmnajKfBf")
	aws       = fake("AKIA", "IISFCB9NX3TGGPK4")
	slack     = fake("xoxb-", "54087753603-3KgAve4VzhPY9bFm")
	stripe    = fake("sk_live_", "2ysiQOem4yj1Tmt3m3DSepnX")
	anthropic = fake("sk-ant-", "api03-kmuB7qsCqD5XKoQ0wBfjqMTwyRIPfcWW_kw4VOQ-FGqx")
	openai    = fake("sk-proj-", "GOElY8OzQ6Db2Xnolm7GMyfUeQRq")
	jwt       = fake("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.", "eyJzdWIiOiIzMjMxMjQ2ODk5IiwiYWRtIjpmYWxzZX0.nFwQbvHTlVHYaE1gp5RG")
	pemHead   = fake("-----BEGIN RSA ", "PRIVATE KEY-----")
	pemBody   = "MIIEowIBAAKCAQEAx4UbaDzY5xjW6hc9jwN0mX33XpTDVW9WqHp5AKaRbtAC3DqX"
	pemTail   = fake("-----END RSA ", "PRIVATE KEY-----")
)

func TestRedactReplacesTheSecretAndNothingElse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"provider in prose", "pushes with " + github + ".", "pushes with [REDACTED:github-pat]."},
		{"aws", "key " + aws + ", region", "key [REDACTED:aws-access-key], region"},
		{"slack", slack, "[REDACTED:slack-token]"},
		{"stripe", "(" + stripe + ")", "([REDACTED:stripe-access-token])"},
		{"anthropic", "export K=" + anthropic, "export K=[REDACTED:anthropic-api-key]"},
		{"openai", openai + "\n", "[REDACTED:openai-api-key]\n"},
		{"jwt", "cookie " + jwt + ";", "cookie [REDACTED:jwt];"},
		{"behind an escaped line break", `out\n` + github + `\n`, `out\n[REDACTED:github-pat]\n`},
		{"pem", "a\n" + pemHead + "\n" + pemBody + "\n" + pemTail + "\nb", "a\n[REDACTED:private-key]\nb"},
		{"pem cut off", pemHead + "\n" + pemBody, "[REDACTED:private-key]"},
		{"pem with escapes in JSON", `{"k":"` + pemHead + `\n` + pemBody + `\n` + pemTail + `\n"}`, `{"k":"[REDACTED:private-key]\n"}`},
		{"pem cut off in JSON", `{"k":"` + pemHead + `\n` + pemBody + `","x":1}`, `{"k":"[REDACTED:private-key]","x":1}`},
		{"url", "postgres://app:s3cr3t@db:5432/x", "postgres://app:[REDACTED:url-credentials]@db:5432/x"},
		{"url in an item", "clone https://bob:hunter2@git.example.org/x.git now", "clone https://bob:[REDACTED:url-credentials]@git.example.org/x.git now"},
		{"env", "DB_PASSWORD=w1nter99\nA=1", "DB_PASSWORD=[REDACTED:password]\nA=1"},
		{"yaml", "password: 'Tr0ub4dor'", "password: '[REDACTED:password]'"},
		{"json", `{"client_secret": "a8Fh3kQ0zLpW2m"}`, `{"client_secret": "[REDACTED:secret]"}`},
		{"camel case", `{"authToken":"a8Fh3kQ0zLpW2m"}`, `{"authToken":"[REDACTED:token]"}`},
		{"escaped json", `{"cmd":"{\"password\":\"Tr0ub4dor\"}"}`, `{"cmd":"{\"password\":\"[REDACTED:password]\"}"}`},
		{"flag", "mysql --password Sne3sd8AZjq -u root", "mysql --password [REDACTED:password] -u root"},
		{"header", "Authorization: Bearer nY3tE9jX1qK6lFaa", "Authorization: Bearer [REDACTED:authorization]"},
		{"basic header", "Authorization: Basic YWxhZGRpbjpvcGVuc2VzYW1l", "Authorization: Basic [REDACTED:authorization]"},
		{"curl", `curl -u admin:dG9rZW4g https://h`, `curl -u admin:[REDACTED:password] https://h`},
		{"prose", "the api_key is aP4sT9kO0cJ5", "the api_key is [REDACTED:api-key]"},
		{"chinese", "数据库密码：Tr0ub4dor，端口 5432", "数据库密码：[REDACTED:password]，端口 5432"},
		{"telegram", "bot 842353279:nzvFdpz9M4Oq3MsMWkW3uskOj7pg5agkezW", "bot [REDACTED:telegram-bot-token]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, found := Redact(c.text)
			if got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			for _, f := range found {
				if !strings.HasSuffix(f.Masked, "***") || len(f.Masked) > 7 {
					t.Errorf("masked form %q shows too much", f.Masked)
				}
			}
		})
	}
}

func TestHarmlessTextIsLeftAlone(t *testing.T) {
	for _, text := range []string{
		"password: required", "token: null", "tokens: 1200", "max_tokens: 4096", "The password must have at least 12 characters.",
		"password: ${DB_PASSWORD}", "token=$TOKEN", "api_key: <your key>", "API_KEY=xxxx", "secret: [REDACTED:secret]", "apiKey: process.env.API_KEY", "password = os.environ[\"PW\"]",
		"commit 7b5199fdeff7d7682e9f979f468d55bc7b67b934 fixes the token cache", "id 64b7f0c2a91e5d3388ac1f07", "3286a508-a6ca-278a-c078-85b2b515d8d2",
		`"integrity": "sha512-hNf0bQFYbVxL5nF4D0JpSGn8aP8Wd7Z9zqQ1oLJwM6b0bJwYk3h3b7c4n1Xq5g=="`, "js-tokens@^4.0.0:", "see src/token/reader.go:42", "func (t *Token) Value() string",
		"password: string", "const token = await getToken(user)", "https://example.com:8080/a?b=c", "ssh://git@github.com/a/b.git", "git@github.com:a/b.git", "keyboard: layout1",
		"--- PASS: TestFindCheckpointUUID (0.00s)", "ghp_ prefixed tokens must go to the vault", pemHead + " marks a key",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

func TestMaskedShowsAtMostTheProviderPrefix(t *testing.T) {
	for text, want := range map[string]string{github: "ghp_***", "DB_PASSWORD=w1nter99": "***", anthropic: "sk-a***"} {
		found := Scan(text)
		if len(found) != 1 || found[0].Masked != want {
			t.Errorf("%q: %+v, want masked %q", text, found, want)
		}
	}
}

func TestEveryRuleCompilesAndHasLowerCaseKeywords(t *testing.T) {
	seen := 0
	for _, rules := range [][]rule{gitleaksRules[:], ownRules[:], moreRules[:]} {
		for _, r := range rules {
			newShape(r)
			seen++
			if len(r.keywords) == 0 {
				t.Errorf("rule %s has no keyword", r.id)
			}
			for _, k := range r.keywords {
				if k != strings.ToLower(k) || len(k) < 2 {
					t.Errorf("rule %s: keyword %q", r.id, k)
				}
			}
		}
	}
	if seen < 200 {
		t.Errorf("only %d rules: was the table generated?", seen)
	}
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"", github, `{"a":"` + slack + `\n","b":"c"}`, pemHead + `\n` + pemBody, "password=\"a1b2\\\"c3\"", "token=token=tok3n=a1b2c3d4", "postgres://u:p4ss@h",
		`{"k":"\u00e9password: a1b2c3\\"}`, "密码是Abc12345。", "[REDACTED:x]secret: [REDACTED:y]a1b2c3d4", "curl -u 'a:b1c2d3' x", `{"x":"password='a1b2\"c3'"}`, "pwd:=\xff\xfea1b2c3",
		github[:20] + "\n" + github[20:], `{"a":"> ` + jwt[:60] + `\r\n> ` + jwt[60:] + `"}`, `"` + slack[:12] + `" + "` + slack[12:] + `"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, found := Redact(text)
		twice, again := Redact(once)
		if once != twice {
			t.Fatalf("not idempotent:\n%q\n%q\n%q %+v", text, once, twice, again)
		}
		if utf8.ValidString(text) && !utf8.ValidString(once) {
			t.Fatalf("%q became invalid UTF-8: %q", text, once)
		}
		if json.Valid([]byte(text)) && !json.Valid([]byte(once)) {
			t.Fatalf("%q is no JSON any more: %q", text, once)
		}
		at, want := 0, ""
		for _, fd := range found {
			if fd.Start < at || fd.End <= fd.Start || fd.End > len(text) {
				t.Fatalf("%q: spans overlap or leave the text: %+v", text, found)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[fd.Start:fd.End]) {
				t.Fatalf("%q: a span cuts a character: %+v", text, fd)
			}
			want += text[at:fd.Start] + "[REDACTED:" + fd.Rule + "]"
			at = fd.End
		}
		if want += text[at:]; want != once {
			t.Fatalf("%q: findings say %q, the text is %q", text, want, once)
		}
		// The same inside a JSON string.
		inJSON, _ := json.Marshal(map[string]string{"text": text})
		if redacted, _ := Redact(string(inJSON)); !json.Valid([]byte(redacted)) {
			t.Fatalf("%q became %q", inJSON, redacted)
		}
	})
}
