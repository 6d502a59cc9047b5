package writeservice

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/filelock"
)

// replayWait is how long a replay, which every command begins with, waits for other writers: the next command comes soon.
const replayWait = 200 * time.Millisecond

// Replay completes pending writes, each exactly once, oldest name first. With nothing pending it costs one directory read. A record
// that cannot be a write, that the rules refuse now, or that failed five times goes to pending/dead with its reason.
func (s *Service) Replay(ctx context.Context) ([]Receipt, error) {
	if err := s.completeDeeds(ctx); err != nil {
		return nil, err
	}
	names, err := recordsIn(s.pendingDir())
	if err != nil || len(names) == 0 {
		return nil, err
	}
	unlock, err := filelock.Lock(ctx, filepath.Join(s.pendingDir(), "lock"), 0)
	if errors.Is(err, filelock.ErrBusy) {
		return nil, nil // another process is at it
	}
	if err != nil {
		return nil, fmt.Errorf("replay pending writes: %w", err)
	}
	defer unlock()
	quick := s.Batch()
	quick.LockWait = replayWait
	var receipts []Receipt
	for _, name := range names {
		r, err := quick.replay(ctx, name)
		if errors.Is(err, os.ErrNotExist) {
			continue // done by a process that was at it before us
		}
		if err != nil {
			return receipts, fmt.Errorf("replay %s: %w", name, err)
		}
		receipts = append(receipts, r)
	}
	return receipts, nil
}

// completeDeeds finishes changes of several files that were interrupted. Where another writer is at work the next command does it.
func (s *Service) completeDeeds(ctx context.Context) error {
	begun, err := intentsIn(s.pendingDir())
	if err != nil || len(begun) == 0 {
		return err
	}
	quick := *s
	quick.LockWait = replayWait
	unlock, err := quick.lock(ctx)
	if errors.Is(err, filelock.ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	_, err = s.resume(ctx)
	return err
}

// replay tries one record again. An error says that the record could not be dealt with; it stays as it is.
func (s *Service) replay(ctx context.Context, name string) (Receipt, error) {
	path := filepath.Join(s.pendingDir(), name)
	q, it, err := s.readQueued(path)
	if errors.Is(err, os.ErrNotExist) || ctx.Err() != nil {
		return Receipt{}, errors.Join(err, ctx.Err())
	}
	r := Receipt{Op: OpReplay, ID: q.ID}
	if err != nil {
		return s.dead(ctx, r, name, err.Error())
	}
	if s.strange() {
		q.fromElsewhere()
	}
	d := Draft{Item: it, Channel: q.Channel, Propose: q.Propose, Revive: q.Revive, AcrossProjects: q.Across, Against: q.Against, Archives: q.Archive, Sources: q.Sources}
	c, r, err := s.prepare(ctx, d, r, q.Queued)
	if err == nil && r.Status != Rejected {
		c.item.ID, c.replayed = q.ID, true
		r, err = s.admit(ctx, c, r)
	}
	switch {
	case ctx.Err() != nil:
		return Receipt{}, ctx.Err()
	case err != nil:
		return s.again(ctx, r, q, err)
	case r.Status == Rejected:
		return s.dead(ctx, r, name, strings.Join(r.Reasons, "; "))
	}
	if err := os.Remove(path); err != nil {
		return Receipt{}, err
	}
	if err := atomicfile.SyncDir(s.pendingDir()); err != nil {
		return Receipt{}, err
	}
	return s.told(ctx, r, c.item, actorOf(d)), nil
}

// outages are faults of the machine and not of the record: they pass, and a record waits for that however often it is tried.
var outages = []error{filelock.ErrBusy, fs.ErrPermission, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO}

// again counts a failed try, unless an outage is to blame.
func (s *Service) again(ctx context.Context, r Receipt, q queued, cause error) (Receipt, error) {
	r.Status, r.ID, r.Path = Pending, q.ID, "pending/"+string(q.ID)+pendingExt
	r.Reasons = append(r.Reasons, fmt.Sprintf("not written yet (%v): the next command or memory repair tries again", cause))
	if slices.ContainsFunc(outages, func(outage error) bool { return errors.Is(cause, outage) }) {
		return r, nil
	}
	q.Tries++
	q.Error = cause.Error()
	if q.Tries >= maxTries {
		return s.dead(ctx, r, string(q.ID)+pendingExt, fmt.Sprintf("tried %d times: %v", q.Tries, cause))
	}
	return r, s.save(q)
}

func (s *Service) dead(ctx context.Context, r Receipt, name, reason string) (Receipt, error) {
	name, err := s.giveUp(name, reason)
	if err != nil {
		return Receipt{}, err
	}
	r.Status, r.Path = Rejected, "pending/dead/"+name
	r.Reasons = append(r.Reasons, "given up and kept in "+r.Path+": "+reason)
	return s.recorded(ctx, r, Event{Op: string(r.Op), ID: r.ID, Status: string(r.Status), Note: reason}), nil
}
