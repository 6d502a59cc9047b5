// Package transcript reads the session files that coding agents leave on disk and turns each into a stream of
// events. It is pure parsing: it knows formats, never stores, never redacts and never decides what matters.
// Its neighbour is evidence, which names, redacts and keeps what comes out.
package transcript

import "time"

// Role says whose turn an event belongs to.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
	System    Role = "system"
)

// Channel says where the words of an event came from. It is observed from the shape of the transcript, never from a
// claim in the text, and is what trust is later computed from.
type Channel string

const (
	FromUser      Channel = "user"      // typed by a person
	FromAssistant Channel = "assistant" // written by the model
	FromTool      Channel = "tool"      // output of a command or tool
	FromWeb       Channel = "web"       // fetched from the network
	FromFile      Channel = "file"      // content of a file that was read
	FromHook      Channel = "hook"      // injected by the host: hooks, system reminders, environment context, AGENTS.md
	FromImport    Channel = "import"    // brought in from elsewhere
)

// Kind says what an event is.
type Kind string

const (
	Message    Kind = "message"     // words of a person or of the model
	Thinking   Kind = "thinking"    // the model's reasoning, where the file has it in clear
	ToolCall   Kind = "tool_call"   // the model asks for a tool; Text is the input
	ToolResult Kind = "tool_result" // what the tool answered
	Summary    Kind = "summary"     // a summary written by the host, also after a compaction
	Compact    Kind = "compact"     // a compaction boundary
	Failure    Kind = "error"       // an API or host error
	Resource   Kind = "resource"    // an image or document, kept by hash
	Notice     Kind = "notice"      // other host lines worth keeping: commands, interruptions, queue operations
)

// Event is one thing that a transcript says happened.
type Event struct {
	Agent     string    // claude-code, codex, gemini-cli, cursor, opencode, ... or "generic"
	Version   string    // version of the agent or of the format, where the file tells
	Session   string    // the host's session id; empty where the file has none
	CWD       string    // working directory, where the file tells
	Branch    string    // git branch, where the file tells
	Remote    string    // git remote URL, where the file tells
	Model     string    // model name, where the file tells
	Time      time.Time // UTC; zero where the file has none
	Role      Role
	Channel   Channel
	Kind      Kind
	Tool      string   // tool name of a call or result
	CallID    string   // pairs a tool call with its result
	MessageID string   // the API message or host event this belongs to; several events may share it
	Text      string   // the words, verbatim
	Files     []string // file paths touched, as written in the transcript, without duplicates, in order
	IsError   bool     // a failed tool call, an API error, an interruption
	Sidechain bool     // a sub-agent's line
	Driven    bool     // a message in the user's name in a session that a program drives: a script, a test, another agent
	Meta      bool     // written by the host in the user's name, not by the person
	Line      int      // 1-based line in the source; 0 for one-document formats
	Start     int64    // byte span in the source that the event was read from
	End       int64
	Resources []Blob // images and documents that the event carried, by hash
}

// Blob stands for binary content that is referenced and not kept.
type Blob struct {
	MIME   string
	Bytes  int64
	SHA256 string // hex, of the decoded content
}

// Skip is one piece of a source that could not be read, and why. The rest of the source still counts.
type Skip struct {
	Line   int // 1-based; 0 when the format has no lines
	Reason string
}
