package compare

import (
	"strings"
	"sync"
)

// zhClass is what a listed Chinese word does in a sentence.
type zhClass int

const (
	zhPlain      zhClass = iota
	zhVerb               // the value follows
	zhTool               // "use": the value follows, then what it is used for
	zhPurpose            // after a tool: what follows is the scope
	zhNot                // negation
	zhOpposite           // stands for the negation of its base word
	zhMay                // permits
	zhMust               // demands
	zhChanged            // something changed
	zhChangedTo          // something changed, and the value follows
	zhChangedNot         // no longer
	zhFrom               // what follows held before, if something changed
	zhDay                // of the week
	zhDrop               // carries nothing that tells two facts apart
)

// zhWord is one listed word.
type zhWord struct {
	norm string
	is   zhClass
}

// zhWords by their characters: the longest that fits at a place wins, and what none covers is read character by character.
var zhWords = sync.OnceValue(func() map[string]zhWord {
	return zhList(map[zhClass]string{
		zhVerb: `是=be 为=be 即=be 等于=be 叫=call 叫做=call 名为=call 设为=be 设置为=be 限制为=limit 限制在=limit 限制是=limit 支持=support 需要=require 要求=require
		监听=listen 存储在=store 存放在=store 保存在=store 存在=store 放在=store 部署在=deploy 部署到=deploy 运行在=run 位于=locate 发送到=send 发到=send
		有=have 包含=have 喜欢=prefer 偏好=prefer 保留=keep 重试=retry 负责=own 至少=atleast 最多=atmost 拥有=have 返回=return 依赖=depend 进行=do
		通过=by 经由=by 由=by 限制=limit`,
		zhTool:       `使用=use 用=use 采用=use 选用=use 用的是=use`,
		zhPurpose:    `做=do 作=do 作为=do 当=do 来=do 用于=do 用来=do`,
		zhNot:        `请勿 无法 不允许 不 没 没有 无 无需 不要 不能 不得 不可 不会 不必 从不 绝不 永不 切勿 勿 别 禁止 严禁 未 不准 不应 不许 而不是 而非 而不`,
		zhMay:        `可以 可 能 能够 允许`,
		zhMust:       `才能 才可以 才可 必须 始终 总是 一律 务必 应该 应当 永远 总`,
		zhChanged:    `现在 现 目前 已经 已 如今`,
		zhChangedTo:  `改到 改在 改为 改用 改成 迁移到 切换到 更名为 改名为 换成 升级到 调整为 提高到 降低到 变为`,
		zhChangedNot: `不再 不再是`,
		zhFrom:       `从 由原来的`,
		zhOpposite: `关闭=enable 禁用=enable 停用=enable 可选=require 选填=require 私有=public 内部=public 异步=sync 之后=before 后=before
		降序=ascend 避免=use 去掉=keep 删除=keep 移除=keep 拒绝=accept 失败=pass 离线=online 慢=fast 假=true 手动=automatic 手工=automatic`,
		zhPlain: `开启=enable 打开=enable 启用=enable 必填=require 必选=require 公开=public 同步=sync 之前=before 前=before 升序=ascend 接受=accept 通过率=rate
		负责人=负责人 成功=pass 在线=online 快=fast 日志=log 时间戳=timestamp 失败后=onfail 环境=env 代码检查=lint 搜索=search 每晚=nightly 每天=daily 哈希=hash 存储=store
		构建=build 编写=write 开发=develop 发布=deploy 部署=deploy 接口=api 数据库=db 端口=port 超时=timeout 服务=service 默认=default 个人信息=pii
		用户=user 应用=app 费用=cost 引用=ref 缓存=cache 有效期=ttl 有限=finite 功能=feature 性能=perf 别名=alias 级别=level 类别=class
		区别=diff 分别=each 特别=special 路由=route 自由=free 前端=frontend 后端=backend 后台=admin 前缀=prefix 后缀=suffix 最后=last 然后=then 快照=snapshot
		从库=replica 未来=future 不同=different 不足=lack 可用=usable 可读=readable 因为=because 认为=think 为了=for 是否=whether 当前=current 用例=usecase
		之间=between 时间=time 大小=size 地址=address 请求=request 英文=english 英语=english 中文=chinese 汉语=chinese 日文=japanese 日语=japanese 韩文=korean 韩语=korean
		德语=german 德文=german 法语=french 法文=french 俄语=russian 西班牙语=spanish 真=true 自动=automatic`,
		zhDrop: `的 了 地 得 会 要 里 中 上 内 之 于 在 被 把 将 该 这个 那个 这 那 我们 都 也 就 以 按 并 请 所有 其 到 时 时候 并且 且 而 个 下`,
		zhDay: `周一=day1 周二=day2 周三=day3 周四=day4 周五=day5 周六=day6 周日=day7 星期一=day1 星期二=day2 星期三=day3 星期四=day4 星期五=day5
		星期六=day6 星期日=day7`,
	})
})

// zhDigits are numbers in words; they count only before a unit or a counted noun.
var zhDigits = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"一": "1", "二": "2", "两": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9", "十": "10",
	}
})

// zhMany are verbs with several objects at a time.
var zhMany = sync.OnceValue(func() map[string]bool {
	return map[string]bool{"support": true, "have": true, "require": true, "prefer": true, "depend": true, "own": true, "return": true}
})

// zhAttributes name one value of a thing, where they stand before the verb.
var zhAttributes = []string{
	"port", "timeout", "size", "address", "time", "default", "版本", "分支", "负责人", "路径", "格式", "语言", "区域", "名称", "限制", "频率", "级别", "类型", "镜像",
	"队列", "db",
}

func zhList(lists map[zhClass]string) map[string]zhWord {
	words := map[string]zhWord{}
	for class, list := range lists {
		for _, entry := range strings.Fields(list) {
			w, norm, ok := strings.Cut(entry, "=")
			if !ok {
				norm = w
			}
			words[w] = zhWord{norm, class}
		}
	}
	return words
}
