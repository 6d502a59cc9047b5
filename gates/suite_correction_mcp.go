package gates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// The stories of agents that use the tools of the MCP server for all that they do. What they write cites what a person said.

// mcpReceipt is what memory_write answers.
type mcpReceipt struct {
	Status writeservice.Outcome `json:"status"`
	ID     items.ID             `json:"id"`
}

// byMCP reports the stories in which an agent asserts and corrects; in the others a person does.
func (s story) byMCP() bool { return s.kind == "mcp" || s.kind == "mcp retract" }

// hear lets a person say something in a session of the story's project, which agents can cite. n tells the sessions of a story apart.
func (s story) hear(ctx context.Context, n int, text string) error {
	session := fmt.Sprintf("5f2b000%d-0000-4000-8000-%012d", n, s.n)
	line, err := json.Marshal(map[string]any{
		"type": "user", "uuid": fmt.Sprintf("u%d", s.n), "sessionId": session, "cwd": "/src/" + s.project(), "timestamp": "2026-11-03T10:15:00Z", "version": "2.1.0",
		"message": map[string]any{"role": "user", "content": text},
	})
	if err != nil {
		return err
	}
	path := filepath.Join(filepath.Dir(s.dir), session+".jsonl")
	if err := os.WriteFile(path, append(line, '\n'), 0o600); err != nil {
		return err
	}
	_, err = s.h.Evidence.Ingest(ctx, []string{path}, evidence.Options{Project: s.project()})
	return err
}

// viaMCP lets an agent of that name call memory_write in the story's project.
func (s story) viaMCP(ctx context.Context, agent string, arguments map[string]any) (r mcpReceipt, err error) {
	s.clock.tick()
	a, err := newMCPAgent(ctx, s.dir, s.project(), agent, s.clock)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, a.close(), s.h.Refresh()) }()
	return r, a.call(ctx, "memory_write", arguments, &r)
}

// mcpFact is a fact as an agent writes it when a person said it.
func (s story) mcpFact(v int) map[string]any {
	return map[string]any{"type": string(items.Fact), "title": s.says(v), "evidence": []string{s.says(v)}}
}

// assertByMCP is the first write of an agent's story.
func (s story) assertByMCP(ctx context.Context) (items.ID, error) {
	if err := s.hear(ctx, 1, s.says(s.old)+"."); err != nil {
		return "", err
	}
	return s.mustBeTaken(s.viaMCP(ctx, "claude-code", s.mcpFact(s.old)))
}

// correctByMCP lets the same agent write the new value, or retire the old one.
func (s story) correctByMCP(ctx context.Context, old items.ID) error {
	if s.kind == "mcp retract" {
		_, err := s.mustBeTaken(s.viaMCP(ctx, "claude-code", map[string]any{"retire": string(old), "summary": "it moved"}))
		return err
	}
	if err := s.hear(ctx, 2, "No: "+s.says(s.new)+"."); err != nil {
		return err
	}
	next := s.mcpFact(s.new)
	if s.n%2 == 0 {
		next["supersedes"] = []string{string(old)}
	}
	_, err := s.mustBeTaken(s.viaMCP(ctx, "claude-code", next))
	return err
}

func (s story) mustBeTaken(r mcpReceipt, err error) (items.ID, error) {
	if err == nil && r.Status != writeservice.Written {
		err = fmt.Errorf("MCP: %s", r.Status)
	}
	return r.ID, err
}

// comeBackByMCP lets another agent say the old value again, who knows nothing of the correction, or who says that the correction is what
// is wrong.
func (s story) comeBackByMCP(ctx context.Context) (bool, error) {
	again := s.mcpFact(s.old)
	if !s.byMCP() {
		if err := s.hear(ctx, 1, s.says(s.old)+"."); err != nil {
			return false, err
		}
		if !s.control {
			again["supersedes"] = []string{string(s.corrected)}
		}
	}
	r, err := s.viaMCP(ctx, "codex-mcp-client", again)
	return r.Status == writeservice.Written || r.Status == writeservice.Candidate, err
}
