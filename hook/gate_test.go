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
