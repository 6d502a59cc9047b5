package hook

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// small are whole prompts that say nothing about the work. Letters and digits of a prompt are compared, in lower case.
const smallWords = `
hi hello hey heythere hithere hellothere goodmorning goodafternoon goodevening goodnight yo bye goodbye seeyou
thanks thankyou thx ty thanksalot manythanks great nice cool perfect awesome wonderful excellent lgtm looksgood looksgoodtome welldone goodjob
ok okay k kk yes y yep yeah yup sure no n nope nah right correct exactly true agreed fine gotit understood isee makessense
go goon goahead goforit continue proceed carryon keepgoing next more doit pleasedoit doitplease please pleasecontinue pleaseproceed yesplease
yesdoit yesgoahead yescontinue yesproceed okgo okaygo okcontinue stop wait cancel abort nevermind again retry tryagain redo undo done finish whoareyou whatcanyoudo
what why how when where who which whynot howso really sowhat andnow nowwhat whatnow whatnext
你好 您好 嗨 哈喽 早上好 下午好 晚上好 早 晚安 再见 谢谢 多谢 感谢 非常感谢 谢谢你 辛苦了 好 好的 好吧 行 可以 可以的 没问题 对 对的 是 是的 嗯 嗯嗯 不 不是 不用 不行 不对
继续 请继续 接着 接着来 下一步 开始 开始吧 去做吧 做吧 执行 确认 同意 明白 明白了 知道了 收到 了解 完成 停 停止 取消 重试 再来 再试一次 为什么 怎么 什么 怎么办 是吗 真的吗 然后呢
hola gracias si sí vale sigue adelante perfecto claro bonjour salut merci oui non continuez parfait daccord hallo danke ja nein weiter bitte genau passt super prima ciao grazie va bene avanti perfetto
sim obrigado obrigada perfeito continua continue pode muchas de acuerdo beaucoup très bien vasy mach so gut alles klar
да нет давай дальше спасибо хорошо ок окей продолжай отлично понятно ладно
こんにちは ありがとう ありがとうございます はい いいえ 続けて 続けてください お願いします おねがいします 進めて 進めてください いいですね 了解 了解です オッケー
안녕 안녕하세요 감사합니다 고마워요 네 예 아니요 계속 좋아 좋아요 그래 알겠습니다 계속해 계속해주세요 진행해 진행해주세요
`

// bareWords are words that name nothing: a prompt of these and of small ones alone has no subject that an item could be about.
const bareWords = `go ahead on looks look good do does did please pls plz thanks thank you ok okay yes yep great then now so and or but the it its that thats this these those all just lets let us
is are was be not too also as for of to me my i im well very really sounds sound seems perfect fine with one two three four five both either option choice first second third last same other way
again pls lol haha hmm hm huh ah oh wow sorry works work make makes sense here there still only keep try maybe a an you your
agree sure understand understood explain dont didnt doesnt isnt wasnt cant wont wrong right hold sec minute moment done enough for today tomorrow later job nice approach idea thing things ones any some
little bit few more less shorter longer simpler faster better different differently instead back up down out off over by from at in about detail details short brief briefly simple simply
请 吧 了 呀 啊 哦 哈哈 哈哈哈 呵呵`

// deedWords are done with whatever is at hand. What is released or deployed is none of them: there a rule may be known.
const deedWords = "commit push merge ship submit send save apply accept approve revert rollback skip rerun run"

// plainAskWords turn a deed into a question that may be about how it is done here.
const plainAskWords = "what why how when where who which"

// talk and pieces are made when the first short prompt comes, and the first Chinese one: long prompts need neither.
var (
	talk = sync.OnceValue(func() *talkWords {
		return &talkWords{small: words(smallWords), bare: words(bareWords), deeds: words(deedWords), askWords: words(plainAskWords)}
	})
	pieces = sync.OnceValue(func() map[string]bool { return words(barePieces) })
)

type talkWords struct{ small, bare, deeds, askWords map[string]bool }

// smallLength is the longest small talk, in characters.
const smallLength = 60

func smallTalk(text string) bool {
	if strings.HasPrefix(text, interrupted) {
		return true
	}
	if utf8.RuneCountInString(text) > smallLength {
		return false
	}
	letters := strings.Map(letterOrDigit, strings.ToLower(text))
	return letters == "" || talk().small[letters] || bareInWords(text) || bareInChinese(letters)
}

// interrupted begins what a host writes in the place of a prompt when a person stops it.
const interrupted = "[Request interrupted by user"

// bareInWords reports a text of which every word names nothing.
func bareInWords(text string) bool {
	deed, asked := false, false
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return letterOrDigit(r) < 0 && r != '\'' && r != '’' }) {
		word = strings.NewReplacer("'", "", "’", "").Replace(word)
		deed, asked = deed || talk().deeds[word], asked || talk().askWords[word]
		if !talk().small[word] && !talk().bare[word] && !talk().deeds[word] && !choice(word) && !bareInChinese(word) {
			return false
		}
	}
	return !deed || !asked
}

// choice reports the name of one thing in a list that the agent gave: 2, b.
func choice(word string) bool {
	return len(word) == 1 && ('0' <= word[0] && word[0] <= '9' || 'a' <= word[0] && word[0] <= 'f')
}

// barePieces are the words of Chinese prompts that agree, stop, go on or take their leave.
const barePieces = `好 好的 好吧 好啊 好嘞 可以 行 没问题 对 对的 是 是的 嗯 哦 噢 哈 嘿 不 不对 不是 不行 不用 不要 没有 没 先 就 按 照 这 这个 那 那个 这么 那么 这样 那样 改 做 办 来 弄 搞 干 写 提交 推 推上去 上去 合并 合 合了
继续 接着 往下 下去 重来 重做 重试 重新 再 试 停 等 等等 稍等 一下 一会 一遍 一次 方案 第 个 选 选项 一 二 三 四 五 六 两 甲 乙 丙 吧 了 呢 呀 啊 哈 嘛 哒 的 谢谢 多谢 辛苦 麻烦 你 您 请 全部 都 要 用 发 今天 明天 回头 晚点 到 见 换 种 方式 回去 错了 错 太 有点 再说 先不 暂停 中断 挺 还行 非常 真 没事 没关系 不客气 解释 详细 说 讲 给 看 呗 啦 哇 它 上 下 前 后 面 同上 同 ok
收到 明白 知道 懂 了解 完美 很好 不错 太好 太棒 厉害 赞 棒 牛 完成 确认 同意 开始 执行 走 撤销 撤回 取消 算 别 我 看看 想想 然后 下一步 下一个 最后 刚才 也 还 还有 吗 拜拜 再见 早 晚安 休息 下班 吃饭 去 a b c 1 2 3 4`

// bareInChinese reports a text that pieces make up, whatever way it is cut.
func bareInChinese(letters string) bool {
	if !strings.ContainsFunc(letters, isHan) {
		return false
	}
	known := pieces()
	ends := map[int]bool{0: true} // where a row of pieces may end
	for at := range letters {
		if !ends[at] {
			continue
		}
		for size := 1; size <= longestPiece && at+size <= len(letters); size++ {
			if known[letters[at:at+size]] {
				ends[at+size] = true
			}
		}
	}
	return ends[len(letters)]
}

const longestPiece = len("推上去")

func letterOrDigit(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
		return r
	}
	return -1
}
