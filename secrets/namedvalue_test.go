package secrets

import (
	"strings"
	"testing"
)

// One value, in the notations that keep it apart from its name.
func TestAValueInAFieldOfItsOwnIsFound(t *testing.T) {
	for _, name := range []string{"DB_PASSWORD", "authToken", "client_secret", "SECRET_KEY_BASE", "密码"} {
		for _, format := range []string{
			"env:\n  - name: @\n    value: %", "env:\n- name: \"@\"\n  value: '%'", `{"name": "@", "value": "%"}`, `{"Name":"@","Value":"%"}`, `<add key="@" value="%"/>`,
			`<variable name="@" value="%" />`, "| setting | value |\n|---|---|\n| @ | % |", "| `@` | `%` |", `"- name: @\n  value: %\n"`, "@=%", "@: %", `"@": "%"`,
		} {
			const secret = "NqVwYS81VP7Hb1DX"
			text := strings.NewReplacer("@", name, "%", secret).Replace(format)
			if got, _ := Redact(text); strings.Contains(got, secret) {
				t.Errorf("%q is left in %q", secret, got)
			}
		}
	}
}

func TestFieldsWithoutAValueAreLeftAlone(t *testing.T) {
	for _, text := range []string{
		"env:\n- name: DB_PASSWORD\n  valueFrom: {secretKeyRef: {name: db, key: password}}", "- name: password\n  value: ${DB_PASSWORD}", "| password | string |", "| token | required |",
		"| api_key | your key | required |", "| password | at least 12 characters |", `{"name": "token", "value": "<token>"}`, "grep password | sort | uniq", "cat token | base64",
		"- name: token\n  in: header\n- name: page\n  value: 20261129a", "| pass | 120 | fail | 0 |",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

func TestAPortBeforeAPathIsNoPassword(t *testing.T) {
	for _, text := range []string{
		"http://localhost:4873/@scope/pkg", "http://localhost:5173/@vite/client", "https://cdn.internal:443/npm/vue@3/dist/vue.js", "see http://host:3000/users/a@b.com",
		"https://shop.internal:8443/reset?email=a@b.com", "https://shop.internal:8443?email=a@b.com", "https://shop.internal:8443#a@b",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
	for _, text := range []string{"postgres://app:Tr0ub/4dor@db.internal/shop", "https://app:hunter2@shop.internal:8443/x", "postgres://app:12345@db.internal:5432/shop"} {
		if len(Scan(text)) == 0 {
			t.Errorf("%q: nothing is found", text)
		}
	}
}

func TestAnyPrivateKeyIsFound(t *testing.T) {
	line := strings.Repeat("MIIEvQIBADANBgkqhkiG9w0B", 3)[:64]
	body := line + "\n" + line[3:] + "abc\n" + line
	for _, text := range []string{
		"-----begin rsa private key-----\n" + body + "\n-----end rsa private key-----", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n" + body + "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
		"-----Begin Private Key-----\n" + body, "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: work\nPrivate-Lines: 3\n" + body + "\nPrivate-MAC: 00",
	} {
		if got, _ := Redact(text); strings.Contains(got, line) {
			t.Errorf("left: %q", got)
		}
	}
	for _, text := range []string{"begin private key rotation every May", "-----begin public key-----\n" + body, "Private-Lines: 14 in the file"} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

func TestCookiesOfSessionsAndPasswordsInSentencesAreFound(t *testing.T) {
	for _, text := range []string{
		"Cookie: theme=dark; session=9cJNtgsIGv8Ls9w0iAA0KPIxDjkMyKE9m9iMfw05", "set-cookie: connect.sid=s%3AQayguK6NIjuO45KyBBoFsETyy926kMMq; Path=/", "cookie: JSESSIONID=9A8F7E6D5C4B3A2918070F1E2D3C4B5A",
		"the password is Summer2024!", "密码是 Summer2024!", "管理员密码为Summer2024!",
	} {
		if len(Scan(text)) == 0 {
			t.Errorf("%q: nothing is found", text)
		}
	}
	for _, text := range []string{"Cookie: consent=all-analytics-and-marketing-ok", "Set-Cookie: session=deleted; Path=/", "The password is Base64-encoded twice.", "密码是必填项", "the password is sha256(salt+pw)!"} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

func TestPersonalDataBehindChineseWords(t *testing.T) {
	for text, kind := range map[string]string{
		"身份证号：11010519491231002x": CNID, "身份证11010519491231002X": CNID, "卡号4539 1488 0343 6467": Card, "手机13812345678": Phone, "电话：138-1234-5678": Phone, "账户DE89370400440532013000": IBAN,
	} {
		if found := Personal(text, PersonalKinds()); len(found) != 1 || found[0].Rule != kind {
			t.Errorf("%q: %+v, want %s", text, found, kind)
		}
	}
	if found := Personal("order 13812345678, é11010519491231002X", PersonalKinds()); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// Numbers of the states' own examples and of their published rules; one digit more is nobody's.
func TestNumbersOfMoreStatesBesideTheirNames(t *testing.T) {
	for _, text := range []string{
		"CNP 1800101221144", "EGN 7523169263", "rodné číslo 7103192745", "OIB 33392005961", "NIF 123456789", "AMKA 01013099997", "isikukood 38001085718", "asmens kodas 33309240064",
		"SVNR 1237010180", "EMŠO 0101006500006", "PPS 1234567FA", "adóazonosító 8071592153",
	} {
		if found := Personal(text, []string{EUID}); len(found) != 1 {
			t.Errorf("%q is not found", text)
		}
		last := text[len(text)-1]
		other := text[:len(text)-1] + string(rune(last^1))
		if last >= '0' && last <= '9' && len(Personal(other, []string{EUID})) > 0 && !strings.HasPrefix(text, "SVNR") {
			t.Errorf("%q is found", other)
		}
		number := text[strings.LastIndexByte(text, ' ')+1:]
		if found := Personal("build "+number, []string{EUID}); len(found) > 0 {
			t.Errorf("%q: %+v", number, found)
		}
	}
}
