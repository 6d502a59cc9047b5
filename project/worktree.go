package project

import (
	"path/filepath"
)

// MainRoot returns the top of the linked worktree that dir lies in and the top of the main checkout that it belongs to; "" for the
// latter anywhere else. A worktree's .git file is a claim that an unpacked archive could make too: it counts only where the main
// repository names this worktree in turn.
func MainRoot(dir string) (root, main string) {
	r, ok := open(dir)
	if !ok || r.common == r.git || filepath.Base(r.common) != ".git" || filepath.Dir(r.git) != filepath.Join(r.common, "worktrees") {
		return "", ""
	}
	back := firstLine(filepath.Join(r.git, "gitdir"))
	if back == "" || relativeTo(r.git, back) != filepath.Join(r.root, ".git") {
		return "", ""
	}
	return r.root, filepath.Dir(r.common)
}
