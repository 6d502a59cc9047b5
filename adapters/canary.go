package adapters

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/plainfile"
)

// Seen is how far a token got, least first.
type Seen string

const (
	Nowhere    Seen = "nowhere"
	Transcript Seen = "transcript" // the agent wrote it into its own record of the session
	Answer     Seen = "answer"     // the model itself said it
)

// maxTranscriptLine bounds what is looked at of one line, in bytes. A token stands early in the text that was handed over; the rest of a
// longer line is passed over piece by piece.
const maxTranscriptLine = 1 << 20

// LookFor searches the agent's own transcripts, those written since a time, for a token that a hook handed over. That it stands there is
// the agent's word that the text arrived; that a configuration or our own ledger names it is not.
func (m *Machine) LookFor(ctx context.Context, a Agent, token string, since time.Time) (seen Seen, path string, err error) {
	seen = Nowhere
	for _, pattern := range a.Sessions {
		err := filepath.WalkDir(m.Expand(pattern), func(file string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil || !d.Type().IsRegular() {
				return nil // what cannot be read proves nothing
			}
			if info, err := d.Info(); err != nil || info.ModTime().Before(since) {
				return nil
			}
			found := lookIn(file, []byte(token))
			if found == Answer || found == Transcript && seen == Nowhere {
				seen, path = found, file
			}
			if seen == Answer {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return seen, path, err
		}
	}
	return seen, path, nil
}

func lookIn(file string, token []byte) Seen {
	f, err := plainfile.Open(file)
	if err != nil {
		return Nowhere
	}
	defer f.Close()
	seen := Nowhere
	r := bufio.NewReaderSize(f, maxTranscriptLine)
	for {
		line, err := r.ReadSlice('\n')
		if bytes.Contains(line, token) {
			seen = Transcript
			if spokenByModel(line) {
				return Answer
			}
		}
		if err == io.EOF || err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return seen
		}
	}
}

// spokenByModel reports a line that is the model's own turn, in the forms that agents write. A database has no lines: what stands beside
// the token there may belong to any row.
func spokenByModel(line []byte) bool {
	if bytes.IndexByte(line, 0) >= 0 {
		return false
	}
	compact := bytes.ReplaceAll(line, []byte(`": "`), []byte(`":"`))
	for _, mark := range []string{`"type":"assistant"`, `"role":"assistant"`, `"type":"agent_message"`, `"type":"gemini"`, `"type":"assistant.message"`, `"role":"model"`, `"type":"PLANNER_RESPONSE"`} {
		if bytes.Contains(compact, []byte(mark)) {
			return true
		}
	}
	return false
}
