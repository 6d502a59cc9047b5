package gates

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/hub"
)

// The agent of the correction suite goes the whole way of a client: what it writes is in the store, a refusal is an answer, and what is no
// tool is an error.
func TestAnAgentWritesThroughTheServer(t *testing.T) {
	dir := filepath.Join(t.TempDir(), hub.StoreName)
	if err := hub.Create(dir); err != nil {
		t.Fatal(err)
	}
	clock := &gateClock{now: defaultNow}
	agent, err := newMCPAgent(t.Context(), dir, "shop", "claude-code", clock)
	if err != nil {
		t.Fatal(err)
	}
	var r mcpReceipt
	if err := agent.call(t.Context(), "memory_write", map[string]any{"type": "fact", "title": "The port is 8080"}, &r); err != nil || r.Status != "proposed" || r.ID == "" {
		t.Errorf("a fact without evidence: %+v, %v", r, err)
	}
	if err := agent.call(t.Context(), "memory_write", map[string]any{"retire": "mem-none"}, &r); err == nil || !strings.Contains(err.Error(), "mem-none") {
		t.Errorf("an item that is not there: %v", err)
	}
	if err := agent.call(t.Context(), "memory_nothing", nil, &r); err == nil {
		t.Error("a tool that is none was called")
	}
	if err := agent.close(); err != nil {
		t.Error(err)
	}
	if moved := clock.read().Sub(defaultNow); moved != 0 {
		t.Errorf("the server moved the clock by %v", moved)
	}
}
