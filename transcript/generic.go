package transcript

// The generic reader: whatever has a role and content, as JSONL or as one document. It is asked last.

func genericLines() lineFormat {
	return lineFormat{name: "generic-jsonl", agent: "generic", score: genericScore, parse: genericLine}
}

func genericScore(v value) int {
	who := v.any("role", "sender", "author", "from", "speaker")
	if who.isObject() {
		who = who.any("role", "type", "name")
	}
	if roleNamed(who.str()) != "" && v.any("content", "text", "parts", "message", "body", "tool_calls").ok() {
		return 1
	}
	return 0
}

func genericLine(r *run, v value) {
	note(&r.st.Session, v.any("session_id", "sessionId", "conversation_id"))
	note(&r.st.CWD, v.get("cwd"))
	e := r.base()
	e.Time = v.any("timestamp", "time", "created_at").when()
	e.MessageID = v.get("id").scalar()
	if chatMessage(r, e, v) {
		return
	}
	switch kind := v.get("type").str(); kind {
	case "tool_call", "tool_use", "function_call":
		name := first(v.get("function", "name").str(), v.any("name", "tool").str())
		id := v.any("id", "call_id", "tool_call_id").scalar()
		r.call(e, first(id, name), name, v.any("arguments", "input", "args", "parameters"))
	case "tool_result", "function_call_output", "function_result", "tool_output":
		e.Tool = v.any("name", "tool").str()
		id := v.any("tool_call_id", "call_id", "id").scalar()
		r.result(e, first(id, e.Tool), v.any("result", "output", "content"), v.get("is_error").isTrue())
	default:
		if v.any("role", "content", "text").ok() {
			r.skip("a line of unknown role " + v.get("role").str())
			return
		}
		r.ignore("line of type " + kind)
	}
}

// genericMessages finds the list of messages of a document.
func genericMessages(v value) value {
	if v.isArray() {
		return v
	}
	for _, k := range []string{"messages", "conversation", "history", "chat", "turns", "items"} {
		if m := v.get(k); m.isArray() {
			return m
		}
		if m := v.get(k, "messages"); m.isArray() {
			return m
		}
	}
	return v.get("session", "messages")
}

func genericDocument() docFormat {
	return docFormat{
		name: "generic-json", agent: "generic",
		score: func(v value) int {
			n, good := 0, 0
			for m := range genericMessages(v).elems() {
				if n++; n > headLines {
					break
				}
				good += genericScore(m)
			}
			if good > 0 && 2*good >= n {
				return 1
			}
			if v.isObject() && genericScore(v) > 0 && v.get("content").ok() {
				return 1
			}
			return 0
		},
		parse: func(r *run, v value) {
			list := genericMessages(v)
			if !list.isArray() {
				genericLine(r, v)
				return
			}
			note(&r.st.Session, v.any("session_id", "sessionId", "conversation_id", "id"))
			note(&r.st.CWD, v.any("cwd", "workspace", "directory"))
			note(&r.st.Model, v.get("model"))
			r.each(list, func(m value) { genericLine(r, m) })
		},
	}
}
