package transcript

import (
	"strings"
)

// Codex CLI rollouts: lines {timestamp, type, payload}. Two kinds of lines say the same things: response_item is what went to and
// from the model, event_msg is what the terminal showed. Where both tell one text or one call, the first gives the event and the
// second is ignored.

func codexFormat() lineFormat {
	return lineFormat{name: "codex-rollout", agent: "codex", score: codexScore, parse: codexLine}
}

func codexScore(v value) int {
	if !v.get("payload").isObject() {
		return 0
	}
	switch v.get("type").str() {
	case "session_meta", "turn_context", "response_item", "event_msg", "compacted":
		return 9
	case "world_state", "inter_agent_communication_metadata", "session.start":
		return 3
	}
	return 0
}

func codexLine(r *run, v value) {
	kind, p := v.get("type").str(), v.get("payload")
	if !p.isObject() { // a file that began before the envelope
		codexDirectLine(r, v)
		return
	}
	e := r.base()
	e.Time = v.get("timestamp").when()
	switch kind {
	case "session_meta", "session.start":
		codexMeta(r, p)
	case "turn_context":
		noteFast(&r.st.CWD, p.get("cwd"))
		noteFast(&r.st.Model, p.get("model"))
		r.ignore("turn_context")
	case "response_item":
		codexItem(r, codexRollout(e, r), p)
	case "event_msg":
		codexEvent(r, codexRollout(e, r), p)
	case "compacted":
		if s := p.get("message").str(); strings.TrimSpace(s) != "" {
			r.notice(e, Summary, s)
			return
		}
		r.notice(e, Compact, "")
	default:
		r.ignore(kind)
	}
}

func codexRollout(e Event, r *run) Event {
	e.Sidechain = r.st.Side
	return e
}

// codexMeta reads the head of a session. A resumed file holds several of one id; the latest counts from its line on. The file of a sub-agent or
// of a fork begins with its own head, and then repeats the session that it came from, head and all: that other head makes nobody of it a person.
func codexMeta(r *run, p value) {
	r.ignore("session_meta")
	id := p.any("id", "session_id").scalar()
	if r.st.Session != "" && id != "" && id != r.st.Session && (r.st.Side || r.st.Driven) {
		return
	}
	note(&r.st.Session, p.any("id", "session_id"))
	note(&r.st.CWD, p.get("cwd"))
	note(&r.st.Version, p.get("cli_version"))
	note(&r.st.Branch, p.get("git", "branch"))
	note(&r.st.Remote, p.get("git", "repository_url"))
	note(&r.st.Model, p.get("model"))
	r.st.Side = p.get("source", "subagent").ok()
	r.st.Driven = p.get("source").is("exec") || p.get("originator").is("codex_exec")
}

const (
	sideModel byte = 'm' // response_item
	sideTerm  byte = 't' // event_msg
)

// codexItem reads what went to or came from the model. It serves the envelope, the older direct lines and the legacy document.
func codexItem(r *run, e Event, p value) {
	kind := p.get("type").str()
	e.MessageID = p.get("id").str()
	id := p.any("call_id", "id").str()
	switch kind {
	case "message", "", "agent_message":
		codexMessage(r, e, p)
	case "reasoning":
		codexReasoning(r, e, p)
	case "function_call", "custom_tool_call", "tool_search_call":
		name := p.get("name").str()
		if ns := p.get("namespace").str(); ns != "" && !strings.HasPrefix(name, ns) {
			name = ns + name
		}
		r.call(e, id, first(name, strings.TrimSuffix(kind, "_call")), p.any("arguments", "input"))
	case "local_shell_call":
		r.call(e, id, "local_shell", p.get("action"))
	case "web_search_call":
		action := p.get("action")
		query := first(p.get("query").str(), action.get("query").str(), action.get("url").str())
		if query != "" && r.secondCopy(sideModel, "web_search", query) {
			r.ignore("second copy of a search")
			return
		}
		r.call(e, id, "web_search", action)
	case "image_generation_call":
		e.Role, e.Tool, e.Channel = Assistant, "image_generation", FromAssistant
		r.resource(e, p)
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output", "tool_search_output":
		codexOutput(r, e, id, p)
	case "ghost_snapshot":
		r.ignore(kind)
	case "compaction", "compaction_summary":
		r.ignore("encrypted compaction")
	default:
		r.ignore("response_item " + kind)
	}
}

func codexMessage(r *run, e Event, p value) {
	role := p.any("role", "author").str()
	switch e.Role = roleNamed(role); {
	case p.get("type").is("agent_message"): // between agents
		e.Role, e.Sidechain = Assistant, true
	case e.Role == Tool:
		e.Tool = p.get("name").str()
		r.result(e, e.Tool, p.get("content"), false)
		return
	case e.Role == "":
		r.ignore("message of role " + role)
		return
	}
	if e.Role == Assistant {
		e.Model = r.st.Model
	} else {
		e.Model = ""
	}
	content := p.get("content")
	if content.isString() {
		codexText(r, sideModel, e, content.str())
	}
	for b := range content.elems() {
		if t := b.get("text"); t.isString() && !isResource(b.get("type").str()) {
			codexText(r, sideModel, e, t.str())
		} else if b.get("image_url").ok() || b.get("data").ok() {
			if b.any("image_url", "data").isString() || b.get("image_url").isObject() {
				r.resource(e, b)
			}
		} else if b.get("type").is("encrypted_content") {
			r.ignore("encrypted content")
		}
	}
	openAICalls(r, e, p)
}

// codexText gives the events of a text unless the other side has given them.
func codexText(r *run, side byte, e Event, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if (e.Role == User || e.Role == Assistant) && r.secondCopy(side, string(e.Role), text) {
		r.ignore("second copy of a message")
		return
	}
	r.say(e, text)
}

func codexReasoning(r *run, e Event, p value) {
	found := false
	for _, list := range []value{p.get("summary"), p.get("content")} {
		for b := range list.elems() {
			t := b.get("text")
			if !t.isString() || strings.TrimSpace(t.str()) == "" {
				continue
			}
			found = true
			codexThought(r, sideModel, e, t)
		}
	}
	if !found {
		r.ignore("encrypted reasoning")
	}
}

func codexThought(r *run, side byte, e Event, text value) {
	if r.secondCopy(side, "thinking", text.str()) {
		r.ignore("second copy of a thought")
		return
	}
	e.Model = r.st.Model
	r.think(e, text)
}

// codexOutput reads the answer of a tool: a string, a JSON string with metadata, a list of items, or an object.
func codexOutput(r *run, e Event, id string, p value) {
	out := p.any("output", "result", "tools")
	failed := p.get("status").is("failed")
	if in := out.inner(); in.isObject() && in.has("output", "metadata") {
		out = in
	}
	if out.isObject() {
		if code := out.get("metadata", "exit_code"); code.isNumber() && code.raw() != "0" {
			failed = true
		}
		if s := out.get("success"); s.ok() && !s.isTrue() {
			failed = true
		}
	}
	text, blobs := r.flatten(out)
	if code, ok := exitCode(text); ok && code != "0" {
		failed = true
	}
	e.Model = ""
	r.resultText(e, id, text, blobs, failed)
}

// exitCode finds the exit code in the head that Codex puts before a command's output.
func exitCode(text string) (string, bool) {
	head := text[:min(len(text), 256)]
	for _, mark := range []string{"Process exited with code ", "Exit code: "} {
		if _, rest, ok := strings.Cut(head, mark); ok {
			code, _, _ := strings.Cut(rest, "\n")
			return strings.TrimSpace(code), true
		}
	}
	return "", false
}
