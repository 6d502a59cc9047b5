package items

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Erase removes an item's files for good, without a copy in undo/: the item, a candidate left behind, and the copies that undo/ holds
// under its id or that match by their text. It returns what it removed; running it again after a kill removes the rest.
func (w *Writer) Erase(ctx context.Context, id ID, match func(text string) bool) (removed []string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("erase %s: %w", id.printable(), err)
		}
	}()
	for ctx.Err() == nil {
		f, err := w.store.find(ctx, id)
		if errors.Is(err, ErrNotFound) {
			break
		}
		if err != nil {
			return removed, err
		}
		if err := w.erase(f.Path); err != nil {
			return removed, err
		}
		removed = append(removed, f.Path)
	}
	copies, err := w.copies(id, match)
	if err != nil {
		return removed, err
	}
	for _, rel := range copies {
		if err := w.erase(rel); err != nil {
			return removed, err
		}
		removed = append(removed, rel)
	}
	return removed, ctx.Err()
}

// Copies lists what undo/ holds of an item, or with text that matches.
func (w *Writer) Copies(id ID, match func(text string) bool) (map[string]string, error) {
	copies, err := w.copies(id, match)
	out := map[string]string{}
	for _, rel := range copies {
		b, _, err := w.store.readFile(rel)
		if err != nil {
			return nil, err
		}
		out[rel] = string(b)
	}
	return out, err
}

func (w *Writer) copies(id ID, match func(text string) bool) (found []string, err error) {
	entries, err := os.ReadDir(w.full(UndoDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), Ext) {
			continue
		}
		rel := path.Join(UndoDir, e.Name())
		if of, _ := parseUndo(e.Name()); of == id {
			found = append(found, rel)
			continue
		}
		if b, _, err := w.store.readFile(rel); err == nil && match(string(b)) {
			found = append(found, rel)
		}
	}
	return found, nil
}

func (w *Writer) erase(rel string) error {
	if err := w.ops.remove(w.full(rel)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return w.ops.sync(w.full(path.Dir(rel)))
}
