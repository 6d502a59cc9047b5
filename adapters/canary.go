package adapters

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/internal/plainfile"
)

// Seen is how far a token got, least first.
type Seen string

const (
	Nowhere    Seen = "nowhere"
	Database   Seen = "database"   // it stands in a database of the agent, where nothing beside it tells who said it
	Transcript Seen = "transcript" // the agent wrote it into its own record of the session
	Answer     Seen = "answer"     // the model itself said it
)

// rank orders them.
var rank = map[Seen]int{Nowhere: 0, Database: 1, Transcript: 2, Answer: 3}

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
			if !modifiedSince(file, since) {
				return nil
			}
			found := lookIn(file, []byte(token))
			if rank[found] > rank[seen] {
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

func modifiedSince(file string, since time.Time) bool {
	info, err := os.Lstat(file)
	return err == nil && !info.ModTime().Before(since)
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
			if spokenByModel(line, token) {
				return Answer
			}
			if seen = Transcript; bytes.IndexByte(line, 0) >= 0 {
				seen = Database
			}
		}
		if err == io.EOF || err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return seen
		}
	}
}

// spokenByModel reports a line in which the token stands in the model's own turn, in the forms that agents write. A line may hold a whole session,
// so what counts is the turn around the token. What is no JSON by itself, as the rows of a database, tells no turn.
func spokenByModel(line, token []byte) bool {
	var v any
	return json.Unmarshal(line, &v) == nil && spoken(v, string(token), false)
}

// modelMarks are what agents write at role or type of a turn of the model.
var modelMarks = []string{"assistant", "agent_message", "gemini", "assistant.message", "model", "PLANNER_RESPONSE"}

// spoken looks for the token below a turn of the model. within says whether v stands in one.
func spoken(v any, token string, within bool) bool {
	switch v := v.(type) {
	case string:
		return within && strings.Contains(v, token)
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return spoken(e, token, within) })
	case map[string]any:
		role, hasRole := v["role"].(string)
		kind, _ := v["type"].(string)
		switch {
		case hasRole:
			within = slices.Contains(modelMarks, role)
		case slices.Contains(modelMarks, kind):
			within = true
		case kind == "user" || kind == "tool_result":
			within = false
		}
		for _, e := range v {
			if spoken(e, token, within) {
				return true
			}
		}
	}
	return false
}
