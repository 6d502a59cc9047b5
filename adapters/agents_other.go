package adapters

// otherAgents are neither in a terminal nor in an editor.
func otherAgents() []Agent {
	return []Agent{
		{
			Name: "openclaw", Title: "OpenClaw", Detect: []string{"{OPENCLAW_STATE_DIR:~/.openclaw}"},
			Files:   []File{server(User, "{OPENCLAW_STATE_DIR:~/.openclaw}/openclaw.json", stdio(), "mcp", "servers")},
			Skills:  map[Scope]string{User: "{OPENCLAW_STATE_DIR:~/.openclaw}/skills"},
			Checked: Documentation, Source: "https://docs.openclaw.ai/cli/mcp",
			Limits: []string{"a file with unquoted keys or single quotes is refused, and the entry printed", "its memory slot is left alone: MCP only"},
		},
		{
			Name: "generic", Title: "Any MCP client", Checked: Documentation, Source: "https://modelcontextprotocol.io",
			Limits: []string{"install prints the entry: where it belongs is known to the client alone"},
		},
	}
}
