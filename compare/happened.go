package compare

import (
	"slices"
	"strings"
	"sync"
)

// What happened once, on a day or in a version, happens again on another one: "the build failed on 2026-11-01", "the bug was seen in 1.4.0".
// Neither replaces the other.

// onlyWhen reports two happenings that differ in nothing but when they were.
func (d difference) onlyWhen(a, b sentence) bool {
	dates := func(tokens []token) bool {
		return len(tokens) > 0 && !slices.ContainsFunc(tokens, func(t token) bool { return !t.when })
	}
	return a.past && b.past && dates(telling(d.old)) && dates(telling(d.new))
}

// recurs reports a day of the week or a time of the day.
func (t token) recurs() bool { return t.kind == day || t.dim == "clock" }

// happened reports a sentence in the past tense: its first verb is in it. What is done ("is signed"), and what a word says of a thing ("signed
// commits"), is not.
func happened(raw []rawToken) bool {
	for i, r := range raw {
		w := r.lower
		switch {
		case w == "was" || w == "were" || w == "did":
			return true
		case i == 0 || afterDeterminer(raw, i):
		case irregularPast()[w], strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && len(w) > 4:
			return true
		case finite()[w] || w == "be" || strings.HasSuffix(w, "s") && isVerb(w):
			return false
		}
	}
	return false
}

func isVerb(word string) bool {
	b, _ := base(word)
	return verbs()[b] && !nouns()[b]
}

var irregularPast = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("met held found broke went fell began took lost came saw shut threw sank rose left") {
		m[w] = true
	}
	return m
})

// isWhen reports that the token at i is a date, or the version in which something was: nothing but other parts of a date, an article or a word
// for a version stands between it and a preposition of time.
func isWhen(raw []rawToken, i int) bool {
	for j := i; j > 0 && !raw[j].stop; j-- {
		switch w := raw[j-1].lower; {
		case raw[j-1].number || months()[w] || w == "the" || w == "version" || w == "release" || w == "build":
		default:
			return whens()[w]
		}
	}
	return false
}

var whens = words1("on in at during since until before after from by around")

var months = words1(`january february march april june july august september october november december
	jan feb mar apr jun jul aug sep sept oct nov dec`)

// happenedZh reports the particles of what is over: 崩溃了, 曾, 已, 被.
func happenedZh(raw []rawToken) bool {
	for _, r := range raw {
		if r.han && strings.ContainsAny(strings.ReplaceAll(r.text, "了解", ""), "了曾已被") {
			return true
		}
	}
	return false
}

// isWhen reports a date, or the version in which something was, behind 在 or 于.
func (r *chineseReader) isWhen(raw []rawToken, i int) bool {
	if i == 0 || raw[i].stop {
		return false
	}
	last := len(r.s.tokens) > 0 && r.s.tokens[len(r.s.tokens)-1].when
	prev := raw[i-1].text
	return strings.HasSuffix(prev, "在") || strings.HasSuffix(prev, "于") || last && (raw[i-1].number || prev == "年" || prev == "月")
}

// namesTime reports a title that names a day or a time of which there is one: "Deploy day", 部署时间.
func namesTime(title string) bool {
	if strings.Contains(title, "时间") || strings.Contains(title, "日期") {
		return true
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(title)), func(w string) bool { return timeNouns()[strings.TrimSuffix(w, "s")] })
}

var timeNouns = words1("day date time deadline window")
