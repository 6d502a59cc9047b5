package compare

import (
	"math"
	"strconv"
	"strings"
)

// quantity is a figure as it is meant, whatever it is written as: "half a minute" is 30 seconds, 半年 half a year, 十万 100,000.
type quantity struct {
	value float64 // in base units
	dim   string  // time, size, %, clock; "" = a count, or of a unit that is not known
	label bool    // it names one of several, and counts nothing: a version, a date, an address
}

// equal allows for what rounding does to a month and a binary megabyte.
func (q quantity) equal(o quantity) bool {
	if q.dim != o.dim && q.dim != "" && o.dim != "" {
		return false
	}
	slack := 1e-9
	if q.dim == "time" || q.dim == "size" {
		slack = 0.05
	}
	return math.Abs(q.value-o.value) <= slack*math.Max(math.Abs(q.value), math.Abs(o.value))
}

// quantities reads the figures of a text in their order.
func quantities(text string) (out []quantity) {
	text = strings.ToLower(text)
	for _, m := range signShapes().quantity.FindAllStringSubmatch(text, -1) {
		if q, ok := quantityOf(m); ok {
			out = append(out, q)
		}
	}
	return out
}

// The groups of quantityPattern.
const (
	gNoon = iota + 1
	gHanPart
	gHanHour
	gHanHalfHour
	gHalfDayHour
	gHalfDayMinute
	gHalfDay
	gClock
	gClockMinute
	gFraction
	gFractionUnit
	gDigits
	gScale
	gDigitUnit
	gWords
	gWordUnit
	gHan
	gHanUnit
	gHanLone
	gHanHalf
	gHanHalfUnit
)

const (
	hoursEn = `one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`
	unitsEn = `milliseconds?|ms|seconds?|secs?|minutes?|fortnights?|quarters?|mins?|hours?|hrs?|days?|weeks?|months?|years?|bytes?|kib|mib|gib|kb|mb|gb|tb|percent`
	unitsZh = `毫秒|个?季度|秒钟|秒|分钟|小时|天|日|周|星期|个月|年|字节|次|个|人|位|条|列|点`
	wordsEn = `(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|` +
		`one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|dozen|once|twice|single`
)

const quantityPattern = `(?:\b(noon|midnight)\b|(上午|中午|下午|晚上|夜里|凌晨|早上|傍晚)?(零|[一二两三四五六七八九十]{1,3}|\d{1,2})点(?:钟)?(半)?|\b(\d{1,2}|` + hoursEn + `)(?::(\d{2}))? ?(am|pm|o'clock)\b|\b(\d{1,2}):(\d{2})\b)` +
	`|\b(half|quarter)(?: of)? (?:an? )?(` + unitsEn + `)\b` +
	`|(\d+(?:,\d{3})*(?:\.\d+)*)\s?(k\b|m\b|%|x\b|万|亿|千|百)?[- ]?(` + unitsEn + `|s\b|h\b|d\b|` + unitsZh + `)?` +
	`|\b(` + wordsEn + `)\b[- ]?(hundred|thousand|million|` + unitsEn + `)?` +
	`|([一二两三四五六七八九十百千万亿零]+)(` + unitsZh + `)|([一二两三四五六七八九十百千万亿零]*[十百千万亿][一二两三四五六七八九十百千万亿零]*)` +
	`|(半)(?:个)?(` + unitsZh + `|月)`

func quantityOf(m []string) (q quantity, ok bool) {
	switch {
	case m[gNoon] == "noon":
		return quantity{value: 720, dim: "clock"}, true
	case m[gNoon] != "":
		return quantity{dim: "clock"}, true
	case m[gHanHour] != "":
		return hanClock(m), true
	case m[gHalfDay] != "":
		hour, err := strconv.ParseFloat(m[gHalfDayHour], 64)
		if err != nil {
			hour = wordValue(m[gHalfDayHour])
		}
		minute, _ := strconv.ParseFloat(m[gHalfDayMinute], 64)
		return quantity{value: halfDay(hour, m[gHalfDay] == "pm", m[gHalfDay] == "am")*60 + minute, dim: "clock"}, true
	case m[gClock] != "":
		hour, _ := strconv.ParseFloat(m[gClock], 64)
		minute, _ := strconv.ParseFloat(m[gClockMinute], 64)
		return quantity{value: hour*60 + minute, dim: "clock"}, true
	case m[gFraction] != "":
		part := 0.5
		if m[gFraction] == "quarter" {
			part = 0.25
		}
		return ofUnit(part, m[gFractionUnit]), true
	case m[gDigits] != "":
		if strings.Count(m[gDigits], ".") > 1 {
			return quantity{value: labelled(m[gDigits]), label: true}, true
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(m[gDigits], ",", ""), 64)
		if err != nil {
			return q, false
		}
		switch m[gScale] {
		case "%":
			return quantity{value: v, dim: "%"}, true
		case "k", "千":
			v *= 1e3
		case "m":
			v *= 1e6
		case "百":
			v *= 100
		case "万":
			v *= 1e4
		case "亿":
			v *= 1e8
		}
		return ofUnit(v, m[gDigitUnit]), true
	case m[gWords] != "":
		v := wordValue(m[gWords])
		switch m[gWordUnit] {
		case "hundred":
			return quantity{value: v * 100}, true
		case "thousand":
			return quantity{value: v * 1e3}, true
		case "million":
			return quantity{value: v * 1e6}, true
		case "":
			if v == 1 {
				return q, false // "one" is a pronoun as often as a figure
			}
		}
		return ofUnit(v, m[gWordUnit]), true
	case m[gHan] != "":
		return ofUnit(hanValue(m[gHan]), m[gHanUnit]), true
	case m[gHanLone] != "":
		return quantity{value: hanValue(m[gHanLone])}, true
	case m[gHanHalf] != "":
		unit := m[gHanHalfUnit]
		if unit == "月" {
			unit = "个月"
		}
		return ofUnit(0.5, unit), true
	}
	return q, false
}

// hanClock is a time of day in Chinese.
func hanClock(m []string) quantity {
	hour, err := strconv.ParseFloat(m[gHanHour], 64)
	if err != nil {
		hour = hanValue(m[gHanHour])
	}
	part := m[gHanPart]
	hour = halfDay(hour, part == "下午" || part == "晚上" || part == "傍晚" || part == "夜里" && hour > 6, part == "凌晨")
	if m[gHanHalfHour] != "" {
		hour += 0.5
	}
	return quantity{value: hour * 60, dim: "clock"}
}

// halfDay is the hour of a day.
func halfDay(hour float64, late, early bool) float64 {
	switch {
	case late && hour < 12:
		return hour + 12
	case early && hour == 12:
		return 0
	}
	return hour
}

// ofUnit is so many of a unit.
func ofUnit(v float64, unit string) quantity {
	switch strings.TrimSuffix(unit, "s") {
	case "fortnight":
		return quantity{value: v * 14 * 86400, dim: "time"}
	case "quarter", "季度", "个季度":
		return quantity{value: v * 91 * 86400, dim: "time"}
	}
	for _, form := range []string{unit, strings.TrimSuffix(unit, "s")} {
		if u, ok := units()[form]; ok {
			switch u.dim {
			case "time", "size", "%":
				return quantity{value: v * u.per, dim: u.dim}
			case "clock":
				return quantity{value: v * 60, dim: "clock"}
			}
			return quantity{value: v}
		}
	}
	return quantity{value: v}
}

// labelled makes one number of a version or an address.
func labelled(text string) (v float64) {
	for part := range strings.SplitSeq(text, ".") {
		n, _ := strconv.ParseFloat(strings.ReplaceAll(part, ",", ""), 64)
		v = v*1000 + n
	}
	return v
}

// wordValue is what a number word of English says.
func wordValue(words string) (v float64) {
	for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return r == '-' || r == ' ' }) {
		v += numberOf(word)
	}
	return v
}

// numberOf is the value of a number word.
func numberOf(word string) float64 {
	for _, of := range strings.Fields(numberNames) {
		if name, value, _ := strings.Cut(of, "="); name == word {
			v, _ := strconv.ParseFloat(value, 64)
			return v
		}
	}
	return 0
}

const numberNames = `one=1 single=1 once=1 two=2 twice=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11
	twelve=12 dozen=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18
	nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90`

// hanValue is what a number in Chinese characters says.
func hanValue(text string) float64 {
	total, section, digit := 0.0, 0.0, 0.0
	for _, r := range text {
		switch r {
		case '十', '百', '千':
			scale := map[rune]float64{'十': 10, '百': 100, '千': 1000}[r]
			section += max(digit, 1) * scale
			digit = 0
		case '万', '亿':
			scale := map[rune]float64{'万': 1e4, '亿': 1e8}[r]
			total += max(section+digit, 1) * scale
			section, digit = 0, 0
		case '零':
		default:
			digit = float64(strings.IndexRune("一二三四五六七八九", r)/len("一") + 1)
			if r == '两' {
				digit = 2
			}
		}
	}
	return total + section + digit
}

// matchQuantities counts the figures that both texts have, those of each alone, and the pairs of those that measure the same otherwise.
func matchQuantities(a, b []quantity) (both, onlyA, onlyB, differ int) {
	taken := make([]bool, len(b))
	var left []quantity
	for _, x := range a {
		found := false
		for j, y := range b {
			if !taken[j] && x.equal(y) {
				taken[j], found = true, true
				break
			}
		}
		if found {
			both++
		} else {
			left = append(left, x)
		}
	}
	onlyA = len(left)
	for j, y := range b {
		if taken[j] {
			continue
		}
		onlyB++
		for i, x := range left {
			if x.dim == y.dim {
				differ++
				left = append(left[:i], left[i+1:]...)
				break
			}
		}
	}
	return both, onlyA, onlyB, differ
}
