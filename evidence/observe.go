package evidence

import (
	"context"
	"fmt"

	"github.com/factline/memory/transcript"
)

// Observe keeps events that stand in no transcript: what a hook or a command saw at the moment it happened. They pass the same door as
// those of a file and get ids by the same rule, so that an event with a host id is kept once, however often it is observed. source says
// where they were seen, as Record.Source. The ids come in the order of the events, also of those that were there already.
func (s *Store) Observe(ctx context.Context, source string, events []transcript.Event, opt Options) (ids []ID, added int, err error) {
	if len(events) == 0 {
		return nil, 0, nil
	}
	in := &ingest{
		store: s, home: s.home(), projects: projects{override: opt.Project}, sessions: map[string]bool{}, redactions: map[string]int{},
		door: door{mask: s.Mask}, res: Result{Skipped: []SkipAt{}, Redactions: map[string]int{}},
	}
	if in.tree, err = s.open(true); err != nil {
		return nil, 0, fmt.Errorf("observe: %w", err)
	}
	defer in.tree.Close()
	in.kept.tree = in.tree
	if err := in.beginBatch(ctx); err != nil {
		return nil, 0, fmt.Errorf("observe: %w", err)
	}
	var seen repeats
	for _, ev := range events {
		var id ID
		if id, err = in.observe(ev, source, &seen); err != nil {
			in.broken = err
			break
		}
		ids = append(ids, id)
	}
	if endErr := in.endBatch(); err == nil {
		err = endErr
	}
	if err != nil {
		return nil, in.res.New, fmt.Errorf("observe: %w", err)
	}
	return ids, in.res.New, nil
}

func (in *ingest) observe(ev transcript.Event, source string, seen *repeats) (ID, error) {
	rec := in.door.record(ev, "generic", "live")
	l, err := in.log(sessionKey{rec.Agent, rec.Session})
	if err != nil {
		return "", fmt.Errorf("open the records of session %s: %w", sessionDir(rec.Agent, rec.Session), err)
	}
	if l.dated.IsZero() {
		l.dated = in.store.now()
	}
	hash, scope := identity(&rec, l.hash)
	rec.ID = eventID(l.idStart, hash, seen.next(hash, scope))
	remote := in.door.field(ev.Remote, &rec.Redactions)
	rec.Project = in.door.field(in.projects.name(remote, rec.CWD, "", &l.home), &rec.Redactions)
	rec.Source = source
	_, err = l.add(&rec)
	return rec.ID, err
}
