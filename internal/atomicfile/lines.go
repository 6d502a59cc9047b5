package atomicfile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/plainfile"
)

// RewriteLines replaces a file by what cut makes of its lines, without their line break: nil drops a line. It returns how many changed,
// and writes nothing where none does. What another process appends meanwhile goes through cut as well, unless it is written in the very
// moment of the rename. A file that is not there has no lines.
func RewriteLines(path string, cut func(line []byte) (out []byte, changed bool)) (changed int, err error) {
	in, err := plainfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return 0, err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), TempPrefix+"*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(tmp.Name()) // gone already when all went well
	out := bufio.NewWriter(tmp)
	for from := bufio.NewReader(in); err == nil; {
		var line []byte
		line, err = from.ReadBytes('\n')
		if len(line) == 0 {
			continue
		}
		kept, did := cut(bytes.TrimSuffix(line, []byte{'\n'}))
		if did {
			changed++
		}
		if kept != nil {
			out.Write(kept)
			if line[len(line)-1] == '\n' {
				out.WriteByte('\n')
			}
		}
	}
	if errors.Is(err, io.EOF) {
		err = out.Flush()
	}
	if err = errors.Join(err, tmp.Chmod(info.Mode().Perm()), tmp.Sync(), tmp.Close()); err != nil || changed == 0 {
		return 0, err
	}
	in.Close() // Windows renames over no open file
	if err := os.Rename(tmp.Name(), path); err != nil {
		return 0, err
	}
	return changed, SyncDir(filepath.Dir(path))
}
