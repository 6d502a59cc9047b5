package trust

import (
	"path/filepath"
	"strings"

	"github.com/factline/memory/project"
)

// Marks tell a directory from another one that was put in its place. A path alone does not: who removes a clone and clones something
// else under the same name would have that trusted. Empty ones are not known.
type Marks struct {
	Dir  string `json:"dir_mark,omitempty"`  // of the store's own directory; git may remove it with a branch and make it anew
	Repo string `json:"repo_mark,omitempty"` // of the .git beside or above it, and the way from there to the store; no branch replaces that
}

func marksOf(place string) Marks {
	m := Marks{Dir: markOf(place)}
	root := project.Root(place)
	if root == "" {
		return m
	}
	rel, err := filepath.Rel(root, place)
	if mark := markOf(filepath.Join(root, ".git")); err == nil && mark != "" {
		m.Repo = strings.Join([]string{mark, filepath.ToSlash(rel)}, " ")
	}
	return m
}

func (m Marks) none() bool { return m == Marks{} }

// same reports whether one of two known marks agrees: the store's directory stayed, or the repository around it did.
func (m Marks) same(now Marks) bool {
	return m.Dir != "" && m.Dir == now.Dir || m.Repo != "" && m.Repo == now.Repo
}

// renewed are the marks with what is known now.
func (m Marks) renewed(now Marks) Marks {
	if now.Dir != "" {
		m.Dir = now.Dir
	}
	if now.Repo != "" {
		m.Repo = now.Repo
	}
	return m
}

// keptIn is the directory of the key and the seals of the store at a real path.
func (b *Book) keptIn(place string) string {
	return filepath.Join(b.Dir, "stores", hashOf([]byte(place))[:32])
}

// realPath follows the links of a path, so that one store has one name.
func realPath(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if followed, err := filepath.EvalSymlinks(dir); err == nil {
		return followed
	}
	return filepath.Clean(dir)
}
