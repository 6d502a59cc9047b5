package projections

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// schemaVersion names the layout of all files here and the fields of a card. Any other value in a manifest means a rebuild.
const schemaVersion = 10

const manifestFile = "manifest.json"

// manifest names the files that together are the projections of one moment. It is replaced atomically; what it names never changes,
// except that the tail grows.
type manifest struct {
	Schema     int            `json:"schema"`
	Analyzer   string         `json:"analyzer"`
	Model      string         `json:"model"` // of the embedder; "" = no vectors
	Dim        int            `json:"dim"`
	Generation int            `json:"generation"` // counts the manifests of this directory
	Segments   []segmentEntry `json:"segments"`   // oldest first
	Tail       string         `json:"tail"`
}

// segmentEntry names one sealed segment.
type segmentEntry struct {
	Name  string      `json:"name"`
	Rows  int         `json:"rows"`
	Docs  int         `json:"docs"`
	Files []fileEntry `json:"files"`
}

// fileEntry holds the size of a file, compared at each open, and its checksum, which only Inspect compares.
type fileEntry struct {
	Name  string     `json:"name"`
	Size  int64      `json:"size"`
	CRC   uint32     `json:"crc"`
	Times *fileTimes `json:"times,omitempty"` // when it was complete; nil = not known
}

// Rows is how many rows the sealed segments of a projections directory have, dead ones too: by it a search can be foretold to be long. 0 where nothing
// is kept.
func Rows(dir string) (n int) {
	m, err := readManifest(dir)
	if err != nil {
		return 0
	}
	for _, s := range m.Segments {
		n += s.Rows
	}
	return n
}

// errOtherVersion says that the projections were written by rules that are not ours.
var errOtherVersion = errors.New("projections are of another version")

// readManifest returns fs.ErrNotExist, errDamaged or errOtherVersion where there is nothing usable.
func readManifest(dir string) (manifest, error) {
	var m manifest
	b, err := plainfile.Read(filepath.Join(dir, manifestFile), plainfile.Any)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("%s: %w", manifestFile, errDamaged)
	}
	if m.Schema != schemaVersion || m.Analyzer != analyzerVersion {
		return m, fmt.Errorf("version %d, analyzer %q: %w", m.Schema, m.Analyzer, errOtherVersion)
	}
	return m, nil
}

func (m manifest) write(dir string) error {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, manifestFile)
	if info, err := os.Lstat(path); err == nil && info.IsDir() { // no rename replaces it, and nothing here is worth keeping
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return atomicfile.Write(path, append(b, '\n'), 0o600)
}

// checkSizes compares the sizes of a segment's files with the manifest. fs.ErrNotExist means that the segment was replaced.
func (e segmentEntry) checkSizes(dir string) error {
	for _, f := range e.Files {
		info, err := os.Stat(filepath.Join(dir, e.Name, f.Name))
		if err != nil {
			return err
		}
		if info.Size() != f.Size {
			return fmt.Errorf("%s/%s has %d bytes, not %d: %w", e.Name, f.Name, info.Size(), f.Size, errDamaged)
		}
	}
	return nil
}

// isGone says that a file that a manifest names is not there: replaced meanwhile, or deleted by hand.
func isGone(err error) bool { return errors.Is(err, fs.ErrNotExist) }
