package compare

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
	"golang.org/x/text/unicode/norm"
)

// rawToken is a word as it stands: a Latin word or name, a number, or a run of Chinese.
type rawToken struct {
	text   string // as written
	lower  string
	number bool
	han    bool
	first  bool // of a sentence
	stop   bool // punctuation before it ends a clause
	quoted bool // stood in backticks
}

// shape cuts a text: numbers with their unit, words with the signs that names hold (./_:-@#+), runs of Chinese, and marks that
// end a clause.
var shape = lazyregexp.New(
	`[$€£¥]?\d{1,2}:\d{2}\b|\d{1,3}:\d{1,3}\b|v?\d+(?:[.,]\d+)*%?|` +
		`[<>]=?|[!=]=|[≤≥≠]|[-+]\d+(?:[.,]\d+)*%?|` +
		`[./@]?[\p{Latin}\p{Greek}\p{Cyrillic}_](?:[\p{Latin}\p{Greek}\p{Cyrillic}\d_]|[./:@#+'’-](?:[\p{Latin}\p{Greek}\p{Cyrillic}\d_])|\+\+|#)*|` +
		"\\p{Han}+|[`,;:.!?，。；：！？]")

// plainSigns are those of a keyboard for those of a typesetter.
func plainSigns(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "’", "'"), "–", "-")
}

// scan cuts a text into raw tokens.
func scan(text string) []rawToken {
	text = norm.NFKC.String(plainSigns(text))
	var out []rawToken
	first, stop, quoted := true, false, false
	for _, at := range shape().FindAllStringIndex(text, -1) {
		piece := unsigned(text[:at[0]], text[at[0]:at[1]])
		r := []rune(piece)[0]
		switch {
		case strings.ContainsRune(operatorSigns, r) && !operates(text[:at[0]], piece, text[at[1]:]):
			continue
		case piece == "`":
			quoted = !quoted
			continue
		case strings.ContainsAny(piece, ",;:.!?，。；：！？") && len([]rune(piece)) == 1:
			stop = true
			first = first && len(out) == 0 || piece == "." || piece == "!" || piece == "?" || piece == "。" ||
				piece == ":" && len(out) > 0 && (out[0].lower == "when" || out[0].lower == "if") // when it fails: Clean the cache
			continue
		}
		t := rawToken{text: piece, lower: strings.ToLower(piece), first: first, stop: stop, quoted: quoted, han: unicode.Is(unicode.Han, r)}
		t.number = isNumber(piece)
		out = append(out, t)
		first, stop = false, false
	}
	return out
}

// operatorSigns begin an operator.
const operatorSigns = "<>=!≤≥≠"

// operates reports a sign that compares two things, and is no arrow, tag or mark.
func operates(before, sign, after string) bool {
	if sign == "!" || strings.HasSuffix(before, "-") || strings.HasSuffix(before, "=") {
		return false
	}
	next := strings.TrimLeft(after, " ")
	number := next != "" && (next[0] >= '0' && next[0] <= '9' || strings.ContainsRune("-+$", rune(next[0])))
	return len(sign) > 1 || number || strings.HasSuffix(before, " ") && strings.HasPrefix(after, " ")
}

// unsigned takes the sign off a figure that a word or a figure stands right before: it joins the two, as in a range or a date.
func unsigned(before, piece string) string {
	if piece[0] != '-' && piece[0] != '+' {
		return piece
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	if (unicode.IsLetter(r) || unicode.IsDigit(r) || r == ')' || r == '-') && !strings.ContainsRune("是为到至于", r) {
		return piece[1:]
	}
	return piece
}

var numberShape = lazyregexp.New(`^[-+]?[$€£¥]?v?\d+(?:[.,:]\d+)*%?$`)

func isNumber(s string) bool { return numberShape().MatchString(s) }

// units by their names: what they measure, and how many of its base unit (second, byte) each is.
var units = sync.OnceValue(func() map[string]unitOf {
	return map[string]unitOf{
		"ms": {"time", 0.001}, "millisecond": {"time", 0.001}, "毫秒": {"time", 0.001},
		"s": {"time", 1}, "sec": {"time", 1}, "second": {"time", 1}, "秒": {"time", 1}, "秒钟": {"time", 1},
		"min": {"time", 60}, "minute": {"time", 60}, "分钟": {"time", 60},
		"h": {"time", 3600}, "hr": {"time", 3600}, "hour": {"time", 3600}, "小时": {"time", 3600},
		"d": {"time", 86400}, "day": {"time", 86400}, "天": {"time", 86400}, "日": {"time", 86400},
		"week": {"time", 604800}, "周": {"time", 604800}, "星期": {"time", 604800}, "month": {"time", 2592000}, "个月": {"time", 2592000},
		"year": {"time", 31536000}, "年": {"time", 31536000},
		"b": {"size", 1}, "byte": {"size", 1}, "字节": {"size", 1}, "kb": {"size", 1e3}, "mb": {"size", 1e6}, "gb": {"size", 1e9}, "tb": {"size", 1e12},
		"kib": {"size", 1024}, "mib": {"size", 1 << 20}, "gib": {"size", 1 << 30},
		"%": {"%", 1}, "percent": {"%", 1},
		"次": {"次", 1}, "个": {"个", 1}, "人": {"个", 1}, "位": {"个", 1}, "条": {"条", 1}, "列": {"列", 1}, "点": {"clock", 1},
	}
})

type unitOf struct {
	dim string
	per float64
}

// figure makes a number's token: its value in base units, so that two weeks equal 14 days.
func figure(text, unit string) token {
	t := token{text: text, kind: number}
	digits := strings.ToLower(strings.TrimLeft(text, "$€£¥"))
	if cut, ok := strings.CutSuffix(digits, "%"); ok {
		digits, unit = cut, "%"
	}
	if hour, minute, ok := strings.Cut(digits, ":"); ok && len(minute) != 2 {
		return token{norm: "n:" + digits, text: text, kind: number} // a ratio
	} else if ok {
		return token{norm: "clock:" + strings.TrimLeft(hour, "0") + ":" + minute, text: text, kind: number, dim: "clock"}
	}
	digits = strings.TrimPrefix(digits, "v")
	if strings.Count(digits, ".") > 1 {
		t.norm = "n:" + digits
		return t
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if err != nil {
		t.norm = "n:" + digits
		return t
	}
	t.bare = strconv.FormatFloat(v, 'g', 12, 64)
	if u, ok := units()[unit]; ok {
		t.dim = u.dim
		v *= u.per
		if unit != "%" {
			t.text += " " + unit
		}
	}
	t.norm = "n:" + strconv.FormatFloat(v, 'g', 12, 64) + t.dim
	if t.dim == "clock" {
		t.norm = "clock:" + digits + ":00"
	}
	return t
}
