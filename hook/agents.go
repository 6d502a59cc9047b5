package hook

import "strings"

// Agent is what one agent calls things, as data.
type Agent struct {
	Name    string
	Aliases []string
	Lines   []Line
	// Most that the agent takes in one value: characters of the whole JSON, and tokens of the text. 0 = no known cap.
	MaxChars  int
	MaxTokens int
	// It tells PreCompact with the source "auto" at every turn, before it looks whether anything is to be compacted.
	EarlyCompact bool
	// The first versions that take text at a prompt, where older ones drop it (ContinueWith).
	PromptContext []string
}

// Line is one event of an agent: its name there, what it is, and how an answer to it is written.
type Line struct {
	Host   string
	Event  Event
	Answer Shape
}

// Caps of the hosts. Claude Code turns more than 10,000 characters of a hook's output into a short preview, silently; Codex cuts
// additional context at 2,500 tokens. Agents that took over Claude Code's hooks get its cap as well.
const (
	claudeChars = 9_000
	codexTokens = 2_000
)

// The versions of Cursor whose clients were read, and in the editor's case driven: they hand a prompt's additional_context to the model. The
// documentation does not name the field, so older ones are not trusted with it.
const (
	cursorEditor   = "3.20.17"
	cursorTerminal = "2026.07.23"
)

// Agents is the table. An event that is not in it is recorded and otherwise left alone.
func Agents() []Agent {
	return []Agent{
		{Name: "claude-code", Aliases: []string{"claude"}, MaxChars: claudeChars, Lines: claudeLines()},
		{Name: "codex", Aliases: []string{"codex-cli"}, MaxTokens: codexTokens, Lines: []Line{
			{"SessionStart", SessionStart, Specific}, {"UserPromptSubmit", UserPromptSubmit, Specific}, {"PreToolUse", PreToolUse, Nothing},
			{"PostToolUse", PostToolUse, Nothing}, {"PreCompact", PreCompact, Nothing}, {"PostCompact", PostCompact, Nothing},
			{"SubagentStart", SubagentStart, Nothing}, {"SubagentStop", SubagentStop, Nothing}, {"PermissionRequest", Notification, Nothing},
			{"Stop", Stop, Block}, {"SessionEnd", SessionEnd, Nothing},
		}},
		{Name: "cursor", PromptContext: []string{cursorEditor, cursorTerminal}, Lines: []Line{
			{"sessionStart", SessionStart, SnakeContext}, {"beforeSubmitPrompt", UserPromptSubmit, ContinueWith}, {"preToolUse", PreToolUse, Nothing},
			{"postToolUse", PostToolUse, Nothing}, {"postToolUseFailure", PostToolUseFailure, Nothing}, {"preCompact", PreCompact, Nothing},
			{"subagentStart", SubagentStart, Nothing}, {"subagentStop", SubagentStop, Nothing}, {"stop", Stop, Followup},
			{"sessionEnd", SessionEnd, Nothing}, {"afterShellExecution", PostToolUse, Nothing}, {"afterMCPExecution", PostToolUse, Nothing},
			{"afterFileEdit", PostToolUse, Nothing}, {"afterAgentResponse", Notification, Nothing},
		}},
		{Name: "gemini-cli", Aliases: []string{"gemini"}, EarlyCompact: true, Lines: []Line{
			{"SessionStart", SessionStart, Specific}, {"BeforeAgent", UserPromptSubmit, Specific}, {"BeforeTool", PreToolUse, Nothing},
			{"AfterTool", PostToolUse, Nothing}, {"AfterAgent", Stop, Deny}, {"PreCompress", PreCompact, Nothing},
			{"Notification", Notification, Nothing}, {"SessionEnd", SessionEnd, Nothing},
		}},
		{Name: "copilot-cli", Aliases: []string{"copilot", "github-copilot"}, Lines: []Line{
			{"sessionStart", SessionStart, CamelContext}, {"userPromptSubmitted", UserPromptSubmit, CamelContext}, {"preToolUse", PreToolUse, Nothing},
			{"postToolUse", PostToolUse, Nothing}, {"postToolUseFailure", PostToolUseFailure, Nothing}, {"preCompact", PreCompact, Nothing},
			{"agentStop", Stop, Block}, {"sessionEnd", SessionEnd, Nothing}, {"subagentStart", SubagentStart, Nothing},
			{"subagentStop", SubagentStop, Nothing}, {"notification", Notification, Nothing}, {"errorOccurred", Notification, Nothing},
		}},
		{Name: "devin", MaxChars: claudeChars, Lines: []Line{
			{"SessionStart", SessionStart, Specific}, {"UserPromptSubmit", UserPromptSubmit, Specific}, {"PreToolUse", PreToolUse, Nothing},
			{"PostToolUse", PostToolUse, Nothing}, {"Stop", Stop, Block}, {"SessionEnd", SessionEnd, Nothing},
		}},
		{Name: "droid", Aliases: []string{"factory"}, MaxChars: claudeChars, Lines: []Line{
			{"SessionStart", SessionStart, Specific}, {"UserPromptSubmit", UserPromptSubmit, Specific}, {"PreToolUse", PreToolUse, Nothing},
			{"PostToolUse", PostToolUse, Nothing}, {"Notification", Notification, Nothing}, {"Stop", Stop, Block},
			{"SubagentStop", SubagentStop, Nothing}, {"PreCompact", PreCompact, Nothing}, {"SessionEnd", SessionEnd, Nothing},
		}},
		{Name: "antigravity", Aliases: []string{"antigravity-cli", "agy"}, Lines: []Line{
			{"PreInvocation", SessionStart, InjectSteps}, {"PreToolUse", PreToolUse, Allow}, {"PostToolUse", PostToolUse, Nothing},
			{"PostInvocation", Notification, Nothing}, {"Stop", Stop, Nothing},
		}},
		{Name: "opencode", Lines: []Line{
			{"session.created", SessionStart, Context}, {"chat.message", UserPromptSubmit, Context}, {"tool.execute.before", PreToolUse, Nothing},
			{"tool.execute.after", PostToolUse, Nothing}, {"experimental.session.compacting", PreCompact, Context}, {"session.compacted", PostCompact, Nothing},
			{"session.idle", Stop, Nothing}, {"session.deleted", SessionEnd, Nothing}, {"session.error", Notification, Nothing},
			{"permission.updated", Notification, Nothing}, {"todo.updated", TaskCompleted, Nothing},
		}},
		{Name: "cline", Lines: []Line{
			{"TaskStart", SessionStart, Modification}, {"TaskResume", SessionStart, Modification}, {"UserPromptSubmit", UserPromptSubmit, Modification},
			{"PreToolUse", PreToolUse, Nothing}, {"PostToolUse", PostToolUse, Nothing}, {"PreCompact", PreCompact, Nothing},
			{"TaskComplete", SessionEnd, Nothing}, {"TaskCancel", SessionEnd, Nothing},
		}},
		{Name: "windsurf", Aliases: []string{"cascade"}, Lines: []Line{
			{"pre_user_prompt", UserPromptSubmit, Nothing}, {"post_run_command", PostToolUse, Nothing}, {"post_write_code", PostToolUse, Nothing},
			{"post_mcp_tool_use", PostToolUse, Nothing}, {"post_cascade_response", Stop, Nothing},
		}},
		{Name: "qwen", Aliases: []string{"qwen-code"}, MaxChars: claudeChars, Lines: claudeLines()},
		{Name: "qoder", MaxChars: claudeChars, Lines: claudeLines()},
		{Name: "kiro", Aliases: []string{"kiro-cli", "amazonq"}, Lines: []Line{
			{"agentSpawn", SessionStart, Plain}, {"SessionStart", SessionStart, Plain}, {"userPromptSubmit", UserPromptSubmit, Plain}, {"preToolUse", PreToolUse, Nothing},
			{"postToolUse", PostToolUse, Nothing}, {"stop", Stop, Nothing},
		}},
	}
}

// claudeLines are Claude Code's own. PreCompact takes no text for the model: what a session used comes again at the start that follows
// a compaction (SessionStart with source compact).
func claudeLines() []Line {
	return []Line{
		{"SessionStart", SessionStart, Specific}, {"UserPromptSubmit", UserPromptSubmit, Specific}, {"PreToolUse", PreToolUse, Nothing},
		{"PostToolUse", PostToolUse, Nothing}, {"PostToolUseFailure", PostToolUseFailure, Nothing}, {"PreCompact", PreCompact, Nothing},
		{"PostCompact", PostCompact, Nothing}, {"SubagentStart", SubagentStart, Nothing}, {"SubagentStop", SubagentStop, Nothing},
		{"Notification", Notification, Nothing}, {"TaskCompleted", TaskCompleted, Nothing}, {"Stop", Stop, Block}, {"SessionEnd", SessionEnd, Nothing},
	}
}

// Named finds an agent by its name or an alias.
func Named(name string) (Agent, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, a := range Agents() {
		if a.Name == name {
			return a, true
		}
		for _, alias := range a.Aliases {
			if alias == name {
				return a, true
			}
		}
	}
	return Agent{}, false
}

// line finds an event by the agent's name for it, or by ours. Case and separators do not count: hosts spell one event in several ways.
func (a Agent) line(name string) (Line, bool) {
	want := folded(name)
	for _, l := range a.Lines {
		if folded(l.Host) == want {
			return l, true
		}
	}
	for _, l := range a.Lines {
		if folded(string(l.Event)) == want {
			return l, true
		}
	}
	return Line{}, false
}

func folded(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, name)
}
