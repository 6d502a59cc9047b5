package recall

import (
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

// The tables are read by binary search, so their order is part of their meaning.
func TestDictionariesAreSortedAndEveryKeyIsFound(t *testing.T) {
	for name, dictionary := range map[string]string{"zhEn": zhEn, "enZh": enZh} {
		last, n := "", 0
		for line := range strings.Lines(dictionary) {
			key, words, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !ok || words == "" || key <= last {
				t.Fatalf("%s: line %q after %q", name, line, last)
			}
			if n%101 == 0 && strings.Join(lookUp(dictionary, key), ",") != words {
				t.Fatalf("%s: %q is not found", name, key)
			}
			last, n = key, n+1
		}
		if n < 10_000 {
			t.Errorf("%s has %d lines", name, n)
		}
	}
}

func TestKeysThatAreNotThereFindNothing(t *testing.T) {
	for _, key := range []string{"", "\x00", "\xff", "zzzzzz", "缓存缓存缓", "\n", "\t", "a\tb"} {
		if got := lookUp(zhEn, key); got != nil {
			t.Errorf("%q: %v", key, got)
		}
		if got := lookUp(enZh, key); got != nil {
			t.Errorf("%q: %v", key, got)
		}
	}
}

func TestChineseIsCutIntoTheLongestWords(t *testing.T) {
	text := "的数据库缓存x登录"
	var got []string
	for _, w := range hanWords(text, 0, len(text)) {
		got = append(got, text[w.start:w.end])
	}
	if want := []string{"数据库", "缓存", "登录"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestAQuestionFindsTheFactInTheOtherLanguage(t *testing.T) {
	ix := newIndex(note{Head: head("en", "Database cache expires after ten minutes")}, note{Head: head("zh", "数据库用主从复制")},
		note{Head: head("enOther", "Release notes are written by hand")}, note{Head: head("zhOther", "图片压缩成小尺寸")})
	for query, want := range map[string]items.ID{"缓存什么时候过期": "en", "how is the database replicated": "en", "复制怎么做": "zh", "image compression": "zhOther"} {
		res := mustFind(t, ix, Query{Text: query})
		if len(res.Hits) == 0 || res.Hits[0].ID != want {
			t.Errorf("%q: %v, want %s", query, ids(res.Hits), want)
		}
	}
}

// A translation is a guess among senses: the same word in the question's own language stands above it.
func TestTheQuestionsOwnLanguageComesFirst(t *testing.T) {
	ix := newIndex(note{Head: head("a-en", "cache")}, note{Head: head("b-zh", "缓存")})
	if res := mustFind(t, ix, Query{Text: "缓存"}); len(res.Hits) != 2 || res.Hits[0].ID != "b-zh" || res.Hits[1].Relevance >= res.Hits[0].Relevance {
		t.Errorf("%+v", res.Hits)
	}
	if res := mustFind(t, ix, Query{Text: "cache"}); len(res.Hits) == 0 || res.Hits[0].ID != "a-en" {
		t.Errorf("%+v", res.Hits)
	}
}

func FuzzHanWords(f *testing.F) {
	for _, s := range []string{"", "数据库缓存", "a数b据", "\xff数据", "日志日志日志日志日志日志日志"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, w := range hanWords(text, 0, len(text)) {
			if w.start < end || w.end <= w.start || w.end > len(text) || len(w.english) == 0 {
				t.Fatalf("%q: %+v", text, w)
			}
			end = w.end
		}
	})
}

// "id" translates 身份证, and stands for much else.
func TestATranslationOfTwoLettersIsNone(t *testing.T) {
	ix := newIndex(note{Head: head("key", "Each row has an id")}, note{Head: head("card", "Passengers show an identity card")})
	if res := mustFind(t, ix, Query{Text: "身份证丢了"}); len(res.Hits) != 1 || res.Hits[0].ID != "card" {
		t.Errorf("%v", ids(res.Hits))
	}
}
