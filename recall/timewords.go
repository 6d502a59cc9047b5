package recall

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The words of times in English, and what those of other languages mean.

// isTimeWord reports the words that stand before a time.
func isTimeWord(word string) bool {
	switch word {
	case "in", "on", "since", "before", "after", "until", "till", "by", "during", "of", "from", "last", "this", "early", "late", "mid":
		return true
	}
	return false
}

var (
	monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
	weekdays   = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	smallNames = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
)

// nameIn finds a name of the calendar, or its first three letters, by number; -1: it is none.
func nameIn(names []string, word string) int {
	if len(word) < 3 {
		return -1
	}
	return slices.IndexFunc(names, func(name string) bool {
		return word == name || word == name[:3] || word == "sept" && name == "september"
	})
}

func unitOf(word string) (span, bool) {
	switch strings.TrimSuffix(word, "s") {
	case "hour":
		return hours, true
	case "day":
		return days, true
	case "week":
		return weeks, true
	case "month":
		return months, true
	case "quarter":
		return quarters, true
	case "year":
		return years, true
	}
	return 0, false
}

// small reads a count up to 999; what is none is 0.
func small(word string) int {
	if word == "a" || word == "an" {
		return 1
	}
	if n := slices.Index(smallNames, word); n > 0 {
		return n
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > 999 {
		return 0
	}
	return n
}

// dayOf reads the day of a month: "8", "8th".
func dayOf(word string) int {
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		word = strings.TrimSuffix(word, ending)
	}
	if n, err := strconv.Atoi(word); err == nil && len(word) <= 2 && n >= 1 && n <= 31 {
		return n
	}
	return 0
}

// isoDate reads "2026-05", "2026-05-12" and the same with slashes.
func isoDate(word string) (year, month, date int, ok bool) {
	parts := strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '/' })
	if len(parts) < 2 || len(parts) > 3 || len(parts[0]) != 4 {
		return 0, 0, 0, false
	}
	numbers := make([]int, 3)
	for n, part := range parts {
		v, err := strconv.Atoi(part)
		if err != nil || v < 1 || n > 0 && len(part) > 2 {
			return 0, 0, 0, false
		}
		numbers[n] = v
	}
	return numbers[0], numbers[1], numbers[2], true
}

// lastAfter stands for an adjective that follows what it counts: "la semaine dernière", "el mes pasado".
const lastAfter = "last after"

// otherTimeWords are words of times in German, French and Spanish. What is a common word of English too ("an", "tag", "sept") is none, and "hier" is here in
// German and yesterday in French.
var otherTimeWords = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"januar": "january", "jänner": "january", "februar": "february", "märz": "march in", "maerz": "march in", "mai": "may", "juni": "june", "juli": "july", "oktober": "october",
		"dezember": "december", "janvier": "january", "février": "february", "fevrier": "february", "mars": "march", "avril": "april", "juin": "june", "juillet": "july",
		"août": "august", "aout": "august", "septembre": "september", "octobre": "october", "novembre": "november", "décembre": "december", "decembre": "december",
		"enero": "january", "febrero": "february", "marzo": "march in", "abril": "april", "mayo": "may", "junio": "june", "julio": "july", "agosto": "august", "septiembre": "september",
		"setiembre": "september", "octubre": "october", "noviembre": "november", "diciembre": "december",

		"sonntag": "sunday", "montag": "monday", "dienstag": "tuesday", "mittwoch": "wednesday", "donnerstag": "thursday", "freitag": "friday", "samstag": "saturday", "sonnabend": "saturday",
		"dimanche": "sunday", "lundi": "monday", "mardi": "tuesday", "mercredi": "wednesday", "jeudi": "thursday", "vendredi": "friday", "samedi": "saturday",
		"domingo": "sunday", "lunes": "monday", "martes": "tuesday", "miércoles": "wednesday", "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday", "sábado": "saturday",

		"heute": "today", "gestern": "yesterday", "vorgestern": beforeYesterday, "hoy": "today", "ayer": "yesterday", "anteayer": beforeYesterday, "aujourd": "today",
		"tage": "day", "tagen": "day", "woche": "week", "wochen": "week", "monat": "month", "monate": "month", "monaten": "month", "monats": "month", "jahr": "year", "jahre": "year",
		"jahren": "year", "jahres": "year", "quartal": "quarter", "jour": "day", "jours": "day", "semaine": "week", "semaines": "week", "mois": "month", "année": "year", "années": "year", "ans": "year",
		"día": "day", "días": "day", "dias": "day", "semana": "week", "semanas": "week", "mes": "month", "meses": "month", "año": "year", "años": "year",

		"letzte": "last", "letzten": "last", "letzter": "last", "letztes": "last", "letztem": "last", "vorige": "last", "vorigen": "last", "voriges": "last", "vergangene": "last",
		"vergangenen": "last", "vergangenes": "last", "diese": "this", "diesen": "this", "dieser": "this", "dieses": "this", "diesem": "this", "cette": "this", "esta": "this", "este": "this",
		"dernier": lastAfter, "dernière": lastAfter, "derniere": lastAfter, "derniers": lastAfter, "dernières": lastAfter, "passé": lastAfter, "passée": lastAfter,
		"pasado": lastAfter, "pasada": lastAfter, "últimos": lastAfter, "últimas": lastAfter, "último": lastAfter, "última": lastAfter,
		"seit": "since", "depuis": "since", "desde": "since", "bis": "until", "jusqu": "until", "hasta": "until", "nach": "after", "après": "after", "después": "after",
		"im": "in", "am": "on", "en": "in", "de": "of", "del": "of", "vor": beforeOrAgo, "hace": agoFirst, "avant": "before", "antes": "before",

		"ein": "one", "eine": "one", "einem": "one", "einer": "one", "zwei": "two", "drei": "three", "vier": "four", "fünf": "five", "sechs": "six", "sieben": "seven", "acht": "eight", "neun": "nine", "zehn": "ten",
		"une": "one", "deux": "two", "trois": "three", "quatre": "four", "cinq": "five", "huit": "eight", "neuf": "nine", "dix": "ten",
		"una": "one", "dos": "two", "tres": "three", "cuatro": "four", "cinco": "five", "seis": "six", "siete": "seven", "ocho": "eight", "nueve": "nine", "diez": "ten",
	}
})

// Words that English says in another place or in two.
const (
	beforeYesterday = "before yesterday"
	agoFirst        = "ago before" // "hace tres días"
	beforeOrAgo     = "before or ago"
)

// inEnglish gives words of times their English ones.
func inEnglish(list []token) []token {
	for n, t := range list {
		if english, other := otherTimeWords()[t.text]; other {
			list[n].text = english
		}
	}
	for n, t := range list {
		switch {
		case t.text == "march in": // no verb, unlike "march"
			list[n].text, list[n].sure = "march", true
		case t.text == beforeOrAgo:
			list[n].text = "before"
			if n+2 < len(list) && small(list[n+1].text) > 0 {
				if _, unit := unitOf(list[n+2].text); unit {
					list[n].text = agoFirst
				}
			}
		case t.text == "hier" && slices.ContainsFunc(list, func(t token) bool { return isFrench(t.text) }):
			list[n].text = "yesterday"
			if n > 0 && list[n-1].text == "before" {
				list[n].text = beforeYesterday
			}
		case t.text == "y" && n > 0 && n+1 < len(list) && list[n-1].text == "il" && list[n+1].text == "a": // "il y a trois jours"
			list[n+1].text = agoFirst
		case t.text == "an" && n+1 < len(list) && list[n+1].text == lastAfter:
			list[n].text = "year"
		}
	}
	return list
}

func isFrench(word string) bool {
	switch word {
	case "nous", "avons", "est", "qu", "quoi", "les", "le", "la", "fait", "décidé", "depuis", "before":
		return true
	}
	return false
}

// partOf is which third of a time a word speaks of, -1 for any other word.
func partOf(word string) int {
	switch word {
	case "early", "beginning", "start", "anfang":
		return 0
	case "mid", "middle", "mitte":
		return 1
	case "late", "end", "ende":
		return 2
	}
	return -1
}

// fewWord is a count that is not told: "a few", "several".
const fewWord = -1

// countAt reads a count and in how many words; fewWord for one that is not told, 0 for none.
func (r *timeReader) countAt(n int) (count, words int) {
	article := 0
	if r.word(n) == "a" || r.word(n) == "the" {
		article = 1
	}
	switch r.word(n + article) {
	case "few", "several", "einige", "quelques", "unos":
		return fewWord, article + 1
	case "couple":
		if r.word(n+article+1) == "of" {
			return 2, article + 2
		}
		return 2, article + 1
	}
	if count = small(r.word(n)); count > 0 {
		return count, 1
	}
	return 0, 0
}
