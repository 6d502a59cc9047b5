package recall

import (
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

func kindsOf(text string) (kinds string, asked []string) {
	for _, p := range pieces(text) {
		kinds += map[pieceKind]string{tells: "t", wonders: "q", pasted: "p"}[p.kind]
		if p.kind == wonders {
			asked = append(asked, oneLine(text[p.start:p.end]))
		}
	}
	return kinds, asked
}

func TestAQuestionBehindAPasteOnItsLineIsOne(t *testing.T) {
	const ask = "how are tenants isolated?"
	for _, front := range []string{
		`{"id": 12, "name": "a } b", "items": [{"sku": "A-1"}]}`,
		`{"say": "what is it \" and where is it?", "id": 3},`,
		`{"id": 1} {"id": 2}`,
		`[{"sku": "A-1"}]`,
		`["a", "b"];`,
		"ValueError: bad total",
		"2026-11-30T10:00:01Z INFO request path=/v1/users/7 status=200 ms=21",
		"2026-11-30T10:00:01Z ERROR failed when the pool is closed",
		"[INFO] what(): retry",
		"    at shop.Main.main(Main.java:3)",
		"```x = {1}```",
		"```\nx = 1\n```",
		"~~~sh\nmake what is it\n~~~",
		"{\n  \"id\": 1\n}",
		"[\n  {\n    \"id\": 1\n  }\n]",
		"panic: oh no\n\tmain.go:3",
	} {
		for _, q := range []string{ask, "租户怎么隔离？"} {
			if _, asked := kindsOf(front + " " + q); !slices.Equal(asked, []string{q}) && !slices.Equal(asked, []string{"} " + q}) {
				t.Errorf("%q: %q", front+" "+q, asked)
			}
		}
		if _, asked := kindsOf(front + " " + ask[:len(ask)-1] + "\n"); len(asked) != 1 {
			t.Errorf("%q without a mark: %q", front, asked)
		}
	}
}

func TestPastesWithoutAQuestionStayWhole(t *testing.T) {
	for text, want := range map[string]string{
		`{"id": 12, "q": "what is it"}`:        "p",
		`{"id": 12} ok`:                        "p",
		"return ok ? {\"a\": 1} : {\"b\": 2};": "p",
		"2026-11-30T10:00:01Z when it was\n2026-11-30T10:00:02Z where it is": "pp",
		"if (what) { is(it) }":                             "p",
		"[[wiki]] is a link":                               "t",
		"how are tenants isolated? {\"id\": 12}":           "qp",
		"how are tenants isolated {\"id\": 12}":            "qp",
		"how are tenants isolated: [{\"id\": 12}]":         "qp",
		"I am new. how are tenants isolated? {\"id\": 12}": "tqp",
		"how are tenants isolated? 2026-11-30 ERROR bad":   "qp",
		"租户怎么隔离？ {\"id\": 12}":                             "qp",
		"which port do we use; how do we brew coffee?":     "q",
		"```\nx\n```go\ny":                                 "pppt",
	} {
		if got, _ := kindsOf(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestWhatOpensAQuestionIsNoPartOfIt(t *testing.T) {
	for text, want := range map[string]string{
		"Hi! Hope you are well. Quick question: how do we deploy?":  "how do we deploy?",
		"Hello team, one more thing: where are the logs":            "where are the logs",
		"quick question - which port do we use?":                    "which port do we use?",
		"I have a question, who owns search?":                       "who owns search?",
		"\"bad total in cart\" how are tenants isolated?":           "how are tenants isolated?",
		"你好，租户怎么隔离":                                                 "租户怎么隔离",
		"我想问一下：租户怎么隔离？":                                             "租户怎么隔离？",
		"我有个问题，租户怎么隔离？":                                             "租户怎么隔离？",
		"Question about the payment service: which port do we use?": "Question about the payment service: which port do we use?",
		"消息积压的问题，怎么解决？":                                             "消息积压的问题，怎么解决？",
		"支付服务，用哪个端口？":                                               "支付服务，用哪个端口？",
	} {
		if _, asked := kindsOf(text); !slices.Equal(asked, []string{want}) {
			t.Errorf("%q: %q", text, asked)
		}
	}
}

// What leads to a question on its line hides it as little as a sentence before it does.
func TestAQuestionOnTheLineOfAPasteIsAnswered(t *testing.T) {
	v := rankStore(t, "plain")
	for _, q := range besideQuestions {
		for _, text := range []string{
			`{"id": 12, "name": "thermostat", "items": [{"sku": "A-1", "qty": 2}]} ` + q.text,
			"Traceback (most recent call last):\n  File \"/srv/app/main.py\", line 88, in <module>\nValueError: bad thermostat " + q.text,
			"2026-11-30T10:00:01Z ERROR thermostat 1 failed: connection reset by peer at src/net/conn.ts:3 " + q.text,
			"Hi! Hope you are well. Quick question: " + q.text,
			"About the thermostat from Helsinki: " + q.text,
			"关于里斯本的恒温器：" + q.text,
			"我刚从里斯本回来，请问" + q.text,
			"the thermostat of Helsinki (see the wiki) " + q.text,
		} {
			if !slices.Contains(passing(t, v, text), items.ID(q.want)) {
				t.Errorf("no answer to %q", text)
			}
		}
	}
}
