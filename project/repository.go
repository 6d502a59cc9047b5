package project

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/internal/plainfile"
)

// repository is where git keeps what belongs to a working tree.
type repository struct {
	root   string // top of the working tree
	git    string // its git directory: HEAD is here
	common string // the git directory that all worktrees share: config is here
}

// maxGitFile bounds what is read of a file below .git, in bytes.
const maxGitFile = 1 << 20

// open walks up from dir to the working tree around it. Symlinks are resolved first, so that a linked directory gives the
// name of the repository it really lies in.
func open(dir string) (repository, bool) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return repository{}, false
	}
	if real, err := filepath.EvalSymlinks(at); err == nil {
		at = real
	}
	for {
		dot := filepath.Join(at, ".git")
		if info, err := os.Stat(dot); err == nil {
			if git, ok := gitDir(dot, info.IsDir()); ok {
				return repository{root: at, git: git, common: commonDir(git)}, true
			}
		}
		parent := filepath.Dir(at)
		if parent == at {
			return repository{}, false
		}
		at = parent
	}
}

// gitDir returns the git directory that a .git directory is or a .git file points to.
func gitDir(dot string, isDir bool) (string, bool) {
	git := dot
	if !isDir {
		target, ok := strings.CutPrefix(firstLine(dot), "gitdir:")
		if !ok {
			return "", false
		}
		git = relativeTo(filepath.Dir(dot), strings.TrimSpace(target))
	}
	if _, err := os.Stat(filepath.Join(git, "HEAD")); err != nil {
		return "", false // an empty or foreign .git: go on upwards, as git does
	}
	return git, true
}

// commonDir follows the commondir file of a worktree.
func commonDir(git string) string {
	target := firstLine(filepath.Join(git, "commondir"))
	if target == "" {
		return git
	}
	return relativeTo(git, target)
}

func relativeTo(base, target string) string {
	if !filepath.IsAbs(target) {
		target = filepath.Join(base, target)
	}
	return filepath.Clean(target)
}

func firstLine(file string) string {
	line, _, _ := strings.Cut(read(file), "\n")
	return strings.TrimSpace(line)
}

// read returns the content of a small file, "" if it cannot be read.
func read(file string) string {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxGitFile {
		return ""
	}
	b, err := plainfile.Read(file, maxGitFile)
	if err != nil {
		return ""
	}
	return string(b)
}

// ConfigFile is the configuration that the repository around dir shares between its working trees, "" where there is none.
func ConfigFile(dir string) string {
	r, ok := open(dir)
	if !ok {
		return ""
	}
	return filepath.Join(r.common, "config")
}
