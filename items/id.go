package items

import (
	"encoding/base32"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ID names one item; it is the file name without .md.
type ID string

// maxIDBytes keeps <id>.<n>.md below the 255 bytes that common file systems allow.
const maxIDBytes = 160

// maxSlug is the longest slug that NewID makes, in letters: 40 Han letters are 120 bytes and stay below maxIDBytes.
const maxSlug = 40

// Check says why an id cannot be a file name everywhere, or "" when it can: letters and digits of any script, - _ . +, at most
// 160 bytes, not starting or ending with a dot, not a name that Windows reserves.
func (id ID) Check() string {
	s := string(id)
	switch {
	case s == "":
		return "is empty"
	case len(s) > maxIDBytes:
		return "is longer than 160 bytes"
	case s[0] == '.' || s[len(s)-1] == '.':
		return "starts or ends with a dot"
	}
	if !plainID(s) {
		if !utf8.ValidString(s) {
			return "is not valid UTF-8"
		}
		for i, r := range s {
			letter := unicode.IsLetter(r) || unicode.IsDigit(r) || i > 0 && unicode.IsMark(r)
			if !letter && !strings.ContainsRune("-_.+", r) {
				return "holds a character other than letters, digits, - _ . +"
			}
		}
	}
	if reservedOnWindows(s) {
		return "is a name that Windows reserves"
	}
	return ""
}

// plainID says that s holds ASCII letters, digits and - _ . + alone, as nearly all ids do: a listing checks each.
func plainID(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == '+':
		default:
			return false
		}
	}
	return true
}

// reservedOnWindows knows the device names, which Windows reserves with any extension.
func reservedOnWindows(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	if len(base) > 4 {
		return false
	}
	base = strings.ToLower(base)
	switch base {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")) && base[3] >= '0' && base[3] <= '9'
}

// NewID makes mem-<yyyymmdd>-<slug, at most 40 letters>-<8 random base32>, all lower case. random yields the 5 random bytes.
func NewID(at time.Time, title string, random [5]byte) ID {
	tail := strings.ToLower(base32.StdEncoding.EncodeToString(random[:]))
	return ID("mem-" + at.UTC().Format("20060102") + "-" + slug(title) + "-" + tail)
}

// slug is the title's words in lower case, joined by hyphens and cut between words where possible. Latin letters lose their accents,
// letters of other scripts stay, all else separates words. A title without letters gives "note".
func slug(title string) string {
	words := strings.FieldsFunc(norm.NFC.String(dropAccents(strings.ToLower(title))), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	var b strings.Builder
	n := 0
	for _, w := range words {
		letters := []rune(w)
		for len(letters) > 0 && unicode.IsMark(letters[0]) {
			letters = letters[1:]
		}
		if len(letters) == 0 {
			continue
		}
		if n == 0 {
			letters = letters[:min(len(letters), maxSlug)]
		} else if n+1+len(letters) > maxSlug {
			break
		} else {
			b.WriteByte('-')
			n++
		}
		b.WriteString(string(letters))
		n += len(letters)
	}
	if n == 0 {
		return "note"
	}
	for s := b.String(); ; { // composed forms of rare letters may be long
		if len(s) <= 130 {
			return s
		}
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
}

// dropAccents removes the marks that stand on ASCII letters and folds width (full-width letters become ASCII).
func dropAccents(s string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.Mn, r) && last < utf8.RuneSelf {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// tail is the random end of an id made by NewID, or "".
func (id ID) tail() string {
	s := string(id)
	if i := strings.LastIndexByte(s, '-'); i > 0 && len(s)-i == 9 {
		return s[i+1:]
	}
	return ""
}

// named is the id without its random tail, which spells words by chance.
func (id ID) named() string {
	if tail := id.tail(); tail != "" {
		return strings.TrimSuffix(string(id), tail)
	}
	return string(id)
}

// year is the year in the id's date, or "" for an id of another shape.
func (id ID) year() string {
	s, ok := strings.CutPrefix(string(id), "mem-")
	if !ok || len(s) < 9 || s[8] != '-' {
		return ""
	}
	if _, err := time.Parse("20060102", s[:8]); err != nil {
		return ""
	}
	return s[:4]
}
