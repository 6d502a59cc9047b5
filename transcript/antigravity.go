package transcript

import "strings"

// Antigravity's transcript.jsonl: numbered steps with a source (USER, MODEL, SYSTEM) and a type. Calls stand in tool_calls of a
// planner step; what a tool answered is the content of the step that is named after it.

func antigravityFormat() lineFormat {
	return lineFormat{
		name: "antigravity", agent: "antigravity",
		score: func(v value) int {
			if v.has("step_index", "source", "type") {
				return 9
			}
			return 0
		},
		parse: antigravityLine,
	}
}

func antigravityLine(r *run, v value) {
	e := r.base()
	e.Time = v.get("created_at").when()
	e.MessageID = first(v.get("id").str(), "step-"+v.get("step_index").scalar())
	kind, source, content := v.get("type").str(), v.get("source").str(), v.get("content").str()
	if msg := v.get("error").str(); msg != "" {
		r.notice(e, Failure, msg)
	}
	switch {
	case strings.HasPrefix(source, "USER"):
		e.Role = User
		r.say(e, content)
	case kind == "CHECKPOINT":
		r.notice(e, Summary, content)
	case kind == "COMPACTION":
		r.notice(e, Compact, content)
	case source == "SYSTEM":
		e.Role = System
		r.say(e, content)
	case kind == "PLANNER_RESPONSE", kind == "TEXT_RESPONSE", kind == "THINKING", kind == "TOOL_CALL", kind == "FINISH":
		e.Role = Assistant
		antigravitySteps(r, e, v)
		r.say(e, content)
		if out := v.get("structured_output"); content == "" && out.isObject() {
			r.say(e, compact(out))
		}
		antigravityCalls(r, e, v)
	default: // the result of a tool, named by the type
		if t := v.get("thinking"); t.isString() {
			antigravitySteps(r, e, v)
		}
		antigravityCalls(r, e, v)
		if content == "" {
			return
		}
		e.Tool = strings.ToLower(kind)
		id := ""
		for c := range v.get("tool_calls").elems() {
			id = c.get("id").str()
		}
		if id == "" && kind == "TOOL_RESULT" || kind == "TOOL_RESPONSE" {
			e.Tool = ""
		}
		r.resultText(e, id, content, nil, v.get("status").is("ERROR"))
	}
}

func antigravitySteps(r *run, e Event, v value) {
	if t := v.get("thinking"); t.isString() && strings.TrimSpace(t.str()) != "" {
		r.think(e, t)
	}
}

func antigravityCalls(r *run, e Event, v value) {
	for c := range v.get("tool_calls").elems() {
		r.call(e, c.get("id").str(), c.get("name").str(), c.any("args", "arguments"))
	}
}
