package writeservice

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// A full disk takes no new file, so it would not take the record of a pending write either. A store therefore keeps a few blocks
// aside: files of zeros in pending/ that such a record is written into, in place. File systems that never overwrite in place
// (btrfs, zfs, apfs) may refuse that too; then the write is refused, as without a reserve.
const (
	reserves    = 4
	reserveSize = 64 << 10 // bytes; a longer record is refused on a full disk
)

// isFull says that the disk, or the user's share of it, has no space left.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

func (s *Service) reservePath(n int) string {
	return filepath.Join(s.pendingDir(), fmt.Sprintf(".reserve-%d", n))
}

// Reserve makes the reserve files that are missing. With all of them there it costs one stat each.
func (s *Service) Reserve() error {
	for n := range reserves {
		path := s.reservePath(n)
		if st, err := os.Lstat(path); err == nil && st.Size() == reserveSize {
			continue
		}
		err := os.MkdirAll(s.pendingDir(), 0o700)
		if err == nil {
			err = atomicfile.Write(path, make([]byte, reserveSize), 0o600)
		}
		if err != nil {
			return fmt.Errorf("keep space for pending writes: %w", err)
		}
	}
	return nil
}

// saveReserved writes a record into a reserve file and gives it its name. The file is claimed by a rename first: of two processes one
// gets it. A process that dies on the way leaves a temporary file, which tidyPending removes.
func (s *Service) saveReserved(path string, record []byte) error {
	if len(record) > reserveSize {
		return fmt.Errorf("the record has %d bytes, the space kept for a full disk %d", len(record), reserveSize)
	}
	claimed := filepath.Join(s.pendingDir(), atomicfile.TempPrefix+filepath.Base(path))
	for n := range reserves {
		err := os.Rename(s.reservePath(n), claimed)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = writeInPlace(claimed, record)
		}
		if err == nil {
			err = os.Rename(claimed, path)
		}
		if err != nil {
			return errors.Join(err, os.Remove(claimed))
		}
		return atomicfile.SyncDir(s.pendingDir())
	}
	return errors.New("the space kept for a full disk is used up")
}

// writeInPlace replaces the content of a file by a shorter one without asking the file system for a new block.
func writeInPlace(path string, data []byte) error {
	f, err := plainfile.OpenInPlace(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, 0)
	if err == nil {
		err = f.Sync() // before the truncation: a crash leaves a reserve, not a torn record
	}
	if err == nil {
		err = f.Truncate(int64(len(data)))
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
