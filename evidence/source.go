package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/transcript"
)

// sourceVersion changes when a field changes its meaning; a state of another version counts as missing.
const sourceVersion = 1

// edge is how many bytes at each end of what was read are compared to tell a grown file from a rewritten one.
const edge = 4 << 10

// source is how far one transcript has been read: sources/<hash of path>.json. It is written after the records are durable
// and is never needed to read them.
type source struct {
	Version   int                 `json:"version"`
	Path      string              `json:"path"` // as in Record.Source: for people; the file's name holds the full path's hash
	Size      int64               `json:"size"` // of the file when it was opened
	ModTime   int64               `json:"mtime_ns"`
	Head      string              `json:"head_sha256"` // of the first 4 KiB read, fewer where fewer were read
	Tail      string              `json:"tail_sha256"` // of the last 4 KiB before Position.Offset
	Resumable bool                `json:"resumable"`   // append-only lines: a grown file is read on from Position
	Position  transcript.Position `json:"position"`
	Repeats   repeats             `json:"repeats,omitzero"`
	Agent     string              `json:"agent,omitempty"`     // of the last event
	Session   string              `json:"session,omitempty"`   // of the last event
	Sessions  []string            `json:"sessions"`            // <agent>-<10 hex> as in ids, each once, sorted
	Events    int                 `json:"events"`              // in the part read
	Kept      map[string]int      `json:"kept,omitempty"`      // by session: how many records it had once this file was read
	BadLines  int                 `json:"bad_lines,omitempty"` // pieces of the part read that no parser could read
	Placed    bool                `json:"placed,omitempty"`    // some event named a directory or a git remote
}

// kept is the least number of records that a session must have for the file not to be read again.
func (s *source) kept(session string) int { return max(1, s.Kept[session]) }

// unchanged reports whether the file is, as far as stat can tell, what was read last time.
func (s *source) unchanged(info os.FileInfo) bool {
	return s.Version == sourceVersion && s.Size == info.Size() && s.ModTime == info.ModTime().UnixNano()
}

// unfinished reports whether a last line was left for later.
func (s *source) unfinished() bool { return s.Position.Partial }

// grownFrom reports whether f, now size bytes long, still begins with what was read from it. It compares both ends only: a
// host that rewrites a file in place with the same length and then appends would go unseen, and none is known to.
func (s *source) grownFrom(f io.ReaderAt, size int64) bool {
	if s.Version != sourceVersion || !s.Resumable || size <= s.Size || s.Position.Offset == 0 {
		return false
	}
	head, tail, err := edges(f, s.Position.Offset)
	return err == nil && head == s.Head && tail == s.Tail
}

// edges hashes the first and the last 4 KiB of the first n bytes of f.
func edges(f io.ReaderAt, n int64) (head, tail string, err error) {
	length := min(n, edge)
	for _, part := range []struct {
		at  int64
		sum *string
	}{{0, &head}, {n - length, &tail}} {
		h := sha256.New()
		if _, err := io.Copy(h, io.NewSectionReader(f, part.at, length)); err != nil {
			return "", "", err
		}
		*part.sum = hex.EncodeToString(h.Sum(nil))
	}
	return head, tail, nil
}

// sourceFile names the state of a transcript by its real absolute path.
func sourceFile(real string) string {
	sum := sha256.Sum256([]byte(filepath.ToSlash(real)))
	return path.Join(sourcesDir, hex.EncodeToString(sum[:16])+".json")
}

// source reads the state of a transcript; a missing or damaged one is the zero value, which means: read it all.
func (t *tree) source(real string) source {
	var s source
	data, err := t.ReadFile(sourceFile(real))
	if err != nil || json.Unmarshal(data, &s) != nil || s.Version != sourceVersion {
		return source{}
	}
	return s
}

func (t *tree) writeSource(real string, s source) error {
	s.Version = sourceVersion
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return err
	}
	if _, err := t.mkdirs(sourcesDir); err != nil {
		return err
	}
	return t.replace(sourceFile(real), buf.Bytes())
}

// fallbackSession names the session of a transcript that does not: by its file's name, and, unless that is a UUID, by a hash of
// its path, because chat.md is a common name. A person types it, so it begins with a letter or a digit: dots in front go.
func fallbackSession(real string) string {
	base := filepath.Base(real)
	if name := strings.TrimLeftFunc(base, unspeakable); name != "" {
		base = name
	}
	base = base[:len(base)-len(filepath.Ext(base))]
	if uuid().MatchString(base) {
		return base
	}
	sum := sha256.Sum256([]byte(filepath.ToSlash(real)))
	hash := hex.EncodeToString(sum[:4])
	if base = strings.TrimRightFunc(strings.TrimLeftFunc(base, unspeakable), unspeakable); base == "" {
		return "session-" + hash
	}
	return base + "-" + hash
}

// unspeakable is a character that a session's name may not begin or end with.
func unspeakable(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

var uuid = lazyregexp.New(`[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`)
