package recall

import (
	"os"
	"strings"
	"testing"
)

// TestPromptsAboutWhatIsAtHandBringNothing asks a store of English and Chinese with commands, exercises and talk that no note answers: at most one in thirty
// brings something.
func TestPromptsAboutWhatIsAtHandBringNothing(t *testing.T) {
	v := rankStore(t, "rank")
	data, err := os.ReadFile("testdata/generic.txt")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	var brought []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		asked++
		res, err := Find(t.Context(), v, Query{Text: line, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Hits) > 0 && res.Hits[0].Relevance >= DefaultFloor {
			brought = append(brought, line+": "+string(res.Hits[0].ID))
		}
	}
	if asked < 60 || 30*len(brought) > asked {
		t.Errorf("%d of %d: %q", len(brought), asked, brought)
	}
}

// A thing that commands handle is a topic where something is asked or told about it.
func TestAThingAtHandIsATopicInAQuestion(t *testing.T) {
	ix := newIndex(note{Head: head("footer", "The footer is rendered on the edge")}, note{Head: head("queue", "Orders go through a queue")})
	best := func(text string) float64 {
		if res := mustFind(t, ix, Query{Text: text}); len(res.Hits) > 0 {
			return res.Hits[0].Relevance
		}
		return 0
	}
	if got := best("where is the footer rendered?"); got < DefaultFloor {
		t.Errorf("asked: %.2f", got)
	}
	if got := best("make the footer bold"); got >= DefaultFloor {
		t.Errorf("commanded: %.2f", got)
	}
	if got := best("show the orders in the queue bold"); got < DefaultFloor {
		t.Errorf("a command with a topic of its own: %.2f", got)
	}
}
