package adapters

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/splice"
)

// Fresh is how long a sign of life counts.
const Fresh = 7 * 24 * time.Hour

// Finding is one result of doctor.
type Finding struct {
	Name  string `json:"name"`
	Level string `json:"level"` // ok, warn, fail
	Text  string `json:"text"`
	Path  string `json:"path,omitempty"`
}

// Sign is the last sign of life of an agent.
type Sign struct {
	At      time.Time `json:"at"`
	Version string    `json:"version,omitempty"`
	Door    string    `json:"door"`
	Event   string    `json:"event"`
	Proof   Proof     `json:"proof"` // what stands behind it
	Fresh   bool      `json:"fresh"` // at most seven days old, and not of before the entries were written
}

// Capability is everything that may be said of an adapter on this machine. What no evidence supports is not claimed.
type Capability struct {
	Agent       string      `json:"agent"`
	Title       string      `json:"title"`
	Implemented bool        `json:"implemented"` // install writes files; otherwise it prints what to paste
	Detected    bool        `json:"detected"`
	Installed   []Scope     `json:"installed"`     // scopes in which all that has to be there is
	Doctor      bool        `json:"doctor_passed"` // installed, and nothing is wrong with it
	Runtime     *Sign       `json:"runtime_observed"`
	Context     *Sign       `json:"context_injected"`
	Verified    bool        `json:"verified"`
	Blockers    []string    `json:"blockers"` // why it is not verified
	Scopes      []Scope     `json:"scopes"`
	Parts       []Part      `json:"parts"`
	Events      []string    `json:"events"`
	Files       []FileState `json:"files"`
	Elsewhere   []Place     `json:"elsewhere"` // other projects in which it was installed
	Checked     Check       `json:"checked"`   // how the table's facts were checked
	How         string      `json:"checked_how,omitempty"`
	Source      string      `json:"source"`
	Limits      []string    `json:"limitations"`
}

// Capability tells what holds of an agent. seen are the ledger's observations, of any agent, in any order.
func (m *Machine) Capability(a Agent, seen []ledger.Observation) Capability {
	c := Capability{
		Agent: a.Name, Title: a.Title, Implemented: len(a.Scopes()) > 0, Detected: m.Detected(a), Installed: []Scope{}, Scopes: a.Scopes(),
		Parts: a.parts(), Events: a.Events(), Files: []FileState{}, Elsewhere: m.elsewhere(a), Checked: a.Checked, How: a.How, Source: a.Source, Limits: a.Limits, Blockers: []string{},
	}
	healthy := true
	for _, scope := range a.Scopes() {
		c.Files = append(c.Files, m.Files(a, scope)...)
		if m.Installed(a, scope) {
			c.Installed = append(c.Installed, scope)
			healthy = healthy && !failed(m.Doctor(a, scope))
		}
	}
	c.Doctor = len(c.Installed) > 0 && healthy
	since := m.connected(a, c.Installed)
	r := &recorded{m: m, agent: a}
	var unknown bool
	c.Runtime, unknown = r.last(seen, since, func(ledger.Observation) bool { return true })
	c.Context, _ = r.last(seen, since, func(o ledger.Observation) bool { return o.Injected > 0 })
	block := func(blocked bool, why string) {
		if blocked {
			c.Blockers = append(c.Blockers, why)
		}
	}
	block(len(c.Installed) == 0, "not_installed")
	block(len(c.Installed) > 0 && !c.Doctor, "doctor_failed")
	block(c.Runtime == nil, "runtime_not_observed")
	block(c.Runtime == nil && unknown, "session_not_found")
	block(c.Runtime != nil && !c.Runtime.Fresh, "runtime_stale")
	block(a.Injects && c.Context == nil, "context_not_injected")
	block(a.Injects && c.Context != nil && !c.Context.Fresh, "context_stale")
	c.Verified = len(c.Blockers) == 0
	c.Events, c.Limits = orEmpty(c.Events), orEmpty(c.Limits)
	c.Scopes, c.Parts = orEmpty(c.Scopes), orEmpty(c.Parts)
	return c
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func (a Agent) parts() (parts []Part) {
	for _, f := range a.Files {
		if !slices.Contains(parts, f.Part) {
			parts = append(parts, f.Part)
		}
	}
	if len(a.Rules) > 0 && !slices.Contains(parts, Rules) {
		parts = append(parts, Rules)
	}
	if len(a.Skills) > 0 {
		parts = append(parts, Skills)
	}
	return parts
}

// connected is when the entries that stand were written: a sign of before says nothing of them. With several scopes the oldest counts, since
// one sign cannot tell which of them it came through. Zero: no record of any, as where a person wired it by hand.
func (m *Machine) connected(a Agent, scopes []Scope) (since time.Time) {
	for i, scope := range scopes {
		var written time.Time
		for _, f := range m.files(a, scope, nil) {
			if r := m.load(a.Name, f, m.target(a, f)); r != nil && r.At.After(written) {
				written = r.At
			}
		}
		if i == 0 || written.Before(since) {
			since = written
		}
	}
	return since
}

// last is the newest observation of the agent that is wanted and that something stands behind; nil = none, and unknown says that there are others, of
// sessions that the agent has no record of. One of the future is as good as none, and one of before since is not fresh.
func (r *recorded) last(seen []ledger.Observation, since time.Time, want func(ledger.Observation) bool) (sign *Sign, unknown bool) {
	now := r.m.Now()
	ours := slices.DeleteFunc(slices.Clone(seen), func(o ledger.Observation) bool {
		return o.Agent != r.agent.Name && !slices.Contains(r.agent.Clients, o.Agent) || !want(o) || o.At.After(now.Add(time.Minute))
	})
	slices.SortStableFunc(ours, func(x, y ledger.Observation) int { return y.At.Compare(x.At) })
	for _, o := range ours {
		if proof := r.proof(o); proof != "" {
			fresh := now.Sub(o.At) <= Fresh && !o.At.Before(since)
			return &Sign{At: o.At, Version: o.Version, Door: o.Door, Event: o.Event, Proof: proof, Fresh: fresh}, unknown
		}
		unknown = true
	}
	return nil, unknown
}

func failed(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Level == "fail" })
}

// Doctor looks at everything that can be wrong with an agent in a scope. It changes nothing and starts nothing.
func (m *Machine) Doctor(a Agent, scope Scope) (findings []Finding) {
	say := func(level, name, text, path string) { findings = append(findings, Finding{name, level, text, path}) }
	if m.Detected(a) {
		say("ok", "agent", a.Title+" is there", "")
	} else {
		say("warn", "agent", "nothing shows that "+a.Title+" is installed here", "")
	}
	m.asInstalled(a, scope).doctorBinary(say)
	for _, f := range m.Files(a, scope) {
		switch {
		case f.Error != "":
			say("fail", string(f.Part), f.Error, f.Path)
		case f.State == splice.Same:
			say("ok", string(f.Part), "installed", f.Path)
		case f.State == splice.Stale:
			say("fail", string(f.Part), "installed, but not as this program would write it; memory adapter repair "+a.Name, f.Path)
		case f.State == splice.Taken:
			say("fail", string(f.Part), "the key "+ServerName+" there is not ours", f.Path)
		default:
			say("fail", string(f.Part), "not installed; memory adapter install "+a.Name, f.Path)
		}
	}
	if m.hooks(a, scope, nil, ours) {
		findings = append(findings, m.Twice(a, scope)...)
	}
	findings = append(append(findings, m.Moved(a, scope)...), m.leftovers(a, scope)...)
	for _, s := range a.Off {
		path := m.Expand(s.Path)
		src, err := plainfile.Read(path, plainfile.MaxText)
		if err != nil {
			continue
		}
		if got, err := splice.Lookup(splice.JSON, src, s.Keys...); err == nil && got == s.Value {
			say("fail", "switch", s.Says, path)
		}
	}
	return findings
}

func (m *Machine) doctorBinary(say func(level, name, text, path string)) {
	info, err := os.Stat(m.Binary)
	switch {
	case !filepath.IsAbs(m.Binary):
		say("warn", "binary", "the entries name a command that the agent looks for in its own PATH", m.Binary)
	case err != nil:
		say("fail", "binary", "the program is not there; run memory adapter repair from where it is now", m.Binary)
	case info.IsDir() || m.GOOS != "windows" && info.Mode()&0o111 == 0:
		say("fail", "binary", "it cannot be executed", m.Binary)
	default:
		say("ok", "binary", "the program is there", m.Binary)
	}
}
