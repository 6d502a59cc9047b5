package transcript

// Hermes keeps a session as one document whose messages follow OpenAI's chat shape.

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
