package evidence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// candidate is one regular file that may be a transcript.
type candidate struct {
	path  string // as reached from the argument: for messages
	real  string // absolute, links resolved: what it is known by
	info  fs.FileInfo
	named bool // an argument itself, so that "not a transcript" is worth telling
}

// gather lists the files that paths stand for, each once, in the order of the arguments and then of names. A symbolic link
// is followed when it is an argument and passed over inside a directory. What cannot be listed goes to skip; a path that
// does not exist is an error.
func (s *Store) gather(ctx context.Context, paths []string, skip func(SkipAt)) ([]candidate, error) {
	own, err := realPath(s.Dir)
	if err != nil {
		own = "" // no store yet
	}
	g := gathering{own: own, skip: skip, have: map[string]bool{}}
	for _, arg := range paths {
		if err := g.argument(ctx, arg); err != nil {
			return nil, err
		}
	}
	return g.files, nil
}

type gathering struct {
	own   string // the store itself, which is no source
	skip  func(SkipAt)
	have  map[string]bool // by real path
	files []candidate
}

func (g *gathering) argument(ctx context.Context, arg string) error {
	real, err := realPath(arg)
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(real)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or directory: %w", arg, fs.ErrNotExist)
	}
	if err != nil {
		return fmt.Errorf("look at %s: %w", arg, err)
	}
	if g.own != "" && (real == g.own || strings.HasPrefix(real, g.own+string(filepath.Separator))) {
		g.skip(SkipAt{File: arg, Reason: "part of the memory store itself"})
		return nil
	}
	switch {
	case info.IsDir():
		return g.walk(ctx, arg, real)
	case info.Mode().IsRegular():
		g.add(candidate{path: arg, real: real, info: info, named: true})
	default:
		g.skip(SkipAt{File: arg, Reason: "not a regular file"})
	}
	return nil
}

func (g *gathering) walk(ctx context.Context, arg, real string) error {
	return filepath.WalkDir(real, func(name string, entry fs.DirEntry, err error) error {
		if ctxErr := ctx.Err(); ctxErr != nil {
			return ctxErr
		}
		shown := filepath.Join(arg, name[len(real):])
		if err != nil {
			g.skip(SkipAt{File: shown, Reason: "cannot be listed: " + reason(err)})
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			if name != real && (name == g.own || entry.Name() == ".git" || entry.Name() == ".memory") {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		info, err := entry.Info()
		if err != nil { // removed since it was listed
			return nil
		}
		g.add(candidate{path: shown, real: name, info: info})
		return nil
	})
}

func (g *gathering) add(c candidate) {
	if !g.have[c.real] {
		g.have[c.real] = true
		g.files = append(g.files, c)
	}
}

func realPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// reason is an error without the path, which stands beside it.
func reason(err error) string {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err.Error()
	}
	return err.Error()
}
