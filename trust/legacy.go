package trust

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/plainfile"
)

// Dir is the directory of a store in which earlier versions kept its key and seals. A branch that tracks them there makes git delete them
// at the next checkout, so they moved out of every store. Nothing in it is read but once, to move them.
const Dir = "trust"

// adopt moves the key and the seals of a store on record from inside of the store to where they are kept now, if they are not there. The
// key counts only if it is the one on record. It may be done again after a kill at any step.
func (b *Book) adopt(e Entry) error {
	if key, err := readKey(b.keptIn(e.Path)); err != nil || key != nil {
		return err
	}
	root, err := os.OpenRoot(e.Path) // no link in the store leads out of it
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	text, err := readIn(root, keyFile, 2*keyBytes+2)
	key := keyIn(text)
	if err != nil || key == nil || hashOf(key) != e.Key {
		return nil // none, or not ours
	}
	unlock, err := filelock.Lock(context.Background(), filepath.Join(b.Dir, "lock"), lockPatience)
	if err != nil {
		return err
	}
	defer unlock()
	if key, err := readKey(b.keptIn(e.Path)); err != nil || key != nil { // another process was quicker
		return err
	}
	seals, _ := readIn(root, sealFile, maxSeals)
	if err := keep(b.keptIn(e.Path), key, seals); err != nil {
		return err
	}
	for _, name := range []string{sealFile, keyFile, ".gitignore"} {
		_ = root.Remove(filepath.Join(Dir, name)) // what stays is not read
	}
	_ = root.Remove(Dir)
	return nil
}

func readIn(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := plainfile.OpenIn(root, filepath.Join(Dir, name), os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return plainfile.ReadAll(f, most)
}
