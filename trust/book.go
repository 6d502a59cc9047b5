package trust

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/plainfile"
)

// Book is the user's record of the stores he vouches for, one JSON file in Dir.
type Book struct {
	Dir    string                      // see StateDir; "" = no record can be kept, and nothing is trusted
	Random func(b []byte) (int, error) // crypto/rand.Read
}

// Entry is one trusted store.
type Entry struct {
	Path string    `json:"path"`           // real path of the store's directory
	Key  string    `json:"key"`            // sha256 of the store's key, hex
	At   time.Time `json:"at"`             // when it was made or trusted
	By   string    `json:"by,omitempty"`   // who
	Made bool      `json:"made,omitempty"` // it was made here, not trusted later
}

// ErrNoState says that there is no place outside the repository to remember trust in.
var ErrNoState = errors.New("no home directory to remember trust in: set HOME or XDG_STATE_HOME")

// lockPatience is how long a command waits for another one that changes the record, which takes milliseconds.
const lockPatience = 5 * time.Second

func (b *Book) file() string { return filepath.Join(b.Dir, "trusted.json") }

// List returns the trusted stores by path. A record that cannot be read trusts nothing, and says so.
func (b *Book) List() ([]Entry, error) {
	if b.Dir == "" {
		return nil, nil
	}
	data, err := plainfile.Read(b.file(), plainfile.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entries []Entry
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): remove it, and trust your stores again with memory trust", b.file(), err)
	}
	slices.SortFunc(entries, func(x, y Entry) int { return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Key, y.Key)) })
	return entries, nil
}

// Look says how the store at dir stands. The Store is there to seal and to check files; of one that is not trusted it knows and
// seals nothing. was is the other place that its key is on record for.
func (b *Book) Look(dir string) (s *Store, state State, was string, err error) {
	entries, err := b.List()
	if err != nil {
		return &Store{}, Unknown, "", err
	}
	place := realPath(dir)
	key, err := readKey(place)
	if err != nil {
		return &Store{}, Unknown, "", err
	}
	state = Unknown
	for _, e := range entries {
		same := e.Path == place
		match := key != nil && e.Key == hashOf(key)
		switch {
		case same && match:
			return &Store{dir: place, key: key}, Trusted, "", nil
		case same:
			state = Changed
		case match && state == Unknown:
			state, was = Moved, e.Path
		}
	}
	if main := mainStore(place); main != "" && main != place {
		if s, state, _, err := b.Look(main); err == nil && state == Trusted {
			return s, Trusted, "", nil
		}
	}
	return &Store{}, state, was, nil
}

// Trust records the store at dir. A key that is on record, as of a store that was moved, is kept together with its seals; any other
// is replaced by a fresh one, because whoever made it could seal with it.
func (b *Book) Trust(ctx context.Context, dir string, e Entry) (*Store, error) {
	if b.Dir == "" {
		return nil, ErrNoState
	}
	unlock, err := filelock.Lock(ctx, filepath.Join(b.Dir, "lock"), lockPatience)
	if err != nil {
		return nil, fmt.Errorf("remember trust: %w", err)
	}
	defer unlock()
	entries, err := b.List()
	if err != nil {
		return nil, err
	}
	e.Path = realPath(dir)
	key, err := readKey(e.Path)
	if err != nil || !slices.ContainsFunc(entries, func(x Entry) bool { return x.Key == hashOf(key) }) {
		if key, err = b.freshKey(e.Path); err != nil {
			return nil, err
		}
	}
	e.Key = hashOf(key)
	entries = slices.DeleteFunc(entries, func(x Entry) bool { return x.Path == e.Path })
	if err := b.write(append(entries, e)); err != nil {
		return nil, err
	}
	return &Store{dir: e.Path, key: key}, nil
}

// Revoke takes the store at dir off the record, and its key with it. It reports whether it was there.
func (b *Book) Revoke(ctx context.Context, dir string) (bool, error) {
	if b.Dir == "" {
		return false, ErrNoState
	}
	unlock, err := filelock.Lock(ctx, filepath.Join(b.Dir, "lock"), lockPatience)
	if err != nil {
		return false, fmt.Errorf("forget trust: %w", err)
	}
	defer unlock()
	entries, err := b.List()
	if err != nil {
		return false, err
	}
	place := realPath(dir)
	kept := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.Path == place })
	if len(kept) == len(entries) {
		return false, nil
	}
	return true, b.write(kept)
}

func (b *Book) write(entries []Entry) error {
	if err := os.MkdirAll(b.Dir, 0o700); err != nil {
		return err
	}
	if entries == nil {
		entries = []Entry{}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(entries); err != nil {
		return err
	}
	return atomicfile.Write(b.file(), out.Bytes(), 0o600)
}

// realPath follows the links of a path, so that one store has one name.
func realPath(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if followed, err := filepath.EvalSymlinks(dir); err == nil {
		return followed
	}
	return filepath.Clean(dir)
}

func hashOf(key []byte) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:])
}
