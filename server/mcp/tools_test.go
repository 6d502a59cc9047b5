package mcp

import (
	"encoding/json"
	"testing"

	"github.com/factline/memory/tokens"
)

// maxDefaultTokens is what the default tools may cost an agent in every turn: their names, texts and schemas.
const maxDefaultTokens = 600

func TestDefaultToolsCostAtMost600Tokens(t *testing.T) {
	total := 0
	for _, tool := range (&server{}).all() {
		if tool.set != Default {
			continue
		}
		d := tool.declared()
		b, err := json.Marshal(map[string]any{
			"name": d.Name, "description": d.Description, "inputSchema": d.InputSchema, "outputSchema": d.OutputSchema,
		})
		if err != nil {
			t.Fatal(err)
		}
		n := tokens.Count(string(b))
		t.Logf("%-16s %d tokens", tool.name, n)
		total += n
	}
	t.Logf("all together %d", total)
	if total > maxDefaultTokens {
		t.Errorf("the default tools cost %d tokens, at most %d", total, maxDefaultTokens)
	}
}
