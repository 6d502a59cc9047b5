// Package atomicfile writes files so that a reader, or the next process after kill -9, sees the whole old or the whole new
// content and never a part.
package atomicfile

import (
	"errors"
	"fmt"
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
	tmp, err := stage(path, data, perm)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// Create is Write for a file that must not exist yet; otherwise the error matches fs.ErrExist and nothing changes. Where the
// file system has no hard links, the check and the rename are two steps: callers that race hold a lock.
func Create(path string, data []byte, perm fs.FileMode) error {
	tmp, err := stage(path, data, perm)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	err = os.Link(tmp, path)
	if err == nil {
		return SyncDir(filepath.Dir(path))
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, statErr := os.Lstat(path); statErr == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// stage writes data to a synced temporary file beside path and returns its name.
func stage(path string, data []byte, perm fs.FileMode) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), TempPrefix+"*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(perm)
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("write %s: %w", path, err)
	}
	return f.Name(), nil
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
