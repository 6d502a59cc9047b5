package transcript

import (
	"strings"
)

// OpenCode has one shape of message and part, and four ways to write them down: an export {info, messages[{info, parts}]}, a
// storage tree with a file for each message and part, an event bus (message.part.updated.1) and the steps of `run --format json`.

func opencodeExport() docFormat {
	return docFormat{
		name: "opencode-export", agent: "opencode",
		score: func(v value) int {
			if v.get("messages").isArray() && v.get("info").isObject() {
				for m := range v.get("messages").elems() {
					if m.get("parts").isArray() {
						return 9
					}
				}
				return 2
			}
			return 0
		},
		parse: func(r *run, v value) {
			opencodeSession(r, v.get("info"))
			r.each(v.get("messages"), func(m value) {
				info := m.get("info")
				role := info.get("role").str()
				for p := range m.get("parts").elems() {
					opencodePart(r, p, role, info.get("id").str(), info.get("time", "created"), false)
				}
			})
		},
	}
}

func opencodeSession(r *run, info value) {
	note(&r.st.Session, info.get("id"))
	note(&r.st.CWD, info.get("directory"))
	note(&r.st.Version, info.get("version"))
	note(&r.st.Model, info.get("model", "id"))
	r.st.Side = info.get("parentID").isString()
}

// opencodeStored reads one file of the storage tree: a session, a message or a part. A message file names its role but has no
// words; a part file has words but no role: where its message is not in the same file the role is told by the kind of part, and
// plain text, which either side may have written, counts as the assistant's, since that claims least.
func opencodeStored() docFormat {
	return docFormat{
		name: "opencode-storage", agent: "opencode",
		score: func(v value) int {
			switch {
			case v.has("id", "messageID", "type"):
				return 9
			case v.has("id", "sessionID", "role", "time") && !v.has("content"):
				return 9
			case v.has("id", "projectID", "directory", "time"):
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			switch {
			case v.has("messageID", "type"):
				note(&r.st.Session, v.get("sessionID"))
				opencodePart(r, v, "", v.get("messageID").str(), v.get("time", "start"), false)
			case v.has("role"):
				note(&r.st.Session, v.get("sessionID"))
				r.ignore("head of a message whose words are in part files")
			default:
				opencodeSession(r, v)
				if t := v.get("title").str(); t != "" {
					e := r.base()
					e.Time = v.get("time", "created").when()
					r.notice(e, Notice, t)
				}
			}
		},
	}
}

// opencodePart reads one part of a message. skipOpen leaves out states that a later line repeats.
func opencodePart(r *run, p value, role, messageID string, when value, skipOpen bool) {
	e := r.base()
	e.MessageID, e.Sidechain = messageID, r.st.Side
	if t := p.get("time", "start"); t.ok() {
		when = t
	}
	e.Time = when.when()
	e.Role = roleNamed(role)
	if e.Role == "" {
		e.Role = Assistant
	}
	if e.Role == User {
		e.Model = ""
	}
	switch kind := p.get("type").str(); kind {
	case "text":
		e.Meta = p.get("synthetic").isTrue()
		r.say(e, p.get("text").str())
	case "reasoning":
		r.think(e, p.get("text"))
	case "tool":
		opencodeTool(r, e, p, skipOpen)
	case "file":
		e.Resources = nil
		addFile(&e.Files, first(p.get("source", "path").str(), p.get("filename").str()))
		r.resource(e, p)
	case "patch":
		for f := range p.get("files").elems() {
			addFile(&e.Files, f.str())
		}
		e.Role, e.Channel, e.Kind, e.Meta = System, FromHook, Notice, true
		e.Text = "patch " + p.get("hash").str() + "\n" + strings.Join(e.Files, "\n")
		r.out(e)
	case "compaction":
		r.notice(e, Compact, "")
	case "subtask":
		e.Sidechain, e.Role = true, User
		r.say(e, p.any("prompt", "description").str())
	default:
		r.ignore("part " + kind)
	}
}

func opencodeTool(r *run, e Event, p value, skipOpen bool) {
	state := p.get("state")
	status := state.get("status").str()
	open := status == "pending" || status == "running"
	if open && skipOpen {
		r.ignore("tool " + status)
		return
	}
	id, name := p.get("callID").str(), p.get("tool").str()
	r.call(e, id, name, state.get("input"))
	if open {
		return
	}
	if t := state.get("time", "end").when(); !t.IsZero() {
		e.Time = t
	}
	e.Model = ""
	failed := status == "error"
	out := state.get("output")
	if failed && !out.ok() {
		out = state.get("error")
	}
	if code := state.get("metadata", "exit"); code.isNumber() && code.raw() != "0" {
		failed = true
	}
	r.result(e, id, out, failed)
}

func opencodeBus() lineFormat {
	return lineFormat{
		name: "opencode-bus", agent: "opencode",
		score: func(v value) int {
			t := v.get("type").str()
			if v.has("aggregate_id", "data") || (strings.HasPrefix(t, "message.") || strings.HasPrefix(t, "session.")) && v.get("data", "sessionID").ok() {
				return 6
			}
			return 0
		},
		parse: opencodeBusLine,
	}
}

// opencodeBusLine reads an event of the bus. A text or thought is updated while it streams: the update that has an end counts. A
// user's text is written whole and has no end.
func opencodeBusLine(r *run, v value) {
	kind, d := v.get("type").str(), v.get("data")
	note(&r.st.Session, d.get("sessionID"))
	switch {
	case strings.HasPrefix(kind, "session.created"), strings.HasPrefix(kind, "session.updated"):
		opencodeSession(r, d.get("info"))
		r.ignore(kind)
	case strings.HasPrefix(kind, "message.updated"):
		info := d.get("info")
		r.setRole(info.get("id").str(), info.get("role").str())
		note(&r.st.Model, info.any("modelID"))
		note(&r.st.Model, info.get("model", "modelID"))
		note(&r.st.CWD, info.get("path", "cwd"))
		if msg := info.get("error", "data", "message").str(); msg != "" {
			e := r.base()
			e.Time = info.get("time", "created").when()
			r.notice(e, Failure, msg)
			return
		}
		r.ignore(kind)
	case strings.HasPrefix(kind, "message.part.updated"):
		p := d.get("part")
		id := p.get("messageID").str()
		role := r.roleOf(id)
		if t := p.get("type"); (t.is("text") || t.is("reasoning")) && role != "user" && !p.get("time", "end").ok() {
			r.ignore("text that is still streaming")
			return
		}
		opencodePart(r, p, role, id, d.get("time"), true)
	default:
		r.ignore(kind)
	}
}

func opencodeRun() lineFormat {
	return lineFormat{
		name: "opencode-run", agent: "opencode",
		score: func(v value) int {
			if v.has("sessionID", "part", "type") {
				return 6
			}
			if v.has("sessionID", "type", "timestamp") {
				return 1
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("sessionID"))
			if msg := v.get("error"); msg.ok() {
				e := r.base()
				e.Time = v.get("timestamp").when()
				text, _ := r.flatten(msg)
				r.notice(e, Failure, text)
				return
			}
			p := v.get("part")
			opencodePart(r, p, r.roleOf(p.get("messageID").str()), p.get("messageID").str(), v.get("timestamp"), false)
		},
	}
}

// opencodeMessages reads flat message lines {id, sessionID, role, content, time}.
func opencodeMessages() lineFormat {
	return lineFormat{
		name: "opencode-messages", agent: "opencode",
		score: func(v value) int {
			if v.has("sessionID", "role", "content") {
				return 5
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("sessionID"))
			if !chatMessage(r, r.base(), v) {
				r.skip("message of an unknown role")
			}
		},
	}
}
