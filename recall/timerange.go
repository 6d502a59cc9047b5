package recall

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// someUnits is how many days, weeks or months "a few" may be.
const someUnits = 7

func few(count int) int {
	if count == fewWord {
		return someUnits
	}
	return count
}

// ago is the time so many units before now. A few of them is any up to the one before now's.
func (u span) ago(now time.Time, count int) (s stretch) {
	s.from, s.to = u.back(now, few(count))
	if count == fewWord {
		s.to, _ = u.back(now, 0)
	}
	return s
}

// weekend is the Saturday and the Sunday of this week, or of the one so many before.
func weekend(now time.Time, back int) (s stretch) {
	monday, _ := weeks.back(now, back-1)
	return stretch{from: monday.AddDate(0, 0, -2), to: monday}
}

// quarterOf is a quarter of a year, without a year the last one that has begun; zero times without a clock.
func quarterOf(year, number int, now time.Time) (from, to time.Time) {
	if year == 0 {
		if now.IsZero() {
			return from, to
		}
		year = now.Year()
		if time.Date(year, time.Month(3*number-2), 1, 0, 0, 0, 0, now.Location()).After(now) {
			year--
		}
	}
	from = time.Date(year, time.Month(3*number-2), 1, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 3, 0)
}

// hours are so many of the hours of a day.
func (s stretch) hours(from, to int) stretch {
	day := s.from
	s.from, s.to = time.Date(day.Year(), day.Month(), day.Day(), from, 0, 0, 0, day.Location()), time.Date(day.Year(), day.Month(), day.Day(), to, 0, 0, 0, day.Location())
	return s
}

// part is the beginning, the middle or the end of a month, or of a year. Other times have none.
func (s stretch) part(word string) stretch {
	third := partOf(word)
	if third < 0 || s.from.IsZero() || s.to.IsZero() {
		return s
	}
	switch {
	case s.from.AddDate(0, 1, 0).Equal(s.to):
		at := s.from
		if s.from = at.AddDate(0, 0, 10*third); third < 2 {
			s.to = at.AddDate(0, 0, 10*third+10)
		}
	case s.from.AddDate(1, 0, 0).Equal(s.to):
		at := s.from
		s.from, s.to = at.AddDate(0, [...]int{0, 4, 9}[third], 0), at.AddDate(0, [...]int{3, 8, 12}[third], 0)
	}
	return s
}

// ranges makes one of two times that are the ends of one: "from March to May", "between June 3 and June 5", 三月到五月.
func ranges(text string, named []stretch) (out []stretch) {
	slices.SortStableFunc(named, func(a, b stretch) int { return cmp.Compare(a.start, b.start) })
	for _, b := range named {
		if len(out) > 0 {
			if both, ok := ranged(text, out[len(out)-1], b); ok {
				out[len(out)-1] = both
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

func ranged(text string, a, b stretch) (both stretch, ok bool) {
	if b.start < a.end || a.from.IsZero() || a.to.IsZero() || b.to.IsZero() {
		return both, false
	}
	switch gap := strings.ToLower(strings.TrimSpace(text[a.end:b.start])); gap {
	case "to", "-", "–", "—", "~", "～", "through", "thru", "until", "till", "到", "至", "bis", "au", "à", "a", "hasta":
	case "":
		if !b.from.IsZero() { // "until" is in it
			return both, false
		}
	case "and", "and the", "und", "et", "y":
		front := strings.Fields(strings.ToLower(text[:a.start]))
		if len(front) > 0 && front[len(front)-1] == "the" {
			front = front[:len(front)-1]
		}
		if len(front) == 0 || !slices.Contains([]string{"between", "zwischen", "entre"}, front[len(front)-1]) {
			return both, false
		}
	default:
		return both, false
	}
	if a.yearless { // the year of the end counts for the beginning, too
		a.from = a.from.AddDate(b.to.AddDate(0, 0, -1).Year()-a.from.Year(), 0, 0)
		if !a.from.Before(b.to) {
			a.from = a.from.AddDate(-1, 0, 0)
		}
	}
	if !a.from.Before(b.to) {
		return both, false
	}
	return stretch{from: a.from, to: b.to, start: a.start, end: b.end, relative: a.relative || b.relative}, true
}
