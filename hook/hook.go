// Package hook knows what agents send to a hook and what they expect back: the names of their events, the shapes of their payloads and
// answers, and the caps on what they take. It is pure: bytes in, values out, no file, no clock. What is done for an event is the hub's
// business; its neighbour above is hub.
//
//	event.go    the events, by one name whatever an agent calls them
//	agents.go   the table of agents: names, answers, caps
//	decode.go   a payload -> Call
//	answer.go   text for the model -> the bytes that the agent reads
//	first.go    the first JSON value of a stream that may never end
//	mend.go     the head of a value that did not come whole -> a value
//	gate.go     whether a prompt asks anything that memory could answer
package hook

// Event is what happened, by one name for all agents.
type Event string

const (
	SessionStart       Event = "SessionStart"
	UserPromptSubmit   Event = "UserPromptSubmit"
	PreToolUse         Event = "PreToolUse"
	PostToolUse        Event = "PostToolUse"
	PostToolUseFailure Event = "PostToolUseFailure"
	PreCompact         Event = "PreCompact"
	PostCompact        Event = "PostCompact"
	SubagentStart      Event = "SubagentStart"
	SubagentStop       Event = "SubagentStop"
	Notification       Event = "Notification"
	TaskCompleted      Event = "TaskCompleted"
	Stop               Event = "Stop"
	SessionEnd         Event = "SessionEnd"
)

// Call is one delivery of an event, decoded. Every text in it is the host's or somebody else's: nothing in it is trusted, and nothing
// in it is redacted yet.
type Call struct {
	Agent      string // name of the agent in the table
	Event      Event  // "" = an event that nothing is done for
	HostEvent  string // as the agent names it
	Version    string // of the agent, where it says it
	Session    string
	CWD        string
	Transcript string // path of the session's transcript, "" where none is named
	EventID    string // the host's id of this event or of its tool call; "" = none
	Prompt     string
	Source     string // why a session starts or is compacted: startup, resume, clear, compact, manual, auto
	Tool       string
	Input      string // of the tool, as JSON or text
	Output     string
	Failed     bool   // the tool failed
	Message    string // last words of the model, of a notification or a task
	Subagent   bool   // a subagent's event
	StopActive bool   // the agent is going on because a hook asked it to
	Headless   bool   // nobody sits at the agent
	Deaf       bool   // the host does not wait for the answer: nothing that is said reaches the model
	Guarded    bool   // started by a program on behalf of memory, or of another hook: nothing must happen
	Turn       int    // number of the model call within the turn, where the host counts them; 0 = the first, or not told
}
