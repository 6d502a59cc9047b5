package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrNobody says that git knows no name and address for a commit.
var ErrNobody = errors.New("git does not know who you are")

// Change is one commit to make.
type Change struct {
	Message string
	Author  string            // name; "" = the one who commits
	Files   map[string][]byte // path from Top -> content; nil removes the file
}

// Branch collects commits for one branch and moves it once at the end. The index that it works in is a temporary file.
type Branch struct {
	r       *Repo
	name    string
	old     string // commit of the branch before; "" = it is new
	tip     string
	scratch string
	env     []string
}

// zero stands for no commit where a reference is updated.
const zero = "0000000000000000000000000000000000000000"

// StartBranch begins at the branch's tip, or at from where there is no such branch (from "" = no commit at all). End frees it.
func (r *Repo) StartBranch(ctx context.Context, name, from string) (*Branch, error) {
	if _, err := r.run(ctx, nil, "check-ref-format", "--branch", name); err != nil {
		return nil, fmt.Errorf("%q is no name for a branch", name)
	}
	if tree, err := r.CheckedOut(ctx, name); err != nil {
		return nil, err
	} else if tree != "" {
		return nil, fmt.Errorf("branch %s is checked out in %s, whose files would no longer fit it; name another branch", name, tree)
	}
	if _, err := r.runWith(ctx, nil, nil, "-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"); err != nil {
		return nil, fmt.Errorf("%w: set git config user.name and git config user.email", ErrNobody)
	}
	old, err := r.Commit(ctx, "refs/heads/"+name)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "memory-index-")
	if err != nil {
		return nil, err
	}
	b := &Branch{r: r, name: name, old: old, tip: old, scratch: scratch, env: []string{"GIT_INDEX_FILE=" + filepath.Join(scratch, "index")}}
	if b.tip == "" {
		b.tip = from
	}
	if b.tip != "" {
		if _, err := r.runWith(ctx, b.env, nil, "read-tree", b.tip); err != nil {
			b.End()
			return nil, err
		}
	}
	return b, nil
}

// Tip is the commit that the next one follows, "" for none.
func (b *Branch) Tip() string { return b.tip }

// End removes the temporary index.
func (b *Branch) End() { os.RemoveAll(b.scratch) }

// Commit adds one commit on the tip and returns its hash. The branch itself does not move yet. Contents go in as they are: no filter
// of the user's configuration runs.
func (b *Branch) Commit(ctx context.Context, c Change) (string, error) {
	var entries strings.Builder
	for _, path := range sortedKeys(c.Files) {
		if c.Files[path] == nil {
			fmt.Fprintf(&entries, "0 %s\t%s\x00", zero, path)
			continue
		}
		blob, err := b.r.run(ctx, c.Files[path], "hash-object", "-w", "--stdin", "--no-filters")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&entries, "100644 %s\t%s\x00", strings.TrimSpace(blob), path)
	}
	if _, err := b.r.runWith(ctx, b.env, []byte(entries.String()), "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	tree, err := b.r.runWith(ctx, b.env, nil, "write-tree")
	if err != nil {
		return "", err
	}
	words := []string{"commit-tree", strings.TrimSpace(tree), "-F", "-"}
	if b.tip != "" {
		words = append(words, "-p", b.tip)
	}
	env := b.env
	if c.Author != "" {
		env = append(env[:1:1], "GIT_AUTHOR_NAME="+c.Author)
	}
	hash, err := b.r.runWith(ctx, env, []byte(c.Message), words...)
	if err != nil {
		return "", err
	}
	b.tip = strings.TrimSpace(hash)
	return b.tip, nil
}

// Move points the branch at the last commit, if it still stands where it stood at the start.
func (b *Branch) Move(ctx context.Context) error {
	old := b.old
	if old == "" {
		old = zero
	}
	if _, err := b.r.run(ctx, nil, "update-ref", "-m", "memory review", "refs/heads/"+b.name, b.tip, old); err != nil {
		return fmt.Errorf("branch %s was moved meanwhile, try again: %w", b.name, err)
	}
	return nil
}
