package writeservice

import (
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

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/purge"
)

// PurgeJob is a purge that a person asked for, whole, with the words themselves: they are in it until nothing else holds them, so that a
// process that is killed can be followed by one that finishes. It is kept in pending/ and goes last.
type PurgeJob struct {
	Receipt  string        `json:"receipt"`
	ID       items.ID      `json:"id"`
	Stone    items.ID      `json:"stone"`
	At       string        `json:"at"` // RFC 3339
	By       string        `json:"by,omitempty"`
	File     string        `json:"file"`     // of the tombstone
	Versions []string      `json:"versions"` // the item's file now and before
	Spans    []string      `json:"spans"`    // the cited words
	Cited    []evidence.ID `json:"cited"`
}

const (
	purgeExt  = ".purge"
	purgeKind = "purge"
)

// Path is where the job lies while it is not finished, relative to the store.
func (j PurgeJob) Path() string { return "pending/" + j.Receipt + purgeExt }

// Cutter finds and cuts the words of the job.
func (j PurgeJob) Cutter() purge.Cutter {
	var versions []items.Item
	for _, file := range j.Versions {
		it, err := items.Parse([]byte(file))
		if err != nil {
			it = items.Item{Body: file} // a damaged copy holds the words all the same
		}
		it.ID = j.ID
		versions = append(versions, it)
	}
	return purge.Cutter{Words: purge.Of(versions, j.Spans), Stone: j.Stone}
}

// PlanPurge gathers what there is of an item, deleted ones too, and changes nothing. no says why it may not be purged, "" where it may.
func (s *Service) PlanPurge(ctx context.Context, id items.ID, who Actor) (job PurgeJob, no string, err error) {
	it, b, err := s.lastKnown(ctx, id)
	if err != nil {
		return job, "", err
	}
	switch {
	case !isHuman(weakest(who.Channel, items.Human)):
		return job, fmt.Sprintf("only a person can purge: tell him to run memory forget %s --purge; what is no longer true is retired with memory forget %s", it.ID, it.ID), nil
	case s.strange(): // an unfinished job could not be told from one that came with the store
		return job, "you have not vouched for this store, and a purge in it could not be finished if it were interrupted: memory trust first, then again", nil
	case it.Purged != (items.Purged{}):
		return job, fmt.Sprintf("%s is what is left of an item whose words are gone already", it.ID), nil
	}
	job = PurgeJob{ID: it.ID, At: s.now().Format(time.RFC3339), By: who.By, Versions: []string{string(b)}, Spans: []string{}, Cited: []evidence.ID{}}
	free, err := s.unusedID(ctx, items.PurgedTitle)
	if err != nil {
		return job, "", err
	}
	stone := it.NewStone(free)
	stone.Updated = s.now()
	file, err := stone.Encode()
	if err != nil {
		return job, "", err
	}
	job.Stone, job.File = stone.ID, string(file)
	if err := s.earlier(ctx, &job); err != nil {
		return job, "", err
	}
	sum := sha256.Sum256([]byte(job.At + string(job.Stone)))
	job.Receipt = "rc-" + hex.EncodeToString(sum[:5])
	return job, "", s.cited(ctx, &job)
}

// unusedID makes an id that no item has.
func (s *Service) unusedID(ctx context.Context, title string) (items.ID, error) {
	for {
		id := s.newID(s.now(), title)
		if _, _, err := s.Items.Get(ctx, id); errors.Is(err, items.ErrNotFound) {
			return id, nil
		} else if err != nil && !errors.Is(err, items.ErrInvalid) {
			return "", err
		}
	}
}

// lastKnown reads an item, or the newest copy of a deleted one.
func (s *Service) lastKnown(ctx context.Context, id items.ID) (items.Item, []byte, error) {
	it, f, err := s.Items.Get(ctx, id)
	if errors.Is(err, items.ErrNotFound) {
		if it, deletedErr := s.writer().Deleted(id); deletedErr == nil {
			return it, []byte(it.Source()), nil
		}
		if it, known := s.inDeeds(ctx, id); known {
			return it, []byte(it.Source()), nil
		}
	}
	if err != nil {
		return it, nil, err
	}
	return s.Items.Read(ctx, f)
}

// Known reports whether anything here still holds words of an item that has no file: a copy of what was deleted, or the record of a change that was
// taken back.
func (s *Service) Known(ctx context.Context, id items.ID) bool {
	_, _, err := s.lastKnown(ctx, id)
	return err == nil
}

// inDeeds is the newest text of an item that the log of changes holds.
func (s *Service) inDeeds(ctx context.Context, id items.ID) (it items.Item, known bool) {
	_ = s.eachDeed(ctx, func(_ []byte, d deed) {
		for _, f := range d.Files {
			for _, text := range []*string{f.Before, f.After} {
				if text == nil || f.ID() != id {
					continue
				}
				if got, err := items.Parse([]byte(*text)); err == nil {
					it, known = got, true
				}
			}
		}
	})
	return it, known
}

// earlier adds the versions that undo/ knows.
func (s *Service) earlier(ctx context.Context, job *PurgeJob) error {
	add := func(text string) {
		if !slices.Contains(job.Versions, text) {
			job.Versions = append(job.Versions, text)
		}
	}
	copies, err := s.writer().Copies(job.ID, func(string) bool { return false })
	if err != nil {
		return err
	}
	var texts []string
	for _, text := range copies {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	for _, text := range texts {
		add(text)
	}
	return s.eachDeed(ctx, func(_ []byte, d deed) {
		for _, f := range d.Files {
			for _, text := range []*string{f.Before, f.After} {
				if text != nil && f.ID() == job.ID {
					add(*text)
				}
			}
		}
	})
}

// cited adds the records that any version cites, and their words.
func (s *Service) cited(ctx context.Context, job *PurgeJob) error {
	if s.Evidence == nil {
		return nil
	}
	for _, file := range job.Versions {
		it, err := items.Parse([]byte(file))
		if err != nil {
			continue
		}
		for _, c := range it.Evidence {
			id := evidence.ID(c.ID)
			if !slices.Contains(job.Cited, id) {
				job.Cited = append(job.Cited, id)
			}
			text, _, _, err := s.Evidence.Cite(ctx, id, c.Span)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil && !slices.Contains(job.Spans, text) {
				job.Spans = append(job.Spans, text)
			}
		}
	}
	return nil
}

// BeginPurge keeps the job until EndPurge: from now on it is unfinished. Where a purge of the same item is unfinished already, that one is
// returned, and no second tombstone is made. An item that was changed or taken away since the plan is not purged by it.
func (s *Service) BeginPurge(ctx context.Context, job PurgeJob) (PurgeJob, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return job, fmt.Errorf("purge %s: %w; nothing was changed, try again", job.ID, err)
	}
	defer unlock()
	if _, err := s.resume(ctx); err != nil {
		return job, err
	}
	begun, _, err := s.BegunPurges()
	if err != nil {
		return job, err
	}
	if i := slices.IndexFunc(begun, func(j PurgeJob) bool { return j.ID == job.ID }); i >= 0 {
		return begun[i], nil
	}
	if _, b, err := s.lastKnown(ctx, job.ID); err != nil {
		return job, fmt.Errorf("purge %s: it is gone since it was looked at: %w", job.ID, err)
	} else if len(job.Versions) == 0 || string(b) != job.Versions[0] {
		return job, fmt.Errorf("purge %s: it was changed since it was looked at; nothing was taken away, look again and try again", job.ID)
	}
	return job, s.savePurge(job)
}

// KeepPurge makes a job that was ended unfinished again: its words were found after all.
func (s *Service) KeepPurge(ctx context.Context, job PurgeJob) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Lstat(s.purgePath(job)); err == nil {
		return nil
	}
	return s.savePurge(job)
}

func (s *Service) savePurge(job PurgeJob) error {
	b, err := json.Marshal(job)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.pendingDir(), 0o700); err != nil {
		return err
	}
	if err := s.step("begin purge"); err != nil {
		return err
	}
	return atomicfile.Write(s.purgePath(job), append(s.Seals.Sign(purgeKind, b), '\n'), 0o600)
}

// EndPurge forgets the job: nothing of the words is left in the store.
func (s *Service) EndPurge(ctx context.Context, job PurgeJob) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Lstat(s.purgePath(job)); errors.Is(err, fs.ErrNotExist) {
		return nil // another process ended the same purge
	}
	if err := s.step("end purge"); err != nil {
		return err
	}
	d := deed{Receipt: job.Receipt, Op: OpPurge, At: s.now(), ID: job.Stone, Channel: items.Human, Purged: true}
	if err := s.logDeed(d); err != nil { // so that undo says why there is nothing to take back
		return err
	}
	s.recorded(ctx, Receipt{Op: OpPurge, Status: Written}, Event{
		Op: string(OpPurge), ID: job.Stone, Title: items.PurgedTitle, Channel: items.Human, By: job.By, Status: string(Written), To: string(items.Retired),
	})
	if err := os.Remove(s.purgePath(job)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return atomicfile.SyncDir(s.pendingDir())
}

func (s *Service) purgePath(job PurgeJob) string {
	return filepath.Join(s.Dir, filepath.FromSlash(job.Path()))
}

// BegunPurges lists the jobs that are not finished. strange are files that claim to be one and were not written here: nobody follows them.
func (s *Service) BegunPurges() (jobs []PurgeJob, strange []string, err error) {
	entries, err := os.ReadDir(s.pendingDir())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("list unfinished purges: %w", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), purgeExt) || atomicfile.IsTemp(e.Name()) {
			continue
		}
		var job PurgeJob
		b, err := plainfile.Read(filepath.Join(s.pendingDir(), e.Name()), plainfile.MaxText)
		if err != nil || json.Unmarshal(b, &job) != nil || job.Receipt+purgeExt != e.Name() || s.strange() || !s.mine(purgeKind, b) {
			strange = append(strange, "pending/"+e.Name())
			continue
		}
		jobs = append(jobs, job)
	}
	return jobs, strange, nil
}
