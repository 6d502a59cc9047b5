package transcript

// Sessions of Claude Code on the web, exported as one document whose loglines are the lines of a session file.
func claudeDocument() docFormat {
	return docFormat{
		name: "claude-document", agent: "claude-code",
		score: func(v value) int {
			for l := range v.get("loglines").elems() {
				if l.has("type", "message") {
					return 9
				}
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.any("sessionId", "session_id", "id"))
			r.each(v.get("loglines"), func(l value) { claudeLine(r, l) })
		},
	}
}
