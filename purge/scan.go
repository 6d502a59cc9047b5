package purge

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/factline/memory/internal/plainfile"
)

// Found is one place where words were found, or that could not be looked at.
type Found struct {
	Path string `json:"path"` // relative to the store, with slashes
	Line int    `json:"line,omitempty"`
	What string `json:"what"` // whose words: id, title, summary, body, evidence; or why it could not be read
}

// maxScanned bounds a file that is looked through, in bytes. A larger one is named as not looked at.
const maxScanned = 1 << 30

// Scan looks every regular file below dir through, and every name, in order. pass says which files are not meant; links are not
// followed, since what they lead to is not the store's.
func (w Words) Scan(ctx context.Context, dir string, pass func(rel string) bool) ([]Found, error) {
	var found []Found
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("look for purged words: %w", err)
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(rel string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			found = append(found, Found{Path: rel, What: "not read: " + reason(err)})
			return nil
		}
		if err != nil || pass(rel) {
			return nil
		}
		if w.In(path.Base(rel)) == "id" {
			found = append(found, Found{Path: rel, What: "id"})
		}
		if d.Type().IsRegular() {
			found = append(found, w.file(root, rel)...)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for purged words: %w", err)
	}
	return found, nil
}

func (w Words) file(root *os.Root, rel string) []Found {
	b, err := readIn(root, rel)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // gone since it was listed
	}
	if err != nil {
		return []Found{{Path: rel, What: "not read: " + reason(err)}}
	}
	if line, what := w.Lines(b); what != "" {
		return []Found{{Path: rel, Line: line, What: what}}
	}
	return nil
}

func readIn(root *os.Root, rel string) ([]byte, error) {
	f, err := plainfile.OpenIn(root, rel, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return plainfile.ReadAll(f, maxScanned)
}

func reason(err error) string {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err.Error()
	}
	return err.Error()
}
