package transcript

import "strings"

// Kimi Code's wire.jsonl: the prompt as typed, the same prompt as put into the context, and the model's steps as loop events.

func kimiFormat() lineFormat {
	return lineFormat{
		name: "kimi", agent: "kimi",
		score: func(v value) int {
			t := v.get("type").str()
			switch {
			case t == "metadata" && v.has("protocol_version"):
				return 6
			case t == "turn.prompt", strings.HasPrefix(t, "context.append_"), strings.HasPrefix(t, "config.update"):
				return 4
			}
			return 0
		},
		parse: kimiLine,
	}
}

func kimiLine(r *run, v value) {
	e := r.base()
	e.Time = v.any("time", "created_at").when()
	switch kind := v.get("type").str(); kind {
	case "metadata":
		note(&r.st.Version, v.get("protocol_version"))
		r.ignore(kind)
	case "config.update":
		note(&r.st.CWD, v.get("cwd"))
		note(&r.st.Model, v.get("modelAlias"))
		r.ignore(kind)
	case "turn.prompt", "turn.steer":
		kimiText(r, e, 'p', v.get("input"), v.get("origin"))
	case "context.append_message":
		m := v.get("message")
		if roleNamed(m.get("role").str()) == User {
			kimiText(r, e, 'c', m.get("content"), m.get("origin"))
			return
		}
		chatMessage(r, e, m)
	case "context.append_loop_event":
		kimiStep(r, e, v.get("event"))
	case "context.apply_compaction":
		r.notice(e, Summary, v.any("summary", "contextSummary").str())
	case "turn.cancel":
		e.IsError = true
		r.notice(e, Notice, "turn cancelled")
	case "full_compaction.begin":
		r.notice(e, Compact, "")
	default:
		r.ignore(kind)
	}
}

// kimiText gives a prompt once, from whichever of its two lines comes first.
func kimiText(r *run, e Event, side byte, content, origin value) {
	e.Role, e.Model = User, ""
	if by := origin.get("kind"); by.ok() && !by.is("user") {
		e.Meta = true
	}
	text, _ := r.flatten(content)
	if r.secondCopy(side, "prompt", text) {
		r.ignore("second copy of a prompt")
		return
	}
	r.blocks(e, content)
}

func kimiStep(r *run, e Event, s value) {
	e.MessageID = first(s.get("stepUuid").str(), s.get("uuid").str())
	switch kind := s.get("type").str(); kind {
	case "content.part":
		e.Role = Assistant
		r.block(e, s.get("part"))
	case "tool.call":
		r.call(e, s.get("toolCallId").str(), s.get("name").str(), s.get("args"))
	case "tool.result":
		e.Model = ""
		r.result(e, s.get("toolCallId").str(), s.get("result"), s.get("result", "isError").isTrue())
	default:
		r.ignore("loop event " + kind)
	}
}
