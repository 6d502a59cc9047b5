package writeservice

import (
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/internal/lazyregexp"
)

// An agent calls an item by what it is about: "Page size of the orders list is 250" above "The orders list returns 250 rows a page." The word for what
// is set ("size") is the agent's own, and "of" puts first what the person said last.

// labels are the ways in which the words of a title may stand in a sentence that says it in full: as they are, and where "of" joins two things,
// with the second one first.
func labels(title string) (ways [][]string) {
	words := sayings(title)
	named := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return settings()[w] })
	ways = [][]string{words, named}
	m := ofShape().FindStringSubmatch(spelled(title))
	if m == nil {
		return ways
	}
	of := slices.DeleteFunc(sayings(m[1]), func(w string) bool { return settings()[w] })
	thing, value := sayings(m[2]), sayings(m[3])
	return append(ways, slices.Concat(thing, of, value), slices.Concat(thing, value, of))
}

// ofShape is a name with "of" or "for", alone or with what it is.
var ofShape = lazyregexp.New(`^\s*((?:[\pL\d./_-]+ ){1,3}?)(?:of|for) ((?:[\pL\d./_-]+ ?){1,4}?)(?:(?:\s*[:=]| is| are)\s+([^:=]+))?$`)

// namesOnly reports a title that is made of such words alone: it names what is set, and claims nothing.
func namesOnly(title string) bool {
	own := sayings(title)
	return len(own) > 0 && len(own) <= 4 && !slices.ContainsFunc(own, func(w string) bool { return !settings()[w] }) || settingsZh()[strings.TrimSpace(title)]
}

// settings are words for what a thing has, which who says the value need not say.
var settings = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, w := range sayings("size limit number count amount rate name value setting default schedule version format convention location place owner interval frequency time timeout " +
		"port host region zone language indentation naming style package manager tool tooling runtime framework formatter linter retention window encoding locale timezone channel contact choice") {
		set[w] = true
	}
	return set
})

// settingsZh are titles of such words.
var settingsZh = listed("包管理器 包管理 缩进 代码风格 命名规范 端口 超时 超时时间 版本 语言 编程语言 时区 区域 地区 格式 大小 数量 上限 限制 频率 负责人 渠道 工具 框架 运行时 保留期 默认值 位置 名称")
