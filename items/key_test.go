package items

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestKeysOfTheSameClaimAreEqual(t *testing.T) {
	for _, same := range [][]string{
		{"Lists page by cursor.", "lists  page\nby cursor", "**Lists** page by `cursor`!", "Ｌｉｓｔｓ page by cursor", "Lists page by cur\u200bsor", "- lists, page: by (cursor)"},
		{"使用 Postgres，不用 MySQL。", "使用Postgres,不用MySQL", "使用 Ｐostgres 不用 ＭySQL"},
		{"Don't retry", "dont retry", "Don’t retry"},
		{"Straße", "STRASSE"},
		{"Use C#.", "use c#"},
		{"", " ... ", "\n"},
		{"ｶﾞ", "ガ"},
	} {
		for _, s := range same[1:] {
			if Key(s) != Key(same[0]) {
				t.Errorf("%q folds to %q, %q to %q: want the same", same[0], fold(same[0]), s, fold(s))
			}
		}
	}
}

func TestKeysOfDifferentClaimsDiffer(t *testing.T) {
	for _, p := range [][2]string{
		{"Use C#", "Use C"}, {"Use C++", "Use C"}, {"Python 3.11", "Python 3.1.1"}, {"port 80 81", "port 8081"}, {"a <= b", "a >= b"}, {"at most 5%", "at most 5"},
		{"offset -1", "offset 1"}, {"no where", "nowhere"}, {"a$b", "ab"}, {"使用游标", "不使用游标"},
	} {
		if Key(p[0]) == Key(p[1]) {
			t.Errorf("%q and %q both fold to %q", p[0], p[1], fold(p[0]))
		}
	}
	if Key("a", "b") == Key("a b") || Key("a", "") == Key("", "a") {
		t.Error("parts run together")
	}
	if k := Key("a"); len(k) != 32 || strings.Trim(k, "0123456789abcdef") != "" {
		t.Errorf("key %q is not 32 hex digits", k)
	}
}

// FuzzKey: the fast way for ASCII gives what the full way gives, and folding is stable.
func FuzzKey(f *testing.F) {
	f.Add("Use C# -1, 5% of `x`!")
	f.Add("使用 Ｐ")
	f.Fuzz(func(t *testing.T, s string) {
		once := fold(s)
		if isASCII(s) {
			if slow := strings.TrimSuffix(fold(s+" ξ"), "ξ"); strings.TrimSpace(slow) != once {
				t.Errorf("%q folds to %q and, the slow way, %q", s, once, slow)
			}
		}
		if utf8.ValidString(s) && strings.ContainsAny(once, "\n\t`") {
			t.Errorf("%q folds to %q", s, once)
		}
	})
}

func TestHeadCarriesWhatFiltersNeed(t *testing.T) {
	it, _ := parseFull(t)
	h := it.Head()
	if h.ID != it.ID || h.Type != Signal || h.State != it.State || !h.HasSource || h.TextKey != Key(it.Title, it.Summary, it.Body) ||
		h.ClaimKey != Key(it.Summary) || len(h.Spans) != 2 || h.Spans[0] != "9c1e2f" || h.Valid != it.Valid || len(h.Supersedes) != 1 {
		t.Errorf("got %+v", h)
	}
	if got := (Item{Title: "Use X", Summary: "..."}).Head().ClaimKey; got != Key("Use X") {
		t.Error("a summary without words must not be the claim")
	}
	if got := SpanKey(Citation{ID: "e", Span: "1-2"}); got != "e:1-2" {
		t.Errorf("span key without hash: %s", got)
	}
}

func TestSourceIsEvidenceCodeReferencesOrAPerson(t *testing.T) {
	for _, it := range []Item{{Evidence: []Citation{{ID: "e"}}}, {Anchors: []Anchor{{Path: "p"}}}, {Refs: Refs{URLs: []string{"u"}}}, {Trust: Human},
		{Review: Review{Verdict: "approved"}}} {
		if !it.HasSource() {
			t.Errorf("%+v has a source", it)
		}
	}
	for _, it := range []Item{{}, {Author: "me"}, {Trust: Agent}, {Review: Review{Verdict: "rejected"}}} {
		if it.HasSource() {
			t.Errorf("%+v has no source", it)
		}
	}
}

func TestTypes(t *testing.T) {
	for _, typ := range Types() {
		if got, err := ParseType(strings.ToUpper(string(typ))); err != nil || got != typ {
			t.Errorf("%s: %s, %v", typ, got, err)
		}
	}
	for alias, want := range Aliases() {
		if got, err := ParseType(" " + alias); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", alias, got, err, want)
		}
	}
	if _, err := ParseType("opinion"); err == nil || !strings.Contains(err.Error(), "fact, decision") {
		t.Errorf("got %v, want the valid names", err)
	}
	classes := map[Class]int{}
	for _, typ := range Types() {
		classes[typ.Class()]++
	}
	if classes[Informs] != 8 || classes[Suggests] != 2 || classes[Orders] != 2 || Policy.Class() != Orders || Lesson.Class() != Suggests {
		t.Errorf("classes are %v", classes)
	}
	if (Item{}).EffectiveConfidence() != 0.5 || (Item{Confidence: 0.2}).EffectiveConfidence() != 0.2 {
		t.Error("effective confidence")
	}
}
