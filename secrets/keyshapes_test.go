package secrets

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// keyText is base64 in lines of 64, as a real key has it: it begins as the DER of an RSA key does, and has no period.
func keyText(lines int) []string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	out, state := []string{}, uint32(7)
	for range lines {
		var b strings.Builder
		for range 64 {
			state = state*1664525 + 1013904223 // Numerical Recipes' generator
			b.WriteByte(letters[state>>26])
		}
		out = append(out, b.String())
	}
	out[0] = "MIIEpAIBAAKCAQEA" + out[0][16:]
	return append(out, "Qk9Pdm4xZ3M4a2Q5cG1z0w==")
}

func wrap(parts []string, each string) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, each, p)
	}
	return b.String()
}

// TestEveryPublishedShapeOfAKeyIsCovered: no line of a key is left, however it is written.
func TestEveryPublishedShapeOfAKeyIsCovered(t *testing.T) {
	body := keyText(5)
	open, shut := "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
	pem := func(sep string) string { return open + sep + strings.Join(body, sep) + sep + shut }
	all := append(append([]string{open}, body...), shut)
	whole := pem("\n") + "\n"
	utf16le := func(s string) string {
		var b []byte
		for _, u := range utf16.Encode([]rune(s)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return string(b)
	}
	utf16be := func(s string) string {
		var b []byte
		for _, u := range utf16.Encode([]rune(s)) {
			b = append(b, byte(u>>8), byte(u))
		}
		return string(b)
	}
	b64 := base64.StdEncoding.EncodeToString
	wrapped := func(s string, n int, sep string) string {
		var out []string
		for ; len(s) > n; s = s[n:] {
			out = append(out, s[:n])
		}
		return strings.Join(append(out, s), sep)
	}
	der := strings.Join(body, "")
	shapes := []struct{ name, text string }{
		{"header alone", open + "\n"},
		{"footer of a log", "10:01 " + open + "\n10:01 " + body[0] + "\n10:01 " + body[1][:31] + "\n10:01 qwI=\n10:01 " + shut},
		{"crlf", pem("\r\n")},
		{"cr", pem("\r")},
		{"escaped n", `{"k":"` + pem(`\n`) + `"}`},
		{"escaped crlf", `{"k":"` + pem(`\r\n`) + `"}`},
		{"twice escaped", `{"k":"{\"k\":\"` + pem(`\\n`) + `\"}"}`},
		{"thrice escaped", `"` + pem(`\\\\n`) + `"`},
		{"unicode escape", `"` + pem(`\u000a`) + `"`},
		{"hex escape", `"` + pem(`\x0a`) + `"`},
		{"percent", pem("%0A")},
		{"percent crlf", pem("%0D%0A")},
		{"entity", pem("&#10;")},
		{"entity hex", pem("&#xA;")},
		{"entity hex crlf", pem("&#xD;&#xA;")},
		{"br", pem("<br>")},
		{"br slash", pem("<br/>")},
		{"one line", pem(" ")},
		{"one line glued", pem("")},
		{"tabs", pem("\n\t")},
		{"blank line between", pem("\n\n")},
		{"yaml", "key: |\n  " + pem("\n  ")},
		{"toml", "key = \"\"\"\n" + whole + "\"\"\""},
		{"toml single", "key = '''\n" + whole + "'''"},
		{"env", `KEY="` + pem("\n") + `"`},
		{"env single", `KEY='` + pem(`\n`) + `'`},
		{"xml", "<key>" + pem("\n") + "</key>"},
		{"cdata", "<key><![CDATA[" + pem("\n") + "]]></key>"},
		{"json array", "[\n" + wrap(all, "  \"%s\",\n") + "]"},
		{"json array escaped", "[\n" + wrap(all, "  \"%s\\n\",\n") + "]"},
		{"json array one line", "[" + wrap(all, "\"%s\", ") + "]"},
		{"c literals", wrap(all, "    \"%s\\n\"\n")},
		{"c literals crlf", wrap(all, "    \"%s\\r\\n\"\n")},
		{"c with continuation", "const char *k = \"" + wrap(all, "%s\\n\\\n") + "\";"},
		{"arduino progmem", "R\"KEY(" + whole + ")KEY\""},
		{"java plus", wrap(all, "    \"%s\\n\" +\n") + `"";`},
		{"java plus in front", wrap(all, "    + \"%s\\n\"\n")},
		{"js plus no escape", wrap(all, "  '%s' +\n")},
		{"js array join", "[" + wrap(all, "'%s',\n") + "].join('\\n')"},
		{"go raw", "var k = `" + whole + "`"},
		{"go plus", wrap(all, "\t\"%s\\n\" +\n")},
		{"php dots", wrap(all, "  '%s' . \"\\n\" .\n")},
		{"php dot", wrap(all, "  \"%s\\n\" .\n")},
		{"vb", wrap(all, "  \"%s\" & vbCrLf & _\n")},
		{"python parens", "k = (\n" + wrap(all, "    b\"%s\\n\"\n") + ")"},
		{"python f", "k = (\n" + wrap(all, "    f'%s\\n'\n") + ")"},
		{"ruby backslash", wrap(all, "  \"%s\\n\" \\\n")},
		{"append calls", wrap(all, "sb.append(\"%s\\n\");\n")},
		{"echo lines", wrap(all, "echo \"%s\" >> key.pem\n")},
		{"echo dashes", wrap(all, "echo -e \"%s\" >> key.pem\n")},
		{"comment slashes", wrap(all, "// %s\n")},
		{"comment stars", wrap(all, " * %s\n")},
		{"comment semicolons", wrap(all, "; %s\n")},
		{"comment dashes", wrap(all, "-- %s\n")},
		{"quoted mail", wrap(all, "> %s\n")},
		{"quoted mail twice", wrap(all, ">> > %s\n")},
		{"diff plus", wrap(all, "+%s\n")},
		{"diff minus", wrap(all, "-%s\n")},
		{"grep", wrap(all, "deploy/key.pem:%s\n")},
		{"grep numbered", wrap(all, "deploy/key.pem:12:%s\n")},
		{"line numbers", wrap(all, "   12\t%s\n")},
		{"line numbers arrow", wrap(all, "    12→%s\n")},
		{"line numbers bar", wrap(all, " 12 | %s\n")},
		{"markdown table", wrap(all, "| %s |\n")},
		{"log", wrap(all, "2026-11-30T10:00:00.123Z INFO [main] %s\n")},
		{"container log", wrap(all, "web-1  | %s\n")},
		{"four dashes", strings.ReplaceAll(whole, "-----", "----")},
		{"six dashes", strings.ReplaceAll(whole, "-----", "------")},
		{"three dashes", strings.ReplaceAll(whole, "-----", "---")},
		{"two dashes", strings.ReplaceAll(whole, "-----", "--")},
		{"spaces in dashes", strings.ReplaceAll(strings.ReplaceAll(whole, "-----BEGIN", "----- BEGIN"), "KEY-----", "KEY -----")},
		{"two spaces", strings.ReplaceAll(whole, "RSA PRIVATE KEY", "RSA  PRIVATE  KEY")},
		{"underscores", strings.ReplaceAll(whole, "RSA PRIVATE KEY", "RSA_PRIVATE_KEY")},
		{"glued words", strings.ReplaceAll(whole, " PRIVATE KEY", " PRIVATEKEY")},
		{"plus for blanks", strings.ReplaceAll(strings.ReplaceAll(whole, "BEGIN RSA PRIVATE KEY", "BEGIN+RSA+PRIVATE+KEY"), "END RSA PRIVATE KEY", "END+RSA+PRIVATE+KEY")},
		{"percent blanks", strings.ReplaceAll(pem("%0A"), " ", "%20")},
		{"small letters", strings.ToLower(open) + "\n" + strings.Join(body, "\n") + "\n" + strings.ToLower(shut)},
		{"no dashes before", "BEGIN RSA PRIVATE KEY-----\n" + strings.Join(body, "\n")},
		{"no dashes at all", "BEGIN RSA PRIVATE KEY\n" + strings.Join(body, "\n") + "\nEND RSA PRIVATE KEY"},
		{"header cut", "RIVATE KEY-----\n" + strings.Join(body, "\n") + "\n" + shut},
		{"header gone", strings.Join(body, "\n") + "\n" + shut},
		{"header gone escaped", strings.Join(body, `\n`) + `\n` + shut},
		{"footer cut", open + "\n" + strings.Join(body, "\n") + "\n-----END RSA PRI"},
		{"footer gone", open + "\n" + strings.Join(body, "\n")},
		{"footer gone, prose", open + "\n" + strings.Join(body, "\n") + "\n\nThe server reads it at start."},
		{"cut in the middle", open + "\n" + body[0] + "\n" + body[1] + "\n...\n" + body[3] + "\n" + shut},
		{"cut marks", open + "\n" + body[0] + "\n[...]\n" + body[3] + "\n" + shut},
		{"wrong footer", open + "\n" + strings.Join(body, "\n") + "\n-----END CERTIFICATE-----"},
		{"encrypted headers", "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF0123456789ABCDEF\n\n" + strings.Join(body, "\n") + "\n" + shut},
		{"encrypted headers escaped", `"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF0123456789ABCDEF\n\n` + strings.Join(body, `\n`) + `\n` + shut + `"`},
		{"encrypted headers one line", "-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED DEK-Info: AES-256-CBC,0123456789ABCDEF0123456789ABCDEF " + strings.Join(body, " ") + " " + shut},
		{"bag attributes", "Bag Attributes\n    localKeyID: 01 00 00 00\nKey Attributes: <No Attributes>\n" + whole},
		{"base64", "tls.key: " + b64([]byte(whole))},
		{"base64 alone", b64([]byte(whole))},
		{"base64 wrapped", wrapped(b64([]byte(whole)), 76, "\n")},
		{"base64 wrapped crlf", wrapped(b64([]byte(whole)), 76, "\r\n")},
		{"base64 wrapped indented", wrapped(b64([]byte(whole)), 64, "\n    ")},
		{"base64 wrapped escaped", `"` + wrapped(b64([]byte(whole)), 76, `\n`) + `"`},
		{"base64 joined", `"` + wrapped(b64([]byte(whole)), 76, "\" +\n  \"") + `"`},
		{"base64 shifted one", b64([]byte("\n" + whole))},
		{"base64 shifted two", b64([]byte("\r\n" + whole))},
		{"base64 openssh", b64([]byte(strings.ReplaceAll(whole, "RSA", "OPENSSH")))},
		{"base64 pkcs8", b64([]byte(strings.ReplaceAll(whole, "RSA ", "")))},
		{"base64 url", base64.URLEncoding.EncodeToString([]byte(whole))},
		{"base64 twice", b64([]byte(b64([]byte(whole))))},
		{"base64 utf16le", b64([]byte(utf16le(whole)))},
		{"base64 utf16le bom", b64([]byte("\xff\xfe" + utf16le(whole)))},
		{"base64 utf16be", b64([]byte(utf16be(whole)))},
		{"base64 utf16be bom", b64([]byte("\xfe\xff" + utf16be(whole)))},
		{"base64 utf16le wrapped", wrapped(b64([]byte(utf16le(whole))), 76, "\n")},
		{"hex", fmt.Sprintf("%x", whole)},
		{"hex upper", fmt.Sprintf("%X", whole)},
		{"der behind a name", "PRIVATE_KEY=" + der},
		{"der behind words", "private key (DER, base64): " + der},
		{"der in yaml", "privateKey: >-\n  " + strings.Join(body, "\n  ")},
		{"der pkcs8 in json", `{"privateKey":"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC` + der + `"}`},
		{"der ec", "signing key: MHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49AwEHoUQDQgAE" + body[1]},
		{"der pkcs8 alone", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC" + der},
		{"der pkcs1 alone", der},
		{"der pkcs1 lines", strings.Join(body, "\n")},
		{"der pkcs8 ed25519", "key: MC4CAQAwBQYDK2VwBCIEI" + body[2][:38]},
		{"der ec pkcs8 alone", "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg" + body[1] + body[2][:40]},
		{"pgp", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\nComment: none of it\n\n" + strings.Join(body, "\n") + "\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----"},
		{"pgp escaped", `"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n` + strings.Join(body, `\n`) + `\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----"`},
		{"pgp secret", "-----BEGIN PGP SECRET KEY BLOCK-----\n\n" + strings.Join(body, "\n") + "\n=aB3d\n-----END PGP SECRET KEY BLOCK-----"},
		{"pgp header of its own", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nX-Made-By: a tool 1.2\nVersion: Keybase OpenPGP v1.0.0\n\n" + strings.Join(body, "\n") + "\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----"},
		{"ssh2", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: \"rsa-key-20261130\"\n" + strings.Join(body, "\n") + "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----"},
		{"ssh2 subject", "---- BEGIN SSH2 PRIVATE KEY ----\nSubject: me\nComment: \"a \\\nb\"\n" + strings.Join(body, "\n") + "\n---- END SSH2 PRIVATE KEY ----"},
		{"putty 2", "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: rsa-key\nPublic-Lines: 1\nAAAAB3NzaC1yc2EAAAABJQAAAQEA\nPrivate-Lines: 5\n" + strings.Join(body, "\n") + "\nPrivate-MAC: 0123456789abcdef0123456789abcdef01234567"},
		{"putty 3 crlf", "PuTTY-User-Key-File-3: ssh-ed25519\r\nEncryption: aes256-cbc\r\nComment: k\r\nPublic-Lines: 1\r\nAAAAC3NzaC1lZDI1NTE5AAAAI\r\nKey-Derivation: Argon2id\r\nArgon2-Memory: 8192\r\nPrivate-Lines: 5\r\n" + strings.Join(body, "\r\n") + "\r\nPrivate-MAC: 01"},
		{"putty escaped", `"PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 5\n` + strings.Join(body, `\n`) + `\nPrivate-MAC: 01"`},
		{"xml rsa", "<RSAKeyValue><Modulus>" + body[0] + "</Modulus><Exponent>AQAB</Exponent><P>" + body[1] + "</P><Q>" + body[2] + "</Q><DP>" + body[3] + "</DP><D>" + body[4] + "</D></RSAKeyValue>"},
		{"cosign", "-----BEGIN ENCRYPTED COSIGN PRIVATE KEY-----\n" + strings.Join(body, "\n") + "\n-----END ENCRYPTED COSIGN PRIVATE KEY-----"},
		{"sigstore", "-----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----\n" + strings.Join(body, "\n") + "\n-----END ENCRYPTED SIGSTORE PRIVATE KEY-----"},
		{"tss2", "-----BEGIN TSS2 PRIVATE KEY-----\n" + strings.Join(body, "\n") + "\n-----END TSS2 PRIVATE KEY-----"},
		{"openvpn static", "-----BEGIN OpenVPN Static key V1-----\n0123456789abcdef0a1b2c3d4e5f6071\nf1e2d3c4b5a6978812233445566778ab\n-----END OpenVPN Static key V1-----"},
		{"nebula", "-----BEGIN NEBULA X25519 PRIVATE KEY-----\n" + body[0][:44] + "\n-----END NEBULA X25519 PRIVATE KEY-----"},
		{"age", "AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE"},
		{"age plugin", "AGE-PLUGIN-YUBIKEY-17XYZQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"},
		{"wireguard", "[Interface]\nPrivateKey = " + body[1][:43] + "=\nAddress = 10.0.0.1/24"},
		{"wireguard psk", "[Peer]\nPresharedKey = " + body[1][:43] + "="},
		{"minisign", "untrusted comment: minisign encrypted secret key\nRWRTY0Iy" + body[1] + body[2] + body[3][:10] + "="},
		{"signify", "untrusted comment: signify secret key\nRWRCSwAA" + body[1] + body[2][:40] + "="},
		{"tls key log", "CLIENT_RANDOM 52362c11ff0ea3a000e1b48dc2d99e04c6d06ea1a061d5b8ddbf87b001745a27 f1e2d3c4b5a69788122334455667780a1b2c3d4e5f60718293a4b5c6d7e8f901f1e2d3c4b5a69788122334455667780a"},
		{"tls key log 1.3", "CLIENT_TRAFFIC_SECRET_0 52362c11ff0ea3a000e1b48dc2d99e04c6d06ea1a061d5b8ddbf87b001745a27 f1e2d3c4b5a69788122334455667780a1b2c3d4e5f60718293a4b5c6d7e8f901"},
		{"tls key log early", "EXPORTER_SECRET 52362c11ff0ea3a000e1b48dc2d99e04c6d06ea1a061d5b8ddbf87b001745a27 f1e2d3c4b5a69788122334455667780a1b2c3d4e5f60718293a4b5c6d7e8f901"},
		{"jwk rsa", `{"kty":"RSA","n":"` + body[0] + `","e":"AQAB","d":"` + strings.NewReplacer("+", "-", "/", "_").Replace(body[1]+body[2]) + `"}`},
		{"jwk ec", `{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","d":"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}`},
		{"jwk spaced", "{\n  \"crv\": \"Ed25519\",\n  \"d\": \"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\",\n  \"kty\": \"OKP\"\n}"},
		{"jwk escaped", `"{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"d\":\"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\"}"`},
		{"jwk oct", `{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}`},
	}
	public := map[string]bool{"xml": true, "jwk": true, "tls": true, "putty": true} // these hold numbers that anybody may see; what is private in them is told by its beginning
	for _, shape := range shapes {
		got, found := Redact(shape.text)
		if len(found) == 0 {
			t.Errorf("%s: not found\n%.300q", shape.name, shape.text)
			continue
		}
		for _, secret := range []string{body[1][:30], body[2][:30], "870MB6gfuTJ4", "nWGxne_9WmC6", "AyM1SysPpbyD", "f1e2d3c4b5a69788"} {
			if strings.Contains(strings.NewReplacer("-", "+", "_", "/").Replace(got), strings.NewReplacer("-", "+", "_", "/").Replace(secret)) {
				t.Errorf("%s: a part of the key is left\n%.400q", shape.name, got)
			}
		}
		if public[strings.Fields(shape.name)[0]] {
			continue
		}
		for _, word := range strings.FieldsFunc(got, func(r rune) bool { return r > 127 || !isAlnum(byte(r)) && r != '+' && r != '/' && r != '=' }) {
			if keyLine(word) {
				t.Errorf("%s: a line of the key is left\n%.400q", shape.name, got)
				break
			}
		}
	}
}

// TestWordsAboutKeysAreNoKeys is the other side: what speaks of keys, public ones and stand-ins.
func TestWordsAboutKeysAreNoKeys(t *testing.T) {
	for _, text := range []string{
		"-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
		"-----BEGIN PRIVATE KEY-----\n<your key>\n-----END PRIVATE KEY-----",
		"The file begins with -----BEGIN PRIVATE KEY----- and the server reads it at its start.",
		`if strings.HasPrefix(key, "-----BEGIN PRIVATE KEY-----") && strings.HasSuffix(key, "-----END PRIVATE KEY-----") { return parseKeyOfTheServerFromFile2(key) }`,
		"We begin with a private key rotation of SHA256 certificates, version 20261130T1000Z.",
		"begin private key handling in authentication_service_handler_v2_integration_test.go",
		"-----BEGIN CERTIFICATE-----\n" + strings.Join(keyText(3)[1:], "\n") + "\n-----END CERTIFICATE-----",
		"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA" + keyText(3)[1] + keyText(3)[2],
		`{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}`,
		"<RSAKeyValue><Modulus>" + keyText(3)[1] + "</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>",
		"untrusted comment: minisign public key\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3",
		"The key log has lines such as CLIENT_RANDOM and EXPORTER_SECRET, each with two numbers in hex.",
	} {
		if got, found := Redact(text); len(found) > 0 {
			t.Errorf("%q\n%q", text, got)
		}
	}
}
