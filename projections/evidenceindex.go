package projections

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// evidenceVersion names the layout of the files below projections/evidence and what of a record is indexed.
const evidenceVersion = "2+" + analyzerVersion

const (
	evidenceDir          = "evidence" // below the projections
	evidenceManifestFile = "manifest.json"
)

// evidenceManifest names the files of the index and says how far each session is in them.
type evidenceManifest struct {
	Version  string            `json:"version"`
	Next     int               `json:"next"`     // number of the next segment
	Segments []evidenceSegment `json:"segments"` // oldest first
	Sessions []evidenceSession `json:"sessions"`
}

// evidenceSegment is an immutable pair of files: <name>.text with postings and <name>.rows with one fixed-size row a record.
type evidenceSegment struct {
	Name string `json:"name"`
	Docs int    `json:"docs"`
}

type evidenceSession struct {
	Agent    string `json:"agent"`
	Session  string `json:"session"`
	Project  string `json:"project,omitempty"`
	Start    string `json:"start"`    // what the ids of this session begin with
	Dir      string `json:"dir"`      // of the records, relative to the store
	Modified int64  `json:"modified"` // of the records when they were last indexed
	Records  int    `json:"records"`  // indexed
}

// evidenceRow is one record: its session, the end of its id, and its length in terms.
type evidenceRow struct {
	session int
	event   [6]byte
	length  uint32
}

const evidenceRowBytes = 4 + 6 + 4

// evidenceIndex is the open index.
type evidenceIndex struct {
	dir string
	evidenceManifest
	sessions []evidenceSession
	rows     []evidenceRow
	texts    []*textFile // one a segment, nil where it holds no rows
	first    []int       // number of each segment's first row
}

// readEvidence opens the index as it is. Anything wrong with it is an error, and the caller builds it anew.
func readEvidence(dir string) (*evidenceIndex, error) {
	ix := &evidenceIndex{dir: dir}
	b, err := plainfile.Read(filepath.Join(dir, evidenceManifestFile), plainfile.Any)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &ix.evidenceManifest); err != nil || ix.Version != evidenceVersion {
		return nil, errOtherVersion
	}
	ix.sessions = ix.Sessions
	for _, s := range ix.Segments {
		if err := ix.openSegment(s); err != nil {
			ix.close()
			return nil, err
		}
	}
	return ix, nil
}

func (ix *evidenceIndex) openSegment(s evidenceSegment) error {
	b, err := plainfile.Read(filepath.Join(ix.dir, s.Name+".rows"), plainfile.Any)
	if err != nil {
		return err
	}
	if len(b) != s.Docs*evidenceRowBytes {
		return fmt.Errorf("%s.rows: %w", s.Name, errDamaged)
	}
	text, err := openText(filepath.Join(ix.dir, s.Name+".text"), s.Docs)
	if err != nil {
		return err
	}
	ix.texts, ix.first = append(ix.texts, text), append(ix.first, len(ix.rows))
	for ; len(b) > 0; b = b[evidenceRowBytes:] {
		r := evidenceRow{session: int(binary.LittleEndian.Uint32(b)), length: binary.LittleEndian.Uint32(b[10:])}
		copy(r.event[:], b[4:10])
		if r.session >= len(ix.sessions) {
			return fmt.Errorf("%s.rows names a session that is not there: %w", s.Name, errDamaged)
		}
		ix.rows = append(ix.rows, r)
	}
	return nil
}

func writeEvidenceRows(path string, rows []evidenceRow) error {
	b := make([]byte, 0, len(rows)*evidenceRowBytes)
	for _, r := range rows {
		b = binary.LittleEndian.AppendUint32(b, uint32(r.session))
		b = append(b, r.event[:]...)
		b = binary.LittleEndian.AppendUint32(b, r.length)
	}
	return atomicfile.Write(path, b, 0o600)
}

func (m evidenceManifest) write(dir string) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, evidenceManifestFile), append(b, '\n'), 0o600)
}

// id puts a record's id together again.
func (ix *evidenceIndex) id(r evidenceRow) evidence.ID {
	return evidence.ID(ix.sessions[r.session].Start + hex.EncodeToString(r.event[:]))
}

// postings counts a term in every row that holds it, words and identifiers together.
func (ix *evidenceIndex) postings(term string) (map[int]int, error) {
	freqs := map[int]int{}
	for i, t := range ix.texts {
		list, err := t.list(term)
		if err != nil {
			return nil, err
		}
		r, err := readList(list)
		if err != nil {
			return nil, err
		}
		for r.next() {
			for _, n := range r.freqs {
				freqs[ix.first[i]+int(r.doc)] += int(n)
			}
		}
	}
	return freqs, nil
}

func (ix *evidenceIndex) close() {
	for _, t := range ix.texts {
		_ = t.close()
	}
	ix.texts = nil
}
