package evidence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// Repair makes the evidence whole again as far as it can without the transcripts: damaged lines are moved out of the record
// files into damaged.jsonl beside them, and the states of sources whose records are gone are forgotten, so that the next
// Ingest reads those transcripts from their start and adds what is missing. It returns what Verify found.
func (s *Store) Repair(ctx context.Context) ([]Damage, error) {
	found, err := s.Verify(ctx)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	t, err := s.open(false)
	if err != nil {
		return nil, fmt.Errorf("repair evidence: %w", err)
	}
	defer t.Close()
	unlock, err := t.lock(ctx, lockWait)
	if err != nil {
		return nil, fmt.Errorf("repair evidence: %w", err)
	}
	defer unlock()
	damaged, _, err := t.damagedSessions(ctx)
	if err != nil {
		return nil, fmt.Errorf("repair evidence: %w", err)
	}
	for _, dir := range damaged {
		if err := t.setAside(dir); err != nil {
			return nil, fmt.Errorf("repair session %s: %w", dir, err)
		}
	}
	kept := keptRecords{tree: t}
	err = t.eachSource(ctx, func(file string, state source) error {
		if lost, err := kept.lost(state); err != nil || !lost {
			return err
		}
		return t.Remove(file)
	})
	if err != nil {
		return nil, fmt.Errorf("repair evidence: %w", err)
	}
	return found, nil
}

// setAside moves the damaged lines of a session to damaged.jsonl, each kept as it is, and renews the summary. The caller holds
// the lock. A process killed in between leaves the record file as it was.
func (t *tree) setAside(dir string) error {
	name, aside := path.Join(dir, eventsFile), path.Join(dir, damagedFile)
	f, err := t.openEvents(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	tmp := path.Join(dir, ".tmp-"+eventsFile)
	good, err := t.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer t.Remove(tmp) // gone already when all went well
	var bad bytes.Buffer
	_, err = eachLine(f, func(line []byte, _ int, _ *Record, reason string) error {
		if reason != "" {
			bad.Write(line)
			return bad.WriteByte('\n')
		}
		_, err := good.Write(append(line, '\n'))
		return err
	})
	if err = errors.Join(err, t.guard.Step("write evidence"), good.Chmod(0o600), good.Sync(), good.Close()); err != nil {
		return err
	}
	if err := t.appendFile(aside, bad.Bytes()); err != nil {
		return err
	}
	f.Close() // Windows renames over no open file
	if err := t.Rename(tmp, name); err != nil {
		return err
	}
	if err := t.syncAll(nil, []string{dir}); err != nil {
		return err
	}
	sum, err := t.rebuildSummary(dir)
	if err != nil {
		return err
	}
	_ = t.writeSummary(dir, sum) // best effort: a reader adds up the records without it
	return nil
}

// appendFile adds data to a private file and makes it durable.
func (t *tree) appendFile(name string, data []byte) error {
	f, err := t.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, t.guard.Step("sync evidence"), f.Chmod(0o600), f.Sync(), f.Close())
}

// damagedIn reports whether a session has damaged lines; a session without records has none.
func (t *tree) damagedIn(dir string) (bool, error) {
	sum, _, _, err := t.summary(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return sum.Damaged > 0, err
}
