package writeservice

import (
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

func TestEveryTextOfAnItemIsAudited(t *testing.T) {
	hidden := "a\u202eb"
	it := items.Item{
		Title: hidden, Summary: hidden, Body: hidden, Project: hidden, Agent: hidden, Author: hidden, Tags: []string{hidden},
		State:    items.State{Name: hidden},
		Evidence: []items.Citation{{ID: hidden}}, Anchors: []items.Anchor{{Path: hidden}},
		Refs: items.Refs{Files: []string{hidden}, URLs: []string{hidden}, Commits: []string{hidden}, Items: []items.ID{items.ID(hidden)},
			Resources: []string{hidden}},
		Supersedes: []items.ID{items.ID(hidden)}, Contradicts: []items.ID{items.ID(hidden)},
		Valid:  items.Valid{Branch: hidden, Repo: hidden, OS: hidden},
		Review: items.Review{By: hidden, Reason: hidden},
	}
	if got := len(audit(it, nil).refused); got != 22 {
		t.Errorf("%d texts refused, want all 22", got)
	}
	if got := audit(it, textsOf(it)).refused; len(got) > 0 {
		t.Errorf("known texts are held against a change: %q", got)
	}
}

func TestCodeRanges(t *testing.T) {
	for body, want := range map[string]string{
		"plain":                                  "",
		"a `b` c `d`":                            "`b`|`d`",
		"a `open":                                "",
		"```\nx\n```\nafter `y`":                 "```\nx\n```\n|`y`",
		"~~~ go\n```\nx\n~~~~\nno":               "~~~ go\n```\nx\n~~~~\n",
		"````\n```\n````\n":                      "````\n```\n````\n",
		"```\nnever closed":                      "```\nnever closed",
		"   ```\nindented\n   ```\n":             "   ```\nindented\n   ```\n",
		"a `b\nc` d":                             "",
		"```js // not `closed` by ``` x\ny\n```": "```js // not `closed` by ``` x\ny\n```",
	} {
		var got []string
		for _, r := range codeRanges(body) {
			got = append(got, body[r[0]:r[1]])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("codeRanges(%q) = %q, want %q", body, got, want)
		}
	}
}

// The ranges are in order, inside of the body, apart, and each begins with a mark of code (after indentation).
func FuzzCodeRanges(f *testing.F) {
	f.Add("a `b` c\n```\nx\n```\n~~~")
	f.Add("`````` ``")
	f.Fuzz(func(t *testing.T, body string) {
		end := 0
		for _, r := range codeRanges(body) {
			if r[0] < end || r[1] <= r[0] || r[1] > len(body) {
				t.Fatalf("range %v after %d in %d bytes", r, end, len(body))
			}
			if text := strings.TrimLeft(body[r[0]:r[1]], " "); text[0] != '`' && text[0] != '~' {
				t.Fatalf("range %v is %q", r, text)
			}
			end = r[1]
		}
	})
}
