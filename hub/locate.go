package hub

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// StoreName is the name of a store's directory inside a project or a home directory.
const StoreName = ".memory"

// ErrNoStore says that there is no store where one was looked for.
var ErrNoStore = errors.New("no memory store")

// Place says where a store lies and why this one.
type Place struct {
	Dir     string // the .memory directory, absolute
	Why     string // flag, environment, project, user
	Exists  bool
	UserDir string // ~/.memory where that is another, existing store to search after Dir; "" otherwise
}

// Locate chooses the store: an explicit directory, else MEMORY_STORE, else the nearest .memory above cwd, else ~/.memory. It makes
// nothing. A project's search goes on in the user's store; an explicit store stands alone.
func Locate(explicit, cwd, home string, getenv func(string) string) (Place, error) {
	for _, named := range []struct{ dir, why string }{{explicit, "flag"}, {getenv("MEMORY_STORE"), "environment"}} {
		if named.dir == "" {
			continue
		}
		dir := named.dir
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(cwd, dir)
		}
		exists, err := isStore(dir)
		return Place{Dir: filepath.Clean(dir), Why: named.why, Exists: exists}, err
	}
	user := ""
	if home != "" {
		user = filepath.Join(home, StoreName)
	}
	for dir := filepath.Clean(cwd); ; dir = filepath.Dir(dir) {
		candidate := filepath.Join(dir, StoreName)
		if exists, err := isDir(candidate); err != nil {
			return Place{}, err
		} else if exists {
			if info, err := os.Lstat(candidate); err == nil && info.Mode()&os.ModeSymlink != 0 && candidate != user {
				return Place{}, fmt.Errorf("%s is a symbolic link, which may lead anywhere; if you trust it, name its target with --store", candidate)
			}
			return withUser(Place{Dir: candidate, Why: "project", Exists: true}, user)
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if user == "" {
		return Place{}, fmt.Errorf("%w: no %s above %s and no home directory; name one with --store DIR", ErrNoStore, StoreName, cwd)
	}
	exists, err := isDir(user)
	return Place{Dir: user, Why: "user", Exists: exists}, err
}

// Beside is a store as who works in its directory finds it, with the user's own beside it.
func Beside(dir, home string) (Place, error) {
	exists, err := isStore(dir)
	if err != nil || home == "" {
		return Place{Dir: dir, Why: "project", Exists: exists}, err
	}
	return withUser(Place{Dir: filepath.Clean(dir), Why: "project", Exists: exists}, filepath.Join(home, StoreName))
}

// withUser adds the user's store to a project's, unless they are the same directory.
func withUser(p Place, user string) (Place, error) {
	if user == "" {
		return p, nil
	}
	if user == p.Dir {
		p.Why = "user"
		return p, nil
	}
	exists, err := isDir(user)
	if exists {
		p.UserDir = user
	}
	return p, err
}

// isStore reports whether an explicitly named directory is a store, or nothing yet. A directory with other things in it is
// neither: a store scattered among them would not be kept out of git.
func isStore(dir string) (bool, error) {
	exists, err := isDir(dir)
	if !exists || err != nil {
		return false, err
	}
	for _, part := range []string{"items", "review"} {
		if there, err := isDir(filepath.Join(dir, part)); there || err != nil {
			return there, err
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, err
	}
	if filepath.Base(dir) == StoreName || len(entries) == 0 {
		return len(entries) > 0, nil
	}
	return false, fmt.Errorf("%s holds other files and is no memory store; name %s, or make one there with: memory init %s",
		dir, filepath.Join(dir, StoreName), dir)
}

// isDir reports whether path is a directory; something else in its place is an error, since nothing good can come of it.
func isDir(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if !info.IsDir() {
		return false, fmt.Errorf("%s is not a directory; name another store with --store DIR", path)
	}
	return true, nil
}
