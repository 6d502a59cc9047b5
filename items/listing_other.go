//go:build !unix

package items

import (
	"errors"
	"io/fs"
	"os"
)

// readEntries lists a directory. On Windows the listing itself brings size and time of each name.
func readEntries(dir string) ([]entry, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	found, err := d.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(found))
	byName := make(map[string]fs.DirEntry, len(found))
	for i, e := range found {
		names[i], byName[e.Name()] = e.Name(), e
	}
	return sortedEntries(names, func(names []string) ([]entry, error) {
		entries := make([]entry, 0, len(names))
		for _, name := range names {
			info, err := byName[name].Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			entries = append(entries, entryOf(name, info))
		}
		return entries, nil
	})
}

// lstat makes the nameless entry of one path.
func lstat(full string) (entry, error) {
	info, err := os.Lstat(full)
	if err != nil {
		return entry{}, err
	}
	return entryOf("", info), nil
}

// entryOf has no time of change: neither a listing nor os.Lstat brings one here.
func entryOf(name string, info fs.FileInfo) entry {
	return entry{name: name, kind: info.Mode().Type(), size: info.Size(), modTime: info.ModTime().UnixNano()}
}
