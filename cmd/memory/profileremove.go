package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/profile"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"
)

func profileRemove(c *cli.Context, s *streams) error {
	root, t, err := profilePlace(c, s, true)
	if err != nil {
		return err
	}
	if t.Path == "" {
		return usageError{fmt.Errorf("--target generic has no file")}
	}
	unlock, err := profileAlone(c, s)
	if err != nil {
		return err
	}
	defer unlock()
	f, err := profile.Open(filepath.Join(root, subdir(c)), t)
	if err != nil {
		return openError(f, err)
	}
	r := profileResult{Target: t.Name, Dir: subdir(c), Path: f.Path, State: f.State(f.Block), Entries: []contextpack.Entry{}, Omitted: []contextpack.Omission{}}
	if r.State == profile.Edited && !c.Bool("discard") {
		return fmt.Errorf("the block in %s was edited by hand; keep what you need of it, then add --discard", f.Path)
	}
	next, err := f.Without()
	if err != nil {
		return err
	}
	r.Diff = string(diff.Diff(f.Path, f.Bytes(), f.Path, next))
	if c.Bool("apply") && f.HasOne {
		if err := f.Save(next); err != nil {
			return err
		}
		r.Changed = true
	}
	return s.print(c, r, func(w io.Writer) {
		switch {
		case !f.HasOne:
			fmt.Fprintf(w, "%s holds no block\n", clean(f.Path))
		case r.Changed:
			fmt.Fprintf(w, "took the block out of %s\n", clean(f.Path))
		default:
			fmt.Fprint(w, clean(r.Diff))
		}
	})
}
