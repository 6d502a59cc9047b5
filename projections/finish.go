package projections

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/plainfile"
)

// finishSegment writes catalog and vectors beside the text file in dir (docs documents; no file for 0) and returns the entry for the
// manifest. rows are sorted by path.
func finishSegment(dir string, rows []sealedRow, docs, dim int) (segmentEntry, error) {
	entry := segmentEntry{Name: filepath.Base(dir), Rows: len(rows), Docs: docs}
	catalog, err := encodeCatalog(rows, 4+dim)
	if err != nil {
		return entry, err
	}
	if err := os.WriteFile(filepath.Join(dir, catalogFile), catalog, 0o600); err != nil {
		return entry, err
	}
	if err := writeVectors(filepath.Join(dir, vectorFile), rows, dim); err != nil {
		return entry, err
	}
	names := []string{catalogFile, vectorFile}
	if docs > 0 {
		names = append(names, textFileIn)
	}
	for _, name := range names {
		f, err := describe(filepath.Join(dir, name))
		if err != nil {
			return entry, err
		}
		if name == vectorFile {
			f.Times = timesOf(dir, name)
		}
		entry.Files = append(entry.Files, f)
	}
	return entry, nil
}

func writeVectors(path string, rows []sealedRow, dim int) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	length, sum := 0, uint32(0)
	for _, r := range rows {
		length += len(r.vectors)
		sum = crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), r.vectors)
	}
	w := bufio.NewWriterSize(f, 1<<16)
	w.Write(encodeVectorHeader(dim, length/(4+dim), sum))
	for _, r := range rows {
		w.Write(r.vectors)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Sync(); err != nil { // its times vouch for its bytes: see asWritten
		return err
	}
	return f.Close()
}

// describe measures a file for the manifest.
func describe(path string) (fileEntry, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return fileEntry{}, err
	}
	defer f.Close()
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	size, err := io.Copy(sum, f)
	return fileEntry{Name: filepath.Base(path), Size: size, CRC: sum.Sum32()}, err
}

// verify reads all files of a segment and compares them with the manifest.
func (e segmentEntry) verify(dir string) error {
	for _, want := range e.Files {
		got, err := describe(filepath.Join(dir, e.Name, want.Name))
		if err != nil {
			return err
		}
		if got.Size != want.Size || got.CRC != want.CRC {
			return fmt.Errorf("%s/%s does not match its checksum: %w", e.Name, want.Name, errDamaged)
		}
	}
	return nil
}
