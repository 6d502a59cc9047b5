package writeservice

import (
	"context"
	"errors"
	"fmt"

	"github.com/factline/memory/items"
)

// carryOut writes changed items in order as one deed. One file is atomic by itself; several are announced first, so that a process that
// is killed between them, or a disk that fails, leaves what the next command completes. An error says that nothing was changed; what
// could not be completed is said in degraded. The caller holds the lock.
func (s *Service) carryOut(ctx context.Context, n *neighbours, d deed, all []stored) (done deed, degraded []string, err error) {
	w := s.writer()
	d.At = s.now()
	for _, one := range all {
		changes, err := w.Plan(ctx, one.Item)
		if err != nil {
			return d, nil, err
		}
		d.Files = append(d.Files, changes...)
	}
	d.name()
	if len(d.Files) > 1 {
		if err := s.sealAll(ctx, all); err != nil {
			return d, nil, err
		}
		if err := s.saveIntent(d); err != nil {
			return d, nil, err
		}
	}
	if err := s.logDeed(d); err != nil {
		degraded = append(degraded, fmt.Sprintf("memory undo will not know of it: %v", err))
	}
	for i, one := range all {
		if err := s.put(ctx, n, one); err != nil {
			if state, _, stateErr := d.state(w); len(d.Files) > 1 && (i > 0 || stateErr != nil || state != deedBefore) {
				degraded = append(degraded, fmt.Sprintf("%s is not changed yet (%v): the next command or memory repair completes it", one.ID, err))
				return d, degraded, nil
			}
			if len(d.Files) > 1 {
				_ = s.dropIntent(d) // where that fails, the next command makes the change that this error denies: whole, in any case
			}
			return d, nil, err
		}
	}
	if len(d.Files) > 1 {
		_ = s.dropIntent(d) // completing it again changes nothing
	}
	return d, degraded, nil
}

// paths are those of all files of a deed.
func (d deed) paths() []string {
	paths := make([]string, len(d.Files))
	for i, f := range d.Files {
		paths[i] = f.Path
	}
	return paths
}

// put creates or replaces one item.
func (s *Service) put(ctx context.Context, n *neighbours, one stored) (err error) {
	if one.sha == "" {
		_, err = s.create(ctx, n, one.Item)
	} else {
		_, err = s.replace(ctx, n, one.Item, one.sha)
	}
	return err
}

// sealAll seals every file of a deed before the first is written: what completes it later writes bytes and decides nothing.
func (s *Service) sealAll(ctx context.Context, all []stored) error {
	for _, one := range all {
		var err error
		if one.sha == "" {
			err = s.seen(one.Item)
		} else {
			err = s.seal(s.sealOf(ctx, one.ID), one.Item)
		}
		if err != nil {
			return err
		}
	}
	return nil
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

// apply makes each file of a deed what it is afterwards. A file that is neither as before nor as after was changed by other hands since,
// and is left to them.
func (s *Service) apply(w *items.Writer, d deed) error {
	for _, f := range d.Files {
		now, err := w.At(f.Path)
		if err != nil {
			return err
		}
		if sameText(now, f.After) || !sameText(now, f.Before) {
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
