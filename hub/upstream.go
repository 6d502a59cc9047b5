package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
)

// mergedRefs are the branches of the repository that a clone was made of: what stands there went through whoever may merge. origin/HEAD
// is set by git clone; the others serve a repository whose remote was added later.
var mergedRefs = []string{"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master"}

// upstream asks a store's repository where item files come from. What stands on its merged branch is read through one git process that
// is started at the first question; a branch of a pull request, and what is only committed here, is not merged.
type upstream struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	dead bool

	repo *gitrepo.Repo // of the store, once it was asked for
	kind repoKind
}

// repoKind says what can have come into a store through git.
type repoKind int

const (
	unasked repoKind = iota
	noRepo           // no .git stands above the store: nothing
	shut             // one stands there, and git cannot read it or is not installed: who knows
	alone            // it knows no remote: nothing of anybody else
	shared           // branches of others
)

// look finds out what repository the store lies in. That it knows no remote is asked again: one may be added while this process runs.
func (u *upstream) look(ctx context.Context, store string) repoKind {
	if u.kind == unasked || u.kind == alone && project.HasRemote(store) {
		u.kind = u.find(ctx, store)
	}
	return u.kind
}

func (u *upstream) find(ctx context.Context, store string) repoKind {
	at := project.Marked(store)
	if at == "" {
		return noRepo
	}
	repo, err := gitrepo.At(store, "")
	if err != nil || filepath.FromSlash(repo.Top) != at {
		return shut
	}
	remotes, err := repo.Git(ctx, "remote")
	switch u.repo = repo; {
	case err != nil:
		return shut
	case remotes == "":
		return alone
	}
	return shared
}

// file returns the merged bytes of a file below the store.
func (u *upstream) file(ctx context.Context, store, path string) ([]byte, bool) {
	if u.dead || ctx.Err() != nil || strings.ContainsAny(path, "\n\r") || u.look(ctx, store) != shared {
		return nil, false
	}
	if u.cmd == nil {
		if err := u.start(); err != nil {
			u.dead = true
			return nil, false
		}
	}
	for _, ref := range mergedRefs {
		b, ok, err := u.ask(ref + ":" + u.repo.Prefix + path)
		if err != nil {
			u.dead = true
			return nil, false
		}
		if ok {
			return b, true
		}
	}
	return nil, false
}

// local reports whether a file below the store cannot have come with somebody's branch: the store lies in no repository, or in one that
// knows no remote, or git says that the file is untracked, ignored or changed in the working tree. What is only staged may come from a
// merge that is under way. git compares by content and through its filters, so that no attribute of a branch makes a file look edited.
// Where git cannot answer, the file may have come from anywhere.
func (u *upstream) local(ctx context.Context, store, path string) bool {
	switch u.look(ctx, store) {
	case noRepo, alone:
		return true
	case shared:
		out, err := u.repo.Git(ctx, "status", "--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=dirty", "--untracked-files=all", "--ignored", "--", u.repo.Path(path))
		return err == nil && len(out) > 2 && out[1] != ' ' && !unmerged(out[:2])
	}
	return false
}

// unmerged says that a status of git means a merge that waits for a person.
func unmerged(xy string) bool { return strings.Contains(xy, "U") || xy == "AA" || xy == "DD" }

func (u *upstream) start() error {
	cmd := u.repo.Command(context.Background(), "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	u.cmd, u.in, u.out = cmd, in, bufio.NewReader(out)
	return nil
}

// ask reads one object; false where there is none of that name.
func (u *upstream) ask(name string) ([]byte, bool, error) {
	if _, err := fmt.Fprintln(u.in, name); err != nil {
		return nil, false, err
	}
	head, err := u.out.ReadString('\n')
	if err != nil {
		return nil, false, err
	}
	var id, kind string
	var size int64
	if n, _ := fmt.Sscanf(head, "%s %s %d", &id, &kind, &size); n != 3 || strings.HasSuffix(strings.TrimSpace(head), " missing") {
		return nil, false, nil
	}
	if size < 0 || size > items.MaxBytes {
		return nil, false, errors.New("an object larger than any item")
	}
	b := make([]byte, size+1) // and a line break
	if _, err := io.ReadFull(u.out, b); err != nil {
		return nil, false, err
	}
	return b[:size], kind == "blob", nil
}

func (u *upstream) close() {
	if u.cmd != nil {
		_ = u.in.Close()
		_ = u.cmd.Process.Kill()
		_ = u.cmd.Wait()
		u.cmd = nil
	}
}
