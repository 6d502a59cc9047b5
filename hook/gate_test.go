package hook

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPromptsThatAskNothingAreHeldBack(t *testing.T) {
	log := "2026-11-29 10:00:00 INFO start\n2026-11-29 10:00:01 WARN slow\n2026-11-29 10:00:02 ERROR failed\n\tat shop.List(list.go:10)\n2026-11-29 10:00:03 INFO end\n2026-11-29 10:00:04 INFO bye\n"
	for prompt, want := range map[string]string{
		"": "empty", "  \n": "empty", "hi": "small_talk", "Hello there!": "small_talk", "thanks, that looks great": "small_talk", "ok, go ahead": "small_talk", "yes please": "small_talk",
		"继续": "small_talk", "好的，谢谢": "small_talk", "why?": "small_talk", "为什么": "small_talk", "👍": "small_talk", "LGTM": "small_talk",
		"/compact": "command", "/review the orders endpoint": "command", "git status": "command", "npm run build --silent": "command", "Run /review on my current changes": "command",
		log: "pasted_log", log + "why does it fail?": "", "多A": "too_bare", "xy": "too_bare",
		"make the list page by cursor": "", "how do list endpoints page?": "", "db/list.ts": "", "pagination": "", "优化一下 query_signal.py": "", "go on with the cursor work": "",
		"yeah, all three": "small_talk", "do option 2": "small_talk", "sounds good, let's do that": "small_talk", "lgtm, ship it": "small_talk", "commit and push": "small_talk", "go with b": "small_talk",
		"can you explain that in more detail": "", "explain that in more detail": "small_talk", "[Request interrupted by user for tool use]": "small_talk",
		"就按方案一吧": "small_talk", "可以，就这么改": "small_talk", "今天先到这，明天见": "small_talk", "好的 lgtm,merge 吧": "small_talk", "mach weiter": "small_talk", "давай дальше": "small_talk", "네 좋아요": "small_talk",
		"what did I ask you two messages ago?": "about_the_chat", "把我们刚才的对话总结一下": "about_the_chat", "你用的是什么模型?": "about_the_chat",
		"[INFO] BUILD SUCCESS [INFO] Total time: 01:12 min": "pasted_log", "java.lang.NullPointerException: null at a.B.c(B.java:57) at a.D.e(D.java:31)": "pasted_log",
		"SELECT id FROM users WHERE status = 1;": "pasted_log", `{"level":"error","msg":"timeout"}`: "pasted_log", "diff --git a/x b/x\n+y": "pasted_log",
		"我们用什么模型做向量": "", "我们之前讨论过要不要拆微服务，结论是什么": "", "提交信息用什么格式": "", "how do we commit": "", "how do I push": "", "which commit is it": "", "deploy": "", "what can you do about the flaky tests": "",
		"who are your reviewers": "", "邮件发错了怎么办": "", "java.lang.NullPointerException in OrderService, seen before?": "", "the modal opens in the wrong window": "", "is the SELECT in orders.sql still slow;": "",
		"Where is the retry budget set?": "", "continue the pagination work": "", "rename list() to page()": "", "git blame says Ada wrote the parser, why?": "",
	} {
		if got := Gate(prompt); got != want {
			t.Errorf("%.60q: %q, want %q", prompt, got, want)
		}
	}
}

func FuzzGate(f *testing.F) {
	f.Add("hello")
	f.Add("/x\n")
	f.Add("run")
	f.Fuzz(func(t *testing.T, prompt string) {
		if reason := Gate(prompt); reason == "" && strings.TrimSpace(prompt) == "" {
			t.Error("an empty prompt passes")
		}
	})
}

// TestGateOnPublicPrompts reports how the gate does on public labels, split as the data says. They expect a gate that also knows the
// store's vocabulary; here the relevance floor does that part, so only what is held back wrongly counts as a fault.
func TestGateOnPublicPrompts(t *testing.T) {
	dir := os.Getenv("MEMORY_GATE_DATA")
	if dir == "" {
		t.Skip("MEMORY_GATE_DATA is not set: the public prompts are not here")
	}
	count := map[string][4]int{} // by split: let through rightly, held back wrongly, held back rightly, left to the floor
	for _, name := range []string{"fewshot_cases.json", "real_prompt_cases.json", "query_signal_adversarial_cases.json"} {
		b, err := os.ReadFile(filepath.Join(dir, "amh", "query_gate", name))
		if err != nil {
			t.Skip(err)
		}
		var cases []struct {
			ID       string
			Prompt   string
			Decision string `json:"expected_decision"`
			Inject   bool   `json:"expected_injectable"`
		}
		if err := json.Unmarshal(b, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			id, split := c.ID, "test"
			if id == "" {
				id = c.Prompt
			}
			if sum := sha256.Sum256([]byte(id)); sum[0] < 77 {
				split = "dev"
			}
			n := count[split]
			held := Gate(c.Prompt) != ""
			switch wanted := c.Inject || c.Decision == "inject_allowed"; {
			case wanted && !held:
				n[0]++
			case wanted:
				n[1]++
				t.Errorf("%s: held back: %.80q", split, c.Prompt)
			case held:
				n[2]++
			default:
				n[3]++
			}
			count[split] = n
		}
	}
	for _, split := range []string{"dev", "test"} {
		n := count[split]
		t.Logf("%s: %d let through, %d held back wrongly, %d held back rightly, %d left to the relevance floor", split, n[0], n[1], n[2], n[3])
	}
}

// TestGateOnWrittenPrompts holds the gate to a set of its own: no prompt that asks something is held back, and of those that ask nothing about the
// work as many are as the rules reach. The rest is left to the relevance floor.
func TestGateOnWrittenPrompts(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "gates", "sets", "prompts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	held, quiet := [2]int{}, [2]int{}
	n := 0
	for line := range strings.Lines(string(b)) {
		head, prompt, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		half := n % 2
		n++
		reason := Gate(prompt)
		if strings.HasSuffix(head, " ask") {
			if reason != "" {
				t.Errorf("held back as %s: %.80q", reason, prompt)
			}
			continue
		}
		quiet[half]++
		if reason != "" {
			held[half]++
		}
	}
	t.Logf("held back of those that ask nothing: %d of %d on dev, %d of %d on test", held[0], quiet[0], held[1], quiet[1])
	if held[0] < 30 {
		t.Errorf("%d of %d held back on dev, want 30", held[0], quiet[0])
	}
}
