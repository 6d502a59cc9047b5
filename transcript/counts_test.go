package transcript

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The tests here count what is in a file with encoding/json and plain string search, knowing nothing of the parsers, and compare
// with the events.

type object = map[string]any

func obj(v any) object  { m, _ := v.(object); return m }
func list(v any) []any  { l, _ := v.([]any); return l }
func text(v any) string { s, _ := v.(string); return s }
func filled(v any) bool { return strings.TrimSpace(text(v)) != "" }

// count is one number told both ways.
type count struct {
	what         string
	byTest, seen int
}

func countEvents(events []Event, want func(Event) bool) int {
	n := 0
	for _, e := range events {
		if want(e) {
			n++
		}
	}
	return n
}

func objectsOf(data []byte) []object {
	var out []object
	for l := range bytes.Lines(data) {
		var v object
		if json.Unmarshal(l, &v) == nil && v != nil {
			out = append(out, v)
		}
	}
	return out
}

func compare(t *testing.T, name string, counts []count) {
	t.Helper()
	for _, c := range counts {
		t.Logf("%-70s %-34s test=%-5d events=%d", name, c.what, c.byTest, c.seen)
		if c.byTest != c.seen {
			t.Errorf("%s: %s: the test counts %d, the parser gave %d", name, c.what, c.byTest, c.seen)
		}
	}
}

func forFiles(t *testing.T, patterns []string, format string, each func(name string, data []byte, p parsed)) {
	t.Helper()
	n := 0
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(dataDir(t), filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			p := parseBytes(t, path, data)
			if p.pos.Format != format {
				continue
			}
			n++
			each(relative(t, path), data, p)
		}
	}
	if n == 0 {
		t.Fatalf("no file of format %s", format)
	}
}

func TestClaudeCountsAddUp(t *testing.T) {
	patterns := []string{"entire-cli/*", "agentv-claude/*", "cipher-box/*", "context-evaluator/*", "sniffly/*/*", "episodic-memory/*",
		"cctrace/*/session/main.jsonl", "tail-claude/*.jsonl", "traceforge/claude/*", "claude-code-viewer/projects/*/*.jsonl"}
	forFiles(t, patterns, "claude-code", func(name string, data []byte, p parsed) {
		uses, results, thoughts, answers, images, summaries, boundaries := 0, 0, 0, 0, 0, 0, 0
		typedLines := 0 // "type":"user" lines whose content is a string without any tag, not by the host
		blocks := func(line object, kind string) {
			msg := obj(line["message"])
			if s, ok := msg["content"].(string); ok && kind == "assistant" && filled(s) && line["isApiErrorMessage"] != true {
				answers++
			}
			for _, b := range list(msg["content"]) {
				switch b := obj(b); text(b["type"]) {
				case "tool_use":
					uses++
				case "tool_result":
					results++
					for _, c := range list(b["content"]) {
						if text(obj(c)["type"]) == "image" {
							images++
						}
					}
				case "thinking":
					if filled(b["thinking"]) {
						thoughts++
					}
				case "image", "document":
					images++
				case "text":
					if kind == "assistant" && filled(b["text"]) && line["isApiErrorMessage"] != true {
						answers++
					}
				}
			}
		}
		for _, line := range objectsOf(data) {
			switch kind := text(line["type"]); kind {
			case "user", "assistant":
				blocks(line, kind)
				s := text(obj(line["message"])["content"])
				if kind == "user" && filled(s) && !strings.Contains(s, "<") && line["isMeta"] != true && line["isSidechain"] != true &&
					line["isCompactSummary"] != true && !strings.HasPrefix(s, "[Request interrupted") && !strings.HasPrefix(s, "Caveat:") &&
					!strings.HasPrefix(s, "This session is being continued") && line["origin"] == nil {
					typedLines++
				}
				if kind == "user" && line["isCompactSummary"] == true {
					summaries++
				} else if strings.HasPrefix(s, "This session is being continued") {
					summaries++
				}
			case "progress":
				if inner := obj(obj(line["data"])["message"]); obj(inner["message"]) != nil {
					blocks(inner, text(inner["type"]))
				}
			case "summary":
				summaries++
			case "system":
				if s := text(line["subtype"]); s == "compact_boundary" || s == "microcompact_boundary" {
					boundaries++
				}
			case "tool_result", "tool":
				t.Logf("%s has %s lines", name, kind)
			}
		}
		resources := 0
		for _, e := range p.events {
			resources += len(e.Resources)
		}
		of := func(k Kind) int { return countEvents(p.events, func(e Event) bool { return e.Kind == k }) }
		compare(t, name, []count{
			{"tool_use blocks", uses, of(ToolCall)},
			{"tool_result blocks", results, of(ToolResult)},
			{"thinking blocks", thoughts, of(Thinking)},
			{"assistant texts", answers, countEvents(p.events, func(e Event) bool { return e.Kind == Message && e.Role == Assistant })},
			{"images and documents", images, resources},
			{"summaries", summaries, of(Summary)},
			{"compact boundaries", boundaries, of(Compact)},
			{"typed string prompts", typedLines, countEvents(p.events, func(e Event) bool {
				return e.Kind == Message && e.Channel == FromUser && !strings.Contains(e.Text, "<") && stringLine(data, e)
			})},
		})
		for _, e := range p.events {
			if e.Kind == ToolResult && e.Tool == "" && bytes.Contains(data[:e.Start], []byte(`"id":"`+e.CallID+`"`)) {
				t.Errorf("%s line %d: a result without the name of its call", name, e.Line)
			}
		}
	})
}

// stringLine reports whether the event's line is a user line with string content that has no tag.
func stringLine(data []byte, e Event) bool {
	var line object
	if json.Unmarshal(data[e.Start:e.End], &line) != nil || text(line["type"]) != "user" {
		return false
	}
	s, ok := obj(line["message"])["content"].(string)
	return ok && !strings.Contains(s, "<")
}

func TestCodexCountsAddUp(t *testing.T) {
	patterns := []string{"agentv-codex/*", "prometheus-codex/*/*/*/*", "loupe/*", "traceforge/codex/*", "claude-replay/test/*codex*"}
	forFiles(t, patterns, "codex-rollout", func(name string, data []byte, p parsed) {
		calls, outputs, searches := 0, 0, 0
		said := map[string]map[string]int{} // role -> text -> the larger of the two voices' counts
		voices := [2]map[string]int{{}, {}}
		for _, line := range objectsOf(data) {
			pay := obj(line["payload"])
			switch text(line["type"]) + "/" + text(pay["type"]) {
			case "response_item/function_call", "response_item/custom_tool_call", "response_item/local_shell_call", "response_item/tool_search_call":
				calls++
			case "response_item/web_search_call":
				searches++
			case "response_item/function_call_output", "response_item/custom_tool_call_output", "response_item/tool_search_output":
				outputs++
			case "response_item/message":
				for _, b := range list(pay["content"]) {
					if s := text(obj(b)["text"]); filled(s) && (pay["role"] == "user" || pay["role"] == "assistant") {
						voices[0][text(pay["role"])+"\x00"+strings.TrimSpace(s)]++
					}
				}
			case "event_msg/user_message":
				if filled(pay["message"]) {
					voices[1]["user\x00"+strings.TrimSpace(text(pay["message"]))]++
				}
			case "event_msg/agent_message":
				if filled(pay["message"]) {
					voices[1]["assistant\x00"+strings.TrimSpace(text(pay["message"]))]++
				}
			}
		}
		for _, v := range voices {
			for key, n := range v {
				role, s, _ := strings.Cut(key, "\x00")
				if said[role] == nil {
					said[role] = map[string]int{}
				}
				said[role][s] = max(said[role][s], n)
			}
		}
		distinct := func(role string) (n int) {
			for s, times := range said[role] {
				if role == "user" && (strings.Contains(s, "<") || strings.HasPrefix(s, "# AGENTS.md")) {
					continue // counted apart: may be cut into pieces
				}
				n += times
			}
			return n
		}
		compare(t, name, []count{
			{"calls", calls, countEvents(p.events, func(e Event) bool { return e.Kind == ToolCall && e.Tool != "web_search" })},
			{"searches", searches, countEvents(p.events, func(e Event) bool { return e.Kind == ToolCall && e.Tool == "web_search" })},
			{"outputs", outputs, countEvents(p.events, func(e Event) bool { return e.Kind == ToolResult && e.Tool != "web_search" })},
			{"assistant messages, each once", distinct("assistant"), countEvents(p.events, func(e Event) bool { return e.Kind == Message && e.Role == Assistant })},
			{"user messages, each once", distinct("user"), countEvents(p.events, func(e Event) bool {
				return e.Kind == Message && e.Channel == FromUser && !strings.Contains(e.Text, "<")
			})},
		})
		for _, e := range p.events {
			if s := strings.TrimSpace(e.Text); e.Channel == FromUser && (strings.HasPrefix(s, "<environment_context>") || strings.HasPrefix(s, "# AGENTS.md instructions")) {
				t.Errorf("%s line %d: injected text counts as typed", name, e.Line)
			}
		}
	})
}

func TestGeminiCountsAddUp(t *testing.T) {
	forFiles(t, []string{"entire-cli/*", "agent-sessions/stage0/agents/gemini/*", "agentsview/gemini/*"}, "gemini-cli", func(name string, data []byte, p parsed) {
		var doc object
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		calls, thoughts, answers := 0, 0, 0
		for _, m := range list(doc["messages"]) {
			m := obj(m)
			calls += len(list(m["toolCalls"]))
			thoughts += len(list(m["thoughts"]))
			if text(m["type"]) == "gemini" && filled(m["content"]) {
				answers++
			}
			for _, part := range list(m["parts"]) {
				if obj(part)["functionCall"] != nil {
					calls++
				} else if text(m["type"]) == "model" && filled(obj(part)["text"]) {
					answers++
				}
			}
		}
		if len(list(doc["messages"])) == 0 {
			return
		}
		compare(t, name, []count{
			{"tool calls", calls, countEvents(p.events, func(e Event) bool { return e.Kind == ToolCall })},
			{"thoughts", thoughts, countEvents(p.events, func(e Event) bool { return e.Kind == Thinking })},
			{"answers", answers, countEvents(p.events, func(e Event) bool { return e.Kind == Message && e.Role == Assistant })},
		})
	})
}

func TestCopilotPiAndCursorCountsAddUp(t *testing.T) {
	forFiles(t, []string{"agentv-copilot/*", "traceforge/copilot/*"}, "copilot-cli", func(name string, data []byte, p parsed) {
		ids, done, asked := map[string]bool{}, 0, 0
		for _, l := range objectsOf(data) {
			d := obj(l["data"])
			switch text(l["type"]) {
			case "tool.execution_start":
				ids[text(d["toolCallId"])] = true
			case "assistant.message":
				for _, c := range list(d["toolRequests"]) {
					ids[text(obj(c)["toolCallId"])] = true
				}
			case "tool.execution_complete":
				done++
			case "user.message":
				asked++
			}
		}
		compare(t, name, []count{
			{"calls, each once", len(ids), countEvents(p.events, func(e Event) bool { return e.Kind == ToolCall })},
			{"completions", done, countEvents(p.events, func(e Event) bool { return e.Kind == ToolResult })},
			{"prompts", asked, countEvents(p.events, func(e Event) bool { return e.Channel == FromUser })},
		})
	})
	forFiles(t, []string{"pi-mono/*", "agent-sessions/stage0/agents/pi/*"}, "pi", func(name string, data []byte, p parsed) {
		calls, results := 0, 0
		for _, l := range objectsOf(data) {
			m := obj(l["message"])
			if text(m["role"]) == "toolResult" {
				results++
			}
			for _, b := range list(m["content"]) {
				if text(obj(b)["type"]) == "toolCall" {
					calls++
				}
			}
		}
		compare(t, name, []count{
			{"calls", calls, countEvents(p.events, func(e Event) bool { return e.Kind == ToolCall })},
			{"results", results, countEvents(p.events, func(e Event) bool { return e.Kind == ToolResult })},
		})
	})
}

func TestMarkdownCountsAddUp(t *testing.T) {
	toolUse, turn := regexp.MustCompile(`(?m)^<tool-use `), regexp.MustCompile(`(?m)^<think>`)
	forFiles(t, []string{"specstory-md/*.md"}, "specstory", func(name string, data []byte, p parsed) {
		compare(t, name, []count{
			{"tool-use blocks", len(toolUse.FindAll(data, -1)), countEvents(p.events, func(e Event) bool { return e.Kind == ToolResult })},
			{"think blocks", len(turn.FindAll(data, -1)), countEvents(p.events, func(e Event) bool { return e.Kind == Thinking })},
		})
	})
	// A typed block of aider is a run of "#### ...  " lines; blank lines within it do not end it.
	forFiles(t, []string{"aider/*.md"}, "aider", func(name string, data []byte, p parsed) {
		starts, runs, in := 0, 0, ""
		for l := range strings.Lines(string(data)) {
			l = strings.TrimRight(l, "\r\n")
			kind := "words"
			switch {
			case strings.HasPrefix(l, "# aider chat started at "):
				starts++
				in = ""
				continue
			case strings.HasPrefix(l, "####") && strings.HasSuffix(l, "  "):
				kind = "typed"
			case strings.HasPrefix(l, ">") && strings.HasSuffix(l, "  "):
				kind = "printed"
			case strings.TrimSpace(l) == "":
				continue
			}
			if kind == "typed" && in != "typed" && strings.TrimSpace(strings.TrimPrefix(l, "####")) != "" {
				runs++
			}
			in = kind
		}
		typed := countEvents(p.events, func(e Event) bool { return e.Role == User })
		t.Logf("%s: %d sessions, typed blocks: test %d, events %d", name, starts, runs, typed)
		if starts != len(p.ignored) {
			t.Errorf("%s: %d session heads, %d seen", name, starts, len(p.ignored))
		}
		if d := runs - typed; d < -3 || d > 3 { // pieces of a prompt with tags may be cut apart
			t.Errorf("%s: %d typed blocks, %d events", name, runs, typed)
		}
	})
}
