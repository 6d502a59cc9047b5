package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

func TestTitlesAboveReasons(t *testing.T) {
	m := meaning(t)
	fact := func(title, claim string) compare.Fact { return compare.Fact{Title: title, Claim: claim} }
	for _, c := range []struct {
		older, newer compare.Fact
		want         compare.Relation
	}{
		{fact("Always sign release tags", "Customers verify them."), fact("Never sign release tags", "The key ceremony takes too long."), compare.Contradiction},
		{fact("The deploy flag is on", "Turned on by the release crew."), fact("The deploy flag is off", "The rollout is frozen."), compare.Contradiction},
		{fact("Never squash commits", ""), fact("Always squash commits", "It keeps the history readable."), compare.Contradiction},
		{fact("Billing port is 7070", "Chosen in May."), fact("Billing", "The billing port is 9090."), compare.Update},
		{fact("总是压缩提交", "历史更清楚。"), fact("从不压缩提交", "不方便二分查找。"), compare.Contradiction},
		{fact("每晚导出报表", "财务早上要看。"), fact("每晚导出报表", "白天磁盘太忙。"), compare.Similar},
		{fact("Use pnpm to install packages", "It is faster."), fact("Packages are installed using pnpm", "It saves disk space."), compare.Similar},
		// two subjects, two places, two topics
		{fact("Billing port is 7070", "Chosen in May."), fact("Search port is 9090", "Moved behind the proxy."), compare.Unrelated},
		{fact("The timeout is 30 seconds", "For uploads."), fact("The timeout is 60 seconds", "For searches."), compare.Unrelated},
		{fact("Debug logging is enabled", "In staging only."), fact("Debug logging is disabled", "The disk was full."), compare.Unrelated},
		{fact("Debug logging is enabled", "The staging team reads it."), fact("Debug logging is disabled", "In production the disk was full."), compare.Unrelated},
		{fact("超时是 30 秒", "用于上传。"), fact("超时是 60 秒", "用于搜索。"), compare.Unrelated},
		{fact("Deploys", "Each deploy needs two approvals."), fact("Deploys", "Deploy scripts are written in Go."), compare.Unrelated},
		{fact("Port: 8080", "The API answers there."), fact("Timeout: 60", "The client gives up."), compare.Unrelated},
		{fact("Node 20", "The image ships it."), fact("Node 22", "The image ships it."), compare.Unrelated},
		{fact("Print env", "Run env and sort it to see what CI exports."), fact("Debug prompt", "Print the system prompt with make show-prompt before a release."), compare.Unrelated},
		{fact("Restart workers", "Run make workers-restart."), fact("Deploys", "Restart the proxy with systemctl."), compare.Unrelated},
		{fact("Frontend uses React", "The team knows it."), fact("Frontend uses Redux", "State is kept there."), compare.Unrelated},
	} {
		got := m.Facts(t.Context(), c.older, c.newer)
		if got.Relation != c.want || got.Sure {
			t.Errorf("%+v then %+v: %+v, want %s", c.older, c.newer, got, c.want)
		}
	}
}
