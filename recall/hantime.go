package recall

import (
	"strings"
	"time"
	"unicode/utf8"
)

// hanTimes finds the times that Chinese words name: 昨天, 上周, 三天前, 最近两周, 三月, 2026年5月12日, 去年三季度, each also with 以来 or 之前.
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
	s, more := hanOfYear(text[size:], year, now)
	if more > 0 || size == 0 {
		return s, size + more
	}
	var ok bool
	if s.from, s.to, ok = calendar(year, 0, 0, now); !ok {
		return s, 0
	}
	return s, size
}

// hanOfYear reads a part of a year, 0 = of the last one of which that part has begun: a month with its day or its part, a quarter, a half, its beginning or end.
func hanOfYear(text string, year int, now time.Time) (s stretch, size int) {
	s.yearless = year == 0
	if month, size := hanPart(text, "月", 1); size > 0 {
		size += prefixed(text[size:], "份")
		date, more := hanPart(text[size:], "日", 1)
		if more == 0 {
			date, more = hanPart(text[size:], "号", 1)
		}
		var ok bool
		if s.from, s.to, ok = calendar(year, month, date, now); !ok {
			return s, 0
		}
		size += more
		if date == 0 {
			s, more = hanMonthPart(s, text[size:])
			size += more
		}
		return s, size
	}
	lead := prefixed(text, "第")
	if n, more := hanNumber(text[lead:]); more > 0 && 1 <= n && n <= 4 && strings.HasPrefix(text[lead+more:], "季度") {
		if s.from, s.to = quarterOf(year, n, now); s.from.IsZero() {
			return s, 0
		}
		return s, lead + more + len("季度")
	}
	for _, p := range hanYearParts {
		if size := prefixed(text, p.text); size > 0 && (year != 0 || strings.HasPrefix(p.text, "年") || strings.HasSuffix(p.text, "年")) {
			if s.from, s.to = monthsOf(year, p.first, p.months, now); s.from.IsZero() {
				return s, 0
			}
			return s, size
		}
	}
	return s, 0
}

// hanYearParts are parts of a year by their months.
var hanYearParts = []struct {
	text          string
	first, months int
}{{"上半年", 1, 6}, {"下半年", 7, 6}, {"年初", 1, 3}, {"初", 1, 3}, {"年中", 5, 4}, {"年底", 10, 3}, {"年末", 10, 3}, {"底", 10, 3}, {"末", 10, 3}}

// monthsOf is a part of a year, without one of the last in which that part has begun.
func monthsOf(year, first, count int, now time.Time) (from, to time.Time) {
	if from, _, ok := calendar(year, first, 0, now); ok {
		return from, from.AddDate(0, count, 0)
	}
	return from, to
}

// hanMonthPart narrows a month to the part that a text begins with.
func hanMonthPart(s stretch, text string) (stretch, int) {
	for word, names := range map[string][]string{"early": {"上旬", "初"}, "mid": {"中旬", "中"}, "late": {"下旬", "底", "末"}} {
		if size := prefixed(text, names...); size > 0 {
			return s.part(word), size
		}
	}
	return s, 0
}

// hanPart reads a number of at least so many digits with its unit.
func hanPart(text, unit string, digits int) (n, size int) {
	n, size = hanNumber(text)
	if size < digits || !strings.HasPrefix(text[size:], unit) {
		return 0, 0
	}
	return n, size + len(unit)
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
		if !strings.Contains(text[size:], "了") && prefixed(text[size:], "以来", "开始", "起", "之后", "以后", "之前", "以前") == 0 {
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
