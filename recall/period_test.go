package recall

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// now is Sunday 2026-11-29.
func periodIndex() *memIndex {
	dated := func(id string, kind items.Type, at string) note {
		t, err := time.Parse(time.DateOnly, at)
		if err != nil {
			panic(err)
		}
		return note{Head: items.Head{ID: items.ID(id), Type: kind, Title: "note " + id, Created: t, Updated: t, Project: "shop"}}
	}
	edited := dated("edited", items.Fact, "2026-01-05")
	edited.Updated = now.AddDate(0, 0, -10) // Thursday of last week
	other := dated("other", items.Fact, "2026-11-18")
	other.Project = "blog"
	gone := dated("gone", items.Decision, "2026-11-18")
	gone.Status = items.Retired
	return newIndex(
		dated("monday", items.Decision, "2026-11-16"), dated("friday", items.Fact, "2026-11-20"), dated("tuesday", items.Issue, "2026-11-24"),
		dated("yesterday", items.Decision, "2026-11-28"), dated("march", items.Lesson, "2026-03-12"), edited, other, gone,
	)
}

func TestATimeAloneIsAnsweredFromDatesNewestFirst(t *testing.T) {
	ix := periodIndex()
	for text, want := range map[string]string{
		"what happened last week?":                   "friday monday edited",
		"What did we do last week":                   "friday monday edited",
		"what was decided last week?":                "monday friday edited", // what is of another type stands behind
		"what changed since Monday?":                 "yesterday tuesday",
		"what's new since yesterday":                 "yesterday",
		"recap of yesterday":                         "yesterday",
		"show me the changes of yesterday":           "yesterday",
		"which decisions did we make last week":      "monday friday edited",
		"what did we learn in March?":                "march",
		"上周做了什么":                                     "friday monday edited",
		"上周五做了什么":                                    "friday",
		"昨天有什么进展？":                                   "yesterday",
		"周一以来有哪些变化":                                  "yesterday tuesday",
		"三月学到了什么教训":                                  "march",
		"总结一下上周的工作":                                  "friday monday edited",
		"issues in November":                         "tuesday yesterday friday monday edited",
		"all decisions since Monday":                 "yesterday tuesday",
		"decisions last week":                        "monday friday edited",
		"what issues came up last week?":             "friday monday edited",
		"what broke since Monday?":                   "tuesday yesterday",
		"lessons from March":                         "march",
		"三月的教训":                                      "march",
		"上周的决定":                                      "monday friday edited",
		"last week":                                  "friday monday edited",
		"上周":                                         "friday monday edited",
		"今天":                                         "",
		"this week":                                  "",
		"last week's decisions":                      "monday friday edited",
		"give me a summary of last week":             "friday monday edited",
		"did anything change last week?":             "friday monday edited",
		"recent decisions":                           "yesterday monday tuesday friday edited",
		"most recent issue":                          "tuesday yesterday friday monday edited",
		"latest lesson":                              "march yesterday tuesday friday monday edited",
		"recent lessons":                             "march yesterday tuesday friday monday edited",
		"what happened recently?":                    "yesterday tuesday friday monday edited",
		"what have we decided lately":                "yesterday monday tuesday friday edited",
		"最近的教训":                                      "march yesterday tuesday friday monday edited",
		"最近有什么变化":                                    "yesterday tuesday friday monday edited",
		"最新的决定":                                      "yesterday monday tuesday friday edited",
		"近期出了什么问题":                                   "tuesday yesterday friday monday edited",
		"上周的变更":                                      "friday monday edited",
		"这个月出了什么故障":                                  "tuesday yesterday friday monday edited",
		"was haben wir letzte Woche entschieden?":    "monday friday edited",
		"Entscheidungen im November":                 "yesterday monday tuesday friday edited",
		"qu'avons-nous décidé la semaine dernière ?": "monday friday edited",
		"¿qué decidimos la semana pasada?":           "monday friday edited",
		"十一月发现了什么问题":                                 "tuesday yesterday friday monday edited",
		"lessons learned in March":                   "march",
		"recent checkout issues":                     "",
		"latest version of node":                     "",
		"最近优惠券的问题":                                   "",
		"the latest":                                 "",
		"fix bugs today":                             "",
		"issues in checkout last week":               "",
		"上周优惠券的问题":                                   "",
		"what happened to the coupons last week":     "",
		"上周优惠券怎么了":                                   "",
		"fix it today":                               "",
		"can we finish this today?":                  "",
		"what is the weather today":                  "",
		"what day is it today?":                      "",
		"what happened":                              "",
		"please continue what we did last week":      "",
	} {
		res := mustFind(t, ix, Query{Text: text, Project: "shop"})
		got := strings.Join(slices.DeleteFunc(ids(res.Hits), func(string) bool { return !byDate(res) }), " ")
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// byDate reports a result that dates gave: no word took part.
func byDate(res Result) bool {
	return len(res.Hits) > 0 && res.Hits[0].Parts[0].Name == "when"
}

func TestWhatIsOfAnotherTypeThanAskedForStaysBelowTheFloor(t *testing.T) {
	res := mustFind(t, periodIndex(), Query{Text: "what did we decide last week?", Project: "shop"})
	if len(res.Hits) != 3 || res.Hits[0].Relevance < DefaultFloor || res.Hits[1].Relevance >= DefaultFloor {
		t.Errorf("%+v", res.Hits)
	}
}

func TestATimeInWhichNothingHappenedIsAnsweredByNothing(t *testing.T) {
	res := mustFind(t, periodIndex(), Query{Text: "what happened in May?", Project: "shop"})
	if slices.ContainsFunc(res.Hits, func(h Hit) bool { return h.Relevance >= DefaultFloor }) {
		t.Errorf("%+v", res.Hits)
	}
}

func TestAnItemThatIsNotOfTheTimeIsExplained(t *testing.T) {
	res := mustFind(t, periodIndex(), Query{Text: "what happened last week?", Project: "shop", Want: "gone"})
	if n := len(res.Dropped); n != 1 || res.Dropped[0].ID != "gone" || res.Dropped[0].Dropped != DropStatus {
		t.Errorf("%+v", res.Dropped)
	}
	res = mustFind(t, periodIndex(), Query{Text: "what happened last week?", Project: "shop", Want: "march"})
	if n := len(res.Dropped); n != 1 || res.Dropped[0].Dropped != DropNoMatch {
		t.Errorf("%+v", res.Dropped)
	}
}
