package adapters

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Machine is everything outside an agent's description: whose home, which project, which binary.
type Machine struct {
	GOOS    string // runtime.GOOS
	Home    string
	Project string                  // the directory that project and local scope speak of
	Binary  string                  // the program that entries name: an absolute path
	Chosen  bool                    // a person named Binary; else it is this program, and an entry may have been asked to name another
	State   string                  // where records and backups lie, private
	Getenv  func(key string) string // the environment that agents see
	Now     func() time.Time
	Skills  map[string]string // path below a skills directory -> content
}

// StateDir is where records and backups lie for a home directory: XDG_STATE_HOME, %LOCALAPPDATA% on Windows, else ~/.local/state.
func StateDir(goos, home string, getenv func(string) string) string {
	base := getenv("XDG_STATE_HOME")
	if base == "" && goos == "windows" {
		base = getenv("LOCALAPPDATA")
	}
	if base == "" {
		base = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(base, "factline", "adapters")
}

// Expand turns a pattern into a path: "~/" is the home directory, "./" the project; "{VAR:pattern}" is the environment variable VAR, or
// the pattern where it is not set; "{app}" is where desktop programs keep their data; "{config}" is the XDG directory, %APPDATA% on Windows.
func (m *Machine) Expand(pattern string) string {
	if rest, ok := strings.CutPrefix(pattern, "{"); ok {
		if name, tail, ok := strings.Cut(rest, "}"); ok {
			return filepath.Join(m.base(name), filepath.FromSlash(tail))
		}
	}
	if rest, ok := strings.CutPrefix(pattern, "~/"); ok {
		return filepath.Join(m.Home, filepath.FromSlash(rest))
	}
	if pattern == "~" {
		return m.Home
	}
	if rest, ok := strings.CutPrefix(pattern, "./"); ok {
		return filepath.Join(m.Project, filepath.FromSlash(rest))
	}
	return filepath.FromSlash(pattern)
}

func (m *Machine) base(name string) string {
	switch name {
	case "app":
		switch m.GOOS {
		case "darwin":
			return filepath.Join(m.Home, "Library", "Application Support")
		case "windows":
			return m.roaming()
		}
		return m.Expand("{XDG_CONFIG_HOME:~/.config}")
	case "config":
		if m.GOOS == "windows" {
			return m.roaming()
		}
		return m.Expand("{XDG_CONFIG_HOME:~/.config}")
	}
	variable, fallback, _ := strings.Cut(name, ":")
	if dir := m.Getenv(variable); dir != "" {
		return dir
	}
	return m.Expand(fallback)
}

func (m *Machine) roaming() string {
	if dir := m.Getenv("APPDATA"); dir != "" {
		return dir
	}
	return filepath.Join(m.Home, "AppData", "Roaming")
}

// path is the file that a pattern with alternatives means.
func (m *Machine) path(patterns string) string {
	var path string
	for p := range strings.SplitSeq(patterns, "|") {
		path = m.Expand(p)
		if there(path) {
			return path
		}
	}
	return path
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Detected reports whether the agent shows itself on this machine.
func (m *Machine) Detected(a Agent) bool {
	for _, pattern := range a.Detect {
		if there(m.Expand(pattern)) {
			return true
		}
	}
	return false
}

// files are the files of an agent in a scope that matter here, for the parts asked for. MCP and hooks always are.
func (m *Machine) files(a Agent, scope Scope, parts []Part) (files []File) {
	for _, f := range a.Files {
		if f.Scope == scope && m.matters(a, f) && (f.Mode == 0 || m.GOOS != "windows") {
			files = append(files, m.filled(f))
		}
	}
	return append(files, m.extras(a, scope, parts)...)
}

// matters reports that the agent reads the file here, or that it holds something of ours from a time when it did.
func (m *Machine) matters(a Agent, f File) bool {
	switch {
	case f.Needs != "" && !there(m.Expand(f.Needs)):
		return false
	case f.Unless != "" && there(m.Expand(f.Unless)):
		return m.load(a.Name, f, m.target(a, f)) != nil
	}
	return true
}
