package transcript

// Continue keeps a session as one document whose history pairs each message with the context that was attached to it.

func continueFormat() docFormat {
	return docFormat{
		name: "continue", agent: "continue",
		score: func(v value) int {
			if v.has("sessionId", "history") {
				for h := range v.get("history").elems() {
					if h.get("message").isObject() {
						return 9
					}
				}
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("sessionId"))
			note(&r.st.CWD, v.get("workspaceDirectory"))
			r.each(v.get("history"), func(h value) {
				if !chatMessage(r, r.base(), h.get("message")) {
					r.skip("message of an unknown role")
				}
				for c := range h.get("contextItems").elems() {
					e := r.base()
					addFile(&e.Files, first(c.get("uri", "value").str(), c.get("name").str()))
					e.Role, e.Channel, e.Kind, e.Meta, e.Text = User, FromFile, Notice, true, c.get("content").str()
					if e.Text != "" {
						r.out(e)
					}
				}
			})
		},
	}
}
