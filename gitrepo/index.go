package gitrepo

import (
	"context"
	"slices"
)

// Index is what the next commit takes. In a hook of "git commit -a" and of "git commit FILE" that is another file than the repository's own, which
// git names in GIT_INDEX_FILE.
type Index struct {
	repo *Repo
	env  []string
}

// Index returns the index of r, or the one in file, an absolute path.
func (r *Repo) Index(file string) Index {
	x := Index{repo: r}
	if file != "" {
		x.env = []string{"GIT_INDEX_FILE=" + file}
	}
	return x
}

// Changed lists the files below dirs (from Top) that the index has in another form than a commit, or that the commit does not have; sorted. commit ""
// stands for a tree without files.
func (x Index) Changed(ctx context.Context, commit string, dirs ...string) ([]string, error) {
	cmd := args("ls-files", "-z", "--full-name", "--cached", "--", dirs)
	if commit != "" {
		cmd = args("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules", "--diff-filter=d", commit, "--", dirs)
	}
	out, err := x.repo.runWith(ctx, x.env, nil, cmd...)
	paths := list(out)
	slices.Sort(paths)
	return slices.Compact(paths), err
}

// Blob reads a file (from Top) as the index has it.
func (x Index) Blob(ctx context.Context, path string) ([]byte, error) {
	out, err := x.repo.runWith(ctx, x.env, nil, "cat-file", "blob", ":"+path)
	return []byte(out), err
}
