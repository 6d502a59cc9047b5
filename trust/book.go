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

// Book is the user's record of the stores he vouches for: one JSON file in Dir, and beside it a directory for the key and the seals of
// each store, named by the store's real path.
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
	Marks
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
		return nil, b.unkept(err)
	}
	var entries []Entry
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): remove it, and trust your stores again with memory trust", b.file(), err)
	}
	slices.SortFunc(entries, func(x, y Entry) int { return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Key, y.Key)) })
	return entries, nil
}

// Look says how the store at dir stands. The Store is there to seal and to check files; of one that is not trusted it knows and
// seals nothing. was is the other place that this very directory is on record for.
func (b *Book) Look(dir string) (s *Store, state State, was string, err error) {
	entries, err := b.List()
	if err != nil {
		return &Store{}, Unknown, "", err
	}
	place := realPath(dir)
	now := marksOf(place)
	state = Unknown
	for _, e := range entries {
		switch {
		case e.Path == place:
			if s, err = b.open(e, now); err != nil {
				return &Store{}, Unknown, "", err
			}
			if s.Usable() {
				return s, Trusted, "", nil
			}
			state = Changed
		case e.same(now) && state == Unknown:
			state, was = Moved, e.Path
		}
	}
	if main := mainStore(place); main != "" && main != place {
		if s, state, _, err := b.Look(main); err == nil && state == Trusted {
			return s, Trusted, "", nil
		}
	}
	if state == Changed {
		was = ""
	}
	return &Store{}, state, was, nil
}

// open returns the key of a store on record, as long as what lies there is what was recorded.
func (b *Book) open(e Entry, now Marks) (*Store, error) {
	switch {
	case !e.none() && !e.same(now):
		return &Store{}, nil
	case e.none(): // the record is of an earlier version, or nothing but the path tells a store here
		if err := b.adopt(e); err != nil {
			return nil, fmt.Errorf("move the key of %s to %s: %w", e.Path, b.keptIn(e.Path), err)
		}
	}
	key, err := readKey(b.keptIn(e.Path))
	if err != nil || key == nil || hashOf(key) != e.Key {
		return &Store{}, err
	}
	if e.renewed(now) != e.Marks {
		b.remark(e, now)
	}
	return &Store{dir: b.keptIn(e.Path), key: key}, nil
}

// remark notes the marks as they are now: git made the directory anew, or a repository was made around it. Where that cannot be kept, the
// next look tries again.
func (b *Book) remark(e Entry, now Marks) {
	unlock, err := filelock.Lock(context.Background(), filepath.Join(b.Dir, "lock"), 0)
	if err != nil {
		return
	}
	defer unlock()
	entries, err := b.List()
	if err != nil {
		return
	}
	for i, x := range entries {
		if x.Path == e.Path && x.Key == e.Key {
			entries[i].Marks = e.renewed(now)
			_ = b.write(entries)
			return
		}
	}
}

// Trust records the store at dir. A store that was moved keeps its key and its seals; any other gets a fresh key and none.
func (b *Book) Trust(ctx context.Context, dir string, e Entry) (*Store, error) {
	if b.Dir == "" {
		return nil, ErrNoState
	}
	unlock, err := filelock.Lock(ctx, filepath.Join(b.Dir, "lock"), lockPatience)
	if err != nil {
		return nil, b.unkept(err)
	}
	defer unlock()
	entries, err := b.List()
	if err != nil {
		return nil, err
	}
	e.Path = realPath(dir)
	e.Marks = marksOf(e.Path)
	key, seals := b.carried(entries, e)
	if key == nil {
		key = make([]byte, keyBytes)
		if _, err := b.Random(key); err != nil {
			return nil, fmt.Errorf("make a key: %w", err)
		}
	}
	if have, _ := readKey(b.keptIn(e.Path)); have == nil || !bytes.Equal(have, key) { // else it lies there with its seals, which others may be adding to
		if err := keep(b.keptIn(e.Path), key, seals); err != nil {
			return nil, b.unkept(err)
		}
	}
	e.Key = hashOf(key)
	entries = slices.DeleteFunc(entries, func(x Entry) bool { return x.Path == e.Path })
	if err := b.write(append(entries, e)); err != nil {
		return nil, b.unkept(err)
	}
	return &Store{dir: b.keptIn(e.Path), key: key}, nil
}

// carried is the key, with its seals, that this very directory has on record, here or at the place that it was moved from.
func (b *Book) carried(entries []Entry, e Entry) (key, seals []byte) {
	for _, x := range entries {
		if !x.same(e.Marks) {
			continue
		}
		kept := b.keptIn(x.Path)
		if key, err := readKey(kept); err == nil && key != nil && hashOf(key) == x.Key {
			return key, (&Store{dir: kept, key: key}).read()
		}
	}
	return nil, nil
}

func (b *Book) unkept(err error) error {
	return fmt.Errorf("nothing can be remembered in %s (%w): make it a directory that you may write to, or set XDG_STATE_HOME to one", b.Dir, err)
}

// Revoke takes the store at dir off the record, and its key with it. It reports whether it was there.
func (b *Book) Revoke(ctx context.Context, dir string) (bool, error) {
	if b.Dir == "" {
		return false, ErrNoState
	}
	unlock, err := filelock.Lock(ctx, filepath.Join(b.Dir, "lock"), lockPatience)
	if err != nil {
		return false, b.unkept(err)
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
	return true, errors.Join(b.write(kept), os.RemoveAll(b.keptIn(place)))
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

func hashOf(key []byte) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:])
}
