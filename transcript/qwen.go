package transcript

// Qwen Code took Claude Code's envelope and Gemini's message: {uuid, parentUuid, sessionId, type, message: {role, parts}}.

func qwenFormat() lineFormat {
	return lineFormat{
		name: "qwen", agent: "qwen",
		score: func(v value) int {
			if v.has("sessionId", "uuid") {
				if v.get("message", "parts").isArray() {
					return 10 // more than the Claude parser claims for the same envelope
				}
				if v.get("type").is("system") && v.get("subtype").is("ui_telemetry") {
					return 10
				}
			}
			return 0
		},
		parse: qwenLine,
	}
}

func qwenLine(r *run, v value) {
	note(&r.st.Session, v.get("sessionId"))
	note(&r.st.CWD, v.get("cwd"))
	note(&r.st.Version, v.get("version"))
	note(&r.st.Branch, v.get("gitBranch"))
	e := r.base()
	e.Time, e.MessageID = v.get("timestamp").when(), v.get("uuid").str()
	parts := v.get("message").any("parts", "content")
	switch kind := v.get("type").str(); kind {
	case "user", "tool_result":
		e.Role, e.Model = User, ""
		geminiParts(r, e, parts)
	case "assistant":
		note(&r.st.Model, v.get("model"))
		e.Role, e.Model = Assistant, r.st.Model
		geminiParts(r, e, parts)
	default:
		if s := v.any("content").str(); s != "" {
			r.notice(e, Notice, s)
			return
		}
		r.ignore(kind + " " + v.get("subtype").str())
	}
}
