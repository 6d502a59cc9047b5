package transcript

import (
	"strings"
)

// aider's sessions as lines of typed records.

func aiderLines() lineFormat {
	return lineFormat{
		name: "aider-lines", agent: "aider",
		score: func(v value) int {
			if !v.has("session_id", "timestamp", "type") {
				return 0
			}
			switch v.get("type").str() {
			case "user_message", "assistant_message", "repo_map", "file_add", "file_edit", "model_info":
				return 5
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("session_id"))
			note(&r.st.Version, v.get("version"))
			note(&r.st.Model, v.get("model"))
			e := r.base()
			e.Time = v.get("timestamp").when()
			switch kind := v.get("type").str(); kind {
			case "user_message":
				e.Role, e.Model = User, ""
				r.say(e, v.get("content").str())
			case "assistant_message":
				e.Role = Assistant
				r.say(e, v.get("content").str())
			case "file_edit":
				r.call(e, "", "edit", v)
			case "tool_output", "command_output":
				e.Model = ""
				r.resultText(e, "", v.any("text", "content", "output").str(), nil, false)
			case "error", "tool_error":
				r.notice(e, Failure, v.any("text", "content", "message").str())
			case "slash_command":
				r.notice(e, Notice, strings.TrimSpace(v.get("command").str()+" "+v.get("args").str()))
			case "file_add":
				addFile(&e.Files, v.get("file_path").str())
				r.notice(e, Notice, "added to the chat: "+v.get("file_path").str())
			case "git_commit":
				r.notice(e, Notice, "commit "+v.get("commit_sha").str()+" "+v.get("commit_message").str())
			default:
				r.ignore(kind)
			}
		},
	}
}
