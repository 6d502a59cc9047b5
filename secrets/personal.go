package secrets

import (
	"slices"
	"strings"
	"time"
)

// Kinds of personal data, as the setting privacy.mask names them.
const (
	Card  = "card"   // payment card: prefix of an issuer, Luhn
	IBAN  = "iban"   // length of the country, mod 97
	USSSN = "us_ssn" // ranges; it has no check digit
	EUID  = "eu_id"  // BE, DE, ES, FI, FR, IT, NL, PL and SE numbers, each with its check
	CNID  = "cn_id"  // province, date of birth, mod 11-2
	Email = "email"
	Phone = "phone"
	Home  = "home" // the user's name in the path of a home directory
)

// PersonalKinds lists all of them, sorted.
func PersonalKinds() []string { return []string{Card, CNID, Email, EUID, Home, IBAN, Phone, USSSN} }

// Personal returns the personal data of these kinds in text, in order and without overlaps. Rule is the kind; nothing is shown of what
// was found.
func Personal(text string, kinds []string) []Finding {
	if len(kinds) == 0 {
		return nil
	}
	var out []Finding
	for at := 0; at < len(text); {
		kind, from, to := personalAt(text, at)
		if kind == "" {
			at = max(to, at+1)
			continue
		}
		if slices.Contains(kinds, kind) {
			out = append(out, Finding{Rule: kind, Start: from, End: to, Masked: "***"})
		}
		at = to
	}
	return out
}

// MaskPersonal replaces the personal data of these kinds by [PERSONAL:kind]. Masking twice gives the same text.
func MaskPersonal(text string, kinds []string) (string, []Finding) {
	found := Personal(text, kinds)
	if len(found) == 0 {
		return text, nil
	}
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(text[at:f.Start])
		b.WriteString("[PERSONAL:" + f.Rule + "]")
		at = f.End
	}
	b.WriteString(text[at:])
	return b.String(), found
}

// personalAt looks whether something personal begins at an offset. Without a kind, to is how far nothing can begin.
func personalAt(t string, at int) (kind string, from, to int) {
	switch c := t[at]; {
	case c == '/' || c == '\\':
		if from, to, ok := homeName(t, at); ok {
			return Home, from, to
		}
	case c == '+' || c == '(':
		if n := phone(t[at:]); n > 0 && (at == 0 || !isAlnum(t[at-1])) {
			return Phone, at, at + n
		}
	case c == '@':
		if from, to, ok := email(t, at); ok {
			return Email, from, to
		}
	case isAlnum(c):
		n := 1
		for at+n < len(t) && isAlnum(t[at+n]) {
			n++
		}
		if at > 0 && (isAlnum(t[at-1]) || t[at-1] == '_' || t[at-1] == '.' || t[at-1] >= 0x80) {
			return "", at, at + n
		}
		if kind, length := number(t, at, n); kind != "" {
			return kind, at, at + length
		}
		return "", at, at + n
	}
	return "", at, at + 1
}

// number looks at what starts with letters or digits: n is the length of the first unbroken run.
func number(t string, at, n int) (kind string, length int) {
	first := t[at : at+n]
	if isDigit(first[0]) {
		if d, length, seps := digitRun(t[at:]); length >= 9 {
			if kind := digitKind(t, at, d, length, seps); kind != "" {
				return kind, length
			}
		}
		if spanishID(first) && bounded(t, at, n) {
			return EUID, n
		}
		if length := finnishID(t[at:]); length > 0 && bounded(t, at, length) {
			return EUID, length
		}
		return "", 0
	}
	if length := iban(t[at:]); length > 0 && bounded(t, at, length) {
		return IBAN, length
	}
	if (spanishID(first) || italianID(first)) && bounded(t, at, n) {
		return EUID, n
	}
	return "", 0
}

// bounded reports that no longer word goes on behind a match.
func bounded(t string, at, n int) bool {
	return at+n >= len(t) || !isAlnum(t[at+n]) && t[at+n] != '_' && !(t[at+n] == '-' && at+n+1 < len(t) && isAlnum(t[at+n+1]))
}

// digitRun reads digits with single blanks, dots or dashes between, at most 24 bytes. seps are the separators as they stand.
func digitRun(t string) (digits string, length int, seps string) {
	var d, s []byte
	for i := 0; i < len(t) && i < 24; i++ {
		switch c := t[i]; {
		case isDigit(c):
			d = append(d, c)
			length = i + 1
		case (c == ' ' || c == '-' || c == '.') && i > 0 && isDigit(t[i-1]) && i+1 < len(t) && isDigit(t[i+1]):
			s = append(s, c)
		case (c == 'X' || c == 'x') && len(d) == 17 && len(s) == 0:
			d = append(d, 'X')
			return string(d), i + 1, ""
		default:
			return string(d), length, string(s)
		}
	}
	return string(d), length, string(s)
}

// digitKind judges a run of digits. Numbers whose check is weak must stand beside a word that says what they are.
func digitKind(t string, at int, d string, length int, seps string) string {
	if !bounded(t, at, length) || at > 0 && (t[at-1] == '-' || t[at-1] == '/' || t[at-1] == '=') && seps == "" && len(d) < 17 {
		return ""
	}
	one := seps == "" || strings.Trim(seps, seps[:1]) == ""
	switch {
	case len(d) == 18 && seps == "" && chineseID(d):
		return CNID
	case len(d) == 9 && seps == "--" && t[at+3] == '-' && t[at+6] == '-' && socialSecurity(d):
		return USSSN
	case len(d) == 10 && (seps == "--" || seps == "..") && t[at+3] == seps[0] && t[at+7] == seps[0] && d[0] >= '2' && d[3] >= '2':
		return Phone // 212-555-0199
	case len(d) >= 13 && len(d) <= 19 && one && !strings.Contains(seps, ".") && cardNumber(d, seps):
		return Card
	case len(d) == 11 && seps == "..-." && belgianID(d), len(d) == 10 && seps == "-" && t[at+6] == '-' && datedYYMMDD(d) && luhn(d),
		len(d) == 15 && d[0] <= '2' && d[0] >= '1' && frenchID(d):
		return EUID
	case len(d) == 11 && seps == "" && datedPESEL(d) && weighted(d, []int{1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1}, 10) && beside(t, at, "pesel"),
		len(d) == 9 && seps == "" && weighted(d, []int{9, 8, 7, 6, 5, 4, 3, 2, -1}, 11) && beside(t, at, "bsn", "burgerservice"),
		len(d) == 11 && germanID(d) && beside(t, at, "steuer", "idnr", "tax id"):
		return EUID
	}
	return ""
}

// beside reports one of the words on the same line within 40 bytes before an offset.
func beside(t string, at int, words ...string) bool {
	before := t[max(0, at-40):at]
	if cut := strings.LastIndexByte(before, '\n'); cut >= 0 {
		before = before[cut+1:]
	}
	before = strings.ToLower(before)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(before, w) })
}

func luhn(d string) bool {
	sum := 0
	for i := range len(d) {
		v := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0
}

// cardNumber wants an issuer's prefix and length. Digits without any separator are taken at the two usual lengths only.
func cardNumber(d, seps string) bool {
	n, two, four := len(d), d[:2], d[:4]
	known := d[0] == '4' && (n == 13 || n == 16 || n == 19) ||
		(two >= "51" && two <= "55" || four >= "2221" && four <= "2720") && n == 16 ||
		(two == "34" || two == "37") && n == 15 ||
		(four == "6011" || two == "65" || d[:3] >= "644" && d[:3] <= "649" || two == "62" || two == "35") && n >= 16 ||
		(two == "36" || two == "38") && n == 14
	return known && (seps != "" || n == 15 || n == 16) && (seps == "" || len(seps) <= 4) && !oneByte(d) && !repeats(d) && luhn(d)
}

func socialSecurity(d string) bool {
	return d[:3] != "000" && d[:3] != "666" && d[0] != '9' && d[3:5] != "00" && d[5:] != "0000" && d != "123456789" && d != "078051120"
}

// chineseID checks province, date of birth and the last sign (GB 11643).
func chineseID(d string) bool {
	if d[:2] < "11" || d[:2] > "65" || !dated(d[6:14], "20060102") || strings.Contains(d[:17], "X") {
		return false
	}
	sum := 0
	for i, w := range []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(d[i]-'0') * w
	}
	return "10X98765432"[sum%11] == d[17]
}

func dated(d, layout string) bool {
	t, err := time.Parse(layout, d)
	return err == nil && t.Year() >= 1880
}

func datedYYMMDD(d string) bool { return dated("19"+d[:6], "20060102") }

// datedPESEL reads a Polish date, whose month tells the century.
func datedPESEL(d string) bool {
	month := (int(d[2]-'0')*10 + int(d[3]-'0')) % 20
	return month >= 1 && month <= 12 && d[4:6] >= "01" && d[4:6] <= "31"
}

func weighted(d string, weights []int, mod int) bool {
	sum := 0
	for i, w := range weights {
		sum += int(d[i]-'0') * w
	}
	return sum%mod == 0
}

func remainder(d string, mod int) int {
	r := 0
	for i := range len(d) {
		r = (r*10 + int(d[i]-'0')) % mod
	}
	return r
}

func belgianID(d string) bool {
	check := remainder(d[9:], 1000)
	return 97-remainder(d[:9], 97) == check || 97-remainder("2"+d[:9], 97) == check
}

func frenchID(d string) bool {
	return d[3:5] >= "01" && d[3:5] <= "12" && 97-remainder(d[:13], 97) == remainder(d[13:], 1000)
}

// germanID is the tax number: ISO 7064 mod 11,10.
func germanID(d string) bool {
	if d[0] == '0' {
		return false
	}
	p := 10
	for i := range 10 {
		s := (int(d[i]-'0') + p) % 10
		if s == 0 {
			s = 10
		}
		p = s * 2 % 11
	}
	return (11-p)%10 == int(d[10]-'0')
}

// spanishID is a DNI (8 digits and a letter) or a NIE (X, Y or Z, 7 digits and a letter).
func spanishID(s string) bool {
	if len(s) != 9 || !isUpper(s[8]) {
		return false
	}
	d := s[:8]
	switch d[0] {
	case 'X', 'Y', 'Z':
		d = string('0'+d[0]-'X') + d[1:]
	}
	if strings.Trim(d, "0123456789") != "" {
		return false
	}
	return "TRWAGMYFPDXBNJZSQVHLCKE"[remainder(d, 23)] == s[8]
}

// finnishID is DDMMYY, a sign for the century, three digits and a check sign.
func finnishID(t string) int {
	if len(t) < 11 || strings.IndexByte("-+ABCDEFYXWVU", t[6]) < 0 || strings.Trim(t[:6]+t[7:10], "0123456789") != "" || !dated(t[:4]+"19"+t[4:6], "02012006") {
		return 0
	}
	if "0123456789ABCDEFHJKLMNPRSTUVWXY"[remainder(t[:6]+t[7:10], 31)] != t[10] {
		return 0
	}
	return 11
}

// italianID is the codice fiscale with its check letter.
func italianID(s string) bool {
	if len(s) != 16 {
		return false
	}
	odd := []int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
	sum := 0
	for i := range 16 {
		digit := i == 6 || i == 7 || i == 9 || i == 10 || i >= 12 && i <= 14
		if digit != isDigit(s[i]) || !digit && !isUpper(s[i]) {
			return false
		}
		v := int(s[i] - 'A')
		if digit {
			v = int(s[i] - '0')
		}
		switch {
		case i == 15:
			return sum%26 == v
		case i%2 == 0:
			sum += odd[v]
		default:
			sum += v
		}
	}
	return false
}

// ibanLength is the length of a country's IBAN.
var ibanLength = map[string]int{"AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GI": 23,
	"GR": 27, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SA": 24,
	"SE": 24, "SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29}

// iban measures an IBAN, written whole or in groups of four.
func iban(t string) int {
	if len(t) < 15 || !isUpper(t[0]) || !isUpper(t[1]) || !isDigit(t[2]) || !isDigit(t[3]) {
		return 0
	}
	want := ibanLength[t[:2]]
	var code []byte
	i := 0
	for ; i < len(t) && len(code) < want; i++ {
		c := t[i]
		if c == ' ' && len(code)%4 == 0 {
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
