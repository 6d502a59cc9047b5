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

// committedRef is what a repository that knows no remote goes by: nobody else's branch can stand there.
const committedRef = "HEAD"

// upstream asks a store's repository which item files it vouches for. What stands on its merged branch is read through one git process that
// is started at the first question; a branch of a pull request, what is only committed here beside a remote, and what lies in the working tree
// alone, was put there by whoever could write a file.
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
	repo, err := around(store)
	if errors.Is(err, errNoRepo) {
		return noRepo
	} else if err != nil {
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

// vouches reports whether git stands for these bytes of a file below the store: a branch that only some may merge into has them or, where the
// repository knows no remote, its last commit. Whether it knows one is asked only where that decides, so a file that waits costs one process.
func (u *upstream) vouches(ctx context.Context, store, path string, file []byte) bool {
	if u.dead || ctx.Err() != nil || strings.ContainsAny(path, "\n\r") || !u.open(store) {
		return false
	}
	for _, ref := range append(mergedRefs[:len(mergedRefs):len(mergedRefs)], committedRef) {
		b, ok, err := u.ask(ref + ":" + u.repo.Prefix + path)
		if err != nil {
			u.dead = true
			return false
		}
		if ok && sameText(b, file) {
			return ref != committedRef || !project.HasRemote(store) && u.look(ctx, store) == alone
		}
	}
	return false
}

// committed returns the bytes that the last commit has of a file below the store.
func (u *upstream) committed(ctx context.Context, store, path string) ([]byte, bool) {
	if u.dead || ctx.Err() != nil || strings.ContainsAny(path, "\n\r") || !u.open(store) {
		return nil, false
	}
	b, ok, err := u.ask(committedRef + ":" + u.repo.Prefix + path)
	u.dead = u.dead || err != nil
	return b, ok && err == nil
}

// open starts the process that reads objects, once; false where there is no repository that git can read.
func (u *upstream) open(store string) bool {
	if u.cmd != nil {
		return true
	}
	repo, err := around(store)
	if err == nil {
		u.repo = repo
		err = u.start()
	}
	u.dead = err != nil
	return err == nil
}

// around is the repository that the store lies in, as the .git above it names it.
func around(store string) (*gitrepo.Repo, error) {
	at := project.Marked(store)
	if at == "" {
		return nil, errNoRepo
	}
	repo, err := gitrepo.At(store, "")
	if err == nil && filepath.FromSlash(repo.Top) != at {
		err = fmt.Errorf("%s is not the repository of %s", at, store)
	}
	return repo, err
}

var errNoRepo = errors.New("no repository")

// local reports whether a file below the store cannot have come with somebody's branch. That says nothing of which program put it there, so
// items do not go by it; settings do, which no other door writes. It holds where the store lies in no repository, or in one
// that knows no remote, or git says that the file is untracked, ignored or changed in the working tree. What is only staged may come from a
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
