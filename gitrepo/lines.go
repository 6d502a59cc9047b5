package gitrepo

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// MergeLines merges two changes of one text by lines, as git does. Where both changed the same lines the result holds both, between
// git's marks, and conflict is true.
func MergeLines(ctx context.Context, base, ours, theirs string) (merged string, conflict bool, err error) {
	dir, err := os.MkdirTemp("", "memory-merge-")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{"base": base, "ours": ours, "theirs": theirs} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", false, err
		}
	}
	r := &Repo{dir: dir, above: filepath.Dir(dir)}
	out, err := r.run(ctx, nil, "-c", "merge.conflictStyle=merge", "merge-file", "-p", "-L", "ours", "-L", "base", "-L", "theirs", "ours", "base", "theirs")
	// Its exit status is the number of conflicts, at most 127; what is above is an error.
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() > 0 && exit.ExitCode() < 128 {
		return out, true, nil
	}
	return out, false, err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
