package recall

import (
	"strings"
	"testing"
)

func TestAQuestionIsToldFromACommand(t *testing.T) {
	for text, want := range map[string]bool{
		"how do I run the tests": true, "run the tests": false, "which linter?": true, "hey, where do logs go": true, "npm or pnpm?": true,
		"测试怎么跑": true, "运行测试": false, "可以在周五发布吗": true, "use a shorter name": false, "continue": false,
		"why?\npanic: nil map": false, "what " + strings.Repeat("x ", 120): false, "": false,
	} {
		if got := asks(text); got != want {
			t.Errorf("asks(%q) = %v", text, got)
		}
	}
}

// TestGenericCommandsFindNothing holds the Chinese words to what their English counterparts do.
func TestGenericCommandsFindNothing(t *testing.T) {
	v := rankStore(t, "rank")
	for _, text := range []string{
		"fix this error", "修复一下", "修复这个错误", "delete this line", "删掉这一行", "add a comment", "加一行注释", "write a unit test", "写个单元测试", "rename the variable", "重命名变量",
		"undo the last change", "撤销刚才的修改", "merge the branch", "合并分支", "remove the blank lines", "编译不过", "跑一下测试", "格式化代码", "重构这个函数", "复制这个文件", "打开这个文件",
	} {
		if found := passing(t, v, text); len(found) > 0 {
			t.Errorf("%s: %v", text, found)
		}
	}
}

// A thing of every session is a topic only where it is asked about.
func TestAThingOfEverySessionIsATopicInAQuestionOnly(t *testing.T) {
	ix := newIndex(note{Head: head("run", "Run tests with docker up")}, note{Head: head("other", "Lists page by cursor")})
	asked, told := mustFind(t, ix, Query{Text: "how do I run the tests?"}), mustFind(t, ix, Query{Text: "run the tests"})
	if a, b := asked.Hits[0].Relevance, told.Hits[0].Relevance; a < DefaultFloor || b >= DefaultFloor {
		t.Errorf("asked %.2f, told %.2f", a, b)
	}
}

func TestOneKnownWordIsEnoughOnlyWhereTheStoreKnowsAllOfTheQuestion(t *testing.T) {
	ix := newIndex(note{Head: head("port", "Staging listens on port 4100")}, note{Head: head("other", "Lists page by cursor")})
	known, unknown := mustFind(t, ix, Query{Text: "which port?"}), mustFind(t, ix, Query{Text: "which port does the grafana dashboard use?"})
	if a, b := known.Hits[0].Relevance, unknown.Hits[0].Relevance; a < DefaultFloor || b >= DefaultFloor {
		t.Errorf("known %.2f, unknown %.2f", a, b)
	}
}

func TestHelpersStayInsideOfWords(t *testing.T) {
	for text, want := range map[string]string{
		"金额用什么类型存": "金额什么类型", "应用部署": "应用部署", "缓存在": "缓存",
	} {
		got := blankHelpers(text)
		if len(got) != len(text) || strings.ReplaceAll(got, " ", "") != want {
			t.Errorf("%s: %q, want %q and its length", text, got, want)
		}
	}
}

func TestASCIIQuestionsAreToldAsByThePattern(t *testing.T) {
	words := []string{"", "what", "What", "whatever", "what's", "what_", "so", "Hey", "ok", "okay", "please", "and", "is", "isn't", "have", "haven", "run", "do", "does1", "HOW"}
	for _, first := range words {
		for _, sign := range []string{" ", ", ", ",", "  ", "-", ";", "\t", ""} {
			for _, second := range words {
				for _, third := range []string{"", " how", " it"} {
					text := first + sign + second + third
					if got, want := asksInASCII(strings.ToLower(text)), asking().MatchString(text); got != want {
						t.Errorf("%q: %v, want %v", text, got, want)
					}
				}
			}
		}
	}
}
