package enclosed

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestACutEndsOutsideOfBracketsAndQuotations(t *testing.T) {
	for _, c := range []struct{ text, before, want string }{ // cut before these words
		{"The regex uses $& (which inserts the match, secret and all) in the log", ", secret", "The regex uses $& (which inserts the …)"},
		{"The regex uses $& (which inserts the match", "", "The regex uses $& (which inserts the …)"},
		{"Answer \"no such tenant, try again\" when it is unknown", ", try", "Answer"},
		{"The server answers \"no such tenant, try again\" when it is unknown", ", try", "The server answers"},
		{"Whoever calls runAll(first, second) waits for both", ", second", "Whoever calls"},
		{"The field 'shared with me' stands first in the list", " with", "The field"},
		{"All the rows of the 'shared with me' list are read only", " with", "All the rows of the"},
		{"It's the users' list that counts, not ours", ", not", "It's the users' list that counts"},
		{"A 5\" disk is enough, a 7\" one is not", ", a", "A 5\" disk is enough"},
		{"Too slow :( and nobody knows why, so far", ", so", "Too slow :( and nobody knows why"},
		{"1) read it 2) write it, then stop", ", then", "1) read it 2) write it"},
		{"发布窗口是每周四下午（除非当天是节假日，那就顺延）", "，那就", "发布窗口是每周四下午"},
		{"先发布到预发环境观察一天再发布到「正式，全部」环境", "，全部", "先发布到预发环境观察一天再发布到"},
		{"Keep the outer (and the (inner, deep) one) together", ", deep", "Keep the outer"},
		{"(the old way, which nobody uses) stays", ", which", "the old way"},
		{"The script runs $(date in a shell", "", "The script runs $(date in a shell"},
		{"Nothing is cut, nothing is open", "", "Nothing is cut, nothing is open"},
	} {
		at := len(c.text)
		if c.before != "" {
			at = strings.Index(c.text, c.before)
		}
		if got := strings.TrimSpace(Cut(c.text, at)); got != c.want {
			t.Errorf("%q before %q\nwant %q\ngot  %q", c.text, c.before, c.want, got)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("The regex uses $& (which inserts, all) in 'the log, too'", 30)
	f.Add("“a ‘b, c’ d” (e [f {g", 9)
	f.Fuzz(func(t *testing.T, s string, at int) {
		if at < 0 || at > len(s) || at < len(s) && !utf8.RuneStart(s[at]) {
			t.Skip()
		}
		cut := Cut(s, at)
		if len(cut) > at || utf8.ValidString(s) != utf8.ValidString(cut) && utf8.ValidString(s) {
			t.Fatalf("%q cut at %d is %q", s, at, cut)
		}
		if short := Clip(s, 9); utf8.RuneCountInString(short) > 9 || utf8.ValidString(s) && !utf8.ValidString(short) {
			t.Fatalf("%q clipped is %q", s, short)
		}
		if len(begun(s, len(s))) == 0 && Inside(cut, len(cut)) { // everything that it opens it ends
			t.Fatalf("%q cut at %d ends within: %q", s, at, cut)
		}
	})
}
