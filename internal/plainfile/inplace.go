package plainfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Check refuses anything at path but a regular file, or nothing. A link is refused too.
func Check(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file: move it away", path)
	}
	return err
}

// OpenInPlace is os.OpenFile for a file that a program writes in place: a link that somebody put there would lead the write
// elsewhere. NoFollow holds where a link takes the file's place after the check.
func OpenInPlace(path string, flag int, perm fs.FileMode) (*os.File, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, flag|NoFollow, perm)
}
