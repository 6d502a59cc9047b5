package adapters

import "github.com/factline/memory/splice"

// terminalAgents are those that live in a terminal.
func terminalAgents() []Agent {
	return []Agent{claudeCode(), codex(), geminiCLI(), qwen(), copilotCLI(), openCode(), droid(), devin(), amp(), goose(), hermes(), pi(), aider()}
}

func claudeCode() Agent {
	hooks := append(events("SessionStart", "UserPromptSubmit"), hook{"PostToolUse", "*"}, hook{"PostToolUseFailure", "*"})
	hooks = append(hooks, events("PreCompact", "SubagentStop", "TaskCompleted", "Stop", "SessionEnd")...)
	return Agent{
		Name: "claude-code", Title: "Claude Code",
		Detect: []string{"{CLAUDE_CONFIG_DIR:~/.claude}", "{CLAUDE_CONFIG_DIR:~}/.claude.json"},
		Files: []File{
			server(User, "{CLAUDE_CONFIG_DIR:~}/.claude.json", typed("stdio"), "mcpServers"),
			grouped("claude-code", User, "{CLAUDE_CONFIG_DIR:~/.claude}/settings.json", 1, hooks),
			server(Project, "./.mcp.json", typed("stdio"), "mcpServers"),
			grouped("claude-code", Project, "./.claude/settings.json", 1, hooks),
			server(Local, "{CLAUDE_CONFIG_DIR:~}/.claude.json", typed("stdio"), "projects", "{project}", "mcpServers"),
			grouped("claude-code", Local, "./.claude/settings.local.json", 1, hooks),
		},
		Rules:    map[Scope]string{User: "{CLAUDE_CONFIG_DIR:~/.claude}/CLAUDE.md", Project: "./CLAUDE.md", Local: "./CLAUDE.local.md"},
		Skills:   map[Scope]string{User: "{CLAUDE_CONFIG_DIR:~/.claude}/skills", Project: "./.claude/skills"},
		Sessions: []string{"{CLAUDE_CONFIG_DIR:~/.claude}/projects"}, Injects: true, Once: true, Checked: Client,
		How: "Claude Code 2.1.197: user and local scope are listed by claude mcp, the server connects, the settings are accepted and the model received what the hooks gave at the start and with a prompt, and said the canary",
		Off: []Switch{
			{"{CLAUDE_CONFIG_DIR:~/.claude}/settings.json", []string{"disableAllHooks"}, true, "disableAllHooks is on: no hook runs"},
			{"./.claude/settings.json", []string{"disableAllHooks"}, true, "disableAllHooks is on in this project: no hook runs"},
		},
		Source: "https://docs.claude.com/en/docs/claude-code/hooks",
		Limits: []string{
			"a running session rewrites ~/.claude.json: install while none runs, or start it anew",
			"hook output over 10,000 characters reaches the model as a short preview only; ours stays under 9,000",
			"project scope: each person approves the server once",
			"versions before 2.1.101 skip a settings file that names an event which they do not know: TaskCompleted, the newest of ours, needs 2.1.33",
		},
	}
}

func codex() Agent {
	hooks := events("SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "Stop")
	return Agent{
		Name: "codex", Title: "Codex CLI", Detect: []string{"{CODEX_HOME:~/.codex}"},
		Files: []File{
			{Scope: User, Part: MCP, Path: "{CODEX_HOME:~/.codex}/config.toml", Format: splice.TOML,
				Entries: []Entry{{Path: []string{"mcp_servers"}, Key: ServerName, Value: stdio()}}},
			grouped("codex", User, "{CODEX_HOME:~/.codex}/hooks.json", 1, hooks),
			{Scope: Project, Part: MCP, Path: "./.codex/config.toml", Format: splice.TOML,
				Entries: []Entry{{Path: []string{"mcp_servers"}, Key: ServerName, Value: stdio()}}},
			grouped("codex", Project, "./.codex/hooks.json", 1, hooks),
		},
		Rules:   map[Scope]string{User: "{CODEX_HOME:~/.codex}/AGENTS.md", Project: "./AGENTS.md"},
		Skills:  map[Scope]string{User: "{CODEX_HOME:~/.codex}/skills"},
		Clients: []string{"codex-mcp-client"}, Sessions: []string{"{CODEX_HOME:~/.codex}/sessions"}, Injects: true, Checked: Client,
		How:    "codex-cli 0.171.0: codex mcp list shows the server as enabled; codex exec with its switch for hook trust: the model received what the hooks gave and said the canary",
		Source: "https://developers.openai.com/codex/mcp",
		Limits: []string{
			"new hooks must be trusted once in the terminal interface; codex exec never asks and runs without them, unless it is told --dangerously-bypass-hook-trust",
			"hook context is cut at 2,500 tokens; ours stays under 2,000",
			"project scope counts in trusted projects only",
		},
	}
}

func geminiCLI() Agent {
	hooks := []hook{{"SessionStart", ""}, {"BeforeAgent", ""}, {"AfterTool", "*"}, {"AfterAgent", ""}, {"PreCompress", ""}, {"SessionEnd", ""}}
	return Agent{
		Name: "gemini-cli", Title: "Gemini CLI", Detect: []string{"~/.gemini/settings.json", "~/.gemini/tmp"},
		Files: []File{
			server(User, "~/.gemini/settings.json", stdio(), "mcpServers"), grouped("gemini-cli", User, "~/.gemini/settings.json", 1000, hooks),
			server(Project, "./.gemini/settings.json", stdio(), "mcpServers"), grouped("gemini-cli", Project, "./.gemini/settings.json", 1000, hooks),
		},
		Rules:   map[Scope]string{User: "~/.gemini/GEMINI.md", Project: "./GEMINI.md"},
		Skills:  map[Scope]string{User: "~/.gemini/skills"},
		Clients: []string{"gemini-cli-mcp-client"}, Sessions: []string{"~/.gemini/tmp"}, Injects: true, Checked: Client,
		How:    "Gemini CLI 0.61.0: gemini mcp list reads the entry and shows it as disabled in a folder that is not trusted; in a trusted one the model received what the hooks gave and said the canary",
		Off:    []Switch{{"~/.gemini/settings.json", []string{"hooksConfig", "enabled"}, false, "hooksConfig.enabled is off: no hook runs"}},
		Source: "https://geminicli.com/docs/hooks/reference",
		Limits: []string{"hooks need a version that has them switched on, and a trusted folder", "it tells PreCompress at every turn; only a compaction that the person asks for counts", "hook time limits are milliseconds there, unlike in Claude Code"},
	}
}

func qwen() Agent {
	hooks := []hook{{"SessionStart", ""}, {"UserPromptSubmit", ""}, {"PostToolUse", "*"}, {"PreCompact", ""}, {"Stop", ""}, {"SessionEnd", ""}}
	return Agent{
		Name: "qwen", Title: "Qwen Code", Detect: []string{"~/.qwen"},
		Files: []File{
			server(User, "~/.qwen/settings.json", stdio(), "mcpServers"), grouped("qwen", User, "~/.qwen/settings.json", 1000, hooks),
			server(Project, "./.qwen/settings.json", stdio(), "mcpServers"), grouped("qwen", Project, "./.qwen/settings.json", 1000, hooks),
		},
		Rules:  map[Scope]string{User: "~/.qwen/QWEN.md", Project: "./QWEN.md"},
		Skills: map[Scope]string{User: "~/.qwen/skills"}, Clients: []string{"qwen-cli-mcp-client-factline", "qwen-cli-mcp-client", "qwen-code"}, Sessions: []string{"~/.qwen"}, Injects: true,
		Checked: Client,
		How:     "Qwen Code 0.15.10: qwen mcp list connects; the model received what the hook gave with a prompt and said the canary", Source: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/",
		Limits: []string{"hooks need a version that has them", "without a person (-p) it tells no SessionStart: what a session starts with is not given there"},
	}
}

func copilotCLI() Agent {
	hooks := events("sessionStart", "userPromptSubmitted", "postToolUse", "postToolUseFailure", "preCompact", "subagentStop", "agentStop", "sessionEnd")
	value := object{member("type", "local"), member("command", "{memory}"), member("args", []any{"mcp"}), member("tools", []any{"*"})}
	return Agent{
		Name: "copilot-cli", Title: "GitHub Copilot CLI", Detect: []string{"{COPILOT_HOME:~/.copilot}"},
		Files: []File{
			server(User, "{COPILOT_HOME:~/.copilot}/mcp-config.json", value, "mcpServers"),
			twoShells("copilot-cli", User, "{COPILOT_HOME:~/.copilot}/hooks/factline.json", hooks),
			twoShells("copilot-cli", Project, "./.github/hooks/factline.json", hooks),
		},
		Rules:    map[Scope]string{User: "{COPILOT_HOME:~/.copilot}/copilot-instructions.md", Project: "./.github/copilot-instructions.md"},
		Skills:   map[Scope]string{User: "{COPILOT_HOME:~/.copilot}/skills"},
		Clients:  []string{"github-copilot-developer"},
		Sessions: []string{"{COPILOT_HOME:~/.copilot}/session-state"}, Injects: true, Checked: Client,
		How:    "Copilot CLI 1.0.102 with a model provider of one's own: the model received what the hooks gave at the start and with a prompt, and said the canary",
		Source: "https://docs.github.com/en/copilot/how-tos/copilot-cli",
		Limits: []string{"project scope installs hooks only: the CLI reads servers of the user", "VS Code reads the same hook files"},
	}
}

func openCode() Agent {
	value := object{member("type", "local"), member("command", []any{"{memory}", "mcp"}), member("enabled", true)}
	handles := []string{
		"session.created", "chat.message", "tool.execute.after", "experimental.session.compacting", "session.error", "session.idle", "session.deleted",
	}
	return Agent{
		Name: "opencode", Title: "OpenCode", Detect: []string{"{XDG_CONFIG_HOME:~/.config}/opencode"},
		Files: []File{
			server(User, "{XDG_CONFIG_HOME:~/.config}/opencode/opencode.jsonc|{XDG_CONFIG_HOME:~/.config}/opencode/opencode.json", value, "mcp"),
			bridge(User, "{XDG_CONFIG_HOME:~/.config}/opencode/plugins/factline.js", openCodePlugin, handles...),
			server(Project, "./opencode.jsonc|./opencode.json", value, "mcp"),
			bridge(Project, "./.opencode/plugins/factline.js", openCodePlugin, handles...),
		},
		Rules:    map[Scope]string{User: "{XDG_CONFIG_HOME:~/.config}/opencode/AGENTS.md", Project: "./AGENTS.md"},
		Skills:   map[Scope]string{User: "{XDG_CONFIG_HOME:~/.config}/opencode/skills"},
		Sessions: []string{"{XDG_DATA_HOME:~/.local/share}/opencode"}, Injects: true, Checked: Client,
		How: "OpenCode 1.18.33: opencode mcp list connects; the model received what the plugin got from the hooks and said the canary", Source: "https://opencode.ai/docs/plugins/",
		Limits: []string{
			"hooks are a plugin, a file that OpenCode loads at its start: --pure runs without it",
			"its sessions are rows of a database: verify --canary sees that a token was handed over, and never that the model said it",
		},
	}
}

func droid() Agent {
	hooks := []hook{{"SessionStart", ""}, {"UserPromptSubmit", ""}, {"PostToolUse", "*"}, {"PreCompact", ""}, {"SessionEnd", ""}}
	files := append([]File{server(User, "~/.factory/mcp.json", typed("stdio"), "mcpServers")}, eventFiles("droid", User, "~/.factory", hooks)...)
	files = append(files, server(Project, "./.factory/mcp.json", typed("stdio"), "mcpServers"))
	return Agent{
		Name: "droid", Title: "Factory Droid", Detect: []string{"~/.factory"},
		Files:  append(files, eventFiles("droid", Project, "./.factory", hooks)...),
		Rules:  map[Scope]string{User: "~/.factory/AGENTS.md", Project: "./AGENTS.md"},
		Skills: map[Scope]string{User: "~/.factory/skills"}, Clients: []string{"factory-cli"}, Sessions: []string{"~/.factory/sessions"}, Injects: true,
		Checked: Client, How: "Droid 0.225.2 with a model of one's own: droid mcp list connects; the model received what the hook gave at the start and said the canary",
		Source: "https://docs.factory.ai/harness/hooks",
		Limits: []string{
			"where hooks.json is there, hooks go into it, else into settings.json, which Droid reads only without a hooks.json: make one later, and memory adapter install droid puts them there too",
			"droid exec tells no prompt: what a session starts with is given, and what a question calls for comes by MCP",
		},
	}
}

func devin() Agent {
	hooks := []hook{{"SessionStart", ""}, {"UserPromptSubmit", ""}, {"PostToolUse", "^(exec|edit|write|read|apply_patch|grep|glob)$"}, {"Stop", ""}, {"SessionEnd", ""}}
	return Agent{
		Name: "devin", Title: "Devin CLI", Detect: []string{"{config}/devin"},
		Files: []File{
			server(User, "{config}/devin/config.json", stdio(), "mcpServers"), grouped("devin", User, "{config}/devin/config.json", 1, hooks),
		},
		Rules: map[Scope]string{Project: "./AGENTS.md"}, Skills: map[Scope]string{User: "{config}/devin/skills"}, Injects: true,
		Sessions: []string{"{XDG_DATA_HOME:~/.local/share}/devin/cli", "{app}/devin/cli"},
		Checked:  Documentation, Source: "https://docs.devin.ai/cli/extensibility/hooks",
		Limits: []string{
			"the cloud agent reads no local configuration",
			"it also runs the hooks of a project's .claude: claude-code in project scope beside it would capture and inject twice",
		},
	}
}

func amp() Agent {
	return Agent{
		Name: "amp", Title: "Amp", Detect: []string{"{XDG_CONFIG_HOME:~/.config}/amp"},
		Files: []File{
			server(User, "{XDG_CONFIG_HOME:~/.config}/amp/settings.json", stdio(), "amp.mcpServers"),
			server(Project, "./.amp/settings.json", stdio(), "amp.mcpServers"),
		},
		Rules:   map[Scope]string{User: "{XDG_CONFIG_HOME:~/.config}/amp/AGENTS.md", Project: "./AGENTS.md"},
		Checked: Documentation, Source: "https://ampcode.com/manual",
		Limits: []string{"no command hooks: its events are for plugins in TypeScript, of which install writes none: MCP only"},
	}
}

func goose() Agent {
	value := object{
		member("name", ServerName), member("type", "stdio"), member("cmd", "{memory}"), member("args", []any{"mcp"}),
		member("enabled", true), member("timeout", 300),
	}
	return Agent{
		Name: "goose", Title: "Goose", Detect: []string{"{XDG_CONFIG_HOME:~/.config}/goose", "{config}/Block/goose"},
		Files: []File{{
			Scope: User, Part: MCP, Path: "{config}/Block/goose/config/config.yaml|{XDG_CONFIG_HOME:~/.config}/goose/config.yaml", Format: splice.YAML,
			Entries: []Entry{{Path: []string{"extensions"}, Key: ServerName, Value: value}},
		}},
		Rules:    map[Scope]string{User: "{XDG_CONFIG_HOME:~/.config}/goose/.goosehints", Project: "./.goosehints"},
		Sessions: []string{"{XDG_DATA_HOME:~/.local/share}/goose/sessions"}, Checked: Documentation,
		Source: "https://block.github.io/goose/docs/getting-started/using-extensions",
		Limits: []string{"its hooks, from 1.38 on, belong to plugins and hand no text to the model before a turn: none is installed, MCP only"},
	}
}

func hermes() Agent {
	value := object{member("command", "{memory}"), member("args", []any{"mcp", "--agent", "hermes"})} // it calls itself mcp, as every client of that library does
	return Agent{
		Name: "hermes", Title: "Hermes Agent", Detect: []string{"{HERMES_HOME:~/.hermes}"},
		Files: []File{{
			Scope: User, Part: MCP, Path: "{HERMES_HOME:~/.hermes}/config.yaml", Format: splice.YAML,
			Entries: []Entry{{Path: []string{"mcp_servers"}, Key: ServerName, Value: value}},
		}},
		Skills:  map[Scope]string{User: "{HERMES_HOME:~/.hermes}/skills"},
		Checked: Client, How: "Hermes Agent 0.19.0 with its extra mcp: hermes mcp test finds the four tools, and a chat offers them to the model",
		Source: "https://hermes-agent.nousresearch.com/docs",
		Limits: []string{"its memory provider slot is left alone: MCP only", "the Python package needs its extra: hermes-agent[mcp]"},
	}
}

func pi() Agent {
	return Agent{
		Name: "pi", Title: "pi", Detect: []string{"~/.pi/agent"},
		Rules:    map[Scope]string{User: "~/.pi/agent/AGENTS.md", Project: "./AGENTS.md"},
		Skills:   map[Scope]string{User: "~/.pi/agent/skills"},
		Sessions: []string{"~/.pi/agent/sessions"}, Checked: Client, How: "pi 0.73.1: the instructions and the list of our skills reach the model",
		Source: "https://github.com/badlogic/pi-mono",
		Limits: []string{"speaks no MCP by itself and has no command hooks: install writes the instructions and the skills, which use the memory command"},
	}
}

func aider() Agent {
	return Agent{
		Name: "aider", Title: "Aider", Detect: []string{"~/.aider.conf.yml", "~/.aider"},
		Files: []File{
			{Scope: User, Part: Rules, Path: "~/.aider/factline.md", Whole: guideText + "\n"},
			{Scope: User, Part: Rules, Path: "~/.aider.conf.yml", Format: splice.YAML,
				Entries: []Entry{{Path: []string{"read"}, Value: "{home}/.aider/factline.md"}}},
		},
		Checked: Client, How: "aider 0.86.2: the instructions reach the model", Source: "https://aider.chat/docs/config/aider_conf.html",
		Limits: []string{
			"speaks no MCP and has no hooks: it reads the instructions, and a person runs memory with /run",
			"read in a repository's .aider.conf.yml replaces the one of the home directory; a single name instead of a list there is refused",
		},
	}
}
