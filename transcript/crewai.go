package transcript

// CrewAI writes every event of its bus.

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
