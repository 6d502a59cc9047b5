package transcript

import (
	"strconv"
	"strings"
)

// Agent frameworks and smaller agents that write JSONL of their own: Goose, SWE-agent, Microsoft Agent Framework, OpenAI Agents
// SDK, CrewAI, Amazon Q, and aider's analytics lines.

func gooseFormat() lineFormat {
	return lineFormat{
		name: "goose", agent: "goose",
		score: func(v value) int {
			if v.has("role", "content_json", "session_id") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("session_id"))
			e := r.base()
			e.MessageID = v.get("message_id").str()
			if e.Time = v.get("created_timestamp").when(); e.Time.IsZero() {
				e.Time = v.get("timestamp").when()
			}
			e.Role = roleNamed(v.get("role").str())
			for b := range v.get("content_json").inner().elems() {
				switch b.get("type").str() {
				case "toolRequest":
					c := b.get("toolCall", "value")
					r.call(e, b.get("id").str(), c.get("name").str(), c.get("arguments"))
				case "toolResponse":
					res := b.get("toolResult")
					failed := res.get("status").is("error") || res.get("value", "isError").isTrue()
					r.result(e, b.get("id").str(), res.any("value", "error"), failed)
				default:
					r.block(e, b)
				}
			}
		},
	}
}

func sweAgentFormat() lineFormat {
	return lineFormat{
		name: "sweagent", agent: "sweagent",
		score: func(v value) int {
			if v.has("message_type", "role", "content") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			e := r.base()
			e.Sidechain = v.get("agent").isString() && !v.get("agent").is("main")
			if !chatMessage(r, e, v) {
				r.skip("message of an unknown role")
			}
		},
	}
}

func activityFormat() lineFormat {
	return lineFormat{
		name: "agent-framework", agent: "agent-framework",
		score: func(v value) int {
			if v.get("conversation").isObject() && (v.has("channelId") || v.has("channel_id")) {
				return 9
			}
			return 0
		},
		parse: activityLine,
	}
}

// activityLine reads one activity of the Microsoft Agent Framework.
func activityLine(r *run, v value) {
	note(&r.st.Session, v.get("conversation", "id"))
	e := r.base()
	e.Time, e.MessageID = v.get("timestamp").when(), v.get("id").str()
	val := v.get("value")
	id := val.get("call_id").str()
	switch kind := v.get("type").str(); kind {
	case "message":
		e.Role = roleNamed(v.any("from", "from_property").get("role").str())
		if e.Role == "" {
			e.Role = Assistant
		}
		r.say(e, v.get("text").str())
	case "trace":
		text, _ := r.flatten(val.any("summary", "content", "text"))
		if strings.TrimSpace(text) == "" {
			r.ignore("encrypted reasoning")
			return
		}
		e.Role, e.Channel, e.Kind, e.Text = Assistant, FromAssistant, Thinking, text
		r.out(e)
	case "invoke":
		r.call(e, id, first(val.get("name").str(), v.get("text").str()), val.any("arguments", "args"))
	case "event":
		if val.get("type").is("function_call_output") {
			r.result(e, id, val.get("output"), false)
			return
		}
		r.ignore("event " + val.get("type").str())
	default:
		r.ignore(kind)
	}
}

func openAIAgentsFormat() lineFormat {
	return lineFormat{
		name: "openai-agents", agent: "openai-agents",
		score: func(v value) int {
			if o := v.get("object"); o.is("trace") || o.is("trace.span") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.Session, v.get("trace_id"))
			if v.get("object").is("trace") {
				note(&r.st.Session, v.get("id"))
				r.ignore("trace")
				return
			}
			d := v.get("span_data")
			e := r.base()
			e.Time, e.MessageID = v.get("started_at").when(), v.get("id").str()
			switch kind := d.get("type").str(); kind {
			case "function":
				r.call(e, e.MessageID, d.get("name").str(), d.get("input"))
				e.Time = v.get("ended_at").when()
				r.result(e, e.MessageID, d.get("output"), v.get("error").isObject())
			case "generation":
				for m := range d.get("output").elems() {
					chatMessage(r, e, m)
				}
			default:
				if msg := v.get("error", "message").str(); msg != "" {
					r.notice(e, Failure, msg)
					return
				}
				r.ignore("span " + kind)
			}
		},
	}
}

func crewFormat() lineFormat {
	return lineFormat{
		name: "crewai", agent: "crewai",
		score: func(v value) int {
			if v.has("source_fingerprint", "fingerprint_metadata", "type") {
				return 9
			}
			return 0
		},
		parse: crewLine,
	}
}

// crewLine reads one event of CrewAI's bus. The prompt of a call repeats the whole history: only what is new in it counts, which
// the task, the tool calls and the final answers tell.
func crewLine(r *run, v value) {
	e := r.base()
	e.Time = v.get("timestamp").when()
	id := v.any("task_id", "source_fingerprint").str() + "/" + v.get("tool_name").str()
	switch kind := v.get("type").str(); kind {
	case "crew_kickoff_started":
		note(&r.st.Session, v.get("crew_name"))
		r.ignore(kind)
	case "agent_execution_started":
		e.Role, e.Model = User, ""
		r.say(e, v.get("task_prompt").str())
	case "tool_usage_started":
		r.call(e, id, v.get("tool_name").str(), v.get("tool_args"))
	case "tool_usage_finished":
		e.Model = ""
		r.result(e, id, v.get("output"), false)
	case "tool_usage_error":
		r.result(e, id, v.get("error"), true)
	case "agent_reasoning_completed":
		r.think(e, v.get("plan"))
	case "llm_call_started":
		note(&r.st.Model, v.get("model"))
		r.ignore(kind)
	case "llm_call_completed":
		if v.get("call_type").is("llm_call") {
			e.Role = Assistant
			text := v.get("response").str()
			r.secondCopy('l', "answer", text)
			r.say(e, text)
			return
		}
		r.ignore(kind + " of a tool call")
	case "agent_execution_completed":
		e.Role = Assistant
		if text := v.get("output").str(); !r.secondCopy('a', "answer", text) {
			r.say(e, text)
			return
		}
		r.ignore("second copy of an answer")
	case "llm_call_failed", "task_failed", "crew_kickoff_failed", "agent_execution_error":
		r.notice(e, Failure, v.get("error").str())
	default:
		r.ignore(kind)
	}
}

func amazonQFormat() lineFormat {
	return lineFormat{
		name: "amazonq", agent: "amazonq",
		score: func(v value) int {
			if in := v.get("value").inner(); v.has("key") && in.has("conversation_id", "history") || v.has("conversation_id", "history") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			note(&r.st.CWD, v.get("key"))
			in := v.get("value").inner()
			if !in.ok() {
				in = v
			}
			note(&r.st.Session, in.get("conversation_id"))
			for turn := range in.get("history").elems() {
				amazonQTurn(r, turn)
			}
		},
	}
}

func amazonQTurn(r *run, turn value) {
	e := r.base()
	u := turn.get("user")
	e.Time = u.get("timestamp").when()
	if p := u.get("content", "Prompt", "prompt"); p.isString() {
		ask := e
		ask.Role = User
		r.say(ask, p.str())
	}
	for res := range u.get("content", "ToolUseResults", "tool_use_results").elems() {
		var texts []string
		for c := range res.get("content").elems() {
			for _, m := range c.fields() {
				text, _ := r.flatten(m)
				texts = append(texts, text)
			}
		}
		r.resultText(e, res.get("tool_use_id").str(), strings.Join(texts, "\n"), nil, res.get("status").is("Error"))
	}
	for _, kind := range []string{"ToolUse", "Response"} {
		a := turn.get("assistant", kind)
		say := e
		say.Role, say.MessageID = Assistant, a.get("message_id").str()
		r.say(say, a.get("content").str())
		for c := range a.get("tool_uses").elems() {
			r.call(say, c.get("id").str(), c.get("name").str(), c.get("args"))
		}
	}
}

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

// replayTurns reads the turns that claude-replay extracts from a session: {index, user_text, blocks[]}.
func replayTurns() lineFormat {
	return lineFormat{
		name: "claude-replay", agent: "claude-replay",
		score: func(v value) int {
			if v.has("index", "user_text", "blocks") {
				return 9
			}
			return 0
		},
		parse: func(r *run, v value) {
			e := r.base()
			e.Time = v.get("timestamp").when()
			ask := e
			ask.Role = User
			r.say(ask, v.get("user_text").str())
			for b := range v.get("blocks").elems() {
				e.Time, e.Role = b.get("timestamp").when(), Assistant
				c := b.get("tool_call")
				if !c.isObject() {
					r.block(e, b)
					continue
				}
				id := r.turnCall(v, c)
				r.call(e, id, c.get("name").str(), c.get("input"))
				if res := c.get("result"); res.ok() {
					e.Time = c.get("resultTimestamp").when()
					r.result(e, id, res, c.get("is_error").isTrue())
				}
			}
		},
	}
}

// turnCall makes an id for a call that has none, from where it stands in its line.
func (r *run) turnCall(turn, c value) string {
	return first(c.any("id", "tool_use_id").str(), turn.get("index").scalar()+"-"+strconv.Itoa(c.at))
}
