package transcript

// Sessions kept as one document whose messages follow OpenAI's chat shape, each with its own head: Hermes, Amp threads, Continue,
// and exports of the kind {id, title, messages}.

func hermesFormat() docFormat {
	return docFormat{
		name: "hermes", agent: "hermes",
		score: func(v value) int {
			if v.has("session_id", "platform", "session_start") && v.get("messages").isArray() {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("session_id"))
			note(&r.st.Model, v.get("model"))
			note(&r.st.CWD, v.get("cwd"))
			note(&r.st.CWD, v.get("model_config", "cwd"))
			start := v.get("session_start").when()
			if s := v.get("system_prompt"); s.isString() {
				r.at(s)
				e := r.base()
				e.Role, e.Time = System, start
				r.say(e, s.str())
			}
			r.each(v.get("messages"), func(m value) {
				e := r.base()
				if !chatMessage(r, e, m) {
					r.ignore("message " + m.get("role").str())
				}
			})
		},
	}
}

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
