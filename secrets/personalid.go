package secrets

import (
	"strings"
	"time"
)

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
		diners(d) && n == 14
	return known && (seps != "" || n == 15 || n == 16) && (seps == "" || len(seps) <= 4) && !oneByte(d) && !repeats(d) && luhn(d)
}

// diners reports the prefixes of cards with 14 digits.
func diners(d string) bool {
	return d[:2] == "36" || d[:2] == "38" || d[:2] == "39" || d[:3] >= "300" && d[:3] <= "305" || d[:3] == "309"
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

// belgianWords are how the national number is called in the languages of the country, and English.
var belgianWords = []string{"rijksregister", "registre national", "numéro national", "nationalregister", "national number", "niss", "insz"}

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
