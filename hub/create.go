package hub

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/atomicfile"
)

// ignored keeps what is private or disposable out of git; items, review, gates and config.yaml are tracked.
const ignored = `# Written by memory init: only items/, review/, gates/ and config.yaml belong in git.
/evidence/
/ledger/
/pending/
/projections/
/undo/
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
	err := atomicfile.Create(filepath.Join(dir, ".gitignore"), []byte(ignored), 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	return err
}
