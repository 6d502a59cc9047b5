package writeservice

import (
	"bufio"
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
	"strings"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// deed is one change with all that it does to files: what undo takes back, and what the next command completes after a crash.
type deed struct {
	Receipt string             `json:"receipt"`
	Op      Op                 `json:"op"`
	At      time.Time          `json:"at"`
	ID      items.ID           `json:"id"`
	Channel Channel            `json:"channel"`
	Undoes  string             `json:"undoes,omitempty"` // receipt of the deed that this one takes back
	Files   []items.FileChange `json:"files"`
	Group   string             `json:"group,omitempty"`  // receipt of the import that it is a row of
	Purged  bool               `json:"purged,omitempty"` // the words of a file were taken out for good: nothing takes this back
}

// The log of deeds holds the texts of items, so it is private and never in git. Two files bound it: when the first is full it becomes
// the second, and what was in the second can no longer be undone.
const (
	deedLog    = "undo/deeds.jsonl"
	olderDeeds = "undo/deeds-older.jsonl"
	maxDeeds   = 4 << 20 // bytes of the first file
	intentExt  = ".intent"
)

// name gives the deed its receipt: a hash, so that the same change at the same time has the same name in every run.
func (d *deed) name() {
	b, _ := json.Marshal(d) // strings and times always encode
	sum := sha256.Sum256(b)
	d.Receipt = "rc-" + hex.EncodeToString(sum[:5])
}

// now says whether the files are as before the deed, as after it, or something else.
type deedState int

const (
	deedBefore deedState = iota
	deedAfter
	deedOther
)

func (d deed) state(w *items.Writer) (deedState, string, error) {
	before, after, other := 0, 0, ""
	for _, f := range d.Files {
		now, err := w.At(f.Path)
		if err != nil {
			return deedOther, f.Path, err
		}
		switch {
		case sameText(now, f.After):
			after++
		case sameText(now, f.Before):
			before++
		default:
			other = f.Path
		}
	}
	switch {
	case after == len(d.Files):
		return deedAfter, "", nil
	case before == len(d.Files):
		return deedBefore, "", nil
	}
	return deedOther, other, nil
}

func sameText(a, b *string) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

var errSecretText = errors.New("its file holds a secret, which no log keeps; take it out of the file")

// withoutSecrets is the deed as it may be logged: one that touches a text with a secret names the files and no words, so that the log does not keep
// what somebody takes out of the file.
func (d deed) withoutSecrets() (logged deed, held bool) {
	for _, f := range d.Files {
		held = held || f.Before != nil && holdsSecret(*f.Before) || f.After != nil && holdsSecret(*f.After)
	}
	if !held {
		return d, false
	}
	d.Purged, d.Files = true, slices.Clone(d.Files)
	for i, f := range d.Files {
		if f.Before != nil {
			f.Before = new(string)
		}
		if f.After != nil {
			f.After = new(string)
		}
		d.Files[i] = f
	}
	return d, true
}

// logDeed appends to the log of deeds. The caller holds the lock.
func (s *Service) logDeed(d deed) error {
	d, held := d.withoutSecrets()
	line, err := json.Marshal(d)
	if err != nil {
		return err
	}
	path := filepath.Join(s.Dir, deedLog)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if st, err := os.Lstat(path); err == nil && st.Size() > maxDeeds && (d.Group == "" || d.Group == d.Receipt) { // an import stays in one file
		if err := os.Rename(path, filepath.Join(s.Dir, olderDeeds)); err != nil {
			return err
		}
	}
	if err := s.step("log"); err != nil {
		return err
	}
	f, err := plainfile.OpenInPlace(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(append([]byte("\n"), s.Seals.Sign(deedKind, line)...), '\n')) // the first line break ends a torn line
	if err := errors.Join(err, f.Close()); err != nil || !held {
		return err
	}
	return errSecretText
}

// deeds reads the log, newest first. Lines that are torn or damaged are passed over, and those that were not written here, which strange
// counts.
func (s *Service) deeds(ctx context.Context) (all []deed, strange int, err error) {
	err = s.eachDeed(ctx, func(line []byte, d deed) {
		if s.mine(deedKind, line) {
			all = append(all, d)
		} else {
			strange++
		}
	})
	slices.Reverse(all)
	return asOne(all), strange, err
}

// TookAway tells of the files that a change here took away last, by path in the store, on whose behalf. What the log has forgotten is not in it.
func (s *Service) TookAway(ctx context.Context) (map[string]Channel, error) {
	all, _, err := s.deeds(ctx)
	if err != nil {
		return nil, err
	}
	took, seen := map[string]Channel{}, map[string]bool{}
	for _, d := range all {
		for _, f := range slices.Backward(d.Files) {
			if f.After == nil && !seen[f.Path] {
				took[f.Path] = d.Channel
			}
			seen[f.Path] = true
		}
	}
	return took, ctx.Err()
}

// eachDeed reads the log, oldest first, whoever wrote it.
func (s *Service) eachDeed(ctx context.Context, do func(line []byte, d deed)) error {
	for _, name := range []string{olderDeeds, deedLog} {
		f, err := plainfile.OpenInPlace(filepath.Join(s.Dir, name), os.O_RDONLY, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for in := bufio.NewReader(f); ; {
			line, err := in.ReadBytes('\n')
			var d deed
			if len(line) > 1 && json.Unmarshal(line, &d) == nil && (len(d.Files) > 0 || d.Purged) {
				do(line, d)
			}
			if err != nil || ctx.Err() != nil {
				break
			}
		}
		f.Close()
	}
	return ctx.Err()
}

// saveIntent keeps a deed of several files until it is done: what is killed in between is completed by the next command.
func (s *Service) saveIntent(d deed) error {
	b, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.pendingDir(), 0o700); err != nil {
		return err
	}
	if err := s.step("intent"); err != nil {
		return err
	}
	return atomicfile.Write(s.intentPath(d), append(s.Seals.Sign(intentKind, b), '\n'), 0o600)
}

func (s *Service) dropIntent(d deed) error {
	if err := s.step("done"); err != nil {
		return err
	}
	if err := os.Remove(s.intentPath(d)); err != nil {
		return err
	}
	return atomicfile.SyncDir(s.pendingDir())
}

func (s *Service) intentPath(d deed) string {
	return filepath.Join(s.pendingDir(), d.Receipt+intentExt)
}

// intentsIn lists the records of deeds that were begun and not finished, or put aside in pending/dead.
func intentsIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list unfinished changes: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), intentExt) && !atomicfile.IsTemp(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// intent reads one of them. items.ErrInvalid says that it is none.
func (s *Service) intent(name string) (deed, error) {
	var d deed
	b, err := plainfile.Read(filepath.Join(s.pendingDir(), name), plainfile.MaxText)
	switch {
	case err != nil:
		return d, err
	case json.Unmarshal(b, &d) != nil || d.Receipt+intentExt != name:
		return d, fmt.Errorf("it is not the record of a change that its name says: %w", items.ErrInvalid)
	case !s.mine(intentKind, b):
		return d, errUnsigned
	}
	return d, nil
}

// step asks the guard of tests ahead of a step on the disk.
func (s *Service) step(name string) error {
	return s.guard.Step(name)
}

// writer makes the writer of this store.
func (s *Service) writer() *items.Writer {
	w := items.NewWriter(s.Dir).As(s.Items)
	if s.guard != nil {
		w = w.Guard(s.guard)
	}
	return w
}
