package items

import (
	"strings"
	"testing"
)

func TestFormKeysLookPastArticlesAndTheOrderOfClauses(t *testing.T) {
	for _, same := range [][]string{
		{"Use the X-Trace header", "use X-Trace header.", "Use an X-Trace header", "ＵＳＥ THE `X-Trace` HEADER"},
		{"The API pages by cursor, offset scans are slow", "Offset scans are slow; API pages by the cursor.", "API pages by cursor - the offset scans are slow"},
		{"Because the CI is slow, cache it", "Cache it because CI is slow.", "Cache it, because the CI is slow"},
		{"因为镜像很大，所以先拉基础层", "先拉基础层，因为镜像很大。"},
		{"订单服务用游标分页，不再扫描偏移", "不再扫描偏移；订单服务用游标分页"},
	} {
		for _, s := range same[1:] {
			if FormKey(s) != FormKey(same[0]) {
				t.Errorf("%q and %q: %q, %q", same[0], s, inOneOrder(clauses(same[0])), inOneOrder(clauses(s)))
			}
		}
	}
	if FormKey("Use X-Trace header") != Key("use x-trace header") {
		t.Error("of one clause without articles it is the key")
	}
}

func TestFormKeysKeepAnOrderThatMayBeTheFact(t *testing.T) {
	for _, p := range [][2]string{
		{"Lint, test, deploy in this order", "Test, lint, deploy in this order"},
		{"Run the quick tests when CI is busy, run the slow tests when CI is idle", "Run the slow tests when CI is busy, run the quick tests when CI is idle"},
		{"Cut the release before the freeze", "Freeze before the release cut"}, {"Use plan A", "Use plan B"}, {"Use plan A", "Use plan"},
		{"A then B", "B then A"}, {"先构建，再部署", "先部署，再构建"}, {"Never cache tokens", "Cache tokens"}, {"Port is 8,080", "Port is 8.080, fixed"},
		{"", "the API"},
	} {
		if FormKey(p[0]) == FormKey(p[1]) {
			t.Errorf("%q and %q have one key: %q", p[0], p[1], inOneOrder(clauses(p[0])))
		}
	}
}

// FuzzFormKey: an article before a word, and the order of two sentences, change nothing.
func FuzzFormKey(f *testing.F) {
	f.Add("The API pages by cursor, offset scans are slow", "Because CI is slow, cache it")
	f.Add("先构建，再部署", "plan A")
	f.Fuzz(func(t *testing.T, a, b string) {
		if key := FormKey(a); key != FormKey(a+" ") || len(key) != 32 {
			t.Errorf("%q: %s", a, key)
		}
		one, other := clauses(a), clauses(b)
		if len(one) != 1 || len(other) != 1 || strings.ContainsAny(a+b, "\r\x00-–") {
			return
		}
		if FormKey("the "+one[0]) != FormKey(one[0]) {
			t.Errorf("%q with an article: %q", one[0], clauses("the "+one[0]))
		}
		if FormKey(one[0]+"; "+other[0]) != FormKey(other[0]+"; "+one[0]) && !isShort(withoutAnswer(one[0])) && !isShort(withoutAnswer(other[0])) &&
			!opens(one[0]) && !opens(other[0]) {
			t.Errorf("%q and %q", one[0], other[0])
		}
	})
}
