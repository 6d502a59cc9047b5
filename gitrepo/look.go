package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// Commit returns the hash of the commit that a name means, "" where there is none.
func (r *Repo) Commit(ctx context.Context, name string) (string, error) {
	out, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSpace(out), err
}

// MergeBase returns the commit that a and b have in common, "" where their histories do not meet, as in a clone that is too shallow.
func (r *Repo) MergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := r.run(ctx, nil, "merge-base", a, b)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSpace(out), err
}

// Changed lists the files below dirs (from Top) that differ between a commit and the working tree, those that git does not know yet
// and is not told to ignore among them; sorted, renames as two files. commit "" stands for a tree without files.
func (r *Repo) Changed(ctx context.Context, commit string, dirs ...string) ([]string, error) {
	var paths []string
	if commit == "" {
		out, err := r.run(ctx, nil, args("ls-files", "-z", "--full-name", "--cached", "--", dirs)...)
		if err != nil {
			return nil, err
		}
		paths = list(out)
	} else {
		out, err := r.run(ctx, nil, args("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules", commit, "--", dirs)...)
		if err != nil {
			return nil, err
		}
		paths = list(out)
	}
	out, err := r.run(ctx, nil, args("ls-files", "-z", "--full-name", "--others", "--exclude-standard", "--", dirs)...)
	if err != nil {
		return nil, err
	}
	paths = append(paths, list(out)...)
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// args joins words and the paths from Top, which stay paths from there wherever git is started, and stand for themselves.
func args(words ...any) []string {
	var out []string
	for _, w := range words {
		switch w := w.(type) {
		case string:
			out = append(out, w)
		case []string:
			for _, path := range w {
				out = append(out, ":(top,literal)"+path)
			}
		}
	}
	return out
}

// Tree lists the blobs of a commit below dirs (from Top), by path from Top.
func (r *Repo) Tree(ctx context.Context, commit string, dirs ...string) (map[string]string, error) {
	out, err := r.run(ctx, nil, append([]string{"ls-tree", "-r", "-z", "--full-tree", commit, "--"}, dirs...)...)
	if err != nil {
		return nil, err
	}
	blobs := map[string]string{}
	for _, entry := range list(out) { // "100644 blob HASH\tPATH"
		meta, path, _ := strings.Cut(entry, "\t")
		if part := strings.Fields(meta); len(part) == 3 && part[1] == "blob" {
			blobs[path] = part[2]
		}
	}
	return blobs, nil
}

// Blob reads one blob by its hash, or as COMMIT:PATH.
func (r *Repo) Blob(ctx context.Context, name string) ([]byte, error) {
	out, err := r.run(ctx, nil, "cat-file", "blob", name)
	return []byte(out), err
}

// Tracked lists the files below dirs (from Top) that git tracks, sorted.
func (r *Repo) Tracked(ctx context.Context, dirs ...string) ([]string, error) {
	out, err := r.run(ctx, nil, args("ls-files", "-z", "--full-name", "--", dirs)...)
	paths := list(out)
	slices.Sort(paths)
	return slices.Compact(paths), err
}

// Ignores reports whether git is told to ignore a path from Top.
func (r *Repo) Ignores(ctx context.Context, path string) (bool, error) {
	_, err := r.run(ctx, []byte(r.Top+"/"+path+"\x00"), "check-ignore", "--quiet", "--no-index", "--stdin", "-z")
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		return false, nil
	}
	return err == nil, err
}

// tree is one working tree of a repository, with the line that names its branch.
type tree struct{ path, branch string }

func (r *Repo) trees(ctx context.Context) (all []tree, err error) {
	out, err := r.run(ctx, nil, "worktree", "list", "--porcelain")
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		if path, ok := strings.CutPrefix(line, "worktree "); ok {
			all = append(all, tree{path: path})
		} else if name, ok := strings.CutPrefix(line, "branch "); ok && len(all) > 0 {
			all[len(all)-1].branch = name
		}
	}
	return all, err
}

// CheckedOut returns the working tree in which a branch is checked out, "" where it is in none.
func (r *Repo) CheckedOut(ctx context.Context, branch string) (string, error) {
	all, err := r.trees(ctx)
	for _, t := range all {
		if t.branch == "refs/heads/"+branch {
			return t.path, err
		}
	}
	return "", err
}

// Trees are all working trees of the repository, as git names them.
func (r *Repo) Trees(ctx context.Context) (paths []string, err error) {
	all, err := r.trees(ctx)
	for _, t := range all {
		paths = append(paths, t.path)
	}
	return paths, err
}

// Staged lists those of some paths from Top of which the index holds another text than the last commit, so that the next one takes it in.
func (r *Repo) Staged(ctx context.Context, paths ...string) ([]string, error) {
	out, err := r.run(ctx, nil, args("diff", "--cached", "--name-only", "--no-renames", "--diff-filter=AM", "-z", "--", paths)...)
	return strings.FieldsFunc(out, func(c rune) bool { return c == 0 }), err
}

// Config reads one setting of this repository, "" where it is not set.
func (r *Repo) Config(ctx context.Context, key string) (string, error) {
	out, err := r.run(ctx, nil, "config", "--get", key)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSpace(out), err
}

// Configure sets one setting of this repository.
func (r *Repo) Configure(ctx context.Context, key, value string) error {
	if _, err := r.run(ctx, nil, "config", "--local", key, value); err != nil {
		return fmt.Errorf("set %s: %w", key, err)
	}
	return nil
}

// LastChange is the newest commit of a history that changed a path.
type LastChange struct {
	Mine    bool // whoever would commit here now made it
	Message string
}

// LastChange returns the newest commit, from tip back, that changed a path from Top; the zero value where none did.
func (r *Repo) LastChange(ctx context.Context, tip, path string) (LastChange, error) {
	out, err := r.run(ctx, nil, args("log", "-1", "--format=%cn <%ce>%n%B", tip, "--", []string{path})...)
	if err != nil || out == "" {
		return LastChange{}, err
	}
	me, err := r.run(ctx, nil, "var", "GIT_COMMITTER_IDENT")
	if err != nil {
		return LastChange{}, err
	}
	who, message, _ := strings.Cut(out, "\n")
	return LastChange{Mine: strings.HasPrefix(me, who+" "), Message: message}, nil
}

// Recorded lists those of some paths from Top that any commit of any branch, tag or stash knows.
func (r *Repo) Recorded(ctx context.Context, paths ...string) ([]string, error) {
	var known []string
	for _, path := range paths {
		out, err := r.run(ctx, nil, args("rev-list", "--all", "--reflog", "--max-count=1", "--", []string{path})...)
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(out) != "" {
			known = append(known, path)
		}
	}
	return known, nil
}

// Past returns the different texts that a path from Top has in the commits behind a name, "" = of all branches, tags and stashes; of so many
// commits that changed it at most, newest first.
func (r *Repo) Past(ctx context.Context, name, path string, most int) (texts [][]byte, err error) {
	from := []string{"log", name}
	if name == "" {
		from = []string{"log", "--all", "--reflog"}
	}
	out, err := r.run(ctx, nil, append(from, args("--raw", "--no-abbrev", "--no-renames", "-m", "--format=", fmt.Sprintf("--max-count=%d", most), "--", []string{path})...)...)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{zero: true}
	for line := range strings.Lines(out) { // ":100644 100644 OLD NEW M\tPATH"
		part := strings.Fields(line)
		if len(part) < 5 || seen[part[3]] {
			continue
		}
		seen[part[3]] = true
		text, err := r.Blob(ctx, part[3])
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
