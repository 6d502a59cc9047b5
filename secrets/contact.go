package secrets

import (
	"slices"
	"strings"
)

// ibanLength is the length of a country's IBAN.
var ibanLength = map[string]int{"AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GI": 23,
	"GR": 27, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SA": 24,
	"SE": 24, "SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29}

// iban measures an IBAN, written whole or in groups of four with blanks or dashes between.
func iban(t string) int {
	if len(t) < 15 || !isDigit(t[2]) || !isDigit(t[3]) || ibanLength[strings.ToUpper(t[:2])] == 0 {
		return 0
	}
	if isLower(t[0]) && isLower(t[1]) { // typed in a hurry; the check digits are the same
		t = strings.ToUpper(t[:min(len(t), 48)])
	}
	want := ibanLength[t[:2]]
	var code []byte
	i, sep := 0, byte(0)
	for ; i < len(t) && len(code) < want; i++ {
		c := t[i]
		if (c == ' ' || c == '-') && len(code)%4 == 0 && (sep == 0 || sep == c) && i > 0 && t[i-1] != '-' {
			sep = c
			continue
		}
		if !isDigit(c) && !isUpper(c) {
			return 0
		}
		code = append(code, c)
	}
	if want == 0 || len(code) < want {
		return 0
	}
	r := 0
	for _, c := range append(code[4:len(code):len(code)], code[:4]...) {
		if isDigit(c) {
			r = (r*10 + int(c-'0')) % 97
		} else {
			r = (r*100 + int(c-'A') + 10) % 97
		}
	}
	if r != 1 {
		return 0
	}
	return i
}

// phone measures +CC and 8 to 13 more digits, or (AAA) EEE-NNNN.
func phone(t string) int {
	digits, length := 0, 0
	for i := 1; i < len(t) && i < 24; i++ {
		switch c := t[i]; {
		case isDigit(c):
			digits++
			length = i + 1
		case strings.IndexByte(" -.()", c) >= 0:
		default:
			i = len(t)
		}
	}
	if length < len(t) && isAlnum(t[length]) {
		return 0
	}
	if t[0] == '+' && digits >= 9 && digits <= 15 && isDigit(t[1]) && t[1] != '0' && length >= digits {
		return length
	}
	if t[0] == '(' && digits == 10 && len(t) > 4 && t[4] == ')' {
		return length
	}
	return 0
}

// email finds the address around an @. Addresses of documentation and of machines are nobody's.
func email(t string, sign int) (from, to int, ok bool) {
	from, to = sign, sign+1
	for from > 0 && sign-from < 64 && (isAlnum(t[from-1]) || strings.IndexByte("._%+-", t[from-1]) >= 0) {
		from--
	}
	for to < len(t) && to-sign < 254 && (isAlnum(t[to]) || t[to] == '.' || t[to] == '-') {
		to++
	}
	host := strings.TrimRight(t[sign+1:to], ".-")
	to = sign + 1 + len(host)
	local, dot := strings.ToLower(t[from:sign]), strings.LastIndexByte(host, '.')
	if local == "" || dot < 1 || len(host)-dot < 3 || strings.Trim(host[dot+1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return 0, 0, false
	}
	lower := strings.ToLower(host)
	for _, d := range []string{"example.com", "example.org", "example.net", "localhost", "users.noreply.github.com"} {
		if lower == d || strings.HasSuffix(lower, "."+d) {
			return 0, 0, false
		}
	}
	if strings.HasSuffix(lower, ".example") || strings.HasSuffix(lower, ".test") || strings.HasSuffix(lower, ".invalid") {
		return 0, 0, false
	}
	return from, to, !slices.Contains([]string{"git", "noreply", "no-reply", "hg", "svn"}, local)
}

// homeName finds the user's name behind /home/, /Users/ and \Users\.
func homeName(t string, at int) (from, to int, ok bool) {
	for _, dir := range []string{"/home/", "/Users/", `\Users\`, `\\Users\\`} {
		if !strings.HasPrefix(t[at:], dir) {
			continue
		}
		from = at + len(dir)
		to = from
		for to < len(t) && to-from < 40 && (isAlnum(t[to]) || strings.IndexByte("._-", t[to]) >= 0 || t[to] >= 0x80) {
			to++
		}
		name := strings.ToLower(t[from:to])
		everyone := []string{"", "user", "users", "username", "runner", "ubuntu", "root", "shared", "public", "default", "me", "you", "dev", "app", "node", "vscode", "codespace", "linuxbrew", "..", "."}
		return from, to, !slices.Contains(everyone, name)
	}
	return 0, 0, false
}
