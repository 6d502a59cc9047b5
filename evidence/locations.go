package evidence

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Location is where one agent keeps its transcripts on this machine.
type Location struct {
	Agent string   // as the parsers name it
	Paths []string // existing directories, sorted, each once
}

// Locations returns where each agent keeps transcripts below home, for those that have any, by agent name. getenv gives the
// overrides that an agent honours. All systems' places are tried on every system: only what exists is returned. Agents that
// keep a database (Cursor's own chats, Goose, newer OpenCode) or one file in each repository (aider) are not here.
func Locations(home string, getenv func(string) string) []Location {
	var list []Location
	for agent, places := range transcriptDirs(home, getenv) {
		var paths []string
		for _, p := range places {
			paths = append(paths, p.find()...)
		}
		if slices.Sort(paths); len(paths) > 0 {
			list = append(list, Location{Agent: agent, Paths: slices.Compact(paths)})
		}
	}
	slices.SortFunc(list, func(a, b Location) int { return strings.Compare(a.Agent, b.Agent) })
	return list
}

// place is a glob pattern, slash-separated, below a directory. They are kept apart because a home directory may hold what
// means something in a pattern.
type place struct{ base, pattern string }

// find returns the directories that exist.
func (p place) find() []string {
	if !filepath.IsAbs(p.base) { // an override that depends on where a program was started
		return nil
	}
	names, err := fs.Glob(os.DirFS(p.base), p.pattern)
	if err != nil { // only for a malformed pattern, and those are below
		return nil
	}
	var dirs []string
	for _, name := range names {
		dir := filepath.Join(p.base, filepath.FromSlash(name))
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// transcriptDirs gives the places by agent. "Unsure" marks one that was read about and not seen.
func transcriptDirs(home string, getenv func(string) string) map[string][]place {
	// under gives patterns below a standard directory of home and below the one in an environment variable. An agent looks at
	// one of them only, but sessions from before the variable was set lie in the other.
	under := func(variable, standard string, patterns ...string) []place {
		bases := []string{filepath.Join(home, filepath.FromSlash(standard))}
		if variable != "" && getenv(variable) != "" {
			bases = append(bases, getenv(variable))
		}
		return places(bases, patterns)
	}
	editors := editorData(home, getenv)
	inEditors := func(patterns ...string) []place { return places(editors, patterns) }
	return map[string][]place{
		// projects/<slug of the directory>/<session>.jsonl; deleted after cleanupPeriodDays, 30 by default
		"claude-code":    append(under("CLAUDE_CONFIG_DIR", ".claude", "projects"), under("XDG_CONFIG_HOME", ".config", "claude/projects")...),
		"codex":          under("CODEX_HOME", ".codex", "sessions", "archived_sessions"),
		"gemini-cli":     under("", ".gemini", "tmp/*/chats"),
		"cursor":         under("", ".cursor", "projects/*/agent-transcripts"),
		"opencode":       under("XDG_DATA_HOME", ".local/share", "opencode/storage"), // Windows: unsure
		"copilot-cli":    under("COPILOT_HOME", ".copilot", "session-state", "history-session-state"),
		"copilot-vscode": inEditors("workspaceStorage/*/chatSessions", "globalStorage/emptyWindowChatSessions"),
		"cline": slices.Concat(inEditors("globalStorage/saoudrizwan.claude-dev/tasks"),
			under("CLINE_DIR", ".cline", "data/tasks", "data/sessions")), // outside the editor: unsure
		"roo-code":    inEditors("globalStorage/rooveterinaryinc.roo-cline/tasks"),
		"kilo-code":   inEditors("globalStorage/kilocode.kilo-code/tasks"),
		"pi":          under("PI_CODING_AGENT_DIR", ".pi/agent", "sessions"),
		"openclaw":    under("OPENCLAW_STATE_DIR", ".openclaw", "agents/*/sessions"), // variable: unsure
		"qwen":        under("", ".qwen", "projects/*/chats", "tmp/*/chats"),
		"droid":       under("", ".factory", "sessions", "projects"), // projects: unsure
		"amp":         under("XDG_DATA_HOME", ".local/share", "amp/threads"),
		"kimi":        under("KIMI_SHARE_DIR", ".kimi", "sessions"), // variable: unsure
		"iflow":       under("", ".iflow", "projects"),              // unsure
		"antigravity": under("", ".gemini", "antigravity*/brain"),   // unsure
		"continue":    under("CONTINUE_GLOBAL_DIR", ".continue", "sessions"),
		"goose":       under("XDG_DATA_HOME", ".local/share", "goose/sessions"), // JSONL of older versions
	}
}

func places(bases, patterns []string) []place {
	var list []place
	for _, base := range bases {
		for _, pattern := range patterns {
			list = append(list, place{base, pattern})
		}
	}
	return list
}

// editorData lists the user data directories of VS Code and its relatives on linux, macOS, Windows and remote hosts.
func editorData(home string, getenv func(string) string) []string {
	bases := []string{
		filepath.Join(home, ".config"),
		filepath.Join(home, "Library", "Application Support"),
		filepath.Join(home, "AppData", "Roaming"),
	}
	for _, variable := range []string{"XDG_CONFIG_HOME", "APPDATA"} {
		if dir := getenv(variable); dir != "" {
			bases = append(bases, dir)
		}
	}
	var dirs []string
	for _, base := range bases {
		for _, editor := range []string{"Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"} {
			dirs = append(dirs, filepath.Join(base, editor, "User"))
		}
	}
	for _, remote := range []string{".vscode-server", ".vscode-server-insiders", ".cursor-server", ".windsurf-server"} {
		dirs = append(dirs, filepath.Join(home, remote, "data", "User"))
	}
	return dirs
}
