package hub

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/project"
)

// gitInfo is where the working tree stood when a session handed off.
type gitInfo struct {
	branch, commit, subject string
	changed                 []string // paths that differ from the commit, at most mostDirty
	more                    int      // of them left out
}

const (
	mostDirty    = 20
	gitStateWait = 2 * time.Second // git status of a large tree takes some hundred milliseconds
)

// gitState asks git; the zero value outside a repository or without git.
func gitState(ctx context.Context, dir string) gitInfo {
	repo, err := gitrepo.At(dir, "")
	if err != nil {
		return gitInfo{}
	}
	g := gitInfo{branch: project.Branch(dir)}
	ctx, cancel := context.WithTimeout(ctx, gitStateWait)
	defer cancel()
	if out, err := repo.Git(ctx, "log", "-1", "--format=%h%x09%s"); err == nil {
		g.commit, g.subject, _ = strings.Cut(strings.TrimSpace(out), "\t")
	}
	out, err := repo.Git(ctx, "status", "--porcelain=v1", "--ignore-submodules=dirty", "--no-renames", "--untracked-files=normal")
	if err != nil {
		return g
	}
	for line := range strings.Lines(out) {
		path := strings.Trim(strings.TrimRight(line[min(3, len(line)):], "\n"), `"`)
		if path == "" || strings.HasPrefix(path, StoreName+"/") {
			continue
		}
		if len(g.changed) == mostDirty {
			g.more++
			continue
		}
		g.changed = append(g.changed, path)
	}
	return g
}

// lines tell the state in words.
func (g gitInfo) lines() []string {
	var out []string
	if g.branch != "" {
		out = append(out, "branch "+g.branch)
	}
	if g.commit != "" {
		out = append(out, "commit "+g.commit+" "+g.subject)
	}
	if n := len(g.changed); n > 0 {
		list := strings.Join(g.changed, ", ")
		if g.more > 0 {
			list += fmt.Sprintf(" and %d more", g.more)
		}
		out = append(out, "not committed: "+list)
	} else if g.commit != "" {
		out = append(out, "nothing to commit")
	}
	return out
}
