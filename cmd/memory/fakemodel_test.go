package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
)

// fakeModel is a model for real clients that need no account with it: it speaks the four wire formats that they use, keeps every request,
// runs one shell command if it is asked to, and says the canary that it sees.
type fakeModel struct {
	mu       sync.Mutex
	requests []string // path, a space, body
	tools    int      // shell commands asked for
}

// useShell in a prompt makes the model ask for one shell command first.
const useShell = "use the shell once"

var (
	canaryWord = regexp.MustCompile(`canary-[0-9a-f]{10}`)
	shellTools = []string{"Bash", "exec_command", "shell_command", "shell", "run_shell_command", "bash", "Execute", "run_commands"}
)

func (f *fakeModel) seen() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.requests...)
}

// turn is what the model does next: words, or one call of a tool.
type turn struct{ words, tool, args string }

func (f *fakeModel) next(body string) turn {
	f.mu.Lock()
	defer f.mu.Unlock()
	if strings.Contains(body, useShell) && f.tools == 0 {
		for _, name := range shellTools {
			if strings.Contains(strings.ReplaceAll(body, `": "`, `":"`), `"name":"`+name+`"`) {
				f.tools++
				return turn{tool: name, args: shellArgs(name)}
			}
		}
	}
	if token := canaryWord.FindString(body); token != "" {
		return turn{words: "I see the memory canary " + token + "."}
	}
	return turn{words: "I see no canary."}
}

// shellArgs is "echo hello" for a tool that runs commands: clients refuse what their own schema does not name.
func shellArgs(tool string) string {
	switch tool {
	case "exec_command":
		return `{"cmd":"echo hello"}`
	case "run_commands":
		return `{"commands":["echo hello"]}`
	case "Execute":
		return `{"command":"echo hello","riskLevel":"low","riskLevelReason":"It prints a word","summary":"Say hello"}`
	case "shell":
		return `{"command":["echo","hello"]}`
	case "run_shell_command":
		return `{"command":"echo hello","description":"Say hello","is_background":false}`
	}
	return `{"command":"echo hello","description":"Say hello"}`
}

func (f *fakeModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	body := string(b)
	f.mu.Lock()
	f.requests = append(f.requests, r.Method+" "+r.URL.Path+" "+body)
	f.mu.Unlock()
	stream := strings.Contains(strings.ReplaceAll(body, `": `, `":`), `"stream":true`)
	switch path := r.URL.Path; {
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		fmt.Fprint(w, `{"object":"list","data":[{"id":"fake-model","object":"model"}],"models":[]}`)
	case strings.HasSuffix(path, "/count_tokens"):
		fmt.Fprint(w, `{"input_tokens":10}`)
	case strings.HasSuffix(path, "/messages"):
		anthropic(w, f.next(body), stream)
	case strings.HasSuffix(path, "/responses"):
		responses(w, f.next(body))
	case strings.HasSuffix(path, "/chat/completions"):
		chat(w, f.next(body), stream)
	case strings.HasSuffix(path, ":countTokens"):
		fmt.Fprint(w, `{"totalTokens":10}`)
	case strings.HasSuffix(path, ":streamGenerateContent"), strings.HasSuffix(path, ":generateContent"):
		gemini(w, f.next(body), strings.Contains(path, ":stream"))
	default:
		http.NotFound(w, r)
	}
}

// sse writes events; name "" leaves the line of the name out.
func sse(w http.ResponseWriter, name, data string) {
	if name != "" {
		fmt.Fprintf(w, "event: %s\n", name)
	}
	fmt.Fprintf(w, "data: %s\n\n", data)
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func anthropic(w http.ResponseWriter, t turn, stream bool) {
	block, delta, stop := `{"type":"text","text":""}`, `{"type":"text_delta","text":`+quoted(t.words)+`}`, "end_turn"
	whole := `{"type":"text","text":` + quoted(t.words) + `}`
	if t.tool != "" {
		block = `{"type":"tool_use","id":"toolu_fake1","name":` + quoted(t.tool) + `,"input":{}}`
		delta, stop = `{"type":"input_json_delta","partial_json":`+quoted(t.args)+`}`, "tool_use"
		whole = strings.Replace(block, `"input":{}`, `"input":`+t.args, 1)
	}
	const head = `{"id":"msg_fake","type":"message","role":"assistant","model":"fake-model","stop_sequence":null,"usage":{"input_tokens":10,"output_tokens":5}`
	if !stream {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `%s,"stop_reason":%q,"content":[%s]}`, head, stop, whole)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	sse(w, "message_start", `{"type":"message_start","message":`+head+`,"stop_reason":null,"content":[]}}`)
	sse(w, "content_block_start", `{"type":"content_block_start","index":0,"content_block":`+block+`}`)
	sse(w, "content_block_delta", `{"type":"content_block_delta","index":0,"delta":`+delta+`}`)
	sse(w, "content_block_stop", `{"type":"content_block_stop","index":0}`)
	sse(w, "message_delta", `{"type":"message_delta","delta":{"stop_reason":`+quoted(stop)+`,"stop_sequence":null},"usage":{"output_tokens":5}}`)
	sse(w, "message_stop", `{"type":"message_stop"}`)
}

// responses speaks the format of Codex.
func responses(w http.ResponseWriter, t turn) {
	item := `{"type":"message","role":"assistant","id":"msg_fake","status":"completed","content":[{"type":"output_text","text":` + quoted(t.words) + `,"annotations":[]}]}`
	if t.tool != "" {
		item = `{"type":"function_call","id":"fc_fake1","call_id":"call_fake1","name":` + quoted(t.tool) + `,"arguments":` + quoted(t.args) + `,"status":"completed"}`
	}
	w.Header().Set("Content-Type", "text/event-stream")
	sse(w, "response.created", `{"type":"response.created","response":{"id":"resp_fake"}}`)
	sse(w, "response.output_item.done", `{"type":"response.output_item.done","output_index":0,"item":`+item+`}`)
	sse(w, "response.completed", `{"type":"response.completed","response":{"id":"resp_fake","output":[`+item+`],"usage":{"input_tokens":10,"output_tokens":5,"total_tokens":15}}}`)
}

func chat(w http.ResponseWriter, t turn, stream bool) {
	message, stop := `{"role":"assistant","content":`+quoted(t.words)+`}`, "stop"
	if t.tool != "" {
		message = `{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_fake1","type":"function","function":{"name":` + quoted(t.tool) + `,"arguments":` + quoted(t.args) + `}}]}`
		stop = "tool_calls"
	}
	const usage = `"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}`
	const head = `"id":"chatcmpl-fake","created":1,"model":"fake-model"`
	if !stream {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{%s,"object":"chat.completion",%s,"choices":[{"index":0,"finish_reason":%q,"message":%s}]}`, head, usage, stop, message)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	sse(w, "", `{`+head+`,"object":"chat.completion.chunk","choices":[{"index":0,"delta":`+message+`,"finish_reason":null}]}`)
	sse(w, "", `{`+head+`,"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":`+quoted(stop)+`}],`+usage+`}`)
	sse(w, "", "[DONE]")
}

func gemini(w http.ResponseWriter, t turn, stream bool) {
	part := `{"text":` + quoted(t.words) + `}`
	if t.tool != "" {
		part = `{"functionCall":{"name":` + quoted(t.tool) + `,"args":` + t.args + `}}`
	}
	answer := `{"candidates":[{"index":0,"content":{"role":"model","parts":[` + part + `]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":5,"totalTokenCount":15},"modelVersion":"fake-model"}`
	if stream {
		w.Header().Set("Content-Type", "text/event-stream")
		sse(w, "", answer)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, answer)
}
