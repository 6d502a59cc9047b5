package hub

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/writeservice"
)

// ignored keeps what is private or disposable out of git; items, review, gates and config.yaml are tracked. No pattern ends in a
// slash: that would match directories only and let a symbolic link of the same name through.
const ignored = `# Written by memory init: only items/, review/, gates/ and config.yaml belong in git.
/evidence
/ledger
/pending
/projections
/undo
/trust
/lock*
.tmp-*
`

// Create makes the store's directories and its .gitignore. An existing store is left as it is; what is missing is added.
func Create(dir string) error {
	for _, d := range []struct {
		name string
		mode os.FileMode
	}{{"items", 0o755}, {"review", 0o755}, {"evidence", 0o700}, {"ledger", 0o700}, {"pending", 0o700}} {
		if err := os.MkdirAll(filepath.Join(dir, d.name), d.mode); err != nil {
			return err
		}
	}
	if err := (&writeservice.Service{Dir: dir}).Reserve(); err != nil {
		return err
	}
	err := atomicfile.Create(filepath.Join(dir, ".gitignore"), []byte(ignored), 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	return err
}

// own lists what a store writes to without being asked, and whether it is a directory.
var own = []struct {
	name string
	dir  bool
}{{"items", true}, {"review", true}, {"evidence", true}, {"ledger", true}, {"pending", true}, {"projections", true}, {"undo", true}, {"lock", false}, {"lock.journal", false}, {purgeLock, false},
	{"evidence/spool", true}, {"ledger/sessions", true}, {"pending/dead", true},
	{"undo/deeds.jsonl", false}, {"undo/deeds-older.jsonl", false}}

// checkLayout refuses a store in which one of these is a symbolic link, or anything else than what it should be: a cloned
// repository may bring such a thing, and following it would write and delete outside the store.
func checkLayout(dir string) error {
	if posesAsRepository(dir) {
		return fmt.Errorf("%s holds the files of a bare git repository (HEAD, objects, refs), which no store has: move them away", dir)
	}
	for _, o := range own {
		path := filepath.Join(dir, o.name)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
		case errors.Is(err, os.ErrPermission): // below a directory of another user: nothing can be followed there either
		case err != nil:
			return err
		case info.Mode()&os.ModeSymlink != 0:
			return fmt.Errorf("%s is a symbolic link, which no store follows: remove it", path)
		case info.IsDir() != o.dir, !o.dir && !info.Mode().IsRegular():
			return fmt.Errorf("%s is not what a store has there: move it away", path)
		}
	}
	return nil
}

// closedDirs lists the directories of a store that this user may not look into, since a container or a second account made them. The
// items can be read without them.
func closedDirs(dir string) []string {
	var names []string
	for _, name := range []string{"evidence", "ledger", "pending", "undo"} {
		if _, err := os.Lstat(filepath.Join(dir, name, "any")); errors.Is(err, os.ErrPermission) { // it need not be there
			names = append(names, name)
		}
	}
	return names
}

// posesAsRepository reports whether git would take the store itself for a bare repository and obey its configuration.
func posesAsRepository(dir string) bool {
	has := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	return has("HEAD") && (has("objects") && has("refs") || has("commondir"))
}
