package transcript

import (
	"strconv"
)

// replayTurns reads the turns that claude-replay extracts from a session: {index, user_text, blocks[]}.
func replayTurns() lineFormat {
	return lineFormat{
		name: "claude-replay", agent: "claude-replay",
		score: func(v value) int {
			if v.has("index", "user_text", "blocks") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			e := r.base()
			e.Time = v.get("timestamp").when()
			ask := e
			ask.Role = User
			r.say(ask, v.get("user_text").str())
			for b := range v.get("blocks").elems() {
				e.Time, e.Role = b.get("timestamp").when(), Assistant
				c := b.get("tool_call")
				if !c.isObject() {
					r.block(e, b)
					continue
				}
				id := r.turnCall(v, c)
				r.call(e, id, c.get("name").str(), c.get("input"))
				if res := c.get("result"); res.ok() {
					e.Time = c.get("resultTimestamp").when()
					r.result(e, id, res, c.get("is_error").isTrue())
				}
			}
		},
	}
}

// turnCall makes an id for a call that has none, from where it stands in its line.
func (r *run) turnCall(turn, c value) string {
	return first(c.any("id", "tool_use_id").str(), turn.get("index").scalar()+"-"+strconv.Itoa(c.at()))
}
