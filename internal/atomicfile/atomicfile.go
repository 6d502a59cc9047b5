// Package atomicfile writes files so that a reader, or the next process after kill -9, sees the whole old or the whole new
// content and never a part.
package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// TempPrefix starts the name of every temporary file made here. A leftover of a killed process is safe to delete.
const TempPrefix = ".tmp-"

// Write replaces path by data: temporary file in the same directory, fsync, rename, fsync of the directory.
func Write(path string, data []byte, perm fs.FileMode) error {
	return WriteMarked(path, data, perm, "")
}

// WriteMarked is Write with a mark in the temporary file's name: in a directory of somebody else a leftover is told by it.
func WriteMarked(path string, data []byte, perm fs.FileMode, mark string) error {
	s, err := stage(path, data, perm, mark)
	if err != nil {
		return err
	}
	if err := s.Replace(); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// Create is Write for a file that must not exist yet; see Staged.Create.
func Create(path string, data []byte, perm fs.FileMode) error {
	s, err := Stage(path, data, perm)
	if err != nil {
		return err
	}
	if err := s.Create(); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir makes a rename in dir durable. Windows has no such call; there the rename itself is journaled.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if closeErr := d.Close(); err == nil {
		err = closeErr
	}
	return err
}

// IsTemp reports whether a file name is a leftover of an interrupted write.
func IsTemp(name string) bool { return strings.HasPrefix(name, TempPrefix) }
