package items

import (
	"fmt"
	"path"
)

// Deleted reads the newest copy of what Remove put away under this id, and leaves it there. It fails with ErrNotFound if there is none.
func (w *Writer) Deleted(id ID) (Item, error) {
	n, err := w.lastUndo(id)
	if err != nil {
		return Item{}, err
	}
	if n == 0 {
		return Item{}, fmt.Errorf("no undo copy of %.160q: %w", string(id), ErrNotFound)
	}
	rel := path.Join(UndoDir, fmt.Sprintf("%s.%d%s", id, n, Ext))
	b, _, err := w.store.readFile(rel)
	if err != nil {
		return Item{}, err
	}
	it, err := Parse(b)
	if err != nil {
		return Item{}, fmt.Errorf("%s: %w", rel, err)
	}
	return it, nil
}
