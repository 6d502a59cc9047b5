package hub

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/writeservice"
)

const (
	purgeLock = "lock.purge"
	purgeWait = 10 * time.Minute // for another process: it may have a large store to look through
)

// purgeInTurn finishes the jobs and all that are begun, one process at a time: two that took words away side by side would each find those
// of the other, and neither could prove its own. Purges that began while it worked are taken in before it answers, since they may take away
// what was found left. A job that another process ended meanwhile is proved again.
func (h *Hub) purgeInTurn(ctx context.Context, jobs []writeservice.PurgeJob) ([]Purged, error) {
	unlock, err := filelock.Lock(ctx, filepath.Join(h.Dir, purgeLock), purgeWait)
	if err != nil {
		return nil, fmt.Errorf("another purge of this store is at work: %w", err)
	}
	defer unlock()
	var all []Purged
	for {
		begun, _, err := h.Writes.BegunPurges()
		if err != nil {
			return nil, err
		}
		known := len(jobs)
		for _, b := range begun {
			if !slices.ContainsFunc(jobs, func(j writeservice.PurgeJob) bool { return j.Receipt == b.Receipt }) {
				jobs = append(jobs, b)
			}
		}
		if all != nil && len(jobs) == known || len(jobs) == 0 {
			return all, h.keepUnproven(ctx, jobs, all)
		}
		again, err := h.finishPurges(ctx, jobs)
		if err != nil {
			return nil, err
		}
		for i := range all { // what was taken away in an earlier round is told too
			again[i].add(all[i])
		}
		all = again
	}
}

// keepUnproven keeps the jobs of which words are left: another process may have ended one of them before somebody wrote the words again.
func (h *Hub) keepUnproven(ctx context.Context, jobs []writeservice.PurgeJob, all []Purged) error {
	for i, p := range all {
		if !p.Proven {
			if err := h.Writes.KeepPurge(ctx, jobs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// add counts what an earlier round of the same purge took away.
func (p *Purged) add(earlier Purged) {
	p.Files.Removed = append(earlier.Files.Removed, p.Files.Removed...)
	p.Files.Renamed = append(earlier.Files.Renamed, p.Files.Renamed...)
	p.Files.Pending = append(earlier.Files.Pending, p.Files.Pending...)
	p.Files.Deeds += earlier.Files.Deeds
	p.Evidence.Records = append(earlier.Evidence.Records, p.Evidence.Records...)
	p.Evidence.Sources = append(earlier.Evidence.Sources, p.Evidence.Sources...)
	p.Evidence.Spooled, p.Evidence.Damaged = p.Evidence.Spooled+earlier.Evidence.Spooled, p.Evidence.Damaged+earlier.Evidence.Damaged
	p.Ledger += earlier.Ledger
	p.Outside = append(earlier.Outside, p.Outside...)
}
