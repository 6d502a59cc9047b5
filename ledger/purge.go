package ledger

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/atomicfile"
)

// Purge lets cut take words out of every line that there is, also of what is kept of sessions, and returns how many lines changed. nil
// drops a line. dry changes nothing. It is the one edit of the ledger there is.
func (l *Ledger) Purge(ctx context.Context, cut func(line []byte) (out []byte, changed bool), dry bool) (changed int, err error) {
	if err := refuseLinkedDir(l.Dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("purge the ledger: %w", err)
	}
	would := 0
	looking := func(line []byte) ([]byte, bool) {
		if _, did := cut(line); did {
			would++
		}
		return line, false
	}
	err = filepath.WalkDir(l.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !d.Type().IsRegular():
			return nil
		case atomicfile.IsTemp(d.Name()) && !dry:
			return errors.Join(l.Guard.Step("ledger leftover"), os.Remove(path))
		case filepath.Ext(path) != suffix:
			return nil
		case dry:
			_, err = atomicfile.RewriteLines(path, nil, looking)
			return err
		}
		n, err := atomicfile.RewriteLines(path, l.Guard, cut)
		changed += n
		return err
	})
	if err != nil {
		return changed, fmt.Errorf("purge the ledger: %w", err)
	}
	return changed + would, nil
}
