package items

import "context"

// Writer changes item files. Only writeservice may make one; gates checks it. Every method is atomic: after kill -9 a file is
// whole, old or new. The caller holds the store's lock.
type Writer struct {
	dir string
}

// NewWriter returns the writer of the store at dir.
func NewWriter(dir string) *Writer { return &Writer{dir} }

// Create writes a new file and fails with ErrExists if there is one. Status proposed goes to review/, all else to items/<year>/.
func (w *Writer) Create(ctx context.Context, it Item) (File, error) { return File{}, nil }

// Replace rewrites an existing file if its bytes still hash to sha256 (hex), else ErrConflict. A candidate that is no longer
// proposed moves to items/ (new file first, then the old one is removed); a rejected one stays in review/.
func (w *Writer) Replace(ctx context.Context, it Item, sha256 string) (File, error) {
	return File{}, nil
}

// Remove moves the file to undo/<id>.<n>.md and returns that path.
func (w *Writer) Remove(ctx context.Context, id ID) (undo string, err error) { return "", nil }
