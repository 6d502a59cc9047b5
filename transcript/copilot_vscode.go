package transcript

import (
	"strings"
)

// VS Code Copilot Chat keeps one document {version, requesterUsername, requests[]}. Newer versions write it as a log of changes, one a
// line: kind 0 is the whole document, kind 1 sets a path, kind 2 appends to a list.

func copilotVSCode() docFormat {
	return docFormat{
		name: "copilot-vscode", agent: "copilot-vscode",
		score: func(v value) int {
			if v.get("requests").isArray() && (v.has("requesterUsername") || v.has("responderUsername") || v.has("sessionId")) {
				return 9
			}
			return 0
		},
		parse: copilotSession,
	}
}

func copilotSession(r *run, v value) {
	note(&r.st.Session, v.get("sessionId"))
	r.each(v.get("requests"), func(q value) { copilotRequest(r, q) })
}

func copilotRequest(r *run, q value) {
	e := r.base()
	e.Time = q.get("timestamp").when()
	note(&r.st.Version, q.get("agent", "extensionVersion"))
	note(&r.st.Session, q.get("result", "metadata", "sessionId"))
	model := q.get("modelId").str()
	ask := e
	ask.Role, ask.MessageID, ask.Model = User, q.get("requestId").str(), ""
	m := q.get("message")
	for v := range q.get("variableData", "variables").elems() {
		addFile(&ask.Files, first(v.get("value", "path").str(), v.get("value", "uri", "path").str()))
	}
	if m.isString() {
		r.say(ask, m.str())
	} else {
		r.say(ask, m.get("text").str())
	}
	e.MessageID, e.Model = q.get("responseId").str(), model
	if rounds := q.get("result", "metadata", "toolCallRounds"); rounds.isArray() && len(rounds.raw()) > 2 {
		copilotRounds(r, e, q, rounds)
	} else {
		copilotResponse(r, e, q.get("response"))
	}
	if msg := q.get("result", "errorDetails", "message").str(); msg != "" {
		r.notice(e, Failure, msg)
	}
}

// copilotRounds reads what went to and from the model, which is fuller than what was shown.
func copilotRounds(r *run, e Event, q, rounds value) {
	results := q.get("result", "metadata", "toolCallResults")
	for round := range rounds.elems() {
		say := e
		say.Role = Assistant
		if t := round.get("thinking", "text"); t.isString() {
			r.think(say, t)
		}
		r.say(say, round.get("response").str())
		for c := range round.get("toolCalls").elems() {
			id := c.get("id").str()
			r.call(e, id, c.get("name").str(), c.get("arguments"))
			if res := results.get(id); res.ok() {
				back := e
				back.Model = ""
				var b strings.Builder
				promptText(&b, res.get("content"), 0)
				r.resultText(back, id, strings.TrimSpace(b.String()), nil, false)
			}
		}
	}
}

// promptText collects the words of a tool result that is kept as a rendered prompt tree: every text member, in order.
func promptText(b *strings.Builder, v value, depth int) {
	if depth > 200 {
		return
	}
	if v.isString() {
		b.WriteString(v.str())
		return
	}
	for e := range v.elems() {
		promptText(b, e, depth+1)
	}
	if !v.isObject() {
		return
	}
	if t := v.get("text"); t.isString() {
		if v.get("lineBreakBefore").isTrue() && b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t.str())
	}
	for _, k := range []string{"node", "value", "children"} {
		if m := v.get(k); m.ok() {
			promptText(b, m, depth+1)
		}
	}
}

// copilotResponse reads what was shown, for requests without rounds.
func copilotResponse(r *run, e Event, response value) {
	var words strings.Builder
	flush := func() {
		say := e
		say.Role = Assistant
		r.say(say, words.String())
		words.Reset()
	}
	for p := range response.elems() {
		switch kind := p.get("kind").str(); kind {
		case "", "markdownContent":
			words.WriteString(first(p.get("value").str(), p.get("content", "value").str()))
		case "inlineReference":
			words.WriteString(first(p.get("name").str(), p.get("inlineReference", "path").str(), p.get("inlineReference", "uri", "path").str()))
		case "thinking":
			flush()
			r.think(e, p.get("value"))
		case "toolInvocationSerialized":
			flush()
			id := p.get("toolCallId").str()
			r.call(e, id, first(p.get("toolId").str(), "tool"), p.get("toolSpecificData"))
			shown := p.any("pastTenseMessage", "invocationMessage")
			if shown.isObject() {
				shown = shown.get("value")
			}
			back := e
			back.Model = ""
			r.result(back, id, shown, false)
		default:
			r.ignore("response " + kind)
		}
	}
	flush()
}

func copilotVSCodeLog() lineFormat {
	return lineFormat{
		name: "copilot-vscode-log", agent: "copilot-vscode",
		score: func(v value) int {
			if k := v.get("kind"); !k.isNumber() || !v.has("v") {
				return 0
			}
			if v.get("v", "requests").isArray() || v.get("k").isArray() {
				return 6
			}
			return 1
		},
		parse: func(r *run, v value) {
			val, path := v.get("v"), v.get("k")
			last := value{}
			depth := 0
			for k := range path.elems() {
				last = k
				depth++
			}
			switch {
			case v.get("kind").raw() == "0":
				note(&r.st.Session, val.get("sessionId"))
				for q := range val.get("requests").elems() {
					copilotRequest(r, q)
				}
			case last.is("requests") && depth == 1:
				for q := range val.elems() {
					copilotRequest(r, q)
				}
			case last.is("response"):
				copilotResponse(r, r.base(), val)
			default:
				r.ignore("change of " + last.str())
			}
		},
	}
}

// Early Copilot exports: {history: [{role, content | result, time}], workspacePath}.
func copilotHistory() docFormat {
	return docFormat{
		name: "copilot-history", agent: "copilot-vscode",
		score: func(v value) int {
			if v.has("workspacePath") && v.get("history").isArray() {
				return 6
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.CWD, v.get("workspacePath"))
			r.each(v.get("history"), func(m value) {
				if !chatMessage(r, r.base(), m) {
					r.skip("message of an unknown role")
				}
			})
		},
	}
}
