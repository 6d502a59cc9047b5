package transcript

// Factory Droid: the session store, a cousin of Pi's lines with another head, and the stream of `droid exec`.

func droidStore() lineFormat {
	return lineFormat{
		name: "droid", agent: "droid",
		score: func(v value) int {
			if v.get("type").is("session_start") && v.has("id") {
				return 6
			}
			if v.get("type").is("message") && v.get("message").has("role") {
				return 1
			}
			return 0
		},
		parse: piLine,
	}
}

// droidStream reads `droid exec --output-format stream-json`.
func droidStream() lineFormat {
	return lineFormat{
		name: "droid-stream", agent: "droid",
		score: func(v value) int {
			if !v.has("session_id") {
				return 0
			}
			switch v.get("type").str() {
			case "tool_call", "completion":
				if v.has("toolCallId", "toolName") || v.has("finalText") {
					return 6
				}
			case "tool_result":
				if v.has("toolCallId") {
					return 4
				}
			case "message":
				if v.has("role", "text") {
					return 3
				}
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("session_id"))
			note(&r.st.CWD, v.get("cwd"))
			note(&r.st.Model, v.get("model"))
			e := r.base()
			e.Time, e.MessageID = v.get("timestamp").when(), v.get("id").str()
			switch kind := v.get("type").str(); kind {
			case "message":
				e.Role = roleNamed(v.get("role").str())
				if e.Role != Assistant {
					e.Model = ""
				}
				text := v.any("text", "content").str()
				if e.Role == Assistant {
					r.secondCopy('m', "final", text)
				}
				r.say(e, text)
			case "tool_call":
				r.call(e, v.get("toolCallId").str(), v.get("toolName").str(), v.any("parameters", "arguments"))
			case "tool_result":
				e.Model = ""
				code := v.get("value", "exitCode")
				r.result(e, v.get("toolCallId").str(), v.any("value", "result"), v.get("isError").isTrue() || code.isNumber() && code.raw() != "0")
			case "completion":
				text := v.get("finalText").str()
				if r.secondCopy('c', "final", text) {
					r.ignore("second copy of an answer")
					return
				}
				e.Role = Assistant
				r.say(e, text)
			case "error":
				r.notice(e, Failure, v.any("message", "error").str())
			default:
				r.ignore(kind)
			}
		},
	}
}
