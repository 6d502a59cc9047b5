package trust

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

const (
	keyFile  = "key"
	sealFile = "seals"
	keyBytes = 32
)

// Seal says what this machine saw of an item file.
type Seal string

const (
	None    Seal = ""        // nothing: the file was made or changed by another program
	Foreign Seal = "foreign" // the write service changed a file that nobody here vouches for: the new text is worth what the old one was
	Vouched Seal = "vouched" // a person trusted the store with this file in it, or it was merged upstream
	Seen    Seal = "seen"    // the write service wrote it, or a person approved this very text, on this machine
)

// Store is the key of one trusted store. The zero Store knows and seals nothing. It is safe for concurrent use.
type Store struct {
	dir string // of its key and seals, in the user's own state
	key []byte

	mu    sync.Mutex
	seals []byte                     // the seal file, read at the first question
	asked int                        // questions so far
	index map[[sealLen]byte]struct{} // the same lines, made when many questions come
}

// Usable reports whether the store is trusted, and can seal.
func (s *Store) Usable() bool { return s != nil && s.key != nil }

// sealLen is the length of a seal's line: half an HMAC-SHA256 in hex, and a line break. 128 bits are more than anybody can try.
const sealLen = 33

// line is the seal of a file's bytes. Line ends and a byte order mark do not count: git changes them on checkout.
func (s *Store) line(kind Seal, file []byte) []byte {
	file = bytes.ReplaceAll(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")), []byte("\r\n"), []byte("\n"))
	mac := hmac.New(sha256.New, s.key)
	io.WriteString(mac, string(kind)+"\n")
	mac.Write(file)
	return append(hex.AppendEncode(nil, mac.Sum(nil)[:sealLen/2]), '\n')
}

// Of returns the strongest seal of an item file's bytes.
func (s *Store) Of(file []byte) Seal {
	if !s.Usable() {
		return None
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	kinds := []Seal{Seen, Vouched, Foreign}
	if s.seals == nil && s.asked == 0 {
		s.asked++
		if at, ok := s.first(kinds, file); ok {
			return at
		}
	}
	if s.seals == nil {
		s.seals = s.read()
	}
	for _, kind := range kinds {
		if s.holds(s.line(kind, file)) {
			return kind
		}
	}
	return None
}

// first answers the first question, which of a write is the only one, piece by piece: the file grows with the store, and memory for all of it would
// be most of the work. It answers nothing where the file has torn lines or cannot be read.
func (s *Store) first(kinds []Seal, file []byte) (Seal, bool) {
	f, err := plainfile.Open(filepath.Join(s.dir, sealFile))
	if err != nil {
		return None, false
	}
	defer f.Close()
	lines := make([][]byte, len(kinds))
	for i, kind := range kinds {
		lines[i] = s.line(kind, file)
	}
	strongest := len(kinds)
	piece := make([]byte, 1000*sealLen)
	for read := int64(0); read < maxSeals; {
		n, err := io.ReadFull(f, piece)
		if n%sealLen != 0 {
			return None, false
		}
		for i, line := range lines[:strongest] {
			if holds(piece[:n], line) {
				strongest = i
				break
			}
		}
		switch read += int64(n); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), strongest == 0:
			return append(kinds, None)[strongest], true
		case err != nil:
			return None, false
		}
	}
	return None, false
}

// manyQuestions is how many lookups a scan of all lines serves before an index pays: a pack asks some dozens, doctor one for each item.
const manyQuestions = 200

func (s *Store) holds(line []byte) bool {
	if s.asked++; s.asked < manyQuestions || len(s.seals)%sealLen != 0 {
		return holds(s.seals, line)
	}
	if s.index == nil {
		s.index = make(map[[sealLen]byte]struct{}, len(s.seals)/sealLen)
		for lines := s.seals; len(lines) > 0; lines = lines[sealLen:] {
			s.index[[sealLen]byte(lines)] = struct{}{}
		}
	}
	_, found := s.index[[sealLen]byte(line)]
	return found
}

// Add seals an item file's bytes. It is appended before the file itself is written: a seal without its file harms nothing. There is
// no fsync; a seal lost with the power makes the item wait for an approval, no more.
func (s *Store) Add(kind Seal, file []byte) error {
	if !s.Usable() {
		return nil
	}
	line := s.line(kind, file)
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := plainfile.OpenInPlace(filepath.Join(s.dir, sealFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("seal: %w", err)
	}
	_, err = f.Write(line)
	if s.seals != nil {
		s.seals = append(s.seals, line...)
		if s.index != nil {
			s.index[[sealLen]byte(line)] = struct{}{}
		}
	}
	return errors.Join(err, f.Close())
}

// maxSeals bounds what is read of the seal file: two million versions of items.
const maxSeals = 64 << 20

func (s *Store) read() []byte {
	b, err := plainfile.Read(filepath.Join(s.dir, sealFile), maxSeals)
	if err != nil {
		return []byte{}
	}
	return b
}

// holds looks a line up. Lines have one length, so a step of that length passes over them; after a torn one all bytes are searched.
func holds(seals, line []byte) bool {
	if len(seals)%sealLen == 0 {
		for i := 0; i < len(seals); i += sealLen {
			if seals[i] == line[0] && bytes.Equal(seals[i:i+sealLen], line) {
				return true
			}
		}
		return false
	}
	return bytes.Contains(seals, line)
}

// readKey returns the key that is kept in a directory, nil where there is none. Anything but a key of the right length is none.
func readKey(dir string) ([]byte, error) {
	text, err := plainfile.Read(filepath.Join(dir, keyFile), 2*keyBytes+2)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, plainfile.ErrSize) {
		return nil, nil
	}
	return keyIn(text), err
}

func keyIn(text []byte) []byte {
	key, err := hex.DecodeString(string(bytes.TrimSpace(text)))
	if err != nil || len(key) != keyBytes {
		return nil
	}
	return key
}

// keep replaces what a directory holds by a key and seals. The key comes last: without it nothing there counts.
func keep(dir string, key, seals []byte) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if len(seals) > 0 {
		if err := atomicfile.Write(filepath.Join(dir, sealFile), seals, 0o600); err != nil {
			return err
		}
	}
	return atomicfile.Write(filepath.Join(dir, keyFile), append(hex.AppendEncode(nil, key), '\n'), 0o600)
}
