package transcript

// Amp keeps a thread as one document {id, title, messages[]}.

func ampFormat() docFormat {
	return docFormat{
		name: "amp", agent: "amp",
		score: func(v value) int {
			if v.has("id", "messages") && !v.has("sessionId") && !v.has("session_id") {
				for m := range v.get("messages").elems() {
					if m.has("role") && (m.has("createdAt") || m.get("meta").isObject()) {
						return 5
					}
					return 0
				}
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("id"))
			for t := range v.get("env", "initial", "trees").elems() {
				note(&r.st.CWD, t.get("uri"))
				r.st.CWD = uriPath(r.st.CWD)
			}
			r.each(v.get("messages"), func(m value) {
				e := r.base()
				e.Time = m.get("meta", "sentAt").when()
				if !chatMessage(r, e, m) {
					r.skip("message of an unknown role")
				}
			})
		},
	}
}
