package evidence

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/project"
)

// projectHome is the directory that gave a session its project, and that project.
type projectHome struct{ cwd, name string }

// projects names the project of events. It remembers what each directory gave: one session names it on every line.
type projects struct {
	override string
	byDir    map[string]string
}

// name returns the project of an event: the one asked for, else by its git remote, its repository on this machine, or its directory's
// name. An event without a directory, or in a directory below the one the session started in, belongs to the session's project;
// where no event tells a directory, it is the one beside the transcript ("": none).
func (p *projects) name(remote, cwd, beside string, home *projectHome) string {
	if p.override != "" {
		return p.override
	}
	name := ""
	if remote != "" {
		name = project.FromRemote(remote)
	}
	if name == "" && home.name != "" && below(cwd, home.cwd) {
		return home.name
	}
	if name == "" && cwd != "" {
		name = p.ofDir(cwd)
	}
	if name == "" && cwd == "" {
		name = beside
	}
	if home.name == "" {
		*home = projectHome{cwd: cwd, name: name}
	}
	return name
}

func (p *projects) ofDir(cwd string) string {
	name, ok := p.byDir[cwd]
	if ok {
		return name
	}
	if onThisMachine(cwd) {
		name = project.Detect(cwd)
	}
	if name == "" {
		name = nameOfDir(cwd)
	}
	if p.byDir == nil {
		p.byDir = map[string]string{}
	}
	p.byDir[cwd] = name
	return name
}

// ProjectNow names the project that a session's directory belongs to today; "" where it is no directory on this machine, or of none.
func ProjectNow(cwd string) string {
	if !onThisMachine(cwd) {
		return ""
	}
	return project.Detect(cwd)
}

// onThisMachine reports whether cwd is a local directory here. A network path (\\host\share) is not even looked at: a transcript
// must not make this process connect to a host that it names.
func onThisMachine(cwd string) bool {
	if !filepath.IsAbs(cwd) || strings.HasPrefix(cwd, `\\`) || strings.HasPrefix(cwd, "//") {
		return false
	}
	info, err := os.Stat(cwd)
	return err == nil && info.IsDir()
}

// projectBeside names the project of the repository that a transcript lies in: aider writes its chats there and says nothing of
// directories. A home directory that is a repository (of dot files) is no project.
func projectBeside(real, home string) string {
	dir := filepath.Dir(real)
	if root := project.Root(dir); root == "" || root == home {
		return ""
	}
	return project.Detect(dir)
}

// below reports whether dir is "", home or a directory in it. Transcripts come from any system, so both separators count.
func below(dir, home string) bool {
	rest, ok := strings.CutPrefix(dir, home)
	return dir == "" || ok && home != "" && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// nameOfDir guesses the project from a directory that is not on this machine: the last element of its path, or for a worktree
// that an agent made the repository it belongs to. A home directory or a root is no project.
func nameOfDir(cwd string) string {
	elements := strings.FieldsFunc(cwd, func(r rune) bool { return r == '/' || r == '\\' })
	if i := slices.Index(elements, "worktrees"); i > 0 {
		before, after := elements[:i-1], elements[i+1:]
		switch elements[i-1] {
		case ".claude": // <repository>/.claude/worktrees/<name>
			elements = before
		case ".codex": // ~/.codex/worktrees/<id>/<repository>
			elements = after[min(1, len(after)):min(2, len(after))]
		case ".cursor": // ~/.cursor/worktrees/<repository>/<id>
			elements = after[:min(1, len(after))]
		}
	}
	if i := slices.Index(elements, ".worktrees"); i > 0 { // <repository>/.worktrees/<name>
		elements = elements[:i]
	}
	if len(elements) == 0 || isHome(elements) {
		return ""
	}
	last := elements[len(elements)-1]
	if strings.HasSuffix(last, ":") { // a drive
		return ""
	}
	return strings.ToLower(last)
}

// isHome recognises /root, /home/x, /Users/x and C:\Users\x.
func isHome(elements []string) bool {
	if len(elements) > 0 && strings.HasSuffix(elements[0], ":") {
		elements = elements[1:]
	}
	switch len(elements) {
	case 1:
		return elements[0] == "root" || elements[0] == "home" || elements[0] == "Users"
	case 2:
		return elements[0] == "home" || elements[0] == "Users"
	}
	return false
}
