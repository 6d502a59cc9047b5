//go:build unix

package items

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// readEntries lists a directory that is not a symbolic link. One open directory serves all names: the kernel walks no path, and
// nothing is allocated for a file but its name.
func readEntries(dir string) ([]entry, error) {
	fd, err := retried(func() (int, error) {
		return unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	d := os.NewFile(uintptr(fd), dir)
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	return sortedEntries(names, func(names []string) ([]entry, error) { return lstatIn(d, names) })
}

// lstatIn makes the entries of names in the open directory d.
func lstatIn(d *os.File, names []string) ([]entry, error) {
	fd := int(d.Fd())
	entries := make([]entry, 0, len(names))
	var st unix.Stat_t
	for _, name := range names {
		_, err := retried(func() (int, error) { return 0, unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
		if errors.Is(err, unix.ENOENT) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: lstat %s: %w", d.Name(), name, err)
		}
		entries = append(entries, entryOf(name, &st))
	}
	return entries, nil
}

// lstat makes the nameless entry of one path.
func lstat(full string) (entry, error) {
	var st unix.Stat_t
	if _, err := retried(func() (int, error) { return 0, unix.Lstat(full, &st) }); err != nil {
		return entry{}, &fs.PathError{Op: "lstat", Path: full, Err: err}
	}
	return entryOf("", &st), nil
}

func entryOf(name string, st *unix.Stat_t) entry {
	return entry{name, typeOf(uint32(st.Mode)), st.Size, st.Mtim.Nano(), st.Ctim.Nano()}
}

// retried repeats a call that a signal interrupted.
func retried(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR {
			return n, err
		}
	}
}

func typeOf(mode uint32) fs.FileMode {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return 0
	case unix.S_IFDIR:
		return fs.ModeDir
	case unix.S_IFLNK:
		return fs.ModeSymlink
	}
	return fs.ModeIrregular
}
