package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Staged is a file that has its bytes and not yet its name: they are on the disk, under a temporary name beside it. What it does is durable
// after SyncDir.
type Staged struct{ path, tmp string }

// Stage writes data to a synced temporary file beside path. One that is neither used nor discarded is a leftover.
func Stage(path string, data []byte, perm fs.FileMode) (*Staged, error) {
	return stage(path, data, perm, "")
}

func stage(path string, data []byte, perm fs.FileMode, mark string) (*Staged, error) {
	f, err := os.CreateTemp(filepath.Dir(path), TempPrefix+mark+"*")
	if err != nil {
		return nil, err
	}
	s := &Staged{path, f.Name()}
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
		s.Discard()
		return nil, fmt.Errorf("write %s: %w", path, err)
	}
	return s, nil
}

// StageAside begins Stage and returns what waits for its end, which is to be called.
func StageAside(path string, data []byte, perm fs.FileMode) (wait func() (*Staged, error)) {
	type result struct {
		file *Staged
		err  error
	}
	done := make(chan result, 1)
	go func() {
		s, err := Stage(path, data, perm)
		done <- result{s, err}
	}()
	return func() (*Staged, error) {
		r := <-done
		return r.file, r.err
	}
}

// Replace gives the file its name, whatever had it before.
func (s *Staged) Replace() error {
	err := os.Rename(s.tmp, s.path)
	if err != nil {
		s.Discard()
	}
	return err
}

// Create gives the file its name, which no other must have: else the error matches fs.ErrExist and nothing changes. Where the file system has
// no hard links, the check and the rename are two steps: callers that race hold a lock.
func (s *Staged) Create() error {
	defer s.Discard()
	err := os.Link(s.tmp, s.path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, statErr := os.Lstat(s.path); statErr == nil {
		return &fs.PathError{Op: "create", Path: s.path, Err: fs.ErrExist}
	}
	return os.Rename(s.tmp, s.path)
}

// Discard removes the temporary file, if it is still there.
func (s *Staged) Discard() { os.Remove(s.tmp) }
