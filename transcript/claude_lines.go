package transcript

import (
	"strings"
)

// claudeToolLine reads tool lines of hand-made and converted files: a call, a result, or both in one message.
func claudeToolLine(r *run, e Event, rec claudeRecord) {
	m := rec.message
	if !m.isObject() {
		m = rec.line
	}
	e.MessageID = rec.uuid.str()
	id := m.any("tool_use_id", "tool_call_id", "id").str()
	name := m.any("tool_name", "name").str()
	if name != "" {
		input := m.any("tool_input", "input", "arguments")
		if id == "" {
			id = rec.uuid.str()
		}
		if input.ok() {
			r.call(e, id, name, input)
		}
	}
	if out := m.any("tool_output", "content", "output", "result"); out.ok() && !rec.kind.is("tool_use") {
		e.Tool = name
		r.result(e, id, out, m.any("is_error").isTrue() || m.get("status").is("error"))
	}
}

// claudeUntyped reads a line whose type got lost but whose message tells its role.
func claudeUntyped(r *run, e Event, rec claudeRecord) {
	switch rec.message.get("role").str() {
	case "user":
		claudeUser(r, e, rec)
	case "assistant":
		claudeAssistant(r, e, rec)
	default:
		r.skip("a line without a type")
	}
}

// claudeProgress reads progress lines. Those of a sub-agent hold whole messages; the others are interim states of calls whose
// result follows.
func claudeProgress(r *run, e Event, rec claudeRecord) {
	kind := rec.data.get("type").str()
	inner := rec.data.get("message")
	if kind != "agent_progress" || !inner.get("message").isObject() {
		r.ignore("progress " + kind)
		return
	}
	sub := claudeRecord{
		line: inner, kind: inner.get("type"), uuid: inner.get("uuid"), message: inner.get("message"), toolUseResult: inner.get("toolUseResult"),
		isMeta: inner.get("isMeta").isTrue(), sidechain: true,
	}
	e.Sidechain = true
	if t := inner.get("timestamp").when(); !t.IsZero() {
		e.Time = t
	}
	model := r.st.Model // a sub-agent's model is not the session's
	switch {
	case sub.kind.is("user"):
		claudeUser(r, e, sub)
	case sub.kind.is("assistant"):
		claudeAssistant(r, e, sub)
	}
	r.st.Model = model
}

// claudeAttachment reads what the host attached to a prompt: files, memory, hook output, and prompts that were typed while the
// agent was busy.
func claudeAttachment(r *run, e Event, rec claudeRecord) {
	a := rec.attachment
	kind := a.get("type").str()
	e.MessageID = rec.uuid.str()
	switch kind {
	case "queued_command":
		e.Role = User
		e.Meta = a.get("commandMode").ok() && !a.get("commandMode").is("prompt")
		r.blocks(e, a.get("prompt"))
		return
	case "file", "edited_text_file", "compact_file_reference", "opened_file_in_ide", "already_read_file", "pdf_reference":
		addFile(&e.Files, first(a.get("filename").str(), a.get("content", "file", "filePath").str()))
		body := a.any("snippet", "content")
		if f := body.get("file"); f.ok() {
			body = f
		}
		text, blobs := r.flatten(body)
		if isResource(body.get("type").str()) || len(blobs) > 0 {
			e.Resources = blobs
		}
		e.Role, e.Channel, e.Kind, e.Meta, e.Text = User, FromFile, Notice, true, text
		if strings.TrimSpace(text) == "" && len(blobs) == 0 {
			r.ignore("attachment " + kind)
			return
		}
		r.out(e)
		return
	case "nested_memory":
		addFile(&e.Files, a.get("path").str())
		text, _ := r.flatten(a.get("content"))
		r.notice(e, Notice, text)
		return
	case "hook_additional_context", "hook_blocking_error", "hook_non_blocking_error", "hook_success", "hook_stopped_continuation",
		"hook_cancelled", "hook_system_message", "invoked_skills", "skill_listing", "critical_system_reminder", "mcp_resource",
		"silent_turn_reminder", "total_tokens_reminder", "batching_reminder_sent", "plan_file_reference", "read_truncation_notice",
		"teammate_mailbox", "output_style", "task_status", "diagnostics":
		text := attachmentText(a)
		if strings.TrimSpace(text) == "" {
			r.ignore("attachment " + kind)
			return
		}
		e.IsError = strings.HasSuffix(kind, "_error")
		r.notice(e, Notice, text)
		return
	}
	r.ignore("attachment " + kind)
}

func attachmentText(a value) string {
	var texts []string
	add := func(v value) {
		if s, _ := flatten(v, 0); strings.TrimSpace(s) != "" && v.ok() {
			texts = append(texts, s)
		}
	}
	for _, k := range []string{"content", "text", "banner", "message", "description"} {
		if m := a.get(k); m.isString() || m.isArray() {
			add(m)
		}
	}
	add(a.get("blockingError", "blockingError"))
	for s := range a.get("skills").elems() {
		add(s.get("content"))
	}
	if len(texts) == 0 {
		for _, k := range []string{"stderr", "stdout"} {
			if m := a.get(k); m.isString() && m.str() != "{}" {
				add(m)
			}
		}
	}
	return strings.Join(texts, "\n")
}

// claudeSystem reads the host's own lines.
func claudeSystem(r *run, e Event, rec claudeRecord) {
	v := rec.line
	e.MessageID = rec.uuid.str()
	sub := v.get("subtype").str()
	text := v.any("content", "text", "summary").str()
	switch sub {
	case "compact_boundary", "microcompact_boundary":
		if t := v.get("compactMetadata", "trigger").scalar(); t != "" {
			text += " (trigger " + t + ", " + v.get("compactMetadata", "preTokens").scalar() + " tokens before)"
		}
		r.notice(e, Compact, text)
	case "api_error", "error", "api_refusal":
		msg := v.get("error", "message")
		if !msg.isString() {
			msg = v.get("error", "error", "error", "message")
		}
		if !msg.isString() {
			msg = v.any("apiRefusalExplanation")
		}
		if s := first(text, msg.str(), v.get("error", "formatted").str()); s != "" {
			r.notice(e, Failure, s)
			return
		}
		if c := v.any("cause", "error"); c.ok() {
			r.notice(e, Failure, compact(c))
			return
		}
		r.notice(e, Failure, sub)
	case "turn_duration", "init", "session_start", "bridge_status", "agents_killed", "file_snapshot":
		r.ignore("system " + sub)
		note(&r.st.Model, v.get("model"))
	case "stop_hook_summary":
		errs, _ := flatten(v.get("hookErrors"), 0)
		if more, _ := flatten(v.get("hookAdditionalContext"), 0); more != "" {
			errs += "\n" + more
		}
		if strings.TrimSpace(errs) == "" {
			r.ignore("system stop_hook_summary")
			return
		}
		r.notice(e, Notice, strings.TrimSpace(errs))
	case "":
		if m := rec.message; m.isObject() {
			e.Role = System
			r.blocks(e, m.get("content"))
			return
		}
		if text == "" {
			r.ignore("system")
			return
		}
		r.notice(e, Notice, text)
	default:
		if text = first(text, v.get("description").str()); text == "" {
			r.ignore("system " + sub)
			return
		}
		for _, p := range split(text) {
			r.notice(e, Notice, p.text)
		}
	}
}

// claudeOther reads the lines that are neither turns nor system lines.
func claudeOther(r *run, e Event, rec claudeRecord) {
	v, kind := rec.line, rec.kind.scalar()
	e.MessageID = rec.uuid.str()
	switch kind {
	case "summary":
		s := v.get("summary").str()
		if s == "" {
			s, _ = r.flatten(claudeContent(rec.message))
		}
		if s != "" {
			e.MessageID = first(e.MessageID, v.get("leafUuid").str())
			r.notice(e, Summary, s)
		}
	case "queue-operation":
		if s, _ := r.flatten(v.get("content")); strings.TrimSpace(s) != "" {
			r.notice(e, Notice, s)
			return
		}
		r.ignore("queue-operation " + v.get("operation").str())
	case "pr-link":
		if s := v.get("prUrl").str(); s != "" {
			r.notice(e, Notice, s)
		}
	case "custom-title", "ai-title":
		if s := v.any("customTitle", "aiTitle").str(); s != "" {
			r.notice(e, Notice, s)
		}
	case "result":
		if v.get("is_error").isTrue() {
			r.notice(e, Failure, v.any("result", "error").str())
			return
		}
		r.ignore("result")
	default:
		r.ignore(kind)
	}
}
