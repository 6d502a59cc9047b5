package transcript

import (
	"strings"
)

// codexEvent reads what the terminal showed: the second voice of most things, the only one of some.
func codexEvent(r *run, e Event, p value) {
	kind := p.get("type").str()
	if inner := p.get("msg"); inner.isObject() { // codex/event/... of 0.5x wraps once more
		p = inner
		kind = first(p.get("type").str(), kind)
	}
	kind = strings.TrimPrefix(kind, "codex/event/")
	switch kind {
	case "user_message":
		e.Role, e.Model = User, ""
		codexText(r, sideTerm, e, p.get("message").str())
		for _, list := range []string{"images", "local_images"} {
			for img := range p.get(list).elems() {
				if _, _, ok := dataURL(img.str()); !ok {
					addFile(&e.Files, img.str())
				}
			}
		}
	case "agent_message":
		e.Role = Assistant
		codexText(r, sideTerm, e, p.get("message").str())
	case "agent_reasoning", "agent_reasoning_raw_content":
		codexThought(r, sideTerm, e, p.get("text"))
	case "exec_command_end", "mcp_tool_call_end", "patch_apply_end", "view_image_tool_call", "dynamic_tool_call_response":
		codexCallEnd(r, e, kind, p)
	case "dynamic_tool_call_request":
		if r.hasCall(p.get("callId").str()) {
			r.ignore("second copy of a call")
			return
		}
		r.call(e, p.get("callId").str(), p.get("tool").str(), p.get("arguments"))
	case "web_search_end":
		codexSearchEnd(r, e, p)
	case "image_generation_end":
		r.ignore(kind)
	case "error", "stream_error", "warning":
		r.notice(e, Failure, p.get("message").str())
	case "turn_aborted":
		e.IsError = true
		r.notice(e, Notice, "turn aborted: "+p.get("reason").str())
	case "context_compacted":
		r.notice(e, Compact, "")
	case "exited_review_mode":
		if s := p.get("review_output", "overall_explanation").str(); s != "" {
			e.Role, e.Channel, e.Kind, e.Text = Assistant, FromAssistant, Message, s
			r.out(e)
		}
	case "item_completed":
		if item := p.get("item"); item.get("type").is("Plan") && item.get("text").isString() {
			e.Role = Assistant
			codexText(r, sideTerm, e, item.get("text").str())
			return
		}
		r.ignore(kind)
	case "undo_completed", "background_event", "deprecation_notice":
		if s := p.get("message").str(); s != "" {
			r.notice(e, Notice, s)
		}
	case "thread_name_updated":
		if s := p.get("thread_name").str(); s != "" {
			r.notice(e, Notice, s)
		}
	case "thread_settings_applied":
		noteFast(&r.st.CWD, p.get("thread_settings", "cwd"))
		noteFast(&r.st.Model, p.get("thread_settings", "model"))
		r.ignore(kind)
	case "collab_agent_spawn_end", "collab_agent_interaction_end":
		if s := p.get("prompt").str(); s != "" {
			e.Sidechain, e.Role, e.Channel, e.Kind, e.Text, e.Meta = true, User, FromAssistant, Message, s, true
			r.out(e)
		}
	default:
		r.ignore("event_msg " + kind)
	}
}

// codexCallEnd reads the end of a call. When the model side has the call, its output is there too; a command that the person ran
// has only this line.
func codexCallEnd(r *run, e Event, kind string, p value) {
	id := p.get("call_id").str()
	if r.hasCall(id) {
		r.ignore("second copy of a result")
		return
	}
	name, input := strings.TrimSuffix(kind, "_end"), p
	switch kind {
	case "exec_command_end":
		name = "exec_command"
	case "mcp_tool_call_end":
		name = "mcp__" + p.get("invocation", "server").str() + "__" + p.get("invocation", "tool").str()
		input = p.get("invocation", "arguments")
	case "view_image_tool_call":
		r.call(e, id, "view_image", p)
		return
	case "dynamic_tool_call_response":
		name, input = p.get("tool").str(), p.get("arguments")
	}
	asked := e
	if kind == "patch_apply_end" {
		for path := range p.get("changes").fields() {
			addFile(&asked.Files, owned(path))
		}
		asked.Role, asked.Channel, asked.Kind, asked.Tool, asked.CallID = Assistant, FromAssistant, ToolCall, "apply_patch", id
		asked.Text = compact(p.get("changes"))
		r.opened(call{ID: id, Name: "apply_patch", Channel: FromTool})
		r.out(asked)
	} else {
		r.call(asked, id, name, input)
	}
	out := p.any("aggregated_output", "formatted_output", "stdout", "result", "content_items")
	text, blobs := r.flatten(out)
	if s := p.get("stderr"); text == "" && s.isString() {
		text = s.str()
	}
	code, success := p.get("exit_code"), p.get("success")
	failed := code.isNumber() && code.raw() != "0" || success.ok() && !success.isTrue()
	r.resultText(e, id, text, blobs, failed)
}

// codexSearchEnd reads a finished web search. Its results stand only here.
func codexSearchEnd(r *run, e Event, p value) {
	id := p.get("call_id").str()
	query := first(p.get("query").str(), p.get("action", "query").str(), p.get("action", "url").str())
	if !r.secondCopy(sideTerm, "web_search", query) {
		r.call(e, id, "web_search", p.get("action"))
	}
	if results := p.get("results"); results.isArray() && len(results.raw()) > 2 {
		e.Role, e.Kind, e.Tool, e.CallID, e.Channel, e.Text = Tool, ToolResult, "web_search", id, FromWeb, compact(results)
		r.out(e)
		return
	}
	r.ignore("web_search_end")
}
