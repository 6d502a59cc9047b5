package transcript

import (
	"net/url"
	"strings"
)

// Cursor's agent transcripts are lines {role, message: {content[]}} in which the person's words stand in <user_query>; whatever
// else is in a user message of such a file is the editor's.

func cursorLines() lineFormat {
	return lineFormat{name: "cursor-jsonl", agent: "cursor", score: cursorScore, parse: cursorLine}
}

func cursorScore(v value) int {
	switch {
	case v.has("role") && v.get("message").has("content") && !v.has("type") && !v.has("uuid") && !v.has("parentUuid"):
		return 4
	case v.get("type").is("turn_ended"):
		return 3
	case v.get("type").is("error") && v.get("error").isString():
		return 1
	}
	return 0
}

func cursorLine(r *run, v value) {
	e := r.base()
	e.Time = v.any("timestamp", "createdAt").when()
	if v.get("type").is("error") {
		r.notice(e, Failure, v.get("error").str())
		return
	}
	if !v.has("role") {
		r.ignore(v.get("type").str())
		return
	}
	e.MessageID = v.any("id", "message_id").str()
	e.Role = roleNamed(v.get("role").str())
	if e.Role == "" {
		r.skip("unknown role " + v.get("role").str())
		return
	}
	e.Model = ""
	m := v.get("message")
	if m.isString() {
		r.say(e, m.str())
		return
	}
	r.blocks(e, m.get("content"))
	openAICalls(r, e, m)
}

// Composer rows: what the editor keeps in its database, exported as {composer_data, bubble_rows[]}.
func cursorComposer() docFormat {
	return docFormat{
		name: "cursor-composer", agent: "cursor",
		score: func(v value) int {
			switch {
			case v.get("bubble_rows").isArray():
				return 9
			case v.get("composer_data").isObject() || v.get("fullConversationHeadersOnly").isArray() && v.has("composerId"):
				return 5
			case v.get("conversation").isArray() && v.has("composerId"):
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			data := v.get("composer_data")
			if !data.ok() {
				data = v
			}
			note(&r.st.Session, v.get("composerId"))
			if _, id, ok := strings.Cut(v.get("composer_key").str(), ":"); ok {
				r.st.Session = id
			}
			note(&r.st.Model, data.get("modelConfig", "modelName"))
			r.each(v.get("bubble_rows"), func(row value) { cursorBubble(r, row.get("value")) })
			r.each(v.get("conversation"), func(b value) { cursorBubble(r, b) })
		},
	}
}

// cursorBubble reads one message of a composer: type 1 is the user, any other the assistant or one of its tools.
func cursorBubble(r *run, b value) {
	for u := range b.get("workspaceUris").elems() {
		r.st.CWD = uriPath(u.str())
	}
	note(&r.st.CWD, b.get("workspaceProjectDir"))
	e := r.base()
	e.MessageID = b.get("bubbleId").str()
	e.Time = b.any("timestamp", "createdAt").when()
	text := b.any("text", "rawText", "content", "message")
	if b.get("type").raw() == "1" {
		e.Role, e.Model = User, ""
		r.blocks(e, text)
		return
	}
	e.Role = Assistant
	e.Model = first(b.get("modelInfo", "modelName").str(), r.st.Model)
	if th := b.get("thinking"); th.isObject() {
		r.think(e, th.get("text"))
	}
	r.blocks(e, text)
	if t := b.get("toolFormerData"); t.get("name").isString() {
		id := t.get("toolCallId").str()
		r.call(e, id, t.get("name").str(), t.any("params", "rawArgs"))
		if res := t.get("result"); res.ok() {
			e.Model = ""
			if in := res.inner(); in.ok() {
				res = in
			}
			r.result(e, id, res, t.get("status").is("error"))
		}
	}
}

// uriPath is the path of a file: or vscode-remote: address, decoded.
func uriPath(s string) string {
	u, err := url.Parse(s)
	if err == nil && u.Path != "" {
		return u.Path
	}
	if i := strings.Index(s, "://"); i >= 0 { // a host part that is no host
		if j := strings.IndexByte(s[i+3:], '/'); j >= 0 {
			path, err := url.PathUnescape(s[i+3+j:])
			if err == nil {
				return path
			}
		}
	}
	return s
}

// Session views as cursor-history and similar tools export them: {session: {id, workspace, messages[]}} or tabs with messages.
func cursorExport() docFormat {
	return docFormat{
		name: "cursor-export", agent: "cursor",
		score: func(v value) int {
			if v.get("session", "messages").isArray() && v.get("session").has("workspace") {
				return 5
			}
			for tab := range v.get("tabs").elems() {
				if tab.get("messages").isArray() || tab.get("bubbles").isArray() {
					return 5
				}
			}
			return 0
		},
		parse: func(r *run, v value) {
			if s := v.get("session"); s.ok() {
				note(&r.st.Session, s.get("id"))
				note(&r.st.CWD, s.get("workspace"))
				r.each(s.get("messages"), func(m value) { cursorMessage(r, m) })
			}
			for tab := range v.get("tabs").elems() {
				note(&r.st.Session, tab.any("id", "tabId"))
				r.each(tab.any("messages", "bubbles"), func(m value) { cursorMessage(r, m) })
			}
		},
	}
}

func cursorMessage(r *run, m value) {
	if !chatMessage(r, r.base(), m) {
		r.skip("message of an unknown role")
	}
}
