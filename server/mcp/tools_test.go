package mcp

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
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

func TestAHandoffAsOneTextIsReadByItsHeadings(t *testing.T) {
	got := handoffOf(writeIn{Title: "Move lists to cursors.", Summary: "Offset is too slow", Body: "orders are half done\n## Done\n- users list\n1. 3 tests\n**Next:** run the load test\nblockers:\n* none: yet"})
	want := handoffIn{
		Objective: "Move lists to cursors: Offset is too slow", Pending: list{"orders are half done"}, Done: list{"users list", "3 tests"},
		Next: list{"run the load test"}, Blockers: list{"none: yet"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestListsAreTakenInThreeSpellings(t *testing.T) {
	for text, want := range map[string]list{
		`["a","b"]`: {"a", "b"}, `"[\"a\", \"b\"]"`: {"a", "b"}, `"a b"`: {"a b"}, `""`: nil, `[]`: {}, `" [] "`: {}, `null`: nil,
	} {
		var got list
		if err := json.Unmarshal([]byte(text), &got); err != nil || len(got) != len(want) || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{`5`, `{}`, `[1]`, `"[1]"`, `"[a"`} {
		var got list
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s: taken as %q", text, got)
		}
	}
}

func TestWholeNumbersAreTakenInTheirSpellings(t *testing.T) {
	for text, want := range map[string]int{`10`: 10, `10.0`: 10, `1e1`: 10, `"10"`: 10, `" 10 "`: 10, `-1`: -1, `null`: 0} {
		var got evidenceIn
		arguments := `{"query":"q","limit":` + text + `}`
		if err := decodeArguments([]byte(arguments), &got, inputSchema[evidenceIn]()); err != nil || got.Limit != want {
			t.Errorf("%s: %d, %v, want %d", text, got.Limit, err, want)
		}
	}
	for _, text := range []string{`1.5`, `"ten"`, `""`, `true`, `[1]`, `1e30`, `"NaN"`, `"0x10p1"`} {
		var got evidenceIn
		err := decodeArguments([]byte(`{"query":"q","limit":`+text+`}`), &got, inputSchema[evidenceIn]())
		if err == nil || !strings.Contains(err.Error(), `"limit"`) || !strings.Contains(err.Error(), "whole number") {
			t.Errorf("%s: taken as %d, %v", text, got.Limit, err)
		}
	}
}

// Taking words out for good is a person's: no tool, in any set, offers it.
func TestNoToolPurges(t *testing.T) {
	for _, tool := range (&server{}).all() {
		if strings.Contains(tool.name, "purge") || strings.Contains(tool.name, "forget") {
			t.Errorf("%s", tool.name)
		}
	}
}
