package transcript

// Grok's chat_history.jsonl: lines named by role, tool calls beside the content, and searches that the server ran.

func grokFormat() lineFormat {
	return lineFormat{
		name: "grok", agent: "grok",
		score: func(v value) int {
			switch v.get("type").str() {
			case "backend_tool_call":
				return 6
			case "user":
				if v.has("prompt_index") || v.has("synthetic_reason") {
					return 6
				}
			case "assistant":
				if v.has("model_id", "content") {
					return 6
				}
			case "tool_result":
				if v.has("tool_call_id") {
					return 2
				}
			case "system", "reasoning":
				if v.has("content") && !v.has("message") && !v.has("subtype") {
					return 1
				}
			}
			return 0
		},
		parse: grokLine,
	}
}

func grokLine(r *run, v value) {
	e := r.base()
	e.Time = v.any("timestamp", "created_at").when()
	switch kind := v.get("type").str(); kind {
	case "user":
		e.Role, e.Model = User, ""
		e.Meta = v.get("synthetic_reason").isString()
		r.blocks(e, v.get("content"))
	case "assistant":
		note(&r.st.Model, v.get("model_id"))
		e.Role, e.Model = Assistant, r.st.Model
		r.blocks(e, v.get("content"))
		openAICalls(r, e, v)
	case "reasoning":
		r.think(e, v.any("summary", "content"))
	case "tool_result":
		e.Model = ""
		r.result(e, v.get("tool_call_id").str(), v.get("content"), v.get("is_error").isTrue())
	case "backend_tool_call":
		k := v.get("kind")
		id, name := k.get("id").str(), k.get("tool_type").str()
		r.call(e, id, name, k.get("action"))
		if sources := k.get("action", "sources"); sources.isArray() && len(sources.raw()) > 2 {
			e.Model = ""
			r.resultText(e, id, compact(sources), nil, false)
		}
	case "system":
		e.Role = System
		r.blocks(e, v.get("content"))
	default:
		r.ignore(kind)
	}
}
