package recall

import (
	"strings"
	"time"
	"unicode/utf8"
)

// hanTimes finds the times that Chinese words name: 昨天, 上周, 三天前, 最近两周, 三月, 2026年5月12日, each also with 以来 or 之前.
func hanTimes(text string, now time.Time) (out []stretch) {
	if isASCII(text) {
		return nil
	}
	for at := 0; at < len(text); {
		s, size := hanTime(text[at:], now)
		if size == 0 {
			_, size = utf8.DecodeRuneInString(text[at:])
			at += size
			continue
		}
		s.start = at
		at += size
		s, size = hanBound(s, text[at:])
		at += size
		s.end = at
		out = append(out, s)
	}
	return out
}

// hanTime reads the time that a text begins with, and in how many bytes; none, 0.
func hanTime(text string, now time.Time) (s stretch, size int) {
	if !now.IsZero() {
		if s, size = hanFromNow(text, now); size > 0 {
			s.relative = true
			return s, size
		}
	}
	year, size := hanPart(text, "年", 4)
	month, more := hanPart(text[size:], "月", 1)
	size += more
	date := 0
	if month > 0 {
		size += prefixed(text[size:], "份")
		date, more = hanPart(text[size:], "日", 1)
		if more == 0 {
			date, more = hanPart(text[size:], "号", 1)
		}
		size += more
	}
	if size == 0 {
		return s, 0
	}
	var ok bool
	if s.from, s.to, ok = calendar(year, month, date, now); !ok {
		return s, 0
	}
	return s, size
}

// hanPart reads a number of at least so many digits with its unit.
func hanPart(text, unit string, digits int) (n, size int) {
	n, size = hanNumber(text)
	if size < digits || !strings.HasPrefix(text[size:], unit) {
		return 0, 0
	}
	return n, size + len(unit)
}

func hanFromNow(text string, now time.Time) (s stretch, size int) {
	if s, size = hanWeekday(text, now); size > 0 {
		return s, size
	}
	for _, w := range hanFixed {
		if strings.HasPrefix(text, w.text) {
			s.from, s.to = w.unit.back(now, w.back)
			return s, len(w.text)
		}
	}
	lead := 0
	for _, word := range []string{"最近", "过去", "近"} {
		if lead = prefixed(text, word); lead > 0 {
			break
		}
	}
	n, size := hanNumber(text[lead:])
	if n == 0 || n > 99 {
		return s, 0
	}
	size += lead
	for _, w := range hanUnits {
		if unit := prefixed(text[size:], w.text); unit > 0 {
			s.from, s.to = w.unit.back(now, n)
			if lead > 0 {
				s.to = time.Time{} // up to now
				return s, size + unit
			}
			if ago := prefixed(text[size+unit:], "前", "以前", "之前"); ago > 0 {
				return s, size + unit + ago
			}
			return s, 0
		}
	}
	return s, 0
}

// hanWeekdays are the days of a week from Monday; Sunday has two names.
var hanWeekdays = map[rune]int{'一': 0, '二': 1, '三': 2, '四': 3, '五': 4, '六': 5, '日': 6, '天': 6}

// hanWeekday reads a day of this week or the last one (上周三), and 周三 with a bound after it (周三以来). 周三 alone is any.
func hanWeekday(text string, now time.Time) (s stretch, size int) {
	last := prefixed(text, "上个星期", "上星期", "上周")
	this := prefixed(text, "这个星期", "这星期", "本周", "这周")
	size = max(last, this, prefixed(text, "星期", "周"))
	if size == 0 {
		return s, 0
	}
	r, more := utf8.DecodeRuneInString(text[size:])
	day, ok := hanWeekdays[r]
	if !ok {
		return s, 0
	}
	size += more
	if last+this == 0 {
		if prefixed(text[size:], "以来", "开始", "起", "之后", "以后", "之前", "以前") == 0 {
			return s, 0
		}
		s.from, s.to = lastWeekday(now, (day+1)%7)
		return s, size
	}
	back := 0
	if last > 0 {
		back = 1
	}
	monday, _ := weeks.back(now, back)
	s.from = monday.AddDate(0, 0, day)
	s.to = s.from.AddDate(0, 0, 1)
	return s, size
}

// hanBound applies the word after a time.
func hanBound(s stretch, text string) (stretch, int) {
	if size := prefixed(text, "以来", "开始", "起"); size > 0 {
		s.to = time.Time{}
		return s, size
	}
	if size := prefixed(text, "之后", "以后", "后"); size > 0 {
		s.from, s.to = s.to, time.Time{}
		return s, size
	}
	if size := prefixed(text, "之前", "以前", "前"); size > 0 {
		s.from, s.to = time.Time{}, s.from
		return s, size
	}
	return s, 0
}

// prefixed is the length of the first of the words that a text begins with, 0 for none.
func prefixed(text string, words ...string) int {
	for _, w := range words {
		if strings.HasPrefix(text, w) {
			return len(w)
		}
	}
	return 0
}

// hanNumber reads digits, or Chinese numbers up to 99.
func hanNumber(text string) (n, size int) {
	for size < len(text) && size < 4 && '0' <= text[size] && text[size] <= '9' {
		n, size = n*10+int(text[size]-'0'), size+1
	}
	if size > 0 {
		return n, size
	}
	last := 0
	for at, r := range text {
		switch digit := strings.IndexRune("一二三四五六七八九", r); {
		case r == '十':
			n, last = max(1, last)*10, 0
		case r == '两':
			last = 2
		case digit >= 0:
			last = digit/len("一") + 1
		default:
			return n + last, at
		}
	}
	return n + last, len(text)
}

// hanSpan is a word for a time told from now, or for a unit of one.
type hanSpan struct {
	text string
	unit span
	back int
}

// Longer words stand before those that they begin with.
var (
	hanFixed = []hanSpan{
		{"今天", days, 0}, {"今早", days, 0}, {"昨天", days, 1}, {"昨晚", days, 1}, {"前天", days, 2},
		{"这个星期", weeks, 0}, {"这周", weeks, 0}, {"本周", weeks, 0}, {"上个星期", weeks, 1}, {"上星期", weeks, 1}, {"上一周", weeks, 1}, {"上周", weeks, 1},
		{"这个月", months, 0}, {"本月", months, 0}, {"上个月", months, 1}, {"上月", months, 1},
		{"今年", years, 0}, {"去年", years, 1}, {"前年", years, 2},
	}
	hanUnits = []hanSpan{
		{"天", days, 0}, {"日", days, 0}, {"周", weeks, 0}, {"个星期", weeks, 0}, {"星期", weeks, 0}, {"个月", months, 0}, {"年", years, 0},
	}
)
