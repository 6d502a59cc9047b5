//go:build unix

package projections

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"

	"github.com/factline/memory/internal/plainfile"
)

// mapFile shows a file without copying it. What is cut off it later faults where it is read: see guard.
func mapFile(path string) (data []byte, unmap func() error, err error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 || info.Size() != int64(int(info.Size())) {
		return nil, nil, errors.Join(errDamaged, errors.New(path+" has no size to map"))
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
