package recall

import (
	"slices"
	"strings"
)

// Commands handle what is at hand: the button on the screen, the loop in the editor. Their verbs and things are no topic of anybody's notes, however rare
// they are in a store; a note about the checkout button is found by the checkout. In a question and in a statement they weigh as other words do.

// isHandled reports verbs of handling code and screens, and the things and states that such verbs handle.
func isHandled(word string) bool { return inForms(handling, word) || inForms(atHand, word) }

const (
	handling = " replace split extract swap reverse insert append prepend print align center centre wrap unwrap resize hide toggle click scroll drag hover tweak adjust increase decrease " +
		"enlarge shrink round reorder sort rewrite reformat indent declare inline simplify tidy capitalize capitalise uppercase lowercase highlight underline duplicate paste concatenate " +
		"slow slower fast faster quick big bigger large larger small smaller wide wider tiny empty broken blank unused missing ugly weird strange sticky bold italic "
	atHand = " button page screen header footer sidebar navbar menu icon font color colour background border padding margin width height corner spinner tooltip modal popup dropdown checkbox " +
		"import docstring whitespace space tab indentation newline bracket quote semicolon typo snippet src helper util " +
		"second minute hour pixel px percent date title label link image picture text heading " +
		"red green blue yellow orange purple pink black white grey gray dark light "
)

// inForms looks a word up in a list of base forms.
func inForms(list, word string) bool {
	word = strings.ToLower(word)
	if strings.Contains(list, " "+word+" ") {
		return true
	}
	for _, base := range baseForms(word) {
		if strings.Contains(list, " "+base+" ") {
			return true
		}
	}
	return false
}

// commands reports whether a text, or the sentence of it at a place, begins with a verb that an agent is given: it asks nothing.
func (b *builder) commands(at int) bool {
	text := b.meant()
	for _, s := range b.sentences {
		if s.start <= at && at < s.end {
			text = b.text[s.start:s.end]
		}
	}
	text = strings.ToLower(strings.TrimSpace(text))
	if asks(text) {
		return false
	}
	word, rest := firstWord(text)
	for word == "please" || word == "now" || word == "then" || word == "also" || word == "ok" {
		word, rest = firstWord(strings.TrimLeft(rest, ", "))
	}
	return word != "" && (inForms(handling, word) || isAskWord(word) || isWorkWord(word) && !isSmallNumber(word))
}

// handled are the spans of Chinese words of that kind in a part of the text, but for those within a term of the trade: 循环依赖 is no loop at hand.
func (b *builder) handled(start, end int) [][2]int {
	spans := spansOf(hanHandling, b.text, start, end)
	if !b.asks(start) {
		spans = append(spans, spansOf(hanAtHand, b.text, start, end)...)
	}
	if len(spans) == 0 {
		return nil
	}
	terms := spansOf(softwareTable().chinese, b.text, start, end)
	return slices.DeleteFunc(spans, func(s [2]int) bool {
		return slices.ContainsFunc(terms, func(t [2]int) bool { return t[0] <= s[0] && s[1] <= t[1] && t[1]-t[0] > s[1]-s[0] })
	})
}

// hanHandling are the Chinese verbs and states of that kind, and hanAtHand the things.
var (
	hanHandling = []string{
		"替换", "拆分", "拆成", "提取", "抽取", "抽出", "抽成", "转换", "转成", "互换", "交换", "换一", "调整", "调大", "调小", "放大", "缩小", "缩短", "对齐", "居中", "排序", "反转", "遍历",
		"去重", "重复", "返回", "显示", "隐藏", "展示", "点击", "点不", "加载", "刷新", "选中", "拖动", "滚动", "拼接", "封装", "缩进", "换行", "空行", "没反应", "反应", "写成", "写得", "起个",
		"太长", "太短", "太大", "太小", "太慢", "太快", "很慢", "卡住", "好看", "难看", "没用", "不对", "不了", "不出来",
		"没有", "以后", "以前", "已经", "还是", "但是", "因为", "所以", "如果", "或者", "有点", "一些", "一直", "一种", "两个", "几个", "一本", "一部", "一首", "一篇", "一张", "一份",
		"晚上", "早上", "上午", "中午", "下午", "今晚", "早晨", "夜里",
	}
	hanAtHand = []string{
		"按钮", "页面", "界面", "图标", "颜色", "字体", "背景", "边框", "宽度", "高度", "位置", "两列", "标题", "图片", "动画", "弹窗", "菜单", "链接", "字符串", "数组", "链表", "字典", "循环", "递归", "闭包",
		"方法", "参数", "返回值", "空值", "正则", "表达式", "导入", "逻辑", "文档", "说明", "类型", "属性", "常量", "快速", "算法", "例子", "红色", "绿色", "蓝色", "白色", "黑色", "灰色",
	}
)
