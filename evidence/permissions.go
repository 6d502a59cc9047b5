package evidence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
)

// Exposed is a file or directory of the evidence that others than its owner may use.
type Exposed struct {
	Path string      // relative to the store, slash-separated
	Mode fs.FileMode // permission bits as they are
	Want fs.FileMode // 0600 for a file, 0700 for a directory
}

// CheckPermissions lists, in lexical order, what below evidence is open to more than 0600 (files) or 0700 (directories).
// Windows has no such bits: there the list is empty, and the folder's access list decides.
func (s *Store) CheckPermissions(ctx context.Context) ([]Exposed, error) {
	var list []Exposed
	err := s.eachExposed(ctx, func(_ *tree, e Exposed, _ string) error {
		list = append(list, e)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("check permissions of evidence: %w", err)
	}
	return list, nil
}

// FixPermissions narrows what CheckPermissions lists and returns what it changed.
func (s *Store) FixPermissions(ctx context.Context) ([]Exposed, error) {
	var fixed []Exposed
	err := s.eachExposed(ctx, func(t *tree, e Exposed, name string) error {
		if err := t.Chmod(name, e.Mode&e.Want); err != nil {
			return err
		}
		fixed = append(fixed, e)
		return nil
	})
	if err != nil {
		return fixed, fmt.Errorf("narrow permissions of evidence: %w", err)
	}
	return fixed, nil
}

func (s *Store) eachExposed(ctx context.Context, do func(t *tree, e Exposed, name string) error) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	t, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer t.Close()
	return fs.WalkDir(t.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		switch {
		case entry.IsDir():
			want = 0o700
		case !entry.Type().IsRegular(): // a link's own bits mean nothing
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // a temporary file of a running ingest
			return nil
		}
		if err != nil {
			return err
		}
		if mode := info.Mode().Perm(); mode&^want != 0 {
			return do(t, Exposed{Path: path.Join(treeDir, name), Mode: mode, Want: want}, name)
		}
		return nil
	})
}
