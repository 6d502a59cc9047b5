package transcript

import "strings"

// GitHub Copilot CLI writes events {type, data, id, timestamp, parentId} with dotted types. Before that it wrote flat lines
// {session_id, type, prompt | output | result}.

func copilotCLI() lineFormat {
	return lineFormat{name: "copilot-cli", agent: "copilot-cli", score: copilotScore, parse: copilotLine}
}

func copilotScore(v value) int {
	t := v.get("type").str()
	if v.get("data").isObject() && strings.Contains(t, ".") && !v.has("aggregate_id") && (v.has("parentId") || v.has("id", "timestamp")) {
		return 6
	}
	if v.has("session_id") {
		switch t {
		case "user.message", "assistant.message", "userpromptsubmitted", "assistantresponse":
			return 6
		}
	}
	return 0
}

func copilotLine(r *run, v value) {
	d := v.get("data")
	if !d.isObject() {
		copilotFlat(r, v)
		return
	}
	e := r.base()
	e.Time, e.MessageID = v.get("timestamp").when(), v.get("id").str()
	e.Sidechain = d.any("parentToolCallId").isString()
	switch kind := v.get("type").str(); kind {
	case "session.start", "session.resume":
		note(&r.st.Session, d.get("sessionId"))
		note(&r.st.Version, d.get("copilotVersion"))
		note(&r.st.Model, d.get("selectedModel"))
		note(&r.st.CWD, d.get("context", "cwd"))
		note(&r.st.Branch, d.get("context", "branch"))
		if repo, host := d.get("context", "repository").str(), d.get("context", "repositoryHost").str(); repo != "" && host != "" {
			r.st.Remote = "https://" + host + "/" + repo
		}
		r.ignore(kind)
	case "session.model_change":
		note(&r.st.Model, d.get("newModel"))
		r.ignore(kind)
	case "user.message":
		e.Role, e.Model = User, ""
		e.Meta = d.get("source").isString() && !d.get("source").is("user")
		r.say(e, d.get("content").str())
		for a := range d.get("attachments").elems() {
			addFile(&e.Files, a.get("path").str())
		}
	case "assistant.message":
		e.Role, e.Model = Assistant, first(d.get("model").str(), r.st.Model)
		e.MessageID = first(d.get("messageId").str(), e.MessageID)
		if t := d.get("reasoningText"); t.isString() && t.str() != "" {
			r.think(e, t)
		}
		r.say(e, d.get("content").str())
		for c := range d.get("toolRequests").elems() {
			if id := c.get("toolCallId").str(); !r.hasCall(id) {
				r.call(e, id, c.get("name").str(), c.get("arguments"))
			}
		}
	case "assistant.reasoning":
		e.Model = r.st.Model
		if t := d.any("content", "text"); t.isString() && !r.secondCopy('e', "thinking", t.str()) {
			r.think(e, t)
		}
	case "tool.execution_start":
		if id := d.get("toolCallId").str(); !r.hasCall(id) {
			r.call(e, id, d.get("toolName").str(), d.get("arguments"))
			return
		}
		r.ignore("second copy of a call")
	case "tool.execution_complete":
		e.Model = ""
		failed := d.get("success").ok() && !d.get("success").isTrue()
		out := d.get("result", "content")
		if !out.ok() {
			out = d.any("result", "error")
		}
		r.result(e, d.get("toolCallId").str(), out, failed)
	case "session.error":
		r.notice(e, Failure, d.get("message").str())
	case "session.info", "session.warning", "system.notification":
		r.notice(e, Notice, d.any("message", "content").str())
	case "system.message":
		e.Role = System
		r.say(e, d.get("content").str())
	case "session.truncation", "session.compaction_start":
		r.notice(e, Compact, "")
	case "session.compaction_complete", "session.task_complete":
		if s := d.any("summaryContent", "summary").str(); s != "" {
			r.notice(e, Summary, s)
			return
		}
		r.ignore(kind)
	case "abort":
		e.IsError = true
		r.notice(e, Notice, "aborted: "+d.get("reason").str())
	case "session.workspace_file_changed":
		addFile(&e.Files, d.get("path").str())
		r.notice(e, Notice, strings.TrimSpace(d.get("operation").str()+" "+d.get("path").str()))
	default:
		r.ignore(kind)
	}
}

func copilotFlat(r *run, v value) {
	note(&r.st.Session, v.get("session_id"))
	note(&r.st.CWD, v.get("cwd"))
	e := r.base()
	e.Time = v.get("timestamp").when()
	switch kind := v.get("type").str(); kind {
	case "user.message", "userpromptsubmitted":
		e.Role = User
		r.say(e, v.any("prompt", "content").str())
	case "assistant.message", "assistantresponse":
		e.Role, e.Model = Assistant, r.st.Model
		r.say(e, v.any("output", "result", "content").str())
	default:
		r.ignore(kind)
	}
}
