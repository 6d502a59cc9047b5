package transcript

// Goose keeps rows {role, content_json, session_id} whose content is JSON in a string.

func gooseFormat() lineFormat {
	return lineFormat{
		name: "goose", agent: "goose",
		score: func(v value) int {
			if v.has("role", "content_json", "session_id") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("session_id"))
			e := r.base()
			e.MessageID = v.get("message_id").str()
			if e.Time = v.get("created_timestamp").when(); e.Time.IsZero() {
				e.Time = v.get("timestamp").when()
			}
			e.Role = roleNamed(v.get("role").str())
			for b := range v.get("content_json").inner().elems() {
				switch b.get("type").str() {
				case "toolRequest":
					c := b.get("toolCall", "value")
					r.call(e, b.get("id").str(), c.get("name").str(), c.get("arguments"))
				case "toolResponse":
					res := b.get("toolResult")
					failed := res.get("status").is("error") || res.get("value", "isError").isTrue()
					r.result(e, b.get("id").str(), res.any("value", "error"), failed)
				default:
					r.block(e, b)
				}
			}
		},
	}
}
