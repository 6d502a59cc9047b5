package transcript

import "strings"

// Gemini CLI keeps a session as one document {sessionId, projectHash, messages[]}; from 0.4x on also as JSONL whose first line is
// the head and whose other lines are messages or {"$set": ...} changes of the head. Old exports have history[] with parts.

func geminiLines() lineFormat {
	return lineFormat{name: "gemini-cli-jsonl", agent: "gemini-cli", score: geminiScore, parse: geminiLine}
}

func geminiScore(v value) int {
	switch {
	case v.has("sessionId", "projectHash", "startTime") && !v.has("messages"):
		return 9
	case v.has("$set") && len(v.raw()) > 8:
		return 3
	case v.has("id", "timestamp", "content"):
		if t := v.get("type").str(); t == "gemini" {
			return 4
		} else if t == "user" || t == "info" {
			return 1
		}
	}
	return 0
}

func geminiLine(r *run, v value) {
	switch {
	case v.has("$set"):
		r.ignore("$set")
	case v.has("$rewindTo"):
		r.ignore("$rewindTo")
	case v.has("sessionId", "projectHash"):
		geminiHead(r, v)
		r.ignore("head")
	default:
		geminiMessage(r, v)
	}
}

func geminiHead(r *run, v value) {
	note(&r.st.Session, v.get("sessionId"))
	note(&r.st.Model, v.get("meta", "model"))
	for d := range v.any("directories").elems() {
		note(&r.st.CWD, d)
		break
	}
}

func geminiDocument() docFormat {
	return docFormat{
		name: "gemini-cli", agent: "gemini-cli",
		score: func(v value) int {
			if v.get("messages").isArray() && v.has("sessionId") {
				if v.has("projectHash") || v.has("startTime") {
					return 9
				}
				for m := range v.get("messages").elems() {
					if m.get("type").is("gemini") {
						return 5
					}
				}
			}
			for h := range v.get("history").elems() {
				if h.get("parts").isArray() && h.has("role") {
					return 5
				}
			}
			return 0
		},
		parse: func(r *run, v value) {
			geminiHead(r, v)
			r.each(v.get("messages"), func(m value) { geminiMessage(r, m) })
			r.each(v.get("history"), func(m value) { geminiMessage(r, m) })
		},
	}
}

// geminiMessage reads one message; content is a string or parts, old exports name the role instead of the type.
func geminiMessage(r *run, m value) {
	e := r.base()
	e.Time = m.any("timestamp", "ts").when()
	e.MessageID = m.get("id").str()
	kind := m.any("type", "role").str()
	content := m.any("content", "parts", "text")
	switch kind {
	case "user":
		e.Role, e.Model = User, ""
		geminiParts(r, e, content)
	case "gemini", "model", "assistant":
		note(&r.st.Model, m.get("model"))
		e.Role, e.Model = Assistant, r.st.Model
		for t := range m.get("thoughts").elems() {
			th := e
			if when := t.get("timestamp").when(); !when.IsZero() {
				th.Time = when
			}
			th.Role, th.Channel, th.Kind = Assistant, FromAssistant, Thinking
			th.Text = strings.TrimPrefix(strings.TrimSpace(t.get("subject").str()+"\n"+t.any("description", "text").str()), "\n")
			if th.Text != "" {
				r.out(th)
			}
		}
		geminiParts(r, e, content)
		for c := range m.get("toolCalls").elems() {
			geminiCall(r, e, c)
		}
	case "error":
		text, _ := r.flatten(content)
		r.notice(e, Failure, text)
	case "info", "warning", "system":
		text, _ := r.flatten(content)
		if strings.TrimSpace(text) != "" {
			r.notice(e, Notice, text)
		}
	default:
		r.ignore("message " + kind)
	}
}

func geminiParts(r *run, e Event, content value) {
	if content.isString() {
		r.say(e, content.str())
		return
	}
	for p := range content.elems() {
		geminiPart(r, e, p)
	}
}

func geminiPart(r *run, e Event, p value) {
	call, response := p.get("functionCall"), p.get("functionResponse")
	switch {
	case p.isString():
		r.say(e, p.str())
	case p.get("thought").isTrue():
		r.think(e, p.get("text"))
	case p.get("text").isString():
		r.say(e, p.get("text").str())
	case call.isObject():
		r.call(e, first(call.get("id").str(), call.get("name").str()), call.get("name").str(), call.get("args"))
	case response.isObject():
		e.Tool = response.get("name").str()
		r.result(e, first(response.get("id").str(), e.Tool), response.get("response"), false)
	case p.get("inlineData").isObject():
		r.resource(e, p.get("inlineData"))
	default:
		r.block(e, p)
	}
}

// geminiCall reads a tool call that carries its own result.
func geminiCall(r *run, e Event, c value) {
	id, name := c.get("id").str(), c.get("name").str()
	if t := c.get("timestamp").when(); !t.IsZero() {
		e.Time = t
	}
	r.call(e, id, name, c.get("args"))
	e.Model = ""
	failed := c.get("status").is("error") || c.get("status").is("cancelled")
	for res := range c.get("result").elems() {
		response := res.get("functionResponse", "response")
		if response.ok() {
			if response.has("error") && !response.has("output") {
				failed = true
			}
			r.result(e, id, response, failed)
			return
		}
		r.result(e, id, res, failed)
		return
	}
	if shown := c.any("resultDisplay", "result"); shown.ok() {
		r.result(e, id, shown, failed)
	}
}
