package harvest

import (
	"fmt"
	"strings"
	"testing"
)

// A session of 2 MB as sessions are (some dozen prompts, much output between them), and one that is nearly all talk.
func BenchmarkSession2MB(b *testing.B)         { benchmarkSession(b, 40, 45<<10) }
func BenchmarkSession2MB300Turns(b *testing.B) { benchmarkSession(b, 300, 5<<10) }

func benchmarkSession(b *testing.B, turns, fileBytes int) {
	s := new(scene)
	line := "func (s *Store) List(ctx context.Context, shop int64) ([]Order, error) { return nil, nil }\n"
	source := strings.Repeat(line, fileBytes/len(line))
	for i := range turns {
		s.user(fmt.Sprintf("look at module %d: the list there is slow, and I'd like the total in it. don't commit yet", i)).
			agent("I'll read the code first. The handler reads every row because the offset is large; let me check the plan.").
			fails("go test ./...", "--- FAIL: TestList (0.01s)\n    list_test.go:9: got 1, want 2\nFAIL\n").
			edit(fmt.Sprintf("m%d/list.go", i)).
			shell("go test ./...", "ok  \tshop\t0.1s").
			tool("Read", "m/list.go", source, false).
			agent("Done. The list was wrong because the cursor of module " + fmt.Sprint(i) + " skipped a row. " + strings.Repeat("It reads by cursor now and the test passes. ", 20))
	}
	bytes := 0
	for _, r := range s.recs {
		bytes += len(r.Text)
	}
	b.SetBytes(int64(bytes))
	for b.Loop() {
		if len(Session(s.recs)) == 0 {
			b.Fatal("nothing found")
		}
	}
}
