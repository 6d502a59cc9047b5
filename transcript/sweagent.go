package transcript

// SWE-agent's trajectories: lines with a message_type beside the common role and content.

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
