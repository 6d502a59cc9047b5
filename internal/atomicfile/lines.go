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
// and writes nothing where none does, no temporary file either. What another process appends meanwhile goes through cut as well, unless it is
// written in the very moment of the rename. A file that is not there has no lines.
func RewriteLines(path string, guard Guard, cut func(line []byte) (out []byte, changed bool)) (changed int, err error) {
	in, err := plainfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer in.Close()
	w := lineWriter{in: in, guard: guard}
	defer w.discard()
	for from := bufio.NewReader(in); err == nil; {
		var line []byte
		line, err = from.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) || len(line) == 0 {
			break
		}
		kept, did := cut(bytes.TrimSuffix(line, []byte{'\n'}))
		if did {
			changed++
		}
		if lineErr := w.put(line, kept, did); lineErr != nil {
			return 0, lineErr
		}
	}
	if !errors.Is(err, io.EOF) {
		return 0, err
	}
	if changed == 0 {
		return 0, nil
	}
	if err := w.finish(); err != nil {
		return 0, err
	}
	in.Close() // Windows renames over no open file
	if err := guard.Step("rename lines"); err != nil {
		return 0, err
	}
	if err := os.Rename(w.tmp.Name(), path); err != nil {
		return 0, err
	}
	if err := guard.Step("sync lines"); err != nil {
		return changed, err
	}
	return changed, SyncDir(filepath.Dir(path))
}

// lineWriter copies a file from its first change on: up to there the file itself is the copy.
type lineWriter struct {
	in    *os.File
	same  int64 // bytes of in before the first change
	tmp   *os.File
	out   *bufio.Writer
	guard Guard
}

// put takes a line as it was, with its break, and what is left of it, without.
func (w *lineWriter) put(line, kept []byte, changed bool) error {
	if !changed && w.tmp == nil {
		w.same += int64(len(line))
		return nil
	}
	if w.tmp == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	if kept == nil {
		return nil
	}
	_, err := w.out.Write(kept)
	if line[len(line)-1] == '\n' {
		err = w.out.WriteByte('\n') // a buffered writer keeps its first error
	}
	return err
}

func (w *lineWriter) begin() (err error) {
	if err := w.guard.Step("begin lines"); err != nil {
		return err
	}
	if w.tmp, err = os.CreateTemp(filepath.Dir(w.in.Name()), TempPrefix+"*"); err != nil {
		return err
	}
	w.out = bufio.NewWriter(w.tmp)
	_, err = io.Copy(w.out, io.NewSectionReader(w.in, 0, w.same))
	return err
}

// finish completes the copy, with the mode of the file.
func (w *lineWriter) finish() error {
	info, err := w.in.Stat()
	if err != nil {
		return err
	}
	return errors.Join(w.guard.Step("write lines"), w.out.Flush(), w.tmp.Chmod(info.Mode().Perm()), w.tmp.Sync(), w.tmp.Close())
}

// discard removes the copy, which is gone already when all went well.
func (w *lineWriter) discard() {
	if w.tmp != nil {
		w.tmp.Close()
		os.Remove(w.tmp.Name())
	}
}
