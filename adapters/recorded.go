package adapters

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/ledger"
)

// Proof says what stands behind a sign of life, besides the words of the call itself.
type Proof string

const (
	OwnRecord Proof = "session record" // the agent's own files hold the session that the call names
	Protocol  Proof = "protocol"       // an MCP client that said this name
	NoProof   Proof = "none"           // where the agent keeps its sessions is not known: nothing can be compared
)

// A hook is a command that anybody can run. That its payload came from the agent shows in what the agent itself wrote: a file that is named after
// the session, or that names it. A person who pipes a made-up payload into the hook has none.
type recorded struct {
	m     *Machine
	agent Agent
	files []sessionFile // of the agent's sessions; nil = not listed yet
	known map[string]bool
}

// sessionFile is one file, and its name below the directory in which the agent keeps its sessions.
type sessionFile struct{ path, name string }

// mostUnknown is how many sessions of which the agent has no record are looked for before the older ones count as unknown too.
const mostUnknown = 20

// proof tells what stands behind an observation; "" = nothing does where something should.
func (r *recorded) proof(o ledger.Observation) Proof {
	switch {
	case o.Door != "hook":
		return Protocol
	case o.Session != "" && r.holds(o):
		return OwnRecord
	case len(r.agent.Sessions) == 0 && o.Transcript == "":
		return NoProof
	}
	return ""
}

func (r *recorded) holds(o ledger.Observation) bool {
	if found, asked := r.known[o.Session]; asked {
		return found
	}
	if len(r.known) >= mostUnknown {
		return false
	}
	if r.known == nil {
		r.known = map[string]bool{}
	}
	r.known[o.Session] = r.search(o)
	return r.known[o.Session]
}

func (r *recorded) search(o ledger.Observation) bool {
	if r.files == nil {
		r.files = r.m.sessionFiles(r.agent)
	}
	if slices.ContainsFunc(r.files, func(f sessionFile) bool { return namedAfter(f.name, o.Session) }) {
		return true
	}
	if r.owns(o.Transcript) && there(o.Transcript) && namedAfter(filepath.Base(o.Transcript), o.Session) {
		return true
	}
	if len(o.Session) < shortestID {
		return false
	}
	if r.owns(o.Transcript) && lookIn(o.Transcript, []byte(o.Session)) != Nowhere {
		return true
	}
	return slices.ContainsFunc(r.files, func(f sessionFile) bool {
		return isDatabase(f.name) && modifiedSince(f.path, o.At.Add(-time.Hour)) && lookIn(f.path, []byte(o.Session)) != Nowhere
	})
}

// isDatabase reports a file in which many sessions stand, by its name; a file of one session is named after it.
func isDatabase(name string) bool {
	base := filepath.Base(name)
	return strings.Contains(base, ".db") || strings.Contains(base, ".sqlite")
}

// shortestID is the shortest name of a session that is looked for within files: a shorter one stands in many texts by chance.
const shortestID = 12

// owns reports a path below the directories in which the agent keeps its sessions; any where they are not known.
func (r *recorded) owns(path string) bool {
	return path != "" && (len(r.agent.Sessions) == 0 || slices.ContainsFunc(r.agent.Sessions, func(pattern string) bool {
		rel, err := filepath.Rel(r.m.Expand(pattern), path)
		return err == nil && filepath.IsLocal(rel)
	}))
}

// namedAfter reports a file, or one in a directory, whose name is the session's, alone or behind something else: rollout-2026-11-30-SESSION.jsonl.
func namedAfter(path, session string) bool {
	for name := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if at := strings.LastIndex(name, "-"+session); at >= 0 && len(session) >= shortestID {
			name = name[at+1:]
		}
		if name == session || strings.HasPrefix(name, session+".") {
			return true
		}
	}
	return false
}

// sessionFiles are the files that the agent keeps of its sessions, those of its databases too.
func (m *Machine) sessionFiles(a Agent) []sessionFile {
	files := []sessionFile{}
	for _, pattern := range a.Sessions {
		dir := m.Expand(pattern)
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil // what cannot be read proves nothing
			}
			if name, err := filepath.Rel(dir, path); err == nil {
				files = append(files, sessionFile{path, name})
			}
			return nil
		})
	}
	return files
}
