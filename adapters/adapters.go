// Package adapters connects coding agents to this program: one engine and a table of agents. An agent is data: where it shows that it
// is installed, which of its files name programs, in which format and under which keys. The engine plans changes, shows them as a
// diff, writes them atomically with a backup, and undoes them to the byte. It starts no agent and knows no memory store.
package adapters

import (
	"cmp"
	"io/fs"
	"slices"

	"github.com/factline/memory/splice"
)

// Scope is whose configuration a file is.
type Scope string

const (
	User    Scope = "user"    // this person, every project
	Project Scope = "project" // everybody who works on the project
	Local   Scope = "local"   // this person in this project
)

// Part is what a file or an entry is for.
type Part string

const (
	MCP    Part = "mcp"
	Hooks  Part = "hooks"
	Rules  Part = "rules"  // standing instructions; installed on request
	Skills Part = "skills" // SKILL.md folders; installed on request
)

// Check says how the facts about an agent were checked.
type Check string

const (
	Documentation Check = "documentation"    // public documentation and other installers
	Recorded      Check = "recorded payload" // real files or payloads of the agent
	Client        Check = "real client"      // the agent itself read what the adapter wrote
)

// Agent is what is known of one coding agent. Paths are patterns: see Machine.Expand.
type Agent struct {
	Name     string
	Title    string
	Detect   []string         // any of them there = the agent is there
	Files    []File           // what install changes
	Rules    map[Scope]string // the Markdown file with the person's or project's instructions that the agent reads
	Skills   map[Scope]string // the directory of its skills
	Clients  []string         // the names it gives itself as an MCP client; its own name always counts
	Sessions []string         // directories in which it keeps transcripts
	Injects  bool             // its hooks can hand text to the model
	Once     bool             // it starts hooks with equal commands once, in whatever scopes they stand
	Off      []Switch         // settings with which it ignores what is installed
	Checked  Check
	How      string   // what was checked with a real client, and its version
	Source   string   // where it is documented
	Limits   []string // what does not work, or needs a hand
}

// File is one file of an agent.
type File struct {
	Scope   Scope
	Part    Part
	Path    string // patterns separated by "|": the first whose file exists, else the last
	Needs   string // a pattern that must be there for this file to matter; "" = always
	Unless  string // a pattern that must not be there for it to matter, unless something of ours is in it already
	Format  splice.Format
	Entries []Entry
	Whole   string      // the file is ours alone, with this content; no format then
	Fill    bool        // Whole holds words of this machine to be filled in
	Mode    fs.FileMode // of the file where it is made; 0 = by the scope
	Handles []string    // events that Whole handles
	Block   string      // a Markdown file that holds a block of ours with this text; no format then
	form    string      // Whole before it was filled in
	NoShell bool        // the agent splits commands at spaces: a path with one cannot work
}

// Switch is a setting that makes an agent ignore our entries.
type Switch struct {
	Path  string
	Keys  []string
	Value any
	Says  string
}

// Entry is one value in a file. Strings may hold {memory}, the path of the binary; {command}, the same for a shell; {project}, the
// project's directory.
type Entry struct {
	Path  []string
	Key   string // "" = an element of a list
	Value any
	Frame bool // belongs to the file's own form: taken out only from a file that holds nothing else
}

// ServerName is the key of the MCP server in every agent.
const ServerName = "factline"

// Agents is the table, by name.
func Agents() []Agent {
	all := slices.Concat(terminalAgents(), editorAgents(), otherAgents())
	slices.SortFunc(all, func(a, b Agent) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Find gives the agent of a name, or of a name that its MCP client goes by.
func Find(name string) (Agent, bool) {
	all := Agents()
	for _, a := range all {
		if a.Name == name {
			return a, true
		}
	}
	for _, a := range all {
		if slices.Contains(a.Clients, name) {
			return a, true
		}
	}
	return Agent{}, false
}

// Scopes are those that the agent has files for, in the order user, project, local.
func (a Agent) Scopes() (scopes []Scope) {
	for _, s := range []Scope{User, Project, Local} {
		if slices.ContainsFunc(a.Files, func(f File) bool { return f.Scope == s }) || a.Rules[s] != "" {
			scopes = append(scopes, s)
		}
	}
	return scopes
}

// Events are the hook events that install registers, under the agent's own names, in the order of a session.
func (a Agent) Events() (events []string) {
	for _, f := range a.Files {
		for _, event := range f.Handles {
			if !slices.Contains(events, event) {
				events = append(events, event)
			}
		}
		for _, e := range f.Entries {
			for _, text := range texts(e.Value) {
				if event := hookEvent(text); event != "" && !slices.Contains(events, event) {
					events = append(events, event)
				}
			}
		}
	}
	return events
}

// event is the hook event that an entry registers: the word behind "hook" in its command.
func (e Entry) event() (string, bool) {
	for _, s := range texts(e.Value) {
		if event := hookEvent(s); event != "" {
			return event, true
		}
	}
	return "", false
}
