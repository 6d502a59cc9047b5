package hook

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
)

// names are the keys under which hosts put a field, the first that holds something counts. A dot steps into an object.
type names []string

// The fields of all hosts together: no key means one thing with one host and another thing with the next.
var (
	ofEvent      = names{"hook_event_name", "hookEventName", "hook_event", "event", "hookName", "agent_action_name"}
	ofSession    = names{"session_id", "sessionId", "sessionID", "conversation_id", "conversationId", "thread_id", "sessionContext.rootSessionId", "taskId", "trajectory_id"}
	ofCWD        = names{"cwd", "workspace_roots.0", "workspacePaths.0", "directory", "workspace.current_dir", "workspaceRoots.0", "tool_info.cwd"}
	ofTranscript = names{"transcript_path", "transcriptPath", "agent_transcript_path"}
	ofVersion    = names{"version", "cursor_version", "cli_version", "agent_version", "clineVersion"}
	ofEventID    = names{"tool_use_id", "toolUseId", "toolCallId", "tool_call_id", "call_id", "callID", "event_id", "eventId", "prompt_id", "stepIdx", "messageID", "tool_result.id", "tool_call.id"}
	ofPrompt     = names{"prompt", "user_prompt", "userPrompt", "userPromptSubmit.prompt", "tool_info.user_prompt"}
	ofSource     = names{"source", "trigger", "reason", "terminationReason"}
	ofTool       = names{"tool_name", "toolName", "toolCall.name", "tool", "postToolUse.toolName", "preToolUse.toolName", "tool_info.mcp_tool_name"}
	ofInput      = names{"tool_input", "toolInput", "toolArgs", "toolCall.args", "args", "command", "edits", "file_path", "postToolUse.parameters", "preToolUse.parameters", "tool_info.command_line", "tool_info.mcp_tool_arguments", "tool_info.edits", "tool_info.file_path"}
	ofOutput     = names{"tool_response", "toolResult.textResultForLlm", "tool_result.text_result_for_llm", "tool_output", "postToolUse.result", "toolResult", "tool_result", "result_json", "output", "tool_info.mcp_result"}
	ofError      = names{"error", "error_message", "toolResult.error"}
	ofMessage    = names{"last_assistant_message", "lastAssistantMessage", "last_message", "prompt_response", "message", "task_subject", "subject", "text", "tool_info.response", "turn.outputText"}
	ofTask       = names{"task_description"}
	ofStopActive = names{"stop_hook_active", "stopHookActive"}
	ofLoops      = names{"loop_count"}
	ofTurn       = names{"invocationNum"}
	ofSubagent   = names{"agent_id", "agentId", "subagent_id"}
	ofEntrypoint = names{"entrypoint"}
	ofMode       = names{"permission_mode", "mode"}
)

// Decode reads a payload of an agent. event is the name that the command line gave, "" where the payload alone tells it. An agent that
// is not in the table, and an event that it does not have, give a Call without Event: there is nothing to do for it. The error says that
// the payload is no JSON object; the Call holds what is known without it.
func Decode(agent, event string, payload []byte, getenv func(string) string) (Call, error) {
	a, known := Named(agent)
	c := Call{Agent: a.Name, HostEvent: event, Guarded: getenv(GuardVariable) != ""}
	if !known {
		c.Agent = strings.ToLower(strings.TrimSpace(agent))
	}
	var p payloadMap
	var err error
	if len(payload) > 0 {
		d := json.NewDecoder(bytes.NewReader(payload))
		d.UseNumber()
		if d.Decode(&p) != nil {
			err, p = ErrPayload, nil
		}
	}
	if c.HostEvent == "" {
		c.HostEvent = p.text(ofEvent)
	}
	if l, ok := a.line(c.HostEvent); ok {
		c.Event = l.Event
		if folded(c.HostEvent) == folded(l.Host) {
			c.HostEvent = l.Host
		}
	}
	c.fill(p)
	if a.EarlyCompact && c.Event == PreCompact && c.Source == "auto" {
		c.Event = Notification // nothing is forgotten yet
	}
	if c.CWD == "" {
		c.CWD = firstOf(getenv, "CLAUDE_PROJECT_DIR", "DEVIN_PROJECT_DIR", "GEMINI_PROJECT_DIR", "QWEN_PROJECT_DIR", "FACTORY_PROJECT_DIR", "CURSOR_PROJECT_DIR")
	}
	if !filepath.IsAbs(c.CWD) {
		c.CWD = ""
	}
	if !filepath.IsAbs(c.Transcript) {
		c.Transcript = ""
	}
	c.Headless = c.Headless || headless(getenv)
	return c, err
}

func (c *Call) fill(p payloadMap) {
	c.Session, c.CWD, c.Transcript, c.Version = p.text(ofSession), p.text(ofCWD), p.text(ofTranscript), p.text(ofVersion)
	c.EventID, c.Source, c.Tool, c.Message = p.text(ofEventID), p.text(ofSource), p.text(ofTool), p.text(ofMessage)
	c.Prompt, c.Input, c.Output = p.text(ofPrompt), p.written(ofInput), p.written(ofOutput)
	if failure := p.written(ofError); failure != "" {
		c.Failed = true
		if c.Output == "" {
			c.Output = failure
		}
	}
	c.Failed = c.Failed || c.Event == PostToolUseFailure
	if more := p.text(ofTask); c.Event == TaskCompleted && more != "" && more != c.Message {
		c.Message = strings.TrimSpace(c.Message + "\n" + more)
	}
	c.Subagent = subagent(p)
	c.Deaf = c.Agent == "cline" && c.Event == SessionStart && clineTerminal(p)
	c.StopActive = p.yes(ofStopActive) || p.number(ofLoops) > 0
	c.Turn = p.number(ofTurn)
	if strings.HasPrefix(p.text(ofEntrypoint), "sdk-") { // a program drives the agent
		c.Headless = true
	}
	if m := p.text(ofMode); m == "dontAsk" || m == "headless" || m == "print" {
		c.Headless = true
	}
	if p.yes(names{"memory_hook_child"}) {
		c.Guarded = true
	}
}

// subagent reports the event of a subagent. Most hosts name an agent for those alone; one that names every agent's parent says it by that.
func subagent(p payloadMap) bool {
	if parent, told := p["parent_agent_id"]; told {
		name, _ := parent.(string)
		return name != ""
	}
	return p.text(ofSubagent) != ""
}

// clineTerminal reports a run of Cline's terminal agent: it names events as its SDK does, and no version. It starts the hooks of a task and
// goes on without them; the editor waits.
func clineTerminal(p payloadMap) bool {
	return strings.HasPrefix(p.text(names{"hookName"}), "agent_") && p.text(ofVersion) == ""
}

// GuardVariable is set for every process that a hook starts, so that a hook within it does nothing.
const GuardVariable = "MEMORY_HOOK_CHILD"

// headless reports whether the environment shows that nobody sits at the agent.
func headless(getenv func(string) string) bool {
	if ci := getenv("CI"); ci != "" && ci != "false" && ci != "0" {
		return true
	}
	if strings.HasPrefix(getenv("CLAUDE_CODE_ENTRYPOINT"), "sdk-") {
		return true
	}
	return firstOf(getenv, "GITHUB_ACTIONS", "GITLAB_CI", "BUILDKITE", "JENKINS_URL", "TF_BUILD", "MEMORY_HEADLESS") != ""
}

func firstOf(getenv func(string) string, variables ...string) string {
	for _, v := range variables {
		if value := getenv(v); value != "" {
			return value
		}
	}
	return ""
}
