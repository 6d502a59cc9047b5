package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

func TestTwoNegationsInTwoClausesAreNotNone(t *testing.T) {
	m := meaning(t)
	for _, c := range []struct {
		want         compare.Relation
		older, newer string
	}{
		{compare.Contradiction, "The session store is thread-safe and meant to be shared.", "Do not share the session store, it isn't thread-safe."},
		{compare.Contradiction, "The session store is thread-safe and shared.", "The session store isn't thread-safe and it is not shared."},
		{compare.Same, "Do not share the session store, it isn't thread-safe.", "The session store is not thread-safe: do not share it."},
		{compare.Same, "Telemetry is not enabled.", "Telemetry is disabled."},
		{compare.Contradiction, "全文检索默认开启。", "全文检索默认是关的，需要手动打开。"},
		{compare.Contradiction, "全文检索默认关闭。", "全文检索默认开启，不需要手动打开。"},
		{compare.Same, "全文检索默认关闭，需要手动打开。", "默认情况下全文检索是关着的，要手动开启。"},
		{compare.Contradiction, "老版本不升级也能解析新字段。", "老版本不升级就解析不了新字段。"},
		{compare.Contradiction, "未登录的用户不注册也能下载附件。", "未登录的用户不注册就不能下载附件。"},
	} {
		older, newer := compare.Fact{Claim: c.older}, compare.Fact{Claim: c.newer}
		if r := m.Facts(t.Context(), older, newer); r.Relation != c.want || r.Sure && c.want != compare.Same {
			t.Errorf("%q, then %q: %+v, want %s", c.older, c.newer, r, c.want)
		}
		if r := compare.Facts(older, newer); r.Relation == compare.Same && c.want != compare.Same {
			t.Errorf("%q, then %q: the rules alone take them for the same", c.older, c.newer)
		}
	}
}

func TestWhatHoldsInTwoCasesIsNoContradiction(t *testing.T) {
	r := meaning(t).Facts(t.Context(), compare.Fact{Claim: "When offline, edits are queued."}, compare.Fact{Claim: "When online, edits are not queued."})
	if r.Relation != compare.Similar && r.Relation != compare.Unrelated {
		t.Errorf("%+v", r)
	}
}
