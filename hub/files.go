package hub

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/factline/memory/drift"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
)

// Files turns paths as callers write them into references that every clone of the repository can read.
type Files struct {
	CWD, Home string
}

// BadRef says that a reference to a file cannot be kept as it was written.
type BadRef struct{ error }

// Add adds PATH to the files that an item refers to, or PATH:A-B as an anchor with the hash of those lines as they are now.
func (f Files) Add(it *items.Item, ref string) error {
	path, lines, ok := cutLines(ref)
	if !ok {
		it.Refs.Files = append(it.Refs.Files, f.portable(ref))
		return nil
	}
	file, name, inside := f.locate(path)
	if !inside {
		return BadRef{fmt.Errorf("%s: lines are kept of files below %s only; name the file without lines", ref, f.homely(f.Root()))}
	}
	b, err := plainfile.Read(file, plainfile.MaxText)
	if err != nil {
		return fmt.Errorf("%s: %w", ref, err)
	}
	anchor, err := drift.New(name, b, lines)
	if err != nil {
		return BadRef{fmt.Errorf("%s: %w", ref, err)}
	}
	it.Anchors = append(it.Anchors, anchor)
	return nil
}

// Name is a path as items refer to it: from the top of the repository with slashes where it lies inside.
func (f Files) Name(path string) string {
	if path == "" {
		return ""
	}
	return f.portable(path)
}

// portable is a path as every clone of the repository can read it: relative to its top if it lies inside, else as written, with ~
// for the home directory.
func (f Files) portable(ref string) string {
	if strings.Contains(ref, "://") {
		return ref
	}
	if _, name, inside := f.locate(ref); inside {
		return name
	}
	return f.homely(ref)
}

// Root is the directory that anchors and references are relative to: the top of the repository, else the working directory.
func (f Files) Root() string {
	if root := project.Root(f.CWD); root != "" {
		return root
	}
	return resolved(f.CWD)
}

// locate finds the file that a path names, from the working directory or, where it is not there, from the top of the repository, and
// its name from there with slashes. Links are followed first: a link inside that leads out is outside.
func (f Files) locate(path string) (file, name string, inside bool) {
	root := f.Root()
	file = path
	if !filepath.IsAbs(path) {
		file = filepath.Join(f.CWD, path)
		if fromRoot := filepath.Join(root, path); !isThere(file) && isThere(fromRoot) {
			file = fromRoot
		}
	}
	rel, err := filepath.Rel(root, resolved(file))
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return file, "", false
	}
	return file, filepath.ToSlash(rel), true
}

func isThere(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// resolved follows the links of a path as far as it exists.
func resolved(path string) string {
	path = filepath.Clean(path)
	if followed, err := filepath.EvalSymlinks(path); err == nil {
		return followed
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(resolved(dir), filepath.Base(path))
	}
	return path
}

// homely writes the home directory as ~, so that a shared store names no person's machine.
func (f Files) homely(path string) string {
	if f.Home != "" {
		for _, home := range []string{filepath.Clean(f.Home), resolved(f.Home)} {
			if rel, err := filepath.Rel(home, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
				return filepath.ToSlash(filepath.Join("~", rel))
			}
		}
	}
	return filepath.ToSlash(path)
}

// cutLines splits db/list.ts:10-42 (or :10). A path may itself hold colons, as C:\x does.
func cutLines(ref string) (path, lines string, ok bool) {
	at := strings.LastIndex(ref, ":")
	if at <= 0 || at == len(ref)-1 {
		return ref, "", false
	}
	from, to, ranged := strings.Cut(ref[at+1:], "-")
	for _, n := range []string{from, to} {
		if _, err := strconv.Atoi(n); err != nil && (ranged || n == from) {
			return ref, "", false
		}
	}
	if !ranged {
		to = from
	}
	return ref[:at], from + "-" + to, true
}
