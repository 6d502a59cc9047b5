package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kinds of personal data, as the setting privacy.mask names them.
const (
	Card  = "card"   // payment card: prefix of an issuer, Luhn
	IBAN  = "iban"   // length of the country, mod 97
	USSSN = "us_ssn" // ranges; it has no check digit
	EUID  = "eu_id"  // numbers of the member states, each with its check; weak ones beside their name alone
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
	return personalPlainly(text, kinds, personalIn(text, kinds))
}

func personalIn(text string, kinds []string) []Finding {
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
		if at > 0 && (isAlnum(t[at-1]) || t[at-1] == '_' && !aCard(t, at, n) && !groupedCard(t, at) || t[at-1] == '.' || letterBefore(t, at)) {
			return "", at, at + n
		}
		if kind, length := number(t, at, n); kind != "" {
			return kind, at, at + length
		}
		return "", at, at + n
	}
	return "", at, at + 1
}

// cardWords say that a number is a card's, where it would be taken for an id: behind = or within a name.
var cardWords = []string{"card", "credit", "visa", "pan=", "amex", "diners", "卡"}

// aCard reports an unbroken run of digits that is a card's number beside a word that says so, or as the value of a parameter that names nothing
// that is numbered.
func aCard(t string, at, n int) bool {
	d := t[at : at+n]
	return (n == 15 || n == 16) && strings.Trim(d, "0123456789") == "" && cardNumber(d, "") && (beside(t, at, cardWords...) || unnumbered(parameter(t, at)))
}

// groupedCard reports a card's number in four groups of four, as nothing else is written that stands behind a name: "id_4111 1111 1111 1111".
func groupedCard(t string, at int) bool {
	d, length, seps := digitRun(t[at:])
	return len(d) == 16 && length == 19 && len(seps) == 3 && strings.Trim(seps, seps[:1]) == "" && t[at+4] == seps[0] && t[at+9] == seps[0] && cardNumber(d, seps)
}

// parameter is the name of the parameter of an address, in small letters, whose value begins at an offset; "" where none does.
func parameter(t string, at int) string {
	if at == 0 || t[at-1] != '=' {
		return ""
	}
	from := at - 1
	for from > 0 && at-from < 40 && (isAlnum(t[from-1]) || strings.IndexByte("_-.[]", t[from-1]) >= 0) {
		from--
	}
	if before := t[:from]; strings.HasSuffix(before, "?") || strings.HasSuffix(before, "&") || strings.HasSuffix(before, "&amp;") {
		return strings.ToLower(t[from : at-1])
	}
	return ""
}

// numbered are in the names of parameters that count things or times: one long number in fifty passes for a card's.
var numbered = []string{
	"id", "order", "ref", "seq", "serial", "track", "trace", "time", "date", "stamp", "version", "build", "hash", "sku", "item", "product", "article",
	"invoice", "transaction", "txn", "cursor", "page", "offset", "session", "user", "token", "key", "nonce", "code", "isbn", "gtin", "upc",
	"ticket", "case", "post", "message", "msg", "thread", "status", "since", "until", "after", "before", "max", "min",
}

// unnumbered reports the name of a parameter that says of nothing that it is numbered. One letter for a time, a version or a number is one too.
func unnumbered(name string) bool {
	switch name {
	case "", "t", "ts", "v", "n", "s", "no", "cb", "rnd", "_":
		return false
	}
	return !slices.ContainsFunc(numbered, func(word string) bool { return strings.Contains(name, word) })
}

// letterBefore reports a letter that makes one word with what begins at an offset: é does, and 号, which is a word of its own, does not.
func letterBefore(t string, at int) bool {
	if at == 0 || t[at-1] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(t[:at])
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
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
		if (spanishID(first) || irishID(first) && beside(t, at, "pps")) && bounded(t, at, n) {
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
	wrapped := false
	for i := 0; i < len(t) && i < 24; i++ {
		switch c := t[i]; {
		case isDigit(c):
			d = append(d, c)
			length = i + 1
		case c == '_' && i == 4*len(s)+4+len(s) && i+1 < len(t) && isDigit(t[i-1]) && isDigit(t[i+1]): // between groups of four alone
			s = append(s, c)
		case (c == ' ' || c == '-') && i > 0 && isDigit(t[i-1]) && i+2 < len(t) && t[i+1] == '\n' && isDigit(t[i+2]) && !wrapped && (len(s) == 0 || s[0] == c): // at the end of a line
			s, wrapped = append(s, c), true
			i++
		case (c == ' ' || c == '-' || c == '.') && i > 0 && isDigit(t[i-1]) && i+1 < len(t) && isDigit(t[i+1]):
			s = append(s, c)
		case c == '\n' && len(s) > 0 && (s[0] == ' ' || s[0] == '-') && !wrapped && isDigit(t[i-1]) && i+1 < len(t) && isDigit(t[i+1]):
			s, wrapped = append(s, s[0]), true // one that goes on in the next line
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
	if seps == "" && aCard(t, at, length) {
		return Card
	}
	if !bounded(t, at, length) || at > 0 && (t[at-1] == '-' || t[at-1] == '/' || t[at-1] == '=') && seps == "" && len(d) < 17 {
		return ""
	}
	if strings.Contains(seps, "_") && (seps != "___" || length != 19) {
		return ""
	}
	fours := (seps == "..." || seps == "___") && length == 19 && t[at+4] == seps[0] && t[at+9] == seps[0] // as addresses and versions have none
	one := seps == "" || strings.Trim(seps, seps[:1]) == ""
	switch {
	case len(d) == 18 && seps == "" && chineseID(d):
		return CNID
	case len(d) == 9 && seps == "--" && t[at+3] == '-' && t[at+6] == '-' && socialSecurity(d):
		return USSSN
	case len(d) == 9 && (seps == "" || (seps == "  " || seps == "..") && t[at+3] == seps[0] && t[at+6] == seps[0]) && socialSecurity(d) && beside(t, at, "ssn", "social security"):
		return USSSN
	case len(d) == 10 && (seps == "--" || seps == "..") && t[at+3] == seps[0] && t[at+7] == seps[0] && d[0] >= '2' && d[3] >= '2':
		return Phone // 212-555-0199
	case len(d) >= 13 && len(d) <= 19 && one && (!strings.Contains(seps, ".") || fours) && cardNumber(d, seps):
		return Card
	case len(d) == 14 && seps == "" && diners(d) && luhn(d) && beside(t, at, cardWords...):
		return Card // beside a word alone: times of the day are as long
	case len(d) == 11 && (seps == "..-." || seps == "" && beside(t, at, belgianWords...) || len(seps) == 4 && grouped(t, at, length, 2, 2, 2, 3, 2)) && belgianID(d), len(d) == 10 && seps == "-" && t[at+6] == '-' && datedYYMMDD(d) && luhn(d),
		len(d) == 15 && d[0] <= '2' && d[0] >= '1' && frenchID(d):
		return EUID
	case len(d) == 11 && seps == "" && datedPESEL(d) && weighted(d, []int{1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1}, 10) && beside(t, at, "pesel"),
		len(d) == 9 && seps == "" && weighted(d, []int{9, 8, 7, 6, 5, 4, 3, 2, -1}, 11) && beside(t, at, "bsn", "burgerservice"),
		len(d) == 11 && germanID(d) && beside(t, at, "steuer", "idnr", "tax id"):
		return EUID
	case chineseMobile(t, at, d, length, one):
		return Phone
	case stateID(t, at, d, seps):
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
