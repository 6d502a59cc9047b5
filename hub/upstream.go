package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

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
}

// file returns the merged bytes of a file below the store.
func (u *upstream) file(ctx context.Context, store, path string) ([]byte, bool) {
	if u.dead || ctx.Err() != nil || strings.ContainsAny(path, "\n\r") {
		return nil, false
	}
	if u.cmd == nil {
		if err := u.start(store); err != nil {
			u.dead = true
			return nil, false
		}
	}
	for _, ref := range mergedRefs {
		b, ok, err := u.ask(ref + ":./" + path)
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

// local reports whether a file below the store cannot have come with somebody's branch: the store lies in no repository that knows a
// remote, or git says that the file is untracked, ignored or changed in the working tree. What is only staged may come from a merge that
// is under way. git compares by content and through its filters, so that no attribute of a branch makes a file look edited.
func (u *upstream) local(ctx context.Context, store, path string) bool {
	if !project.HasRemote(store) {
		return true
	}
	out, err := git(ctx, store, "--no-optional-locks", "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored", "--", ":(literal)"+path)
	return err == nil && len(out) > 2 && out[1] != ' ' && !unmerged(out[:2])
}

// unmerged says that a status of git means a merge that waits for a person.
func unmerged(xy string) bool { return strings.Contains(xy, "U") || xy == "AA" || xy == "DD" }

func (u *upstream) start(store string) error {
	// A partial clone would fetch what is missing: no network here.
	cmd := exec.Command("git", "-C", store, "cat-file", "--batch")
	cmd.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0")
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
