package compare

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// bound is a limit that a text sets to a figure.
type bound struct {
	sign   string // >= > <= <
	figure string
	text   string
}

func (b bound) lower() bool { return b.sign[0] == '>' }

// figureBound finds a bound with its figure, in English and Chinese. The groups are the four signs, and the figure.
var figureBound = lazyregexp.New(`(?i)(?:(\bat least|\bno (?:less|fewer) than|\bnot (?:less|fewer) than|\ba? ?minimum of|>=|≥|至少|最少|起码|不少于|不低于|不小于)|` +
	`(\bat most|\bno more than|\bnot more than|\bup to|\ba? ?maximum of|<=|≤|至多|最多|不超过|不能超过|不得超过|不多于|不高于|不大于)|` +
	`(\bmore than|\bgreater than|\blonger than|\blarger than|\bbigger than|\bhigher than|\bolder than|\bover|\babove|\bexceed(?:s|ing)?|>|超过|大于|高于|多于)|` +
	`(\bless than|\bfewer than|\bshorter than|\bsmaller than|\blower than|\byounger than|\bunder|\bbelow|<|低于|少于|小于|不足))` +
	`\s*(?:为|是)?\s*([€$£¥]?\d[\d.,]*\d|[€$£¥]?\d|(?:` + wordsEn + `)\b|[一二两三四五六七八九十百千万亿]+)`)

// boundsOf are the bounds of a text in their order.
func boundsOf(text string) (found []bound) {
	for _, m := range figureBound().FindAllStringSubmatch(bothBounded(text), -1) {
		for i, sign := range []string{">=", "<=", ">", "<"} {
			if m[i+1] != "" {
				found = append(found, bound{sign, strings.ToLower(m[5]), m[0]})
			}
		}
	}
	return found
}

func bothBounded(text string) string { return boundedZh(bounded(written(text))) }

// otherBounds reports two texts that bound the same figure in two ways.
func otherBounds(a, b string) bool {
	x, y := boundsOf(a), boundsOf(b)
	for _, p := range x {
		for _, q := range y {
			if p.figure == q.figure && p.sign != q.sign {
				return true
			}
		}
	}
	return false
}

// byBounds compares two facts that say the same but for one bound: a figure that moved is another value, and two that leave nothing between them deny
// each other. It is no reason to act: a person decides.
func byBounds(older, newer *reading, r Result) Result {
	if r.Relation == Update || r.Relation == Contradiction {
		return r
	}
	a, b := older.spoken().text(), newer.spoken().text()
	x, y := boundsOf(a), boundsOf(b)
	if len(x) != 1 || len(y) != 1 || x[0].sign == y[0].sign && x[0].figure == y[0].figure {
		return r
	}
	restA, restB := figureBound().ReplaceAllString(bothBounded(a), " "), figureBound().ReplaceAllString(bothBounded(b), " ")
	if rest := sentences(read(restA), read(restB)); rest.Relation != Same || !rest.Sure || toldApart(restA, restB) {
		return r
	}
	switch {
	case x[0].lower() == y[0].lower():
		return Result{Update, false, x[0].text, y[0].text}
	case x[0].lower() && x[0].value() >= y[0].value(), y[0].lower() && y[0].value() >= x[0].value():
		return Result{Contradiction, false, x[0].text, y[0].text}
	}
	return r
}

// value is the figure as a number.
func (b bound) value() float64 {
	digits := strings.ReplaceAll(strings.TrimLeft(b.figure, "€$£¥"), ",", "")
	if v, err := strconv.ParseFloat(digits, 64); err == nil {
		return v
	}
	if hanIn(digits) {
		return hanValue(digits)
	}
	return wordValue(digits)
}

// written puts signs in the place of the words that say the same beside a figure: "10 percent" is 10%, "5 dollars" $5, "about 10" ~10.
func written(text string) string {
	text = plainSigns(text)
	for _, s := range spelledSigns {
		text = s.shape().ReplaceAllString(text, s.by)
	}
	return text
}

var spelledSigns = []struct {
	shape func() *regexp.Regexp
	by    string
}{
	{lazyregexp.New(`(?i)(\d) ?(?:percent\b|per cent\b|pct\b|%|％)`), "$1%"},
	{lazyregexp.New(`百分之 ?([\d.]+|[一二两三四五六七八九十百]+)`), "$1%"},
	{lazyregexp.New(`(?i)(?:\$ ?|\busd ?)(\d[\d.,]*)|(\d[\d.,]*) ?(?:\$|us dollars?\b|dollars?\b|usd\b|美元)`), "$$$1$2"},
	{lazyregexp.New(`(?i)(?:€ ?|\beur ?)(\d[\d.,]*)|(\d[\d.,]*) ?(?:€|euros?\b|eur\b|欧元)`), "€$1$2"},
	{lazyregexp.New(`(?i)(?:£ ?|\bgbp ?)(\d[\d.,]*)|(\d[\d.,]*) ?(?:£|pounds?\b|gbp\b|英镑)`), "£$1$2"},
	{lazyregexp.New(`(?i)(?:[¥￥] ?|\b(?:cny|rmb) ?)(\d[\d.,]*)|(\d[\d.,]*) ?(?:[¥￥]|yuan\b|cny\b|rmb\b|人民币|元)`), "¥$1$2"},
	{lazyregexp.New(`(?i)(?:\b(?:about|around|approximately|approx\.?|roughly|circa|nearly|almost) |≈ ?|大约 ?|大概 ?|约 ?|近 ?)([€$£¥]?\d)`), "~$1"},
}
