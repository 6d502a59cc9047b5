package transcript

import (
	"strings"
)

// Claude Code writes one JSON object a line. The shape grew from version 1.0 on without breaks, so one parser reads all of it:
// user and assistant lines here, every other type in claude_lines.go.

func claudeFormat() lineFormat {
	return lineFormat{
		name: "claude-code", agent: "claude-code", score: claudeScore, parse: claudeLine,
		sessionOf: func(v value) string { return v.any("sessionId", "session_id").scalar() }, // summaries may stand before it
	}
}

func claudeScore(v value) int {
	t := v.get("type").str()
	switch t {
	case "user", "assistant":
		m := v.get("message")
		if m.get("parts").isArray() && v.has("sessionId") {
			return 2 // Qwen Code
		}
		switch {
		case v.has("parentUuid"), v.has("isSidechain"), v.has("sessionId", "uuid"):
			return 9
		case m.isObject(), v.has("session_id", "message"), v.has("sessionId", "message"):
			return 3
		}
	case "summary":
		if v.get("summary").isString() || v.has("sessionId", "message") {
			return 3
		}
	case "file-history-snapshot", "queue-operation", "custom-title", "ai-title", "agent-name", "last-prompt", "permission-mode",
		"worktree-state", "pr-link", "attachment", "progress":
		return 3
	case "system":
		if v.has("subtype") || v.get("message").isObject() || v.has("cwd") {
			return 3
		}
	case "started", "result":
		if v.has("key", "agentId") {
			return 3
		}
	case "tool", "tool_result", "tool_use":
		if v.has("sessionId") || v.has("uuid") {
			return 2
		}
	case "":
		if v.get("message").isObject() && v.has("sessionId") {
			return 2
		}
	}
	return 0
}

// claudeRecord is the part of a line that the parser wants, read in one pass.
type claudeRecord struct {
	kind, session, time, uuid, message     value
	data, attachment, toolUseResult, agent value
	isMeta, sidechain, compact, apiError   bool
	driven                                 bool
	line                                   value
}

func claudeRead(r *run, v value) claudeRecord {
	rec := claudeRecord{line: v}
	for k, m := range v.fields() {
		switch k {
		case "type":
			rec.kind = m
		case "sessionId", "session_id":
			rec.session = m
		case "timestamp":
			rec.time = m
		case "uuid":
			rec.uuid = m
		case "message":
			rec.message = m
		case "data":
			rec.data = m
		case "attachment":
			rec.attachment = m
		case "toolUseResult", "tool_use_result":
			rec.toolUseResult = m
		case "agent", "agentSlug":
			rec.agent = m
		case "isMeta":
			rec.isMeta = rec.isMeta || m.isTrue()
		case "origin":
			if by := m.get("kind"); by.isString() && !by.is("human") && !by.is("user") {
				rec.isMeta = true // a notification that the host sends as a prompt
			}
		case "sourceToolUseID":
			rec.isMeta = rec.isMeta || m.isString()
		case "entrypoint":
			rec.driven = rec.driven || strings.HasPrefix(m.str(), "sdk-") // sdk-cli, sdk-ts, sdk-py; a person's is "cli" or an editor's name
		case "promptSource":
			rec.driven = rec.driven || m.is("sdk")
		case "isSidechain":
			rec.sidechain = m.isTrue()
		case "isCompactSummary":
			rec.compact = m.isTrue()
		case "isApiErrorMessage":
			rec.apiError = m.isTrue()
		case "cwd", "workspace":
			noteFast(&r.st.CWD, m)
		case "version":
			noteFast(&r.st.Version, m)
		case "gitBranch":
			noteFast(&r.st.Branch, m)
		}
	}
	noteFast(&r.st.Session, rec.session)
	if rec.agent.isString() {
		r.st.Agent = agentName(rec.agent.str())
	}
	return rec
}

// noteFast is note without an allocation when nothing changed.
func noteFast(to *string, v value) {
	if v.ok() && !v.is(*to) {
		note(to, v)
	}
}

// agentName maps the names that tools give to agents to the ones used here.
func agentName(name string) string {
	switch name = strings.ReplaceAll(strings.ToLower(name), "_", "-"); name {
	case "claude", "":
		return "claude-code"
	case "gemini":
		return "gemini-cli"
	case "pi-agent":
		return "pi"
	}
	return name
}

func claudeLine(r *run, v value) {
	rec := claudeRead(r, v)
	e := r.base()
	e.Time, e.Sidechain = rec.time.when(), rec.sidechain
	switch rec.kind.scalar() {
	case "user":
		e.Driven = rec.driven
		claudeUser(r, e, rec)
	case "assistant":
		claudeAssistant(r, e, rec)
	case "tool", "tool_result", "tool_use":
		claudeToolLine(r, e, rec)
	case "progress":
		claudeProgress(r, e, rec)
	case "attachment":
		claudeAttachment(r, e, rec)
	case "system":
		claudeSystem(r, e, rec)
	case "":
		claudeUntyped(r, e, rec)
	default:
		claudeOther(r, e, rec)
	}
}

// claudeUser reads a line in the user's name: a prompt, tool results, or what the host put there.
func claudeUser(r *run, e Event, rec claudeRecord) {
	e.Role, e.MessageID, e.Meta = User, rec.uuid.str(), rec.isMeta
	e.Model = ""
	content := claudeContent(rec.message)
	if rec.compact {
		text, _ := r.flatten(content)
		e.Channel, e.Kind, e.Meta, e.Text = FromHook, Summary, true, text
		if strings.TrimSpace(text) != "" {
			r.out(e)
		}
		return
	}
	if !content.isArray() {
		if content.ok() && !content.isString() && !content.isObject() && !content.isNull() {
			r.skip("message content is neither text nor blocks")
			return
		}
		r.blocks(e, content)
		return
	}
	for b := range content.elems() {
		if b.get("type").is("tool_result") {
			claudeResult(r, e, b, rec.toolUseResult)
			continue
		}
		if b.isString() {
			r.say(e, b.str())
			continue
		}
		r.block(e, b)
	}
}

// claudeContent finds the content of a message; Qwen Code calls it parts, hand-made files write a bare string.
func claudeContent(message value) value {
	if message.isString() {
		return message
	}
	return message.any("content", "parts")
}

func claudeResult(r *run, e Event, b, side value) {
	e.Meta = false
	id := b.get("tool_use_id").str()
	text, blobs := r.flatten(b.any("content", "text", "output"))
	if text == "" && len(blobs) == 0 && side.ok() {
		text, _ = r.flatten(side) // the host keeps more than the model was shown
	}
	addFile(&e.Files, side.get("filePath").str())
	addFile(&e.Files, side.get("file", "filePath").str())
	e.Tool = b.any("name", "tool_name").str()
	r.resultText(e, id, text, blobs, b.get("is_error").isTrue())
}

// claudeAssistant reads a line of the model. One API message is spread over lines, one block each, that share message.id.
func claudeAssistant(r *run, e Event, rec claudeRecord) {
	var content value
	host := false
	for k, m := range rec.message.fields() {
		switch k {
		case "id":
			e.MessageID = m.str()
		case "model":
			if host = m.is("<synthetic>"); !host { // words that the host puts in the model's name
				noteFast(&r.st.Model, m)
			}
		case "content", "parts":
			content = m
		}
	}
	if rec.message.isString() {
		content = rec.message
	}
	e.Role, e.Model = Assistant, r.st.Model
	if e.MessageID == "" {
		e.MessageID = rec.uuid.str()
	}
	if rec.apiError || host && rec.line.get("error").isString() {
		text, _ := r.flatten(content)
		r.notice(e, Failure, text)
		return
	}
	if host {
		e.Meta, e.Model = true, ""
	}
	if !content.isArray() {
		r.blocks(e, content)
	}
	for b := range content.elems() {
		if b.isString() {
			r.say(e, b.str())
			continue
		}
		switch t := b.get("type"); {
		case t.is("fallback"):
			r.notice(e, Notice, "model fallback: "+b.get("from", "model").str()+" -> "+b.get("to", "model").str())
		default:
			r.block(e, b)
		}
	}
	openAICalls(r, e, rec.message)
}
