package transcript

import (
	"strings"
)

// Microsoft Agent Framework writes activities: messages, traces (reasoning), invokes (calls) and events (results).

func activityFormat() lineFormat {
	return lineFormat{
		name: "agent-framework", agent: "agent-framework",
		score: func(v value) int {
			if v.get("conversation").isObject() && (v.has("channelId") || v.has("channel_id")) {
				return 9
			}
			return 0
		},
		parse: activityLine,
	}
}

// activityLine reads one activity of the Microsoft Agent Framework.
func activityLine(r *run, v value) {
	note(&r.st.Session, v.get("conversation", "id"))
	e := r.base()
	e.Time, e.MessageID = v.get("timestamp").when(), v.get("id").str()
	val := v.get("value")
	id := val.get("call_id").str()
	switch kind := v.get("type").str(); kind {
	case "message":
		e.Role = roleNamed(v.any("from", "from_property").get("role").str())
		if e.Role == "" {
			e.Role = Assistant
		}
		r.say(e, v.get("text").str())
	case "trace":
		text, _ := r.flatten(val.any("summary", "content", "text"))
		if strings.TrimSpace(text) == "" {
			r.ignore("encrypted reasoning")
			return
		}
		e.Role, e.Channel, e.Kind, e.Text = Assistant, FromAssistant, Thinking, text
		r.out(e)
	case "invoke":
		r.call(e, id, first(val.get("name").str(), v.get("text").str()), val.any("arguments", "args"))
	case "event":
		if val.get("type").is("function_call_output") {
			r.result(e, id, val.get("output"), false)
			return
		}
		r.ignore("event " + val.get("type").str())
	default:
		r.ignore(kind)
	}
}
