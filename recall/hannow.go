package recall

import (
	"strings"
	"time"
)

// hanFromNow reads a time that is told from now: 昨天下午, 上个月底, 去年三月, 前几天, 最近半年, 三天前.
func hanFromNow(text string, now time.Time) (s stretch, size int) {
	if s, size = hanWeekday(text, now); size > 0 {
		return s, size
	}
	for _, w := range hanFixed {
		if !strings.HasPrefix(text, w.text) {
			continue
		}
		size := len(w.text)
		s.from, s.to = w.unit.back(now, w.back)
		more := 0
		switch w.unit {
		case days:
			s, more = hanDayPart(s, text[size:])
		case weeks:
			if more = prefixed(text[size:], "末"); more > 0 { // 上周末
				s.from = s.from.AddDate(0, 0, 5)
			}
		case months:
			if date, day := hanPart(text[size:], "号", 1); day > 0 {
				s.from, more = s.from.AddDate(0, 0, date-1), day
				s.to = s.from.AddDate(0, 0, 1)
			} else {
				s, more = hanMonthPart(s, text[size:])
			}
		case years:
			if part, of := hanOfYear(text[size:], s.from.Year(), now); of > 0 {
				part.yearless = false
				return part, size + of
			}
		}
		return s, size + more
	}
	if size = prefixed(text, "前几天", "前些天", "前两天", "前几日", "前阵子", "前段时间", "几天前", "几周前", "几个星期前", "几个月前", "几年前", "几小时前"); size > 0 {
		return hanFewUnit(text[:size]).ago(now, fewWord), size
	}
	if size = prefixed(text, "这几天", "最近几天", "这些天", "这两天", "最近几周", "这几周", "这几个星期", "最近几个月", "这几个月", "过去几天", "过去几周", "过去几个月", "最近几年", "这几年"); size > 0 {
		s.from, _ = hanFewUnit(text[:size]).back(now, few(fewWord))
		return s, size
	}
	lead := 0
	for _, word := range []string{"最近", "过去", "近"} {
		if lead = prefixed(text, word); lead > 0 {
			break
		}
	}
	if half := prefixed(text[lead:], "半年", "半个月"); half > 0 {
		unit, count := months, 6
		if text[lead:lead+half] == "半个月" {
			unit, count = weeks, 2
		}
		s.from, s.to = unit.back(now, count)
		ago := prefixed(text[lead+half:], "以前", "之前", "前")
		if lead > 0 && ago == 0 {
			return stretch{from: s.from}, lead + half
		}
		if lead > 0 || ago == 0 {
			return stretch{}, 0
		}
		return s, half + ago
	}
	n, size := hanNumber(text[lead:])
	if n == 0 || n > 999 {
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

// hanFewUnit is the unit of some words for a few of them.
func hanFewUnit(text string) span {
	switch {
	case strings.Contains(text, "阵子"), strings.Contains(text, "段时间"), strings.Contains(text, "周"), strings.Contains(text, "星期"):
		return weeks
	case strings.Contains(text, "月"):
		return months
	case strings.Contains(text, "年"):
		return years
	case strings.Contains(text, "小时"):
		return hours
	}
	return days
}

// hanDayPart narrows a day to the part that a text begins with.
func hanDayPart(s stretch, text string) (stretch, int) {
	for _, p := range []struct {
		names    []string
		from, to int
	}{{[]string{"早上", "早晨", "上午", "凌晨"}, 0, 12}, {[]string{"中午", "下午"}, 12, 18}, {[]string{"傍晚", "晚上", "夜里"}, 18, 24}} {
		if size := prefixed(text, p.names...); size > 0 {
			return s.hours(p.from, p.to), size
		}
	}
	return s, 0
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
		{"今天", days, 0}, {"今日", days, 0}, {"今早", days, 0}, {"今晚", days, 0}, {"昨天", days, 1}, {"昨日", days, 1}, {"昨晚", days, 1}, {"大前天", days, 3}, {"前天", days, 2},
		{"这个星期", weeks, 0}, {"这星期", weeks, 0}, {"这周", weeks, 0}, {"本周", weeks, 0}, {"上上个星期", weeks, 2}, {"上上周", weeks, 2},
		{"上个星期", weeks, 1}, {"上星期", weeks, 1}, {"上一周", weeks, 1}, {"上周", weeks, 1},
		{"这个月", months, 0}, {"本月", months, 0}, {"上上个月", months, 2}, {"上个月", months, 1}, {"上月", months, 1},
		{"这个季度", quarters, 0}, {"本季度", quarters, 0}, {"上个季度", quarters, 1}, {"上季度", quarters, 1},
		{"今年", years, 0}, {"去年", years, 1}, {"大前年", years, 3}, {"前年", years, 2},
	}
	hanUnits = []hanSpan{
		{"天", days, 0}, {"日", days, 0}, {"周", weeks, 0}, {"个星期", weeks, 0}, {"星期", weeks, 0}, {"个月", months, 0}, {"个季度", quarters, 0}, {"年", years, 0}, {"个小时", hours, 0}, {"小时", hours, 0},
	}
)
