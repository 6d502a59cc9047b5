// Package project names the project that a directory belongs to, the same name from every clone and worktree. It reads the
// files below .git itself and starts no process.
package project

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
)

// FromRemote turns a git remote URL (https, ssh, scp form, with port, trailing slash, .git or not, any case of host) into
// the project's name: the last path element, lower case. It returns "" when the URL has none.
func FromRemote(url string) string {
	p := strings.TrimSpace(url)
	if scheme, rest, ok := strings.Cut(p, "://"); ok && scheme != "" {
		if i := strings.IndexAny(rest, "?#"); i >= 0 {
			rest = rest[:i]
		}
		_, p, _ = strings.Cut(strings.ReplaceAll(rest, `\`, "/"), "/") // the host, user and port are not part of the name
	} else {
		p = strings.ReplaceAll(p, `\`, "/")
		if colon := strings.IndexByte(p, ':'); colon >= 0 && !strings.Contains(p[:colon], "/") {
			p = p[colon+1:] // user@host:path, or a Windows drive
		}
	}
	p = strings.TrimRight(p, "/")
	name := path.Base(p)
	for strings.HasSuffix(strings.ToLower(name), ".git") && len(name) > len(".git") {
		name = name[:len(name)-len(".git")]
	}
	name = strings.ToLower(strings.TrimSpace(name))
	switch name {
	case ".", "..", "/", ".git":
		return ""
	}
	return name
}

// Detect names the project of dir: the origin remote of its repository (worktrees and submodules included), else its only or
// first other remote, else the folder name of the main checkout, else "" outside a repository.
func Detect(dir string) string {
	r, ok := open(dir)
	if !ok {
		return ""
	}
	if name := FromRemote(remote(filepath.Join(r.common, "config"))); name != "" {
		return name
	}
	return folder(r)
}

// Folder is what Detect would say of dir if its repository knew no remote; "" outside a repository.
func Folder(dir string) string {
	r, ok := open(dir)
	if !ok {
		return ""
	}
	return folder(r)
}

func folder(r repository) string { return word(strings.ToLower(mainName(r))) }

// HasRemote reports whether dir lies in a repository that knows a remote, so that a branch of somebody else can come into it.
func HasRemote(dir string) bool {
	r, ok := open(dir)
	return ok && len(remotes(read(filepath.Join(r.common, "config")))) > 0
}

// Root returns the top of the working tree that dir lies in, "" if it lies in none.
func Root(dir string) string {
	r, ok := open(dir)
	if !ok {
		return ""
	}
	return r.root
}

// Marked returns the nearest directory, from dir upwards, with an entry named .git, whatever that holds; "" where there is none. One that
// cannot be looked at counts: what is not known is not taken for absent.
func Marked(dir string) string {
	at, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	if real, err := filepath.EvalSymlinks(at); err == nil {
		at = real
	}
	for {
		if _, err := os.Lstat(filepath.Join(at, ".git")); !errors.Is(err, fs.ErrNotExist) {
			return at
		}
		parent := filepath.Dir(at)
		if parent == at {
			return ""
		}
		at = parent
	}
}

// Branch returns the branch that is checked out in dir, "" outside a repository or with a detached HEAD.
func Branch(dir string) string {
	r, ok := open(dir)
	if !ok {
		return ""
	}
	head := firstLine(filepath.Join(r.git, "HEAD"))
	name, ok := strings.CutPrefix(head, "ref: refs/heads/")
	if !ok {
		return ""
	}
	return strings.TrimSpace(name)
}

// mainName is the folder name of the main checkout, from a worktree as well. A bare repository gives its own name.
func mainName(r repository) string {
	if filepath.Base(r.common) == ".git" {
		return filepath.Base(filepath.Dir(r.common))
	}
	if r.common != r.git { // a worktree of a bare repository
		return strings.TrimSuffix(filepath.Base(r.common), ".git")
	}
	return filepath.Base(r.root) // a submodule, or --separate-git-dir
}

// word makes one word of a folder name, as items can hold it: what is no letter, digit, mark or one of . _ @ + - becomes a dash.
func word(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.M, unicode.N) || strings.ContainsRune("._@+-", r) {
			return r
		}
		return '-'
	}, name), "-+")
}
