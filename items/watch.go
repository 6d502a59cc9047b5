package items

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Watch tells a long-lived process that item files below dir (the .memory directory) may have changed: one value on the
// channel for each burst of changes, once nothing happened for debounce. It says that, not what: Store.Files finds out. A value that is
// not received yet stands for all later changes too. The channel is closed when ctx ends, or when the system cannot watch any longer.
// Year directories that appear are watched as well; a missing items/ or review/ is noticed when it is made.
func Watch(ctx context.Context, dir string, debounce time.Duration) (<-chan struct{}, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch items: %w", err)
	}
	if err := w.Add(dir); err != nil {
		w.Close()
		return nil, fmt.Errorf("watch %s: %w", dir, err)
	}
	watchBelow(w, dir)
	changed := make(chan struct{}, 1)
	go func() {
		defer close(changed)
		defer w.Close()
		quiet := time.NewTimer(debounce)
		quiet.Stop()
		defer quiet.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case e, ok := <-w.Events:
				if !ok {
					return
				}
				if !concerns(dir, e.Name) {
					continue
				}
				if e.Has(fsnotify.Create) {
					watchBelow(w, dir) // may be a new year, with files in it already: hence the notice below
				}
				if !e.Has(fsnotify.Chmod) || e.Op != fsnotify.Chmod {
					quiet.Reset(debounce)
				}
			case _, ok := <-w.Errors: // an overflow loses events, so it counts as a change
				if !ok {
					return
				}
				quiet.Reset(debounce)
			case <-quiet.C:
				select {
				case changed <- struct{}{}:
				default:
				}
			}
		}
	}()
	return changed, nil
}

// watchBelow adds items/, its years and review/, as far as they are real directories. A directory that vanishes meanwhile is no fault.
func watchBelow(w *fsnotify.Watcher, dir string) {
	for _, rel := range []string{ReviewDir, ItemsDir} {
		sub := filepath.Join(dir, rel)
		if info, err := os.Lstat(sub); err == nil && info.IsDir() {
			_ = w.Add(sub)
		}
	}
	years, _ := os.ReadDir(filepath.Join(dir, ItemsDir))
	for _, y := range years {
		if y.Type()&fs.ModeSymlink == 0 && y.IsDir() && isYear(y.Name()) {
			_ = w.Add(filepath.Join(dir, ItemsDir, y.Name()))
		}
	}
}

// concerns reports whether a changed path can matter to Store.Files: not the ledger, the projections or a temporary file.
func concerns(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	if err != nil {
		return false
	}
	top, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	return (top == ItemsDir || top == ReviewDir) && !strings.HasPrefix(filepath.Base(rel), ".")
}
