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
		if same == isKind || same && !strings.Contains(group, ", ") || isKind && (kinds == "" || members == "") {
			t.Errorf("line %d is neither a group of words nor a kind with members: %q", n+1, line)
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
