package writeservice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// FollowPurge begins here the purge of an item that another clone purged: its tombstone came by git, and the item went. What is known here of its
// words goes, and where nothing is, what names its id. no says why it may not be done, "" where it is begun; whoever finishes purges does the rest.
func (s *Service) FollowPurge(ctx context.Context, id items.ID, stone items.Item, who Actor) (no string, err error) {
	var job PurgeJob
	switch {
	case s.Known(ctx, id):
		if job, no, err = s.PlanPurge(ctx, id, who); err != nil || no != "" {
			return no, err
		}
	case !isHuman(weakest(who.Channel, items.Human)):
		return "only a person can purge: tell him to run memory doctor --fix", nil
	case s.strange():
		return "you have not vouched for this store: memory trust first, then again", nil
	default:
		at := s.now().Format(time.RFC3339)
		sum := sha256.Sum256([]byte(at + string(id)))
		job = PurgeJob{Receipt: "rc-" + hex.EncodeToString(sum[:5]), ID: id, At: at, By: who.By, Versions: []string{""}, Spans: []string{}, Cited: []evidence.ID{}}
	}
	job.Stone, job.File = stone.ID, stone.Source()
	if err := s.KeepPurge(ctx, job); err != nil {
		return "", fmt.Errorf("purge what another clone purged: %w", err)
	}
	return "", nil
}
