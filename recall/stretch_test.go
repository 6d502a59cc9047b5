package recall

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// now is Sunday 2026-11-29.
func TestTimesInAQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"what did we decide yesterday":         "2026-11-28..2026-11-29",
		"what broke today?":                    "2026-11-29..2026-11-30",
		"what did we ship last week":           "2026-11-16..2026-11-23",
		"this month":                           "2026-11-01..2026-12-01",
		"which bug came up last friday":        "2026-11-27..2026-11-28",
		"what failed last sunday":              "2026-11-22..2026-11-23",
		"can we deploy on friday":              "",
		"3 days ago":                           "2026-11-26..2026-11-27",
		"two weeks ago":                        "2026-11-09..2026-11-16",
		"the last 3 days":                      "2026-11-26..",
		"the outage in March":                  "2026-03-01..2026-04-01",
		"the outage in December":               "2025-12-01..2026-01-01",
		"last June":                            "2026-06-01..2026-07-01",
		"the outage of march 2025":             "2025-03-01..2025-04-01",
		"May 12, 2026":                         "2026-05-12..2026-05-13",
		"on 8th December, 2023":                "2023-12-08..2023-12-09",
		"the 3rd of June":                      "2026-06-03..2026-06-04",
		"what changed since 2026-05":           "2026-05-01..",
		"what changed after 2026-05":           "2026-06-01..",
		"what held before May 2026":            "..2026-05-01",
		"until 2026-05-12":                     "..2026-05-13",
		"the week before August 3, 2023":       "2023-07-27..2023-08-03",
		"the Saturday after October 28, 2023":  "2023-10-29..2023-11-05",
		"in 2025":                              "2025-01-01..2026-01-01",
		"between August 11 and August 15 2023": "2023-08-11..2023-08-16",
		"上周定了什么":                               "2026-11-16..2026-11-23",
		"昨天修了什么":                               "2026-11-28..2026-11-29",
		"三月的故障":                                "2026-03-01..2026-04-01",
		"十二月的故障":                               "2025-12-01..2026-01-01",
		"2025年3月12日的故障":                        "2025-03-12..2025-03-13",
		"三天前":                                  "2026-11-26..2026-11-27",
		"最近两周":                                 "2026-11-09..",
		"五月以来改了什么":                             "2026-05-01..",
		"2026-05 以来改了什么":                       "2026-05-01..",
		"三月之前":                                 "..2026-03-01",
		"去年":                                   "2025-01-01..2026-01-01",
		"how may I march the tests":            "",
		"the last request on port 2026":        "",
		"page 3 of the list":                   "",
		"the dec decoder and mar files":        "",
		"2026-13 and 2026-02-31":               "",
		"what changed since Monday":            "2026-11-23..",
		"what failed after Friday":             "2026-11-28..",
		"上周三的会":                                "2026-11-18..2026-11-19",
		"周一以来":                                 "2026-11-23..",
		"周一开会":                                 "",
		// told from now
		"what did we decide last year": "2025-01-01..2026-01-01",
		"in March last year":           "2025-03-01..2025-04-01",
		"March of last year":           "2025-03-01..2025-04-01",
		"in May this year":             "2026-05-01..2026-06-01",
		"the day before yesterday":     "2026-11-27..2026-11-28",
		"in the past week":             "2026-11-16..",
		"the last few days":            "2026-11-22..",
		"a few days ago":               "2026-11-22..2026-11-29",
		"a couple of weeks ago":        "2026-11-09..2026-11-16",
		"the other day":                "2026-11-22..2026-11-29",
		"last 180 days":                "2026-06-02..",
		"last quarter":                 "2026-07-01..2026-10-01",
		"in Q3":                        "2026-07-01..2026-10-01",
		"Q1 2025":                      "2025-01-01..2025-04-01",
		"the fourth quarter of 2025":   "2025-10-01..2026-01-01",
		"last weekend":                 "2026-11-21..2026-11-23",
		"over the weekend":             "2026-11-21..2026-11-23",
		"earlier this month":           "2026-11-01..2026-12-01",
		"early March":                  "2026-03-01..2026-03-11",
		"mid-March 2025":               "2025-03-11..2025-03-21",
		"end of last month":            "2026-10-21..2026-11-01",
		"at the beginning of the year": "",
		"at the end of last year":      "2025-10-01..2026-01-01",
		"what did we do on Monday":     "2026-11-23..2026-11-24",
		// two ends
		"from March to May":              "2026-03-01..2026-06-01",
		"from November until March 2026": "2025-11-01..2026-04-01",
		"between Monday and Wednesday":   "",
		"三月到五月的故障":                       "2026-03-01..2026-06-01",
		"2025年3月至2025年5月":                "2025-03-01..2025-06-01",
		"2026-05 到 2026-06":              "2026-05-01..2026-07-01",
		"in March and in May":            "2026-03-01..2026-04-01 2026-05-01..2026-06-01",
		// Chinese
		"上个月的决定":    "2026-10-01..2026-11-01",
		"上上周":       "2026-11-09..2026-11-16",
		"上上个月":      "2026-09-01..2026-10-01",
		"上周末":       "2026-11-21..2026-11-23",
		"大前天":       "2026-11-26..2026-11-27",
		"前天":        "2026-11-27..2026-11-28",
		"去年三月的故障":   "2025-03-01..2025-04-01",
		"去年3月12日":   "2025-03-12..2025-03-13",
		"今年上半年":     "2026-01-01..2026-07-01",
		"下半年":       "2026-07-01..2027-01-01",
		"去年年底":      "2025-10-01..2026-01-01",
		"去年底":       "2025-10-01..2026-01-01",
		"年初":        "2026-01-01..2026-04-01",
		"第三季度":      "2026-07-01..2026-10-01",
		"2025年第四季度": "2025-10-01..2026-01-01",
		"上季度":       "2026-07-01..2026-10-01",
		"三月初":       "2026-03-01..2026-03-11",
		"五月下旬":      "2026-05-21..2026-06-01",
		"上个月底":      "2026-10-21..2026-11-01",
		"上个月5号":     "2026-10-05..2026-10-06",
		"这几天":       "2026-11-22..",
		"前几天":       "2026-11-22..2026-11-29",
		"几周前":       "2026-10-05..2026-11-23",
		"半年前":       "2026-05-01..2026-06-01",
		"最近半年":      "2026-05-01..",
		"过去100天":    "2026-08-21..",
		"周一做了什么":    "2026-11-23..2026-11-24",
		"三个季度":      "",
		"初始化":       "",
		"底层":        "",
		"两年后":       "",
		// German, French, Spanish
		"im Oktober":                       "2026-10-01..2026-11-01",
		"die Entscheidungen vom März 2025": "2025-03-01..2025-04-01",
		"im Oktober letzten Jahres":        "2025-10-01..2025-11-01",
		"am 12. Mai 2026":                  "2026-05-12..2026-05-13",
		"seit Januar":                      "2026-01-01..",
		"vor drei Wochen":                  "2026-11-02..2026-11-09",
		"vor Oktober":                      "..2026-10-01",
		"gestern und vorgestern":           "2026-11-28..2026-11-29 2026-11-27..2026-11-28",
		"letzte Woche":                     "2026-11-16..2026-11-23",
		"letztes Jahr":                     "2025-01-01..2026-01-01",
		"die Docs stehen hier":             "",
		"en octobre":                       "2026-10-01..2026-11-01",
		"le 12 février 2026":               "2026-02-12..2026-02-13",
		"depuis août":                      "2026-08-01..",
		"la semaine dernière":              "2026-11-16..2026-11-23",
		"l'année dernière":                 "2025-01-01..2026-01-01",
		"l'an dernier":                     "2025-01-01..2026-01-01",
		"il y a trois jours":               "2026-11-26..2026-11-27",
		"qu'avons-nous fait hier":          "2026-11-28..2026-11-29",
		"en marzo del año pasado":          "2025-03-01..2025-04-01",
		"el 5 de mayo de 2026":             "2026-05-05..2026-05-06",
		"hace dos semanas":                 "2026-11-09..2026-11-16",
		"el mes pasado":                    "2026-10-01..2026-11-01",
		"each day last week":               "2026-11-16..2026-11-23",
		"the last tag":                     "",
		"an hour of work":                  "",
		"三个月":                              "",
		"十个字段":                             "",
		strings.Repeat("since 2026-05 it broke ", 20): "",
	} {
		if got := spell(stretches(text, now)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := spell(stretches("last week, in march and in march 2025", time.Time{})); got != "2025-03-01..2025-04-01" {
		t.Errorf("without a clock: %q", got)
	}
}

func spell(named []stretch) string {
	var out []string
	for _, s := range named {
		var ends [2]string
		for n, at := range []time.Time{s.from, s.to} {
			if !at.IsZero() {
				ends[n] = at.Format("2006-01-02")
			}
		}
		out = append(out, fmt.Sprintf("%s..%s", ends[0], ends[1]))
	}
	return strings.Join(out, " ")
}

func TestWhatWasTrueAtTheTimeComesFirstAmongEquals(t *testing.T) {
	at := func(id, date string, change func(*items.Head)) note {
		h := head(id, "Checkout was down")
		h.Type = items.Episode
		h.Created, _ = time.Parse("2006-01-02", date)
		h.Updated = h.Created
		if change != nil {
			change(&h)
		}
		return note{Head: h}
	}
	fact := func(until string) func(*items.Head) {
		return func(h *items.Head) {
			h.Type = items.Fact
			h.Valid.Until, _ = time.Parse("2006-01-02", until)
		}
	}
	for text, want := range map[string]string{
		"when was checkout down in March":         "march",
		"was checkout down last week":             "week",
		"上周 checkout down":                        "week",
		"was checkout down before 2025-12":        "a-old",
		"was checkout down since November 15":     "week",
		"was checkout down on 2026-08-20":         "until", // the one fact that held then
		"was checkout down on the 3rd of January": "january",
	} {
		ix := newIndex(at("a-old", "2025-06-01", nil), at("january", "2026-01-03", nil), at("march", "2026-03-10", nil),
			at("until", "2026-04-01", fact("2026-09-01")), at("week", "2026-11-18", nil))
		if got := ids(mustFind(t, ix, Query{Text: text, Now: now}).Hits); got[0] != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

func TestTimeNeverFiltersAndNeverBeatsTheMatter(t *testing.T) {
	other := head("a-march", "Payments were slow")
	other.Created = time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
	right := head("b-june", "Checkout deadlock between payments and stock")
	right.Created = time.Date(2026, 6, 10, 0, 0, 0, 0, time.UTC)
	ix := newIndex(note{Head: other}, note{Head: right})
	if got := ids(mustFind(t, ix, Query{Text: "checkout deadlock of payments in March", Now: now}).Hits); !slices.Equal(got, []string{"b-june", "a-march"}) {
		t.Errorf("found %v", got)
	}
}

func TestWordsOfTimeAreNothingThatIsMissing(t *testing.T) {
	ix := newIndex(note{Head: head("a", "Deadlock in checkout")})
	plain := mustFind(t, ix, Query{Text: "deadlock in checkout", Now: now}).Hits[0]
	for _, text := range []string{"deadlock in checkout last week", "deadlock in checkout in March 2025", "上周 deadlock checkout", "deadlock in checkout 3 days ago"} {
		if got := mustFind(t, ix, Query{Text: text, Now: now}).Hits[0]; got.Relevance != plain.Relevance {
			t.Errorf("%s: relevance %.3f, want %.3f", text, got.Relevance, plain.Relevance)
		}
	}
}

func FuzzStretches(f *testing.F) {
	for _, text := range []string{"last week", "since 2026-05", "May 12, 2026", "三天前", "2025年3月12日以来", "the week before 3 june", "2026-99", "on"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, s := range latinTimes(text, now) {
			if s.start < end {
				t.Fatalf("%q: bytes %d to %d after %d", text, s.start, s.end, end)
			}
			end = s.end
		}
		for _, s := range stretches(text, now) {
			if s.end <= s.start || s.end > len(text) || s.from.IsZero() && s.to.IsZero() || !s.from.IsZero() && !s.to.IsZero() && !s.from.Before(s.to) {
				t.Fatalf("%q: %+v", text, s)
			}
		}
	})
}
