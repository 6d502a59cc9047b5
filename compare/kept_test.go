package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

// Both facts of a pair can be true, or no program can know that they cannot: the newer one never replaces the older one, and is never taken for it.
var bothKept = []struct{ older, newer string }{
	// a number behind a noun names the thing
	{"工单 123 已修复", "工单 124 已修复"}, {"错误码 502 表示上游故障", "错误码 504 表示上游故障"}, {"服务器 1 在柏林", "服务器 2 在柏林"},
	{"分支 12 已合并", "分支 13 已合并"}, {"版本 2.1 移除了 Node 16", "版本 2.2 移除了 Node 16"}, {"迁移 0041 添加订单索引", "迁移 0042 添加订单索引"},
	{"步骤 2 是打标签", "步骤 3 是打标签"}, {"缺陷 88 影响登录", "缺陷 89 影响登录"}, {"节点 10.0.0.1 属于集群", "节点 10.0.0.2 属于集群"},
	{"状态码 404 会被缓存", "状态码 410 会被缓存"}, {"防火墙开放端口 8080", "防火墙开放端口 8443"}, {"端口 7070 用于计费", "端口 9090 用于计费"},
	{"Ticket 123 is fixed", "Ticket 124 is fixed"}, {"Error 502 means a fault upstream", "Error 504 means a fault upstream"},
	// what happened on a day or in a version
	{"The build failed on 2026-11-01", "The build failed on 2026-11-02"}, {"The bug was seen in 1.4.0", "The bug was seen in 1.5.0"},
	{"Meeting held on 2026-03-01", "Meeting held on 2026-04-01"}, {"The cluster was down on Monday", "The cluster was down on Tuesday"},
	{"The nightly job broke in March 2025", "The nightly job broke in April 2025"}, {"The migration took 20 minutes", "The migration took 45 minutes"},
	{"构建在 2026-11-01 失败了", "构建在 2026-11-02 失败了"}, {"故障曾在 1.4.0 出现", "故障曾在 1.5.0 出现"},
	// what is done again at another time
	{"Backend deploys on Monday", "Backend deploys on Friday"}, {"周一发布后端", "周五发布后端"}, {"Backups run at 02:00", "Backups run at 14:00"},
	{"The team meets on Tuesday", "The team meets on Thursday"}, {"备份在 02:00 运行", "备份在 14:00 运行"},
	// signs, operators and separators
	{"The range is >5", "The range is <5"}, {"x != y holds", "x == y holds"},
	{"Ratio 1:2", "Ratio 1.2"}, {"Window is 5-10 minutes", "Window is 10-5 minutes"},
	// two things change places
	{"Run lint before tests", "Run tests before lint"}, {"Merge main into dev", "Merge dev into main"}, {"Copy from A to B", "Copy from B to A"},
	{"甲调用乙", "乙调用甲"}, {"先测试后部署", "先部署后测试"}, {"Convert rows to columns", "Convert columns to rows"},
}

func TestWhatMayBothBeTrueIsKept(t *testing.T) {
	m := meaning(t)
	for _, p := range bothKept {
		for _, p := range [][2]string{{p.older, p.newer}, {p.newer, p.older}} {
			r := m.Facts(t.Context(), compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]})
			if r.Relation == compare.Same || r.Relation == compare.Update && r.Sure {
				t.Errorf("%q, then %q: %+v", p[0], p[1], r)
			}
		}
	}
}

func TestAnotherVersionIsAnotherFact(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"Use library v1.1", "Use library v1.10"}, {"Requires Python 3.1", "Requires Python 3.10"}, {"要求 Python 3.1", "要求 Python 3.10"},
		{"用 v1.1 版本", "用 v1.10 版本"}, {"Version 1.2 is supported", "Version 1.20 is supported"}, {"最低版本是 1.2", "最低版本是 1.20"},
	} {
		if r := m.Facts(t.Context(), compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); r.Relation == compare.Same || r.Relation == compare.Similar {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
}

func TestWhatSaysThatItChangedReplaces(t *testing.T) {
	for _, p := range [][2]string{
		{"Backups run at 02:00", "Backups now run at 14:00"}, {"Backend deploys on Monday", "Backend now deploys on Friday"},
		{"The deploy day is Monday", "The deploy day is Friday"}, {"Version 1.2 is the minimum", "Version 1.20 is the minimum"},
		{"The standby offset is -1", "The standby offset is 1"}, {"服务端口 8080", "服务端口 9090"}, {"备份时间是 02:00", "备份时间是 14:00"},
		{"The limit is 1,000", "The limit is 1.000"}, {"The ratio is 1:2", "The ratio is 1:3"},
	} {
		if r := compare.Facts(compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); r.Relation != compare.Update || !r.Sure {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
}

// The same words in another order stay the same fact where no direction is lost.
func TestAnotherOrderIsTheSameFact(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"Always run the linter before a commit", "Before each commit, run the linter"}, {"The default branch is main", "main is the default branch"},
		{"The gateway listens on port 8080", "Gateway listens on 8080 port"}, {"租户配置缓存在 Redis 中", "Redis 缓存租户配置"}, {"默认分支是 main", "main 是默认分支"},
		{"A pool holds at most 5 connections", "A pool holds at most 5 connections"}, {"The ratio is 0.5", "The ratio is 0.50"}, {"The fee is $1.5", "The fee is $1.50"},
	} {
		if r := m.Facts(t.Context(), compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); r.Relation != compare.Same {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
}
