package mcp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/factline/memory/hub"
)

// A person renames, moves and deletes directories while a server runs in them. What was meant is then the store that was served so far, wherever
// it is now, and never the next one that is found from where it was: a fact there would be lost to who looks for it.

// errGone says that what the server worked on is no longer there.
var errGone = errors.New("moved, renamed or deleted while this server ran; nothing was read or written: put it back, or restart the server where the memory is now")

// used is the store that the last call of the session worked on.
type used struct {
	mu  sync.Mutex
	dir string
	is  fs.FileInfo // tells it by another name
}

// check is an error where the store that was used so far is gone and place is another one.
func (u *used) check(place hub.Place) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.dir == "" {
		return nil
	}
	if _, err := os.Stat(u.dir); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if now, err := os.Stat(place.Dir); err == nil && os.SameFile(u.is, now) {
		return nil
	}
	return fmt.Errorf("the memory store %s was %w", u.dir, errGone)
}

func (u *used) keep(dir string) {
	is, err := os.Stat(dir)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.dir, u.is = dir, is; err != nil {
		u.dir = ""
	}
}

func (u *used) forget() {
	u.mu.Lock()
	u.dir, u.is = "", nil
	u.mu.Unlock()
}

// here is the directory in which the server was started, by the name that it has now.
func (s *server) here() (string, error) {
	if s.o.Where == nil {
		return s.o.CWD, nil
	}
	dir, err := s.o.Where()
	if err != nil || !filepath.IsAbs(dir) {
		return "", fmt.Errorf("the directory %s in which this server works was %w", s.o.CWD, errGone)
	}
	return dir, nil
}

// follow names a directory of the client as it is called now, where it is or lies in the one that the server was started in.
func (s *server) follow(dir string) string {
	if isDirectory(dir) {
		return dir
	}
	rel, err := filepath.Rel(s.o.CWD, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return dir
	}
	if here, err := s.here(); err == nil {
		return filepath.Join(here, rel)
	}
	return dir
}

func isDirectory(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
