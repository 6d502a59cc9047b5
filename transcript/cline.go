package transcript

import (
	"strings"
)

// Cline and Roo Code keep two lists a task: api_conversation_history (messages as sent to the model, with the person's words in
// <task>, <feedback> or <answer> and the editor's state around them) and ui_messages (say and ask). The newer SDK keeps one
// document with messages.

func clineHistory() docFormat {
	return docFormat{
		name: "cline-history", agent: "cline",
		score: func(v value) int {
			n := 0
			for m := range v.elems() {
				if n++; n > 20 {
					break
				}
				c := m.get("content")
				if m.has("role") && c.isArray() {
					for b := range c.elems() {
						if t := b.get("text").str(); strings.Contains(t, "<environment_details>") || strings.HasPrefix(t, "<task>") {
							return 9
						}
					}
				}
				if m.has("type", "timestamp", "text") && roleNamed(m.get("type").str()) != "" {
					return 4
				}
			}
			return 0
		},
		parse: func(r *run, v value) {
			r.each(v, func(m value) { clineMessage(r, m) })
		},
	}
}

func clineMessage(r *run, m value) {
	e := r.base()
	e.Time = m.any("ts", "timestamp").when()
	e.MessageID = m.get("id").str()
	role := m.any("role", "type").str()
	if e.Role = roleNamed(role); e.Role == "" {
		r.skip("message of an unknown role")
		return
	}
	if note(&r.st.Model, m.get("modelInfo", "id")); e.Role == User {
		e.Model = ""
	} else {
		e.Model = r.st.Model
	}
	if m.get("metadata", "kind").is("compaction") {
		text, _ := r.flatten(m.get("content"))
		r.notice(e, Summary, text)
		return
	}
	e.Meta = m.get("metadata", "displayRole").is("system") && e.Role == User
	content := m.any("content", "text")
	if e.Role != User || content.isString() {
		r.blocks(e, content)
		return
	}
	for b := range content.elems() {
		if t := b.get("text"); t.isString() && b.get("type").is("text") {
			clineText(r, e, t.str())
			continue
		}
		r.block(e, b)
	}
}

// clineText reads a text block in the user's name: "[tool for 'x'] Result:" blocks are tool output that has no call id.
func clineText(r *run, e Event, text string) {
	if strings.HasPrefix(text, "[") {
		if i := strings.Index(text[:min(len(text), 400)], "] Result:"); i > 0 {
			name, _, _ := strings.Cut(text[1:i], " ")
			e.Tool = name
			r.resultText(e, "", text, nil, false)
			return
		}
	}
	for _, tag := range []string{"task", "feedback", "answer", "user_message", "user_input"} {
		if inner, ok := insideTag(text, tag); ok {
			inner, rest, _ := strings.Cut(inner, "</"+tag+">")
			r.say(e, strings.TrimSpace(inner))
			if strings.TrimSpace(rest) != "" {
				e.Meta = true
				r.say(e, rest)
			}
			return
		}
	}
	r.say(e, text)
}

// insideTag is what follows an opening tag, with or without attributes: <user_input mode="act">.
func insideTag(text, tag string) (string, bool) {
	inner, ok := strings.CutPrefix(strings.TrimSpace(text), "<"+tag)
	if !ok || inner == "" || inner[0] != '>' && inner[0] != ' ' {
		return "", false
	}
	_, inner, ok = strings.Cut(inner, ">")
	return inner, ok
}

func clineSDK() docFormat {
	return docFormat{
		name: "cline-sdk", agent: "cline",
		score: func(v value) int {
			if v.get("messages").isArray() && v.has("version", "agent", "sessionId") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("sessionId"))
			note(&r.st.Version, v.get("version"))
			note(&r.st.Version, v.get("origin", "version"))
			if s := v.get("system_prompt"); s.isString() {
				r.at(s)
				e := r.base()
				e.Role = System
				r.say(e, s.str())
			}
			r.each(v.get("messages"), func(m value) { clineMessage(r, m) })
		},
	}
}

func clineUIScore(v value) int {
	if v.has("ts") && (v.get("type").is("say") && v.has("say") || v.get("type").is("ask") && v.has("ask")) {
		return 9
	}
	return 0
}

func clineUI() docFormat {
	return docFormat{
		name: "cline-ui", agent: "cline",
		score: func(v value) int {
			for m := range v.elems() {
				return clineUIScore(m)
			}
			return 0
		},
		parse: func(r *run, v value) { r.each(v, func(m value) { clineSay(r, m) }) },
	}
}

func clineUILines() lineFormat {
	return lineFormat{name: "cline-ui-lines", agent: "cline", score: clineUIScore, parse: clineSay}
}

// clineSay reads one entry of the chat as shown.
func clineSay(r *run, m value) {
	e := r.base()
	e.Time = m.get("ts").when()
	text := m.get("text")
	kind := first(m.get("say").str(), m.get("ask").str())
	if m.get("partial").isTrue() {
		r.ignore("text that is still streaming")
		return
	}
	switch kind {
	case "task", "user_feedback", "user_feedback_diff":
		e.Role = User
		r.say(e, text.str())
	case "text", "completion_result", "followup", "plan_mode_respond", "plan_mode_response":
		e.Role = Assistant
		if in := text.inner(); in.isObject() && in.any("question", "response").isString() {
			text = in.any("question", "response")
		}
		r.say(e, text.str())
	case "reasoning":
		r.think(e, text)
	case "tool", "command", "use_mcp_server", "browser_action_launch", "browser_action":
		if m.get("type").is("ask") && kind == "tool" { // asked for approval first, said again when done
			r.secondCopy('a', "tool", text.str())
		} else if kind == "tool" && r.secondCopy('s', "tool", text.str()) {
			r.ignore("second copy of a call")
			return
		}
		in := text.inner()
		name := first(in.get("tool").str(), in.get("toolName").str(), kind)
		e.Role, e.Channel, e.Kind, e.Tool, e.Text = Assistant, FromAssistant, ToolCall, name, text.str()
		e.Files = inputFiles(in)
		r.out(e)
	case "command_output", "mcp_server_response", "browser_action_result":
		e.Tool = strings.TrimSuffix(kind, "_output")
		if strings.HasPrefix(kind, "browser") {
			e.Tool = "browser_action"
		}
		r.resultText(e, "", text.str(), nil, false)
	case "error", "api_req_failed", "diff_error", "mistake_limit_reached":
		r.notice(e, Failure, text.str())
	default:
		r.ignore("say " + kind)
	}
}
