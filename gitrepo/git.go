// Package gitrepo runs git as a process, for what belongs to git: which files differ, blobs of a commit, commits on a branch that is
// checked out nowhere, and the merge of lines. It never touches the user's index or working tree, runs no hook, asks nothing and
// opens no pager.
package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/project"
)

// ErrNoRepository says that a directory lies in no working tree, or that git is not installed.
var ErrNoRepository = errors.New("not in a git repository")

// ErrNoGit is the second of the two.
var ErrNoGit = fmt.Errorf("git is not installed: %w", ErrNoRepository)

// Repo is one working tree, seen from one directory in it.
type Repo struct {
	Top    string // top of the working tree, with slashes
	Prefix string // of the directory it was opened for, from Top: "" or with a closing slash

	dir   string
	above string // directory in which git does not look for a repository any more
	home  string
}

// At finds the working tree around dir by its .git entry alone, and starts nothing. git's own search would also take a directory with the
// files of a bare repository in it, which any branch can bring, for a repository of the user's, and would run what its configuration names.
func At(dir, home string) (*Repo, error) {
	root := project.Root(dir)
	if root == "" {
		return nil, fmt.Errorf("%s: %w", dir, ErrNoRepository)
	}
	real, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if r, err := filepath.EvalSymlinks(real); err == nil {
		real = r
	}
	prefix, err := filepath.Rel(root, real)
	if err != nil {
		return nil, err
	}
	r := &Repo{Top: filepath.ToSlash(root), dir: root, above: filepath.Dir(root), home: home}
	if prefix != "." {
		r.Prefix = filepath.ToSlash(prefix) + "/"
	}
	return r, nil
}

// Open is At, and an error where git cannot read what stands there.
func Open(ctx context.Context, dir, home string) (*Repo, error) {
	r, err := At(dir, home)
	if err != nil {
		return nil, err
	}
	_, err = r.run(ctx, nil, "rev-parse", "--show-toplevel")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, ErrNoGit
	case err != nil && strings.Contains(err.Error(), "not a git repository"):
		return nil, fmt.Errorf("%s: %w", dir, ErrNoRepository)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return r, nil
}

// UserName is user.name as git's configuration has it for dir, which need not lie in a repository; "" where nobody set it.
func UserName(ctx context.Context, dir, home string) string {
	if name, sure := nameInFiles(dir, home); sure {
		return name
	}
	r, err := At(dir, home)
	if err != nil {
		top := filepath.VolumeName(dir) + string(filepath.Separator)
		r = &Repo{dir: top, above: top, home: home}
	}
	name, err := r.Config(ctx, "user.name")
	if err != nil {
		return ""
	}
	return name
}

// quiet are settings that hold whatever the user configured: no hook and no monitor runs, names come as they are, no colours, and no directory
// is taken for a bare repository.
var quiet = []string{
	"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "color.ui=false",
	"-c", "log.showSignature=false", "-c", "core.pager=cat", "-c", "safe.bareRepository=explicit",
}

// kept are the only variables of git's that reach the process: who commits, and where configuration lies. All others (GIT_DIR,
// GIT_INDEX_FILE, ... as a hook's environment has them) would point it elsewhere.
var kept = []string{"GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_NOSYSTEM=", "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_EXEC_PATH="}

func (r *Repo) environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") || hasPrefix(v, kept) {
			env = append(env, v)
		}
	}
	env = append(env, "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_EDITOR=true", "LC_ALL=C")
	// No network, also not for what a partial clone lacks: the second says so to a git that does not know the first. GIT_DIR stays unset:
	// with it git would read the configuration of a repository that belongs to somebody else.
	env = append(env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_CEILING_DIRECTORIES="+r.above)
	if r.Top != "" {
		env = append(env, "GIT_WORK_TREE="+r.dir)
	}
	if r.home != "" {
		env = append(env, "HOME="+r.home)
	}
	return env
}

func hasPrefix(s string, any []string) bool {
	for _, p := range any {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// run starts git with in on its standard input and returns its standard output.
func (r *Repo) run(ctx context.Context, in []byte, args ...string) (string, error) {
	return r.runWith(ctx, nil, in, args...)
}

// Git runs one command from Top and returns its standard output. Paths among args are from Top.
func (r *Repo) Git(ctx context.Context, args ...string) (string, error) {
	return r.run(ctx, nil, args...)
}

// Path is the pathspec of a path from the directory that r was opened for; every sign in it stands for itself.
func (r *Repo) Path(path string) string { return ":(top,literal)" + r.Prefix + path }

// pipePatience bounds how long a process that git left behind may hold its output open.
const pipePatience = 200 * time.Millisecond

// Command is git with its arguments, not yet started. Every git process of the program is made here.
func (r *Repo) Command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", slices.Concat(quiet, args)...)
	cmd.Dir = r.dir
	cmd.Env = r.environment()
	cmd.WaitDelay = pipePatience
	return cmd
}

func (r *Repo) runWith(ctx context.Context, env []string, in []byte, args ...string) (string, error) {
	cmd := r.Command(ctx, args...)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdin = bytes.NewReader(in)
	var out, talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &talk
	err := cmd.Run()
	if err != nil && ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(talk.String()), "\n")
		return out.String(), fmt.Errorf("git %s: %s: %w", args[0], said, err)
	}
	return out.String(), nil
}

// list cuts output that was asked for with -z.
func list(out string) []string {
	if out = strings.TrimRight(out, "\x00"); out == "" {
		return nil
	}
	return strings.Split(out, "\x00")
}
