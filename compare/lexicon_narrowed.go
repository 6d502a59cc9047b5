package compare

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
)

// The lists for what narrows a subject and what does not.

// adding words say that something is so again, still or after all.
var adding = words1(`again still back anyway already indeed even ever also too therefore thus hence however yet once more always now today usually normally
	default team project repo repository codebase same main whole entire set configured supposed meant expected`)

// saying words open a sentence that says what somebody says.
var saying = set(`remember note decide agree confirm say tell know think believe recall remind mention state fyi ok okay yes no correct correction reminder fact truth sure
	clear course want wish guess assume find learn hear update info memo rule convention decision agreement`)

// generic words say of a name what kind of thing it is, and no more.
var generic = set("service server app application process daemon instance program system software tool component module unit setup value setting number config option parameter data variable day date")

// kinds are words that may say what kind of thing a name is, or name a part of it.
var kinds = set(`web http https api rest backend frontend database db cache queue broker proxy gateway container host node cluster engine framework platform library site
	worker job task endpoint machine box vm pod image deployment cloud network stack socket listener`)

// standing verbs tell where something is reached or runs, and are one about a port or a place.
var standing = set("run listen serve start host live locate bind sit stay reach expose use work answer available reachable")

var (
	addingZh = sync.OnceValue(func() []string {
		return slices.Concat(phrasesZh("我们的 我们 团队的 团队 项目的 项目 实际上 事实上 其实 确实 如今 依然 依旧 仍然 仍旧 还是 还会 始终 一直 总是 通常 一般 默认 再次 "+
			"访问 执行 承载 保存 基于 单位 又 仍 带")(), byLength(lightZh()), byLength(words1(deniersZh)()))
	})
	genericZh = phrasesZh("应用程序 服务程序 服务器 服务端 服务 应用 进程 程序 系统 软件 实例 工具 组件 模块 项目 数据 本身 参数 设置 配置 值")
	kindsZh   = phrasesZh("数据库 缓存 队列 网关 代理 容器 主机 节点 集群 引擎 框架 平台 后端 前端 接口 网站 任务 镜像")
)

// byLength are the words of a list, the longest first.
func byLength(list map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(list), func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
}

func phrasesZh(list string) func() []string {
	return sync.OnceValue(func() []string { return strings.Fields(list) })
}
