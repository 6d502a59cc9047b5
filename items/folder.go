package items

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Folder is a directory of item files, and when it last changed: the names in it are the same as long as both times are. Both are zero
// where there is none.
type Folder struct {
	Path                string // relative to the store, with slashes
	ModTime, ChangeTime int64  // Unix nanoseconds
}

// Folders returns the directories whose names decide what Files lists: review/, items/ and its years. ok says that these times can be
// trusted: the file system is known to change them with every name that comes or goes.
func (s *Store) Folders() (folders []Folder, ok bool) {
	paths := []string{ReviewDir, ItemsDir}
	years, err := os.ReadDir(filepath.Join(s.Dir, ItemsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	for _, y := range years {
		if y.IsDir() && isYear(y.Name()) {
			paths = append(paths, path.Join(ItemsDir, y.Name()))
		}
	}
	for _, rel := range paths {
		f, err := s.folder(rel)
		if err != nil || f.ModTime != 0 && !keepsTimes(filepath.Join(s.Dir, filepath.FromSlash(rel))) {
			return nil, false
		}
		folders = append(folders, f)
	}
	return folders, true
}

// Unchanged reports whether the folders are as they were. review/ must come first, as in Folders: a candidate that moves into items/
// meanwhile is then seen by the change of one of both.
func (s *Store) Unchanged(folders []Folder) bool {
	for _, was := range folders {
		if now, err := s.folder(was.Path); err != nil || now != was {
			return false
		}
	}
	return len(folders) > 0
}

func (s *Store) folder(rel string) (Folder, error) {
	e, err := lstat(filepath.Join(s.Dir, filepath.FromSlash(rel)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Folder{Path: rel}, nil
	case err == nil && !e.kind.IsDir():
		return Folder{}, fs.ErrInvalid
	}
	return Folder{Path: rel, ModTime: e.modTime, ChangeTime: e.changeTime}, err
}

// KeepsTimes reports whether a folder lies on a file system that is known to keep the times of what is in it.
func (s *Store) KeepsTimes(folder string) bool {
	return keepsTimes(filepath.Join(s.Dir, filepath.FromSlash(folder)))
}

// Sight looks at one file of a folder: see Looker.
func (s *Store) Sight(folder, name string) (Sight, error) {
	l, err := s.Look(folder)
	if err != nil {
		return Sight{}, err
	}
	defer l.Close()
	return l.At(name)
}

// Sight is what a look at one file shows.
type Sight struct{ Size, ModTime, ChangeTime int64 }
