package adapters

import "github.com/factline/memory/splice"

// editorAgents are those that live in an editor or a desktop program.
func editorAgents() []Agent {
	return []Agent{cursor(), vscode(), cline(), roo(), kilo(), continueDev(), zed(), windsurf(), warp(), kiro(), antigravity(), qoder(), claudeDesktop()}
}

func cursor() Agent {
	hooks := events("sessionStart", "beforeSubmitPrompt", "postToolUse", "postToolUseFailure", "preCompact", "stop", "sessionEnd")
	return Agent{
		Name: "cursor", Title: "Cursor", Detect: []string{"~/.cursor"},
		Files: []File{
			server(User, "~/.cursor/mcp.json", stdio(), "mcpServers"), flat("cursor", User, "~/.cursor/hooks.json", hooks),
			server(Project, "./.cursor/mcp.json", stdio(), "mcpServers"), flat("cursor", Project, "./.cursor/hooks.json", hooks),
		},
		Rules:   map[Scope]string{Project: "./.cursor/rules/memory.mdc"},
		Skills:  map[Scope]string{User: "~/.cursor/skills", Project: "./.cursor/skills"},
		Clients: []string{"cursor-vscode"}, Sessions: []string{"~/.cursor/projects"}, Injects: true, Checked: Recorded,
		Source: "https://cursor.com/docs/agent/hooks",
		Limits: []string{
			"a new server is switched on by hand in the settings once",
			"context is handed over at sessionStart, and with a prompt from 3.20.17 (terminal: 2026.07.23) on; a prompt sent at once may leave before the start's arrives",
		},
	}
}

func vscode() Agent {
	return Agent{
		Name: "vscode", Title: "VS Code with Copilot", Detect: []string{"{app}/Code/User", "~/.vscode"},
		Files: []File{
			server(User, "{app}/Code/User/mcp.json", typed("stdio"), "servers"),
			server(Project, "./.vscode/mcp.json", typed("stdio"), "servers"),
		},
		Rules:   map[Scope]string{Project: "./.github/copilot-instructions.md"},
		Clients: []string{"Visual Studio Code"}, Sessions: []string{"{app}/Code/User/workspaceStorage"}, Checked: Documentation,
		Source: "https://code.visualstudio.com/docs/copilot/customization/mcp-servers",
		Limits: []string{"the default profile only", "its hooks are those of copilot-cli"},
	}
}

// globalStorage is where an extension of VS Code keeps its files.
const globalStorage = "{app}/Code/User/globalStorage/"

func cline() Agent {
	value := append(stdio(), member("disabled", false))
	const settings = "/settings/cline_mcp_settings.json"
	extension := server(User, globalStorage+"saoudrizwan.claude-dev"+settings, value, "mcpServers")
	extension.Needs = globalStorage + "saoudrizwan.claude-dev"
	terminal := server(User, "{CLINE_DIR:~/.cline}/data"+settings, value, "mcpServers")
	terminal.Needs = "{CLINE_DIR:~/.cline}"
	hooks := events("TaskStart", "TaskResume", "UserPromptSubmit", "PostToolUse", "PreCompact", "TaskComplete", "TaskCancel")
	files := append([]File{extension, terminal}, scripts("cline", User, "~/Documents/Cline/Hooks", hooks)...)
	return Agent{
		Name: "cline", Title: "Cline", Detect: []string{globalStorage + "saoudrizwan.claude-dev", "{CLINE_DIR:~/.cline}"},
		Files:   append(files, scripts("cline", Project, "./.clinerules/hooks", hooks)...),
		Rules:   map[Scope]string{Project: "./.clinerules/memory.md"},
		Clients: []string{"Cline", "cline-core"}, Sessions: []string{globalStorage + "saoudrizwan.claude-dev/tasks", "{CLINE_DIR:~/.cline}/data/tasks", "{CLINE_DIR:~/.cline}/data/sessions"},
		Injects: true, Checked: Client, Source: "https://docs.cline.bot/customization/hooks",
		How: "Cline CLI 3.0.65: the server's tools reach the model; the hooks TaskStart, PostToolUse and TaskComplete are called",
		Limits: []string{
			"the extension in VS Code itself, not in forks of it",
			"hooks are one executable file an event: where you have one of your own for an event, ours is refused and printed; they are switched on in its settings",
			"a project's hooks need .clinerules to be a directory: where it is a single file, they are refused, and rules go into it",
			"no hooks on Windows, where it runs PowerShell files",
			"the terminal agent waits for no hook at a task's start and drops what it says: there, what is known comes by MCP and by the rules file",
		},
	}
}

func roo() Agent {
	const storage = globalStorage + "rooveterinaryinc.roo-cline"
	user := server(User, storage+"/settings/mcp_settings.json", stdio(), "mcpServers")
	user.Needs = storage
	return Agent{
		Name: "roo", Title: "Roo Code", Detect: []string{storage, "~/.roo"},
		Files:   []File{user, server(Project, "./.roo/mcp.json", stdio(), "mcpServers")},
		Rules:   map[Scope]string{User: "~/.roo/rules/memory.md", Project: "./.roo/rules/memory.md"},
		Clients: []string{"Roo Code"}, Sessions: []string{storage + "/tasks"}, Checked: Documentation,
		Source: "https://docs.roocode.com/features/mcp/using-mcp-in-roo", Limits: []string{"no hooks: MCP only"},
	}
}

func kilo() Agent {
	value := object{member("type", "local"), member("command", []any{"{memory}", "mcp"}), member("enabled", true)}
	const storage = globalStorage + "kilocode.kilo-code"
	cli := server(User, "{XDG_CONFIG_HOME:~/.config}/kilo/kilo.jsonc|{XDG_CONFIG_HOME:~/.config}/kilo/kilo.json", value, "mcp")
	cli.Needs = "{XDG_CONFIG_HOME:~/.config}/kilo"
	extension := server(User, storage+"/settings/mcp_settings.json", stdio(), "mcpServers")
	extension.Needs = storage
	return Agent{
		Name: "kilo", Title: "Kilo Code", Detect: []string{"{XDG_CONFIG_HOME:~/.config}/kilo", storage},
		Files: []File{cli, extension, server(Project, "./kilo.jsonc|./kilo.json", value, "mcp")},
		Rules: map[Scope]string{Project: "./AGENTS.md"}, Clients: []string{"Kilo Code"}, Sessions: []string{storage + "/tasks"},
		Checked: Client, How: "Kilo CLI 7.7.9: kilo mcp list connects, and kilo run offers the tools to the model", Source: "https://kilo.ai/docs",
		Limits: []string{"no hooks: MCP only", "older extensions read .kilocode/mcp.json of a project, which is left alone"},
	}
}

func continueDev() Agent {
	frame := []Entry{{Key: "name", Value: "Local Assistant", Frame: true}, {Key: "version", Value: "1.0.0", Frame: true}, {Key: "schema", Value: "v1", Frame: true}}
	value := append(object{member("name", ServerName)}, stdio()...)
	return Agent{
		Name: "continue", Title: "Continue", Detect: []string{"~/.continue"},
		Files: []File{
			{Scope: User, Part: MCP, Path: "~/.continue/config.yaml", Format: splice.YAML, Entries: append(frame, Entry{Path: []string{"mcpServers"}, Value: value})},
			{Scope: Project, Part: MCP, Path: "./.continue/mcpServers/factline.yaml", Format: splice.YAML, Entries: []Entry{
				{Key: "name", Value: "Factline", Frame: true}, {Key: "version", Value: "1.0.0", Frame: true}, {Key: "schema", Value: "v1", Frame: true},
				{Path: []string{"mcpServers"}, Value: value},
			}},
		},
		Rules:   map[Scope]string{User: "~/.continue/rules/memory.md", Project: "./.continue/rules/memory.md"},
		Clients: []string{"continue-client", "continue-cli-client"}, Sessions: []string{"~/.continue/sessions"}, Checked: Client,
		How:    "Continue CLI 1.5.47: the server's tools and the rules file reach the model",
		Source: "https://docs.continue.dev/customize/deep-dives/mcp", Limits: []string{"no hooks: MCP only, in agent mode", "an old config.json is left alone"},
	}
}

func zed() Agent {
	value := append(object{member("source", "custom")}, stdio()...)
	value = append(value, member("env", object{}))
	return Agent{
		Name: "zed", Title: "Zed", Detect: []string{"{config}/zed", "{config}/Zed"},
		Files: []File{
			server(User, "{config}/Zed/settings.json|{config}/zed/settings.json", value, "context_servers"),
			server(Project, "./.zed/settings.json", value, "context_servers"),
		},
		Rules:   map[Scope]string{User: "{config}/zed/AGENTS.md", Project: "./AGENTS.md"},
		Clients: []string{"Zed"}, Checked: Documentation, Source: "https://zed.dev/docs/ai/mcp", Limits: []string{"no hooks: MCP only"},
	}
}

func windsurf() Agent {
	hooks := events("pre_user_prompt", "post_run_command", "post_write_code", "post_mcp_tool_use", "post_cascade_response")
	return Agent{
		Name: "windsurf", Title: "Windsurf", Detect: []string{"~/.codeium/windsurf"},
		Files: []File{
			server(User, "~/.codeium/windsurf/mcp_config.json", stdio(), "mcpServers"),
			silent("windsurf", User, "~/.codeium/windsurf/hooks.json", hooks), silent("windsurf", Project, "./.windsurf/hooks.json", hooks),
		},
		Rules:   map[Scope]string{User: "~/.codeium/windsurf/memories/global_rules.md", Project: "./.windsurf/rules/memory.md"},
		Clients: []string{"windsurf-client"}, Checked: Documentation, Source: "https://docs.windsurf.com/windsurf/cascade/hooks",
		Limits: []string{
			"its hooks cannot hand text to the model: they keep what happens, and what is known comes by MCP",
			"where it keeps its sessions is not known: a hook that is run by hand counts as its sign",
		},
	}
}

func warp() Agent {
	return Agent{
		Name: "warp", Title: "Warp", Detect: []string{"~/.warp"},
		Files: []File{
			server(User, "~/.warp/.mcp.json", stdio(), "mcpServers"), server(Project, "./.warp/.mcp.json", stdio(), "mcpServers"),
		},
		Rules:   map[Scope]string{Project: "./AGENTS.md"},
		Checked: Documentation, Source: "https://docs.warp.dev/agent-platform/capabilities/mcp",
		Limits: []string{"no hooks: MCP only", "a project's server waits for the person's approval"},
	}
}

func kiro() Agent {
	value := append(stdio(), member("disabled", false))
	hooks := events("SessionStart", "UserPromptSubmit", "PostToolUse", "Stop")
	return Agent{
		Name: "kiro", Title: "Kiro", Detect: []string{"~/.kiro"},
		Files: []File{
			server(User, "~/.kiro/settings/mcp.json", value, "mcpServers"), triggers("kiro", User, "~/.kiro/hooks/factline.json", hooks),
			server(Project, "./.kiro/settings/mcp.json", value, "mcpServers"), triggers("kiro", Project, "./.kiro/hooks/factline.json", hooks),
		},
		Rules:   map[Scope]string{User: "~/.kiro/steering/memory.md", Project: "./.kiro/steering/memory.md"},
		Clients: []string{"Kiro", "kiro-cli"}, Sessions: []string{"~/.kiro/sessions", "{app}/Kiro/User/globalStorage/kiro.kiroagent"}, Injects: true, Checked: Documentation, Source: "https://kiro.dev/docs/cli/v3/hooks/",
		Limits: []string{
			"hooks need the editor from 1.0 or the terminal agent from 3.0 on: before, they belong to single agents, and none of those is changed",
			"some versions are reported to hand over an empty prompt or to drop what a hook says: then what a question calls for comes by MCP",
		},
	}
}

func antigravity() Agent {
	bundle := object{
		member("enabled", true),
		member("PreInvocation", []any{object{member("type", "command"), member("command", "{memory} hook PreInvocation --agent antigravity"), member("timeout", seconds)}}),
		member("PostToolUse", []any{object{member("matcher", "*"), member("hooks", []any{
			object{member("type", "command"), member("command", "{memory} hook PostToolUse --agent antigravity"), member("timeout", seconds)},
		})}}),
		member("Stop", []any{object{member("type", "command"), member("command", "{memory} hook Stop --agent antigravity"), member("timeout", seconds)}}),
	}
	hooks := File{Scope: User, Part: Hooks, Path: "~/.gemini/config/hooks.json", Format: splice.JSON, NoShell: true, Entries: []Entry{{Key: ServerName, Value: bundle}}}
	return Agent{
		Name: "antigravity", Title: "Antigravity", Detect: []string{"~/.gemini/config", "~/.gemini/antigravity", "~/.gemini/antigravity-cli"},
		Files: []File{server(User, "~/.gemini/config/mcp_config.json", stdio(), "mcpServers"), hooks},
		Rules: map[Scope]string{User: "~/.gemini/GEMINI.md", Project: "./AGENTS.md"}, Skills: map[Scope]string{User: "~/.gemini/config/skills"},
		Clients: []string{"antigravity-client"}, Injects: true,
		Sessions: []string{"~/.gemini/antigravity-cli/brain", "~/.gemini/antigravity/brain", "~/.gemini/antigravity-ide/brain"},
		Checked:  Documentation, Source: "https://antigravity.google/docs/mcp",
		Limits: []string{
			"hook commands run without a shell: a binary whose path holds a space is refused",
			"versions before the move of the configuration read ~/.gemini/antigravity/mcp_config.json, which is left alone",
			"some versions of its terminal agent are reported to run hooks of plugins only, or none where it is signed in by an API key",
			"no event tells a prompt: what a session starts with is given, and what a question calls for comes by MCP",
		},
	}
}

func qoder() Agent {
	hooks := append(events("SessionStart", "UserPromptSubmit"), hook{"PostToolUse", "*"}, hook{"PostToolUseFailure", "*"})
	hooks = append(hooks, events("PreCompact", "SubagentStop", "Stop", "SessionEnd")...)
	return Agent{
		Name: "qoder", Title: "Qoder", Detect: []string{"~/.qoder"},
		Files: []File{
			server(User, "~/.qoder/settings.json", stdio(), "mcpServers"), grouped("qoder", User, "~/.qoder/settings.json", 1, hooks),
			grouped("qoder", Project, "./.qoder/settings.json", 1, hooks),
		},
		Rules: map[Scope]string{User: "~/.qoder/AGENTS.md", Project: "./AGENTS.md"}, Clients: []string{"qodercli"},
		Injects: true, Checked: Client, How: "Qoder CLI 1.1.52: qodercli mcp list connects; hooks by its documentation, since a prompt needs an account",
		Source: "https://docs.qoder.com/cli/hooks-reference",
		Limits: []string{
			"the desktop editor reads the same hooks, and keeps its servers in its own database",
			"project scope installs hooks only",
			"where it keeps its sessions is not known: a hook that is run by hand counts as its sign",
		},
	}
}

func claudeDesktop() Agent {
	return Agent{
		Name: "claude-desktop", Title: "Claude Desktop", Detect: []string{"{app}/Claude"},
		Files:   []File{server(User, "{app}/Claude/claude_desktop_config.json", stdio(), "mcpServers")},
		Clients: []string{"claude-ai"}, Checked: Documentation, Source: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
		Limits: []string{"no hooks and no rules file: MCP only", "start the program anew after an install"},
	}
}
