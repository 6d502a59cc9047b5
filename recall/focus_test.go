package recall

import (
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// besideQuestions are answered when they are asked alone.
var besideQuestions = []struct{ text, want string }{
	{"what port does staging use?", "staging-port"},
	{"which database do we use?", "postgres"},
	{"which package manager do we use?", "pnpm"},
	{"what python version do we run?", "python"},
	{"where are the logs?", "loki"},
	{"how should I name my branch?", "branches"},
	{"do we use REST or gRPC?", "grpc"},
	{"which test runner?", "vitest"},
	{"前端用什么框架？", "zh-vue"},
	{"接口文档在哪？", "zh-docs"},
}

var preambles = []string{
	"I am new here and Lukas told me yesterday that I should pick up the Helsinki ticket about the broken thermostat dashboard.",
	"Our colleague from Lisbon merged a giant refactoring of the spreadsheet exporter! Now the nightly import crawls, e.g. on Sundays.",
	"我刚从里斯本回来。昨天的恒温器看板又出故障，大家都很着急。",
}

// pastes are what programs print, of several kinds, and code.
var pastes = []string{
	"2026-11-30T10:00:01Z ERROR worker 1 failed: connection reset by peer at src/net/conn.ts:3\n",
	strings.Repeat("2026-11-30T10:00:01Z ERROR worker 1 failed: connection reset by peer at src/net/conn.ts:3\n[INFO] retry 3 of queue thermostat\n", 60),
	"--- FAIL: TestThing (0.03s)\n    thing_test.go:21: got 3, want 4\nFAIL\tshop/thing\t0.2s\n",
	"npm ERR! code 1\nnpm ERR! path /app/node_modules/sharp\nnpm ERR! gyp ERR! stack Error: not found: make\n",
	"Traceback (most recent call last):\n  File \"/srv/app/main.py\", line 88, in <module>\n    thermostat()\nValueError: bad thing\n",
	"FAIL src/foo.test.ts\n  ● foo › bar\n    expect(received).toBe(expected)\n    Expected: 2\n      at Object.<anonymous> (src/foo.test.ts:10:5)\n",
	"#12 [build 4/7] RUN pip install sharp\n#12 ERROR: process did not complete successfully: exit code: 1\n",
	"```go\nfunc add(a, b int) int {\n\treturn thermostat(a) + b // does it?\n}\n```\n",
	"java.lang.NullPointerException: null\n\tat shop.Thermostat.read(Thermostat.java:57)\n\tat shop.Main.main(Main.java:3)\n",
}

// passing are the ids above the floor, best first.
func passing(t *testing.T, v *projections.View, text string) (ids []items.ID) {
	t.Helper()
	res, err := Find(t.Context(), v, Query{Text: text, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range res.Hits {
		if h.Relevance >= DefaultFloor {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

func TestWhatStandsBesideAQuestionDoesNotHideItsAnswer(t *testing.T) {
	v := rankStore(t, "plain")
	for _, q := range besideQuestions {
		if !slices.Contains(passing(t, v, q.text), items.ID(q.want)) {
			t.Fatalf("%q alone: no answer", q.text)
		}
		for _, told := range slices.Concat(preambles, pastes) {
			for _, text := range []string{
				told + " " + q.text, told + "\n\n" + q.text, q.text + "\n" + told, told + "\n" + q.text + "\n\n" + told, "```\n" + told + "\n```\n" + q.text,
			} {
				if strings.HasSuffix(told, "\n") && strings.HasPrefix(text, told+" ") {
					continue // a line is its own
				}
				if !slices.Contains(passing(t, v, text), items.ID(q.want)) {
					t.Errorf("no answer to %.400q", text)
				}
			}
		}
	}
}

func TestTalkWithoutAQuestionStillFindsNothing(t *testing.T) {
	v := rankStore(t, "plain")
	for _, text := range slices.Concat(preambles, pastes) {
		for _, more := range []string{"", "\nThanks, that looks good.", "\nfix this", "\nwhy does it fail?", "\n为什么？", "\nWhat do you think of that?"} {
			if found := passing(t, v, text+more); len(found) > 0 {
				t.Errorf("%.300q: %v", text+more, found)
			}
		}
	}
}

func TestATextIsCutIntoSentences(t *testing.T) {
	for text, want := range map[string]string{
		"one sentence":                        "t",
		"Is it so? It is. e.g. like this":     "q t t",
		"It is v1.2 of db/list.ts. Why so?":   "t q",
		"1. What port? 2. Who owns it?":       "q q",
		"how do we deploy. tell me more.":     "q t",
		"do it. run it!":                      "t t",
		"它坏了。怎么部署？谢谢":                         "t q t",
		"see https://x.example/?a=b for more": "t",
		"\"Really?\" he said.":                "q t",
		"a line of a paragraph that a program wrapped at its end\nand that goes on here, does it not?": "q",
		"a short line\nand another":                 "t t",
		"```\nx?\n\ny\n```\nwhat is it?":            "p p p p q",
		"```\nnever closed, what then?":             "q",
		"panic: oh no\n\tmain.go:3\nwhy":            "p p q",
		"Version 3 is out.\r\nWhich one do we use?": "t q",
		"...\n???": "",
	} {
		var got []string
		end := 0
		for _, p := range pieces(text) {
			if p.start < end || p.end > len(text) || p.start >= p.end {
				t.Errorf("%q: piece %+v behind %d", text, p, end)
			}
			end = p.end
			got = append(got, map[pieceKind]string{tells: "t", wonders: "q", pasted: "p"}[p.kind])
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}
