package ledger

import "time"

// Observation says that an agent really called this program: a hook event or the start of an MCP session. It is the evidence behind
// "runtime observed" and "context injected" of an adapter; that a configuration file names the program proves neither.
type Observation struct {
	At       time.Time `json:"at"`
	Agent    string    `json:"agent"`             // name of the adapter, as in claude-code
	Version  string    `json:"version,omitempty"` // of the agent, where it says it
	Door     string    `json:"door"`              // hook, mcp
	Event    string    `json:"event"`             // SessionStart, initialize, ...
	Session  string    `json:"session,omitempty"`
	Injected int       `json:"injected,omitempty"` // tokens of context that were handed to the agent

	Transcript string `json:"transcript,omitempty"` // path that a hook's payload names
}
