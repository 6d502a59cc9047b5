package writeservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// maxTries is how often a pending write is tried again before it is given up as poison.
const maxTries = 5

const (
	pendingExt = ".json"
	reasonExt  = ".reason" // beside a dead record: why, in words
	maxRecord  = 4 * items.MaxBytes
)

// queued is a write that could not be completed, whole: pending/<id>.json (0600). Its id is fixed, so that a second try finds what
// a first one that was killed has written.
type queued struct {
	Schema  int           `json:"schema"` // 1
	ID      items.ID      `json:"id"`
	Queued  time.Time     `json:"queued"`
	Tries   int           `json:"tries"`
	Error   string        `json:"error"` // of the last try
	Channel Channel       `json:"channel"`
	Propose bool          `json:"propose,omitempty"`
	Revive  string        `json:"revive,omitempty"`
	Across  bool          `json:"across_projects,omitempty"`
	Against []items.ID    `json:"against,omitempty"`
	Archive []items.ID    `json:"archives,omitempty"`
	Sources []evidence.ID `json:"sources,omitempty"`
	File    string        `json:"file"` // the item file, after audit and redaction
}

// fromElsewhere takes from a record what it claims for itself: its item is one that an import brings, and a person has to look at it.
func (q *queued) fromElsewhere() {
	q.Channel, q.Propose, q.Revive, q.Across, q.Against, q.Archive, q.Sources = items.Imported, true, "", false, nil, nil, nil
}

func (s *Service) pendingDir() string { return filepath.Join(s.Dir, "pending") }
func (s *Service) deadDir() string    { return filepath.Join(s.Dir, "pending", "dead") }

// queue keeps a write that the store did not take, and answers pending. If that fails too, the error says so and nothing is kept.
func (s *Service) queue(c newcomer, r Receipt, cause error) (Receipt, error) {
	file, err := c.item.Encode()
	if err != nil {
		return r, fmt.Errorf("write item: %w", errors.Join(cause, err))
	}
	d := c.draft
	q := queued{
		Schema: 1, ID: c.item.ID, Queued: c.item.Created, Error: cause.Error(), Channel: d.Channel, Propose: d.Propose, Revive: d.Revive,
		Across: d.AcrossProjects, Against: d.Against, Archive: d.Archives, Sources: d.Sources, File: string(file),
	}
	if err := s.save(q); err != nil {
		return r, fmt.Errorf("write item: %w; it could not be kept for later either: %w; nothing was kept: free space or make %s writable, then write it again",
			cause, err, s.Dir)
	}
	r.Status, r.ID, r.Path = Pending, q.ID, "pending/"+string(q.ID)+pendingExt
	r.Reasons = append(r.Reasons, fmt.Sprintf("not written yet (%v): the next command or memory repair tries again", cause))
	return r, nil
}

func (s *Service) save(q queued) error {
	b, err := json.MarshalIndent(q, "", "  ")
	if err != nil {
		return err
	}
	b = s.Seals.Sign(pendingKind, b)
	if err := os.MkdirAll(s.pendingDir(), 0o700); err != nil {
		return err
	}
	path := filepath.Join(s.pendingDir(), string(q.ID)+pendingExt)
	err = atomicfile.Write(path, append(b, '\n'), 0o600)
	if errors.Is(err, fs.ErrNotExist) { // tidyPending took the temporary file away
		err = atomicfile.Write(path, append(b, '\n'), 0o600)
	}
	if isFull(err) {
		if reserved := s.saveReserved(path, append(b, '\n')); reserved != nil {
			return errors.Join(err, reserved)
		}
		return nil
	}
	return err
}

// tidyPending deletes temporary files of writes to pending/ that were interrupted. One that another process is about to rename may
// be among them: save then makes it again.
func (s *Service) tidyPending() (done []string, err error) {
	for _, dir := range []string{s.pendingDir(), s.deadDir()} {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return done, fmt.Errorf("list pending writes: %w", err)
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !atomicfile.IsTemp(e.Name()) {
				continue
			}
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return done, fmt.Errorf("remove temporary file: %w", err)
			}
			done = append(done, "removed what an interrupted write left: "+e.Name())
		}
	}
	return done, nil
}

// recordsIn lists the records of pending/ or pending/dead. A directory that is not there holds none.
func recordsIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list pending writes: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), pendingExt) && !atomicfile.IsTemp(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// readQueued reads one record; what cannot be read as one, or was not written here, is poison.
func (s *Service) readQueued(path string) (queued, items.Item, error) {
	var q queued
	if st, err := os.Stat(path); err != nil || st.Size() > maxRecord {
		return q, items.Item{}, errors.Join(err, fmt.Errorf("the record is longer than %d bytes or gone", maxRecord))
	}
	b, err := plainfile.Read(path, plainfile.MaxText)
	if err != nil {
		return q, items.Item{}, err
	}
	if err := json.Unmarshal(b, &q); err != nil {
		return q, items.Item{}, fmt.Errorf("it is not a record of a write: %w", err)
	}
	if q.Schema != 1 {
		return q, items.Item{}, fmt.Errorf("its schema is %d, this program knows 1", q.Schema)
	}
	it, err := items.Parse([]byte(q.File))
	switch {
	case err != nil:
		return q, it, fmt.Errorf("its item does not parse: %w", err)
	case it.ID != q.ID || string(q.ID)+pendingExt != recordName(path) && string(q.ID)+pendingExt != filepath.Base(path):
		return q, it, errors.New("its name, its id and the id of its item are not the same")
	case !s.mine(pendingKind, b):
		return q, it, errUnsigned
	}
	return q, it, nil
}

// PendingState is what waits and what was given up, one "name: reason" each.
type PendingState struct {
	Waiting []string
	Dead    []string
}

// PendingState looks without trying anything.
func (s *Service) PendingState(ctx context.Context) (PendingState, error) {
	var state PendingState
	waiting, err := recordsIn(s.pendingDir())
	if err != nil {
		return state, err
	}
	for _, name := range waiting {
		q, _, err := s.readQueued(filepath.Join(s.pendingDir(), name))
		reason := fmt.Sprintf("tried %d times: %s", q.Tries+1, q.Error)
		if err != nil {
			reason = err.Error()
		}
		state.Waiting = append(state.Waiting, name+": "+reason)
	}
	dead, err := recordsIn(s.deadDir())
	if err != nil {
		return state, err
	}
	intents, err := intentsIn(s.deadDir())
	if err != nil {
		return state, err
	}
	dead = append(dead, intents...)
	for _, name := range dead {
		reason, err := plainfile.Read(filepath.Join(s.deadDir(), name+reasonExt), plainfile.MaxText)
		if err != nil {
			reason = []byte("no reason is known")
		}
		state.Dead = append(state.Dead, name+": "+strings.TrimSpace(string(reason)))
	}
	return state, ctx.Err()
}

// giveUp moves a record to pending/dead with its reason beside it, the reason first, and returns its name there.
func (s *Service) giveUp(name, reason string) (as string, err error) {
	if err := os.MkdirAll(s.deadDir(), 0o700); err != nil {
		return "", err
	}
	to, err := s.deadPath(name)
	if err != nil {
		return "", err
	}
	if err := atomicfile.Write(to+reasonExt, []byte(reason+"\n"), 0o600); err != nil {
		return "", err
	}
	if err := os.Rename(filepath.Join(s.pendingDir(), name), to); err != nil {
		return "", err
	}
	return filepath.Base(to), errors.Join(atomicfile.SyncDir(s.deadDir()), atomicfile.SyncDir(s.pendingDir()))
}

// deadPath is a free name for a record in pending/dead: one that was given up before under the same name is kept beside it.
func (s *Service) deadPath(name string) (string, error) {
	base, ext := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Ext(name)
	for n := 1; ; n++ {
		to := filepath.Join(s.deadDir(), name)
		if n > 1 {
			to = filepath.Join(s.deadDir(), fmt.Sprintf("%s.%d%s", base, n, ext))
		}
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			return to, nil
		} else if err != nil {
			return "", err
		}
	}
}

// recordName is the name that a record was queued under, without the number that sets it apart from an earlier one in pending/dead.
func recordName(path string) string {
	name := filepath.Base(path)
	base := strings.TrimSuffix(name, pendingExt)
	if i := strings.LastIndexByte(base, '.'); i > 0 && filepath.Base(filepath.Dir(path)) == "dead" && isDigits(base[i+1:]) {
		return base[:i] + pendingExt
	}
	return name
}

// Requeue gives a dead record, by its name in PendingState, a fresh set of tries, after what stopped it was put right. One that was not
// written here comes back as what an import says: it waits for review.
func (s *Service) Requeue(ctx context.Context, name string) error {
	names, err := recordsIn(s.deadDir())
	if err != nil {
		return err
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("requeue %q: no such dead record: %w", name, fs.ErrNotExist)
	}
	path := filepath.Join(s.deadDir(), name)
	q, _, err := s.readQueued(path)
	if errors.Is(err, errUnsigned) {
		q.fromElsewhere()
	} else if err != nil {
		return fmt.Errorf("requeue %s: %w", name, err)
	}
	q.Tries = 0
	if err := s.save(q); err != nil {
		return fmt.Errorf("requeue %s: %w", name, err)
	}
	return errors.Join(os.Remove(path), os.Remove(path+reasonExt), ctx.Err())
}
