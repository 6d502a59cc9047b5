package projections

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// ErrBehind says that only a full view can answer: there are no usable projections, or directories of items changed since.
var ErrBehind = errors.New("the projections may lack changes")

// Keys finds items by a key, at a cost that does not grow with the store: it lists no files, and holds against the disk only those
// that it found. Writers ask it for duplicates and tombstones. Use it from one goroutine; Close it when done.
type Keys struct {
	reader   *reader
	tail     *memory
	segments []*keySegment // newest first
}

// OpenKeys opens the key tables, or returns an error that matches ErrBehind where a View must be opened instead: when a directory of
// items changed after the moment until which the projections are complete (files were made, removed or replaced by other hands, such as
// git's). What it may miss, until the next Open: a file that was changed in place by hand so that it has a key that it did not
// have; one that was made by hand in the very milliseconds of another write; and any, on a file system that keeps no times of
// directories (FAT).
func (p *Projections) OpenKeys(ctx context.Context) (*Keys, error) {
	k, err := p.openKeys(ctx)
	if err != nil {
		return nil, fmt.Errorf("open keys: %w: %w", ErrBehind, err)
	}
	return k, nil
}

func (p *Projections) openKeys(ctx context.Context) (*Keys, error) {
	defer stopwatch.On(ctx, stopwatch.Open)()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r, err := p.newReader()
	if err != nil {
		return nil, err
	}
	m, err := readManifest(p.Dir)
	if err != nil {
		return nil, err
	}
	t, err := readTail(filepath.Join(p.Dir, m.Tail))
	if err != nil {
		return nil, err
	}
	until, err := p.completeAt(m, t.whole)
	if err != nil {
		return nil, err
	}
	if changed, err := lastChange(p.Items.Dir); err != nil || changed.After(until) {
		return nil, errors.Join(err, errors.New("item directories changed since"))
	}
	k := &Keys{reader: r, tail: newMemory(t.docs)}
	for _, entry := range slices.Backward(m.Segments) {
		c, err := openKeySegment(p.Dir, entry)
		if err != nil {
			k.Close()
			return nil, err
		}
		k.segments = append(k.segments, c)
	}
	return k, nil
}

// completeAt is the moment until which manifest and tail hold every change; the zero time where the tail has more or less than its
// whole bytes: records were lost with the process or the machine that wrote them.
func (p *Projections) completeAt(m manifest, whole int64) (time.Time, error) {
	info, err := os.Stat(filepath.Join(p.Dir, m.Tail))
	torn := err == nil && (info.Size() != whole || whole == 0)
	if isGone(err) {
		info, err = os.Stat(filepath.Join(p.Dir, manifestFile))
	}
	if err != nil || torn {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// lastChange is when a file was last made, removed or renamed in a directory of items of the store at dir.
func lastChange(dir string) (time.Time, error) {
	dirs := []string{items.ItemsDir, items.ReviewDir}
	years, err := os.ReadDir(filepath.Join(dir, items.ItemsDir))
	if err != nil {
		return time.Time{}, err
	}
	for _, y := range years {
		dirs = append(dirs, filepath.Join(items.ItemsDir, y.Name()))
	}
	var last time.Time
	for _, sub := range dirs {
		info, err := os.Lstat(filepath.Join(dir, sub))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return last, err
		}
		if info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last, nil
}

// Close releases the files.
func (k *Keys) Close() error {
	var errs []error
	for _, s := range k.segments {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// ByText returns the heads of the items and candidates with this Head.TextKey, sorted by path.
func (k *Keys) ByText(key string) []items.Head {
	return k.byKey(keyText, key, func(h items.Head) bool { return h.TextKey == key })
}

// ByClaim returns the heads of the items and candidates with this key among Head.ClaimKeys, sorted by path.
func (k *Keys) ByClaim(key string) []items.Head {
	return k.byKey(keyClaim, key, func(h items.Head) bool { return slices.Contains(h.ClaimKeys(), key) })
}

// BySpan returns the heads of the items and candidates that cite this span (see Head.Spans), sorted by path.
func (k *Keys) BySpan(key string) []items.Head {
	return k.byKey(keySpan, key, func(h items.Head) bool { return slices.Contains(h.Spans, key) })
}

func (k *Keys) byKey(table keyKind, key string, holds func(items.Head) bool) []items.Head {
	if key == "" {
		return nil
	}
	found := map[string]items.Head{}
	rows, _ := k.tail.rowsByKey(table, key)
	for _, row := range rows {
		d := k.tail.docs[row]
		k.hit(d.path, d.card, d.stat, d.sum, found)
	}
	for i, s := range k.segments {
		// A table that cannot be read finds nothing here; the next search notices the damage and builds it anew.
		rows, _ := s.rowsByKey(table, key)
		for _, row := range rows {
			path, _, stat, err := s.row(row)
			if err != nil {
				continue
			}
			stat, live := k.renewed(path, stat, i)
			if !live {
				continue
			}
			card, err := s.cardAt(row)
			if err != nil {
				continue
			}
			if sum, err := s.sum(row); err == nil {
				k.hit(path, card, stat, sum, found)
			}
		}
	}
	var paths []string
	for path, head := range found {
		if holds(head) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	heads := make([]items.Head, len(paths))
	for i, path := range paths {
		heads[i] = found[path]
	}
	return heads
}

// renewed looks for newer words on a path than those of segment i: another document hides it, a touch gives the stat that holds.
func (k *Keys) renewed(path string, stat fileStat, i int) (fileStat, bool) {
	at, ok := slices.BinarySearchFunc(k.tail.docs, path, func(d *document, p string) int { return strings.Compare(d.path, p) })
	touched := false
	if ok {
		d := k.tail.docs[at]
		if d.kind != kindTouched {
			return stat, false
		}
		stat, touched = d.stat, true
	}
	for _, s := range k.segments[:i] {
		row, err := s.find(path)
		if err != nil || row < 0 {
			continue
		}
		_, kind, newer, err := s.row(row)
		if err != nil || kind != kindTouched {
			return stat, false
		}
		if !touched {
			stat, touched = newer, true
		}
	}
	return stat, true
}

// hit adds the head of a document as its file is now.
func (k *Keys) hit(path, card string, stat fileStat, sum [sha256.Size]byte, found map[string]items.Head) {
	if _, known := found[path]; known {
		return
	}
	if head, ok := k.headOf(path, card, stat, sum); ok {
		found[path] = head
	}
}

// approved says that a candidate's file is a leftover: there is an item with its id.
func (k *Keys) approved(f items.File) bool {
	_, other, err := k.reader.store.Get(context.Background(), f.ID)
	return err == nil && other.Path != f.Path
}

// statPath makes the File of a path, which must be that of an item or a candidate.
func statPath(store *items.Store, path string) (items.File, error) {
	if !itemPath(path) {
		return items.File{}, fmt.Errorf("%s is no path of an item: %w", path, fs.ErrNotExist)
	}
	return store.Stat(path)
}

func itemPath(path string) bool {
	return fs.ValidPath(path) && strings.HasSuffix(path, items.Ext) &&
		(strings.HasPrefix(path, items.ItemsDir+"/") || strings.HasPrefix(path, items.ReviewDir+"/"))
}
