package gates

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/factline/memory/items"
)

//go:embed testdata/harvest
var harvestData embed.FS

const harvestRoot = "testdata/harvest"

// devBelow splits the sessions: first byte of sha256(source) below it is dev, on which rules may be tuned; all else is test.
const devBelow = 77

// sessionLabels is one labels file.
type sessionLabels struct {
	Source  string  `json:"source"` // sessions/... beside the labels, else below the data directory
	SHA256  string  `json:"sha256"` // of the source, so that labels never meet another text
	Licence string  `json:"licence"`
	Note    string  `json:"note"`
	Facts   []label `json:"facts"`
}

// label is one fact worth keeping.
type label struct {
	Types    []items.Type `json:"types"`    // any of these
	Keywords []string     `json:"keywords"` // each must appear in title, summary or body; "a|b" means either
	Lines    [2]int       `json:"lines"`    // of the source, inclusive: a citation must touch them
	What     string       `json:"what"`
	Optional bool         `json:"optional,omitempty"` // fine to keep, fine to leave: counts on neither side
}

func loadLabels() ([]sessionLabels, error) {
	dir := path.Join(harvestRoot, "labels")
	entries, err := fs.ReadDir(harvestData, dir)
	if err != nil {
		return nil, err
	}
	var out []sessionLabels
	for _, e := range entries {
		b, err := fs.ReadFile(harvestData, path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		var l sessionLabels
		if err := json.Unmarshal(b, &l); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		out = append(out, l)
	}
	return out, nil
}

// open returns a path to the source, or why the session must be skipped. Written sessions are copied out to dir.
func (l sessionLabels) open(dataDir, dir string) (p, skip string, err error) {
	var b []byte
	if l.written() {
		if b, err = fs.ReadFile(harvestData, path.Join(harvestRoot, l.Source)); err != nil {
			return "", "", err
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", "", err
		}
		p = filepath.Join(dir, path.Base(l.Source))
		if err := os.WriteFile(p, b, 0o600); err != nil {
			return "", "", err
		}
	} else {
		if dataDir == "" {
			return "", "no data directory", nil
		}
		p = filepath.Join(dataDir, filepath.FromSlash(l.Source))
		b, err = os.ReadFile(p)
		if errors.Is(err, fs.ErrNotExist) {
			return "", "not in the data directory", nil
		}
		if err != nil {
			return "", "", err
		}
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != l.SHA256 {
		return "", "not the text that was labelled", nil
	}
	return p, "", nil
}

func (l sessionLabels) written() bool { return strings.HasPrefix(l.Source, "sessions/") }

func (l sessionLabels) groups() []string {
	split, origin := "test", "public"
	if sum := sha256.Sum256([]byte(l.Source)); sum[0] < devBelow {
		split = "dev"
	}
	if l.written() {
		origin = "written"
	}
	return []string{split, split + "/" + origin}
}
