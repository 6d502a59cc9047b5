package transcript

import (
	"strings"
)

// Amazon Q keeps a conversation as one row whose value is JSON in a string.

func amazonQFormat() lineFormat {
	return lineFormat{
		name: "amazonq", agent: "amazonq",
		score: func(v value) int {
			if in := v.get("value").inner(); v.has("key") && in.has("conversation_id", "history") || v.has("conversation_id", "history") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.CWD, v.get("key"))
			in := v.get("value").inner()
			if !in.ok() {
				in = v
			}
			note(&r.st.Session, in.get("conversation_id"))
			for turn := range in.get("history").elems() {
				amazonQTurn(r, turn)
			}
		},
	}
}

func amazonQTurn(r *run, turn value) {
	e := r.base()
	u := turn.get("user")
	e.Time = u.get("timestamp").when()
	if p := u.get("content", "Prompt", "prompt"); p.isString() {
		ask := e
		ask.Role = User
		r.say(ask, p.str())
	}
	for res := range u.get("content", "ToolUseResults", "tool_use_results").elems() {
		var texts []string
		for c := range res.get("content").elems() {
			for _, m := range c.fields() {
				text, _ := r.flatten(m)
				texts = append(texts, text)
			}
		}
		r.resultText(e, res.get("tool_use_id").str(), strings.Join(texts, "\n"), nil, res.get("status").is("Error"))
	}
	for _, kind := range []string{"ToolUse", "Response"} {
		a := turn.get("assistant", kind)
		say := e
		say.Role, say.MessageID = Assistant, a.get("message_id").str()
		r.say(say, a.get("content").str())
		for c := range a.get("tool_uses").elems() {
			r.call(say, c.get("id").str(), c.get("name").str(), c.get("args"))
		}
	}
}
