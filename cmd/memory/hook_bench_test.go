package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkHooks10k starts real processes of a binary built for it, each cold, on a store of 10,000 items, in turns with true(1). It reports
// the median of both together: x-true is what a call takes as a multiple of the smallest process that there is, cpu-ms what it uses; and the p99
// of the call, which wants -benchtime 400x.
//
//	go test ./cmd/memory -run '^$' -bench Hooks10k -benchtime 40x
func BenchmarkHooks10k(b *testing.B) {
	const facts = 10_000
	yes, err := exec.LookPath("true")
	if err != nil {
		b.Skip("there is no true here to compare with")
	}
	home, err := os.MkdirTemp("", "hooks10k")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { // what the last hooks left behind still writes
		for deadline := time.Now().Add(20 * time.Second); os.RemoveAll(home) != nil && time.Now().Before(deadline); {
			time.Sleep(time.Second)
		}
	})
	binary := released(b, home)
	store := filepath.Join(home, "store")
	memory(b, home, store, "init")
	fillStore(b, store, facts)
	memory(b, home, store, "trust") // the items were written by no command
	memory(b, home, store, "reindex", "--quiet")
	for _, c := range []struct {
		event string
		more  func(n int) map[string]any
	}{
		{"PostToolUse", func(n int) map[string]any {
			return map[string]any{"tool_name": "Bash", "tool_use_id": fmt.Sprint("b", n), "tool_input": map[string]any{"command": "ls"}, "tool_response": "a b"}
		}},
		{"UserPromptSubmit", func(n int) map[string]any {
			return map[string]any{"prompt": fmt.Sprintf("What does service number %d listen on?", n*7%facts)}
		}},
		{"SessionStart", func(int) map[string]any { return map[string]any{"source": "startup"} }},
	} {
		b.Run(c.event, func(b *testing.B) {
			var smallest, took, cpu []float64
			for n := 0; b.Loop(); n++ {
				smallest = append(smallest, milliseconds(b, exec.Command(yes)))
				call := exec.Command(binary, "--store", store, "hook", c.event, "--agent", "claude-code")
				call.Env = []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH")}
				call.Stdin = strings.NewReader(hookPayload(fmt.Sprint("bench", n%5), c.event, c.more(n)))
				took = append(took, milliseconds(b, call))
				used := call.ProcessState.UserTime() + call.ProcessState.SystemTime()
				cpu = append(cpu, float64(used.Microseconds())/1000)
			}
			b.ReportMetric(middle(took)/middle(smallest), "x-true")
			b.ReportMetric(middle(took), "p50-ms")
			b.ReportMetric(quantile(took, 0.99), "p99-ms")
			b.ReportMetric(middle(cpu), "cpu-ms")
		})
	}
}

func milliseconds(b *testing.B, cmd *exec.Cmd) float64 {
	started := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	return float64(time.Since(started).Microseconds()) / 1000
}

func middle(list []float64) float64 { return quantile(list, 0.5) }
