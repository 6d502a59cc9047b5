package transcript

// Pi and OpenClaw write {type: session | message | model_change | compaction | ...} with id and parentId.

func piFormat() lineFormat {
	return lineFormat{name: "pi", agent: "pi", score: piScore, parse: piLine}
}

func piScore(v value) int {
	switch v.get("type").str() {
	case "session":
		if v.has("id", "timestamp") {
			return 6
		}
	case "message":
		if v.get("message").has("role") {
			return 1
		}
	case "model_change", "thinking_level_change", "custom_message", "session_info":
		return 3
	case "compaction", "branch_summary", "custom", "label":
		if v.has("timestamp") {
			return 1
		}
	}
	return 0
}

func piLine(r *run, v value) {
	e := r.base()
	e.Time, e.MessageID = v.get("timestamp").when(), v.get("id").str()
	switch kind := v.get("type").str(); kind {
	case "session":
		note(&r.st.Session, v.get("id"))
		note(&r.st.CWD, v.get("cwd"))
		note(&r.st.Version, v.get("version"))
		note(&r.st.Model, v.get("modelId"))
		r.ignore(kind)
	case "session_start":
		note(&r.st.Session, v.get("id"))
		note(&r.st.CWD, v.get("cwd"))
		note(&r.st.Version, v.get("version"))
		r.ignore(kind)
	case "model_change":
		note(&r.st.Model, v.get("modelId"))
		r.ignore(kind)
	case "message":
		piMessage(r, e, v.get("message"))
	case "compaction", "branch_summary", "compaction_state":
		if s := v.any("summary", "summaryText").str(); s != "" {
			r.notice(e, Summary, s)
			return
		}
		r.notice(e, Compact, "")
	case "compact":
		r.notice(e, Compact, v.get("note").str())
	case "custom_message":
		text, _ := r.flatten(v.get("content"))
		r.notice(e, Notice, text)
	default:
		r.ignore(kind)
	}
}

func piMessage(r *run, e Event, m value) {
	role := m.get("role").str()
	if when := m.get("timestamp").when(); e.Time.IsZero() {
		e.Time = when
	}
	e.Role = roleNamed(role)
	e.Model = ""
	switch e.Role {
	case Tool:
		e.Tool = m.get("toolName").str()
		r.result(e, m.get("toolCallId").str(), m.get("content"), m.get("isError").isTrue())
	case "":
		if role == "bashExecution" { // a command that the person ran at the prompt
			id := e.MessageID
			r.call(e, id, "bash", m)
			r.result(e, id, m.get("output"), false)
			return
		}
		r.skip("message of unknown role " + role)
	default:
		if e.Role == Assistant {
			note(&r.st.Model, m.get("model"))
			e.Model = r.st.Model
		}
		r.blocks(e, m.get("content"))
		if msg := m.get("errorMessage").str(); msg != "" {
			r.notice(e, Failure, msg)
		}
	}
}

// piMessageDocument reads a file that holds one message alone.
func piMessageDocument() docFormat {
	return docFormat{
		name: "pi-message", agent: "pi",
		score: func(v value) int {
			if v.has("role", "content", "api", "provider") {
				return 6
			}
			return 0
		},
		parse: func(r *run, v value) {
			e := r.base()
			e.Time = v.get("timestamp").when()
			piMessage(r, e, v)
		},
	}
}
