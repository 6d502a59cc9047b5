package transcript

// Codex before the envelope wrote its items directly, one a line: first a line with the session's id, then response items, and
// between them {"record_type":"state"}. Even older versions wrote one document {session, items}.

func codexDirectFormat() lineFormat {
	return lineFormat{name: "codex-direct", agent: "codex", score: codexDirectScore, parse: codexDirectLine}
}

func codexDirectScore(v value) int {
	if v.get("record_type").is("state") {
		return 9
	}
	switch v.get("type").str() {
	case "function_call", "function_call_output", "local_shell_call", "custom_tool_call", "custom_tool_call_output":
		if v.has("call_id") {
			return 4
		}
	case "function_result":
		return 2
	case "reasoning":
		if v.get("summary").isArray() && !v.has("message") {
			return 3
		}
	case "message":
		for b := range v.get("content").elems() {
			if t := b.get("type").str(); t == "input_text" || t == "output_text" {
				return 4
			}
		}
	case "":
		if v.has("id", "timestamp") && (v.has("instructions") || v.has("git")) {
			return 4
		}
	}
	return 0
}

func codexDirectLine(r *run, v value) {
	e := r.base()
	e.Time = v.get("timestamp").when()
	switch {
	case v.get("record_type").ok():
		r.ignore("state line")
	case !v.get("type").ok() && v.has("id", "timestamp") && !v.has("role"):
		codexMeta(r, v)
	case v.get("type").is("function_result"), v.has("role") && !v.get("content").isArray(), v.get("type").is("function_call") && !v.has("call_id"):
		genericLine(r, v)
	default:
		codexItem(r, e, v)
	}
}

func codexDocument() docFormat {
	return docFormat{
		name: "codex-document", agent: "codex",
		score: func(v value) int {
			if v.get("session").isObject() && v.get("items").isArray() {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			s := v.get("session")
			codexMeta(r, s)
			started := s.get("timestamp").when()
			if text := s.get("instructions").str(); text != "" {
				r.at(s)
				e := r.base()
				e.Time = started
				r.notice(e, Notice, text)
			}
			r.each(v.get("items"), func(item value) {
				e := r.base()
				e.Time = item.any("timestamp").when()
				codexItem(r, e, item)
			})
		},
	}
}
