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
	"strings"
)

// ErrNoRepository says that a directory lies in no working tree, or that git is not installed.
var ErrNoRepository = errors.New("not in a git repository")

// Repo is one working tree, seen from one directory in it.
type Repo struct {
	Top    string // top of the working tree, with slashes
	Prefix string // of the directory it was opened for, from Top: "" or with a closing slash

	dir  string
	home string
}

// Open finds the working tree around dir. home is the home directory whose configuration counts; "" = that of the process.
func Open(ctx context.Context, dir, home string) (*Repo, error) {
	r := &Repo{dir: dir, home: home}
	out, err := r.run(ctx, nil, "rev-parse", "--show-toplevel", "--show-prefix")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("git is not installed: %w", ErrNoRepository)
	case err != nil && strings.Contains(err.Error(), "not a git repository"):
		return nil, fmt.Errorf("%s: %w", dir, ErrNoRepository)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	r.Top, r.Prefix, _ = strings.Cut(strings.TrimRight(out, "\r\n"), "\n")
	return r, nil
}

// quiet are settings that hold whatever the user configured: no hook and no monitor runs, names come as they are, no colours.
var quiet = []string{
	"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "color.ui=false",
	"-c", "log.showSignature=false", "-c", "core.pager=cat",
}

// kept are the only variables of git's that reach the process: who commits, and where configuration lies. All others (GIT_DIR,
// GIT_INDEX_FILE, ... as a hook's environment has them) would point it elsewhere.
var kept = []string{"GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_NOSYSTEM=", "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_EXEC_PATH="}

func (r *Repo) environment(extra []string) []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") || hasPrefix(v, kept) {
			env = append(env, v)
		}
	}
	env = append(env, "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_EDITOR=true", "LC_ALL=C")
	if r.home != "" {
		env = append(env, "HOME="+r.home)
	}
	return append(env, extra...)
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

func (r *Repo) runWith(ctx context.Context, env []string, in []byte, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append(append([]string{"-C", r.dir}, quiet...), args...)...)
	cmd.Env = r.environment(env)
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
