package projections

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func texts(terms []Term) string {
	var out []string
	for _, t := range terms {
		out = append(out, t.Text)
	}
	return strings.Join(out, " ")
}

func TestWordsAreStemmedAndCJKComesInPairsAndSingles(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"The team's connections were pooled", "team connect pool"},
		{"same origin, before the commit", "same origin befor commit"}, // words that the stock list drops
		{"ＡＰＩ keys", "api kei"},
		{"done.Next user_id v1.2.3", "done next user id v1.2.3"},
		{"数据库", "数 数据 据 据库 库"},
		{"库", "库"},
		{"使用Redis缓存", "使 使用 用 redi 缓 缓存 存"},
		{"データベース", "デ デー ー ータ タ タベ ベ ベー ー ース ス"},
		{"ひらがな", "ひ ひら ら らが が がな な"},
		{"데이터를", "데 데이 이 이터 터 터를 를"},
		{"API를", "api 를"},
		{"größe naïve Größe", "größe naïve größe"},
		{"İstanbul 20 Kelvin", "istanbul 20 kelvin"}, // I with a dot and the Kelvin sign are longer than their small letters
		{"ΟΔΟΣ ΟΔΟΣΑ", "οδος οδοσα"},
		{"the of and", ""},
		{strings.Repeat("a", maxTerm+1), ""},
	} {
		if got := texts(newAnalyzer().words(tc.in)); got != tc.want {
			t.Errorf("words(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestIdentifiersAreFoundWholeAndInParts(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"call getUserById now", "getuserbyid get user id"},
		{"set MAX_RETRIES, please", "max_retries max retri"},
		{"HTTPServer", "httpserver http server"},
		{"edit src/auth/login_test.go.", "src/auth/login_test.go src auth login_test.go login test go"},
		{`C:\Users\me`, "c:/users/me user"},
		{"shop-api and utf8", "shop-api shop api utf8 utf"},
		{"C++ or C#", "c++ c#"},
		{"plain words only, 42 of them", ""},
		{"bump to v1.2.3", "v1.2.3 v1"},
	} {
		if got := texts(newAnalyzer().identifiers(tc.in, false)); got != tc.want {
			t.Errorf("identifiers(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
	if got := texts(newAnalyzer().identifiers("Makefile", true)); got != "makefil" {
		t.Errorf("a path without structure gives %q", got)
	}
}

// A word of a query must meet the same word inside an identifier.
func TestAPlainWordMeetsThePartOfAnIdentifier(t *testing.T) {
	a := newAnalyzer()
	parts := texts(a.identifiers("connectionPools", false))
	for _, word := range []string{"connection", "connections", "pool"} {
		if got := a.words(word)[0].Text; !slices.Contains(strings.Fields(parts), got) {
			t.Errorf("the word %q is indexed as %q, the identifier as %q", word, got, parts)
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range []string{"", "The team's 数据库 getUserById src/a.go", "ｶﾞ ﾊﾟﾋﾟ ー", "\xff\xfe", "a.b_c:d", "''s", strings.Repeat("库", 300)} {
		f.Add(s)
	}
	a := newAnalyzer()
	f.Fuzz(func(t *testing.T, text string) {
		terms := a.query(text)
		for _, term := range terms {
			if term.Text == "" || len(term.Text) > maxTerm {
				t.Fatalf("term %q of %d bytes", term.Text, len(term.Text))
			}
			if term.Start < 0 || term.Start > term.End || term.End > len(text) {
				t.Fatalf("term %q stands at %d..%d of %d bytes", term.Text, term.Start, term.End, len(text))
			}
			if utf8.ValidString(text) && !utf8.ValidString(term.Text) {
				t.Fatalf("term %q is not UTF-8", term.Text)
			}
		}
		if !slices.Equal(terms, a.query(text)) {
			t.Fatal("two analyses of one text differ")
		}
	})
}
