package hub

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// marks remembers how far each session was harvested, and by which rules, so that a second harvest reads only what grew. It is a
// cache beside the projections: without it everything is read again and proposes the same.
type marks struct {
	path     string
	Rules    string         `json:"rules"`
	Sessions map[string]int `json:"sessions"` // agent/session -> records that were there
	changed  bool
}

// marksMax bounds the file: a line of some 60 bytes a session.
const marksMax = 64 << 20

// marks reads what earlier harvests left. Marks of other rules, and a file that is none, count for nothing.
func (h *Hub) marks() *marks {
	m := &marks{path: filepath.Join(h.Projections.Dir, "harvested.json")}
	if b, err := plainfile.Read(m.path, marksMax); err == nil {
		_ = json.Unmarshal(b, m)
	}
	if m.Rules != harvest.Version() || m.Sessions == nil {
		m.Rules, m.Sessions = harvest.Version(), map[string]int{}
	}
	return m
}

func markKey(s evidence.Session) string { return s.Agent + "/" + s.Session }

// read reports whether the session was harvested as it is now.
func (m *marks) read(s evidence.Session) bool {
	n, ok := m.Sessions[markKey(s)]
	return ok && n == s.Events
}

func (m *marks) set(s evidence.Session) {
	m.Sessions[markKey(s)], m.changed = s.Events, true
}

// save keeps the marks. Where that fails the next harvest reads more than it must, and nothing else.
func (m *marks) save() {
	b, err := json.Marshal(m)
	if err != nil || !m.changed || os.MkdirAll(filepath.Dir(m.path), 0o700) != nil {
		return
	}
	_ = atomicfile.Write(m.path, append(b, '\n'), 0o600)
}
