package transcript

// openAICalls reads tool calls that stand beside the content of a message, as OpenAI's chat API and its many followers write them.
func openAICalls(r *run, e Event, m value) {
	for c := range m.any("tool_calls", "toolCalls").elems() {
		f := c
		if inner := c.get("function"); inner.isObject() {
			f = inner
		}
		r.call(e, c.any("id", "toolCallId", "call_id").scalar(), f.any("name", "toolName", "tool").str(), f.any("arguments", "args", "input", "params"))
		if res := c.any("result", "output"); res.ok() {
			r.result(e, c.any("id", "toolCallId").scalar(), res, c.get("status").is("error"))
		}
	}
	if c := m.get("function_call"); c.isObject() {
		r.call(e, c.get("name").str(), c.get("name").str(), c.get("arguments"))
	}
}

// chatMessage reads one message of the common shape: a role, content as string or blocks, and tool calls beside it. It is the core of
// the generic reader and of formats that add only an envelope to it. It reports whether the role was known.
func chatMessage(r *run, e Event, m value) bool {
	role := m.any("role", "sender", "author", "from", "speaker", "type")
	if role.isObject() {
		role = role.any("role", "type", "name")
	}
	name := role.str()
	e.Role = roleNamed(name)
	if e.Role == "" {
		return false
	}
	if t := m.any("timestamp", "time", "ts", "created_at", "createdAt", "created", "create_time", "date"); t.ok() {
		if t.isObject() {
			t = t.any("created", "start")
		}
		if when := t.when(); !when.IsZero() {
			e.Time = when
		}
	}
	e.MessageID = first(m.any("id", "uuid", "message_id", "messageId").scalar(), e.MessageID)
	if model := m.any("model", "modelID", "model_id"); model.isString() {
		r.st.Model = model.str()
	}
	if e.Role == Assistant {
		e.Model = r.st.Model
	} else {
		e.Model = ""
	}
	content := m.any("content", "text", "parts", "message", "output", "result", "body")
	if content.isObject() && content.any("parts", "content").ok() {
		content = content.any("parts", "content")
	}
	if e.Role == Tool {
		e.Tool = m.any("tool_name", "toolName", "name").str()
		id := m.any("tool_call_id", "toolCallId", "call_id", "tool_use_id").scalar()
		if id == "" {
			for t := range m.get("tool_call_ids").elems() {
				id = t.str()
				break
			}
		}
		if id == "" && r.hasCall(e.Tool) { // formats without ids pair by name
			id = e.Tool
		}
		if in := m.any("tool_input", "input", "arguments"); in.ok() && e.Tool != "" {
			id = first(id, e.MessageID)
			r.call(e, id, e.Tool, in)
		}
		r.result(e, id, m.any("tool_output", "content", "text", "output", "result"), m.any("is_error", "isError").isTrue() || m.get("finish_reason").is("error"))
		return true
	}
	for _, k := range []string{"reasoning", "reasoning_content", "thinking", "thought"} {
		if t := m.get(k); t.isString() && t.str() != "" && e.Role == Assistant {
			r.think(e, t)
			break
		}
	}
	if name == "thinking" || name == "reasoning" {
		r.think(e, content)
		return true
	}
	r.blocks(e, content)
	openAICalls(r, e, m)
	return true
}

// roleNamed maps the names in use to roles; empty when the name is no role.
func roleNamed(name string) Role {
	switch name {
	case "user", "human", "User", "Human", "USER", "you", "prompt":
		return User
	case "assistant", "ai", "model", "gemini", "bot", "agent", "Assistant", "ASSISTANT", "AI", "gpt", "thinking", "reasoning", "chatbot", "qwen":
		return Assistant
	case "tool", "function", "toolResult", "tool_result", "ipython", "observation", "TOOL":
		return Tool
	case "system", "developer", "info", "warning", "error", "System", "SYSTEM":
		return System
	}
	return ""
}
