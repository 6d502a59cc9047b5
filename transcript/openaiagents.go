package transcript

// The OpenAI Agents SDK writes a trace and its spans; function spans hold a call with its result. The model's words are not in it.

func openAIAgentsFormat() lineFormat {
	return lineFormat{
		name: "openai-agents", agent: "openai-agents",
		score: func(v value) int {
			if o := v.get("object"); o.is("trace") || o.is("trace.span") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("trace_id"))
			if v.get("object").is("trace") {
				note(&r.st.Session, v.get("id"))
				r.ignore("trace")
				return
			}
			d := v.get("span_data")
			e := r.base()
			e.Time, e.MessageID = v.get("started_at").when(), v.get("id").str()
			switch kind := d.get("type").str(); kind {
			case "function":
				r.call(e, e.MessageID, d.get("name").str(), d.get("input"))
				e.Time = v.get("ended_at").when()
				r.result(e, e.MessageID, d.get("output"), v.get("error").isObject())
			case "generation":
				for m := range d.get("output").elems() {
					chatMessage(r, e, m)
				}
			default:
				if msg := v.get("error", "message").str(); msg != "" {
					r.notice(e, Failure, msg)
					return
				}
				r.ignore("span " + kind)
			}
		},
	}
}
