package projections

import (
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/token/porter"
	"github.com/blevesearch/bleve/v2/analysis/token/stop"
	unicodetokens "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
)

func TestStopWordsAreThoseOfBleve(t *testing.T) {
	want := analysis.NewTokenMap()
	if err := want.LoadBytes(en.EnglishStopWords); err != nil {
		t.Fatal(err)
	}
	if got := stopWords(); !reflect.DeepEqual(got, map[string]bool(want)) {
		t.Errorf("%d stop words, bleve has %d", len(got), len(want))
	}
}

// Every kana with every sound mark, as bleve's table has them.
func TestWidthOfKanaIsFoldedAsBleveDoes(t *testing.T) {
	for r := rune(0x3000); r <= 0x3100; r++ {
		compareFilters(t, string(r)+"ﾞ", string(r)+"ﾟ")
	}
	for r := rune(0xFF00); r <= 0xFFEF; r++ {
		compareFilters(t, string(r), string(r)+"ﾞ", string(r)+"ﾟ", "ｶ"+string(r), string(r)+string(r))
	}
}

func compareFilters(t *testing.T, terms ...string) {
	t.Helper()
	for _, term := range terms {
		ours := widthFilter{}.Filter(analysis.TokenStream{{Term: []byte(term)}})
		bleves := cjk.NewCJKWidthFilter().Filter(analysis.TokenStream{{Term: []byte(term)}})
		if string(ours[0].Term) != string(bleves[0].Term) {
			t.Errorf("%q (%x) is folded to %q, by bleve to %q", term, term, ours[0].Term, bleves[0].Term)
		}
	}
}

// FuzzFilters holds the whole chain to bleve's, token by token. Where a small letter has another length than its capital, bleve leaves
// bytes of the capital in the word, or forgets the last sigma: those texts are left out.
func FuzzFilters(f *testing.F) {
	for _, s := range []string{"", "The TEAM's 数据库 getUserById src/a.go", "ｶﾞ ﾊﾟﾋﾟ ー ＡＰＩ's", "\xff\xfe 数\xff据", "a.b_c:d", "''s ’s", "ΟΔΟΣ Ⱥb ΣΣ", "使用Redis缓存 1,024.5", strings.Repeat("库 ", 40)} {
		f.Add(s)
	}
	english := analysis.NewTokenMap()
	if err := english.LoadBytes(en.EnglishStopWords); err != nil {
		f.Fatal(err)
	}
	bleves := []analysis.TokenFilter{
		scriptFilter{}, cjk.NewCJKWidthFilter(), en.NewPossessiveFilter(), lowercase.NewLowerCaseFilter(), cjk.NewCJKBigramFilter(true),
		stop.NewStopTokensFilter(english), stemmableFilter{}, porter.NewPorterStemmer(),
	}
	ours := []analysis.TokenFilter{
		scriptFilter{}, widthFilter{}, possessiveFilter{}, lowerFilter{}, bigramFilter{}, stopFilter{stopWords()}, stemmableFilter{}, porterFilter{},
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsFunc(text, otherLength) {
			return
		}
		want, got := unicodetokens.NewUnicodeTokenizer().Tokenize([]byte(text)), wordTokens{}.Tokenize([]byte(text))
		for i := 0; ; i++ {
			if len(got) != len(want) {
				t.Fatalf("step %d: %d tokens, bleve has %d", i, len(got), len(want))
			}
			for n := range got {
				if string(got[n].Term) != string(want[n].Term) || got[n].Start != want[n].Start || got[n].End != want[n].End ||
					got[n].Position != want[n].Position || got[n].Type != want[n].Type {
					t.Fatalf("step %d, token %d: %+v, bleve has %+v", i, n, got[n], want[n])
				}
			}
			if i == len(ours) {
				return
			}
			want, got = bleves[i].Filter(want), ours[i].Filter(got)
		}
	})
}

func otherLength(r rune) bool { return utf8.RuneLen(unicode.ToLower(r)) != utf8.RuneLen(r) }

// stemmableFilter marks what Porter's rules are wrong for.
type stemmableFilter struct{}

func (stemmableFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	for _, t := range in {
		t.KeyWord = !isStemmable(t.Term)
	}
	return in
}
