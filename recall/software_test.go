package recall

import (
	"slices"
	"strings"
	"testing"
)

func TestTheSoftwareTableReadsEveryLine(t *testing.T) {
	for n, line := range strings.Split(strings.TrimSpace(softwareText), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		group, same := strings.CutPrefix(line, "= ")
		kinds, members, isKind := strings.Cut(line, " < ")
		terms, english, translates := strings.Cut(line, " = ")
		if one := map[bool]int{true: 1}; one[same]+one[isKind]+one[translates] != 1 || same && !strings.Contains(group, ", ") || isKind && (kinds == "" || members == "") {
			t.Errorf("line %d is neither a group of words nor a kind with members nor a term with its names: %q", n+1, line)
		}
		if translates {
			for term := range strings.SplitSeq(terms, ", ") {
				if isASCII(term) || !isASCII(english) {
					t.Errorf("line %d has no Chinese before the sign or some behind it: %q", n+1, line)
				}
			}
		}
		if line != strings.ToLower(line) || strings.Contains(line, "  ") || strings.Contains(line, ",,") {
			t.Errorf("line %d is not in plain lower case: %q", n+1, line)
		}
	}
}

func TestOtherWordsAndMembersOfAKindAreFound(t *testing.T) {
	table := readSoftware("= k8s, kubernetes\n= repo, repository, 仓库\ntest runner, 测试框架 < jest, vitest\n")
	words := func(key string) (out []string) {
		for _, r := range table.of(key) {
			out = append(out, r.word)
		}
		return out
	}
	for key, want := range map[string][]string{
		"K8s": {"kubernetes"}, "repos": {"repository", "仓库"}, "test runner": {"jest", "vitest"}, "test runners": {"jest", "vitest"}, "runner": nil, "jest": nil,
	} {
		if got := words(key); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if !slices.Equal(table.chinese, []string{"测试框架", "仓库"}) {
		t.Errorf("Chinese keys %q, want the longest first", table.chinese)
	}
}

func TestAnItemWithTheWordItselfStandsAboveOneWithAnotherWordForIt(t *testing.T) {
	ix := newIndex(note{Head: head("b-own", "Database migrations run at start")}, note{Head: head("a-other", "PostgreSQL migrations run at start")})
	res := mustFind(t, ix, Query{Text: "database migrations"})
	if got := ids(res.Hits); !slices.Equal(got, []string{"b-own", "a-other"}) {
		t.Errorf("ranked %v", got)
	}
	if own, other := res.Hits[0].Relevance, res.Hits[1].Relevance; other < DefaultFloor || own <= other {
		t.Errorf("relevance %.2f and %.2f", own, other)
	}
}

func TestUsersAreCustomers(t *testing.T) {
	ix := newIndex(note{Head: head("login", "A customer login takes a passkey")}, note{Head: head("logs", "Logs are kept for a month")})
	if res := mustFind(t, ix, Query{Text: "how do users log in"}); len(res.Hits) == 0 || res.Hits[0].ID != "login" || res.Hits[0].Relevance < DefaultFloor {
		t.Errorf("%+v", res.Hits)
	}
}

// Each line of a Chinese term and its English names, both ways: the first of either side finds a title with the first of the other. Terms that are made of
// words of work ("commit message", "unit test") stay below the floor where they are all of a question, as those words do.
func TestATermFindsWhatItIsCalledInTheOtherLanguage(t *testing.T) {
	others := []note{{Head: head("a", "Invoices are rendered as PDF")}, {Head: head("b", "优先使用小的合并请求")}, {Head: head("c", "The gateway listens on port 8080")}}
	asked := 0
	var missed []string
	for line := range strings.Lines(softwareText) {
		terms, english, translates := strings.Cut(strings.TrimSpace(line), " = ")
		if !translates || terms == "" || terms[0] == '#' {
			continue
		}
		term, _, _ := strings.Cut(terms, ", ")
		name, _, _ := strings.Cut(english, ", ")
		for _, way := range [...][2]string{{term, name}, {name, term}} {
			asked++
			ix := newIndex(append(slices.Clone(others), note{Head: head("held", way[1])})...)
			if res := mustFind(t, ix, Query{Text: way[0]}); len(res.Hits) == 0 || res.Hits[0].ID != "held" || res.Hits[0].Relevance < DefaultFloor {
				missed = append(missed, way[0])
			}
		}
	}
	if asked < 400 || 100*len(missed) > 3*asked {
		t.Errorf("%d of %d find nothing: %q", len(missed), asked, missed)
	}
}

func TestATermOfTheTradeIsATranslation(t *testing.T) {
	table := readSoftware("= login, sign in, 登录\n登录 = login\n主从延迟, 复制延迟 = replication lag\n")
	if got := table.of("login"); !slices.Equal(got, []related{{word: "sign in"}, {word: "登录", same: true}}) {
		t.Errorf("login: %+v", got)
	}
	if got := table.exactly("主从延迟"); !slices.Equal(got, []related{{word: "replication lag", same: true}, {word: "复制延迟"}}) {
		t.Errorf("主从延迟: %+v", got)
	}
}
