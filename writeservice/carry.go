package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// carryOut writes changed items in order as one deed. One file is atomic by itself; several are announced first, so that a process that
// is killed between them, or a disk that fails, leaves what the next command completes. An error says that nothing was changed; what
// could not be completed is said in degraded. The caller holds the lock.
func (s *Service) carryOut(ctx context.Context, n *neighbours, d deed, all []stored) (done deed, degraded []string, err error) {
	defer stopwatch.On(ctx, stopwatch.Write)()
	w := s.writer()
	d.At = s.now()
	all = slices.Clone(all)
	for i, one := range all {
		changes, err := w.Plan(ctx, one.Item)
		if err != nil {
			return d, nil, err
		}
		all[i].out = []byte(*changes[0].After)
		d.Files = append(d.Files, changes...)
	}
	d.name()
	s.joined(&d)
	if err := s.sealAll(ctx, all, d.Channel); err != nil {
		return d, nil, err
	}
	if len(d.Files) > 1 {
		return s.carryOutTogether(ctx, n, w, d, all)
	}
	if err := s.logDeed(d); err != nil {
		degraded = append(degraded, notLogged(err))
	}
	if _, err := s.put(ctx, n, w, all[0]); err != nil {
		return d, nil, err
	}
	return d, degraded, nil
}

// carryOutTogether makes a deed of several files. Their new contents go to the disk beside the record of the deed; no name changes before
// the record is there, and it goes when all names are.
func (s *Service) carryOutTogether(ctx context.Context, n *neighbours, w *items.Writer, d deed, all []stored) (done deed, degraded []string, err error) {
	t := w.Together(d.Files)
	defer t.Close()
	if err := s.saveIntent(d); err != nil {
		return d, nil, err
	}
	if err := s.logDeed(d); err != nil {
		degraded = append(degraded, notLogged(err))
	}
	for i, one := range all {
		if _, err := s.put(ctx, n, t.Writer, one); err != nil {
			if state, _, stateErr := d.state(w); i > 0 || stateErr != nil || state != deedBefore {
				degraded = append(degraded, fmt.Sprintf("%s is not changed yet (%v): the next command or memory repair completes it", one.ID, err))
				return d, degraded, nil
			}
			_ = s.dropIntent(d) // where that fails, the next command makes the change that this error denies: whole, in any case
			return d, nil, err
		}
	}
	if err := t.Settle(); err != nil {
		degraded = append(degraded, fmt.Sprintf("a power cut may still undo a part of it (%v): the next command or memory repair sees to that", err))
		return d, degraded, nil
	}
	_ = s.dropIntent(d) // completing it again changes nothing
	return d, degraded, nil
}

func notLogged(err error) string { return fmt.Sprintf("memory undo will not know of it: %v", err) }

// after is the hash of the first file as the deed leaves it: of the item that it is about.
func (d deed) after() string { return items.Hash([]byte(*d.Files[0].After)) }

// paths are those of all files of a deed.
func (d deed) paths() []string {
	paths := make([]string, len(d.Files))
	for i, f := range d.Files {
		paths[i] = f.Path
	}
	return paths
}

// sealAll seals every file of a deed before the first is written: what completes it later writes bytes and decides nothing.
func (s *Service) sealAll(ctx context.Context, all []stored, who Channel) error {
	for _, one := range all {
		kind := trust.Seen
		switch {
		case one.sha == "":
		case items.Hash([]byte(one.Source())) == one.sha: // it remembers the file as it is
			kind = s.origin(ctx, one.Item, one.file)
		default:
			kind = s.sealOf(ctx, one.ID)
		}
		if (kind == trust.None || kind == trust.Foreign) && isHuman(who) && isStone(one.Head()) && s.stood(ctx, one.ID) {
			kind = trust.Vouched // a person puts out of force what nobody stood for: the tombstone is his
		}
		if err := s.sealFile(kind, one.out); err != nil {
			return err
		}
	}
	return nil
}

// stood reports that an item is in force, as its file says now.
func (s *Service) stood(ctx context.Context, id items.ID) bool {
	it, _, err := s.Items.Get(ctx, id)
	return err == nil && !isStone(it.Head())
}

// resume completes deeds that were begun, and puts aside records of such that were not written here or that no writer can carry out. The
// caller holds the lock.
func (s *Service) resume(ctx context.Context) (done []string, err error) {
	begun, err := intentsIn(s.pendingDir())
	for _, name := range begun {
		if ctx.Err() != nil {
			return done, ctx.Err()
		}
		d, err := s.intent(name)
		if err == nil {
			err = s.apply(s.writer(), d)
		}
		switch {
		case errors.Is(err, errUnsigned), errors.Is(err, items.ErrInvalid):
			if _, err := s.giveUp(name, err.Error()); err != nil {
				return done, err
			}
			done = append(done, fmt.Sprintf("put %s aside in pending/dead, its change was not made: %v", name, err))
			continue
		case err != nil:
			return done, fmt.Errorf("complete %s: %w", name, err)
		}
		if err := s.dropIntent(d); err != nil {
			return done, err
		}
		done = append(done, fmt.Sprintf("completed the interrupted %s of %s", d.Op, d.ID))
	}
	return done, err
}

// apply makes each file of a deed what it is afterwards, for good. A file that is neither as before nor as after was changed by other hands
// since, and is left to them.
func (s *Service) apply(w *items.Writer, d deed) error {
	for _, f := range d.Files {
		now, err := w.At(f.Path)
		if err != nil {
			return err
		}
		if sameText(now, f.After) {
			if err := w.Keep(f); err != nil { // whoever wrote it may have died before it was durable
				return err
			}
			continue
		}
		if !sameText(now, f.Before) {
			continue
		}
		if err := s.touch(f.ID()); err != nil {
			return err
		}
		if err := w.Apply(f); err != nil {
			return err
		}
	}
	return nil
}
