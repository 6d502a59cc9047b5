package evidence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
)

// Records yields one session's records in Seq order, reading as it goes. A damaged line is yielded as an error that is
// ErrDamaged, and the records after it follow: a caller counts it and goes on. Any other error is the last value. Of sess only
// Dir is needed, or Agent and Session.
func (s *Store) Records(ctx context.Context, sess Session) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if err := s.records(ctx, sess, yield); err != nil {
			yield(Record{}, fmt.Errorf("read session %s: %w", sess.Session, err))
		}
	}
}

func (s *Store) records(ctx context.Context, sess Session, yield func(Record, error) bool) error {
	t, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	if err != nil {
		return err
	}
	defer t.Close()
	dir, inTree := strings.CutPrefix(sess.Dir, treeDir+"/")
	if !inTree {
		if dir, err = t.findSession(sess.Agent, sess.Session); err != nil {
			return err
		}
	}
	f, err := t.openEvents(dir)
	if errors.Is(err, fs.ErrNotExist) || dir == "" {
		return ErrNotFound
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := newLineReader(f)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		line, err := lines.next()
		if err == io.EOF {
			return nil
		}
		var r Record
		if err == nil {
			r, err = decodeRecord(line, lines.number)
		}
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", path.Join(s.Dir, treeDir, dir, eventsFile), err)
		}
		if !yield(r, err) {
			return nil
		}
	}
}

// Get reads one record without scanning other sessions: its id names the agent and ends the directory's name.
func (s *Store) Get(ctx context.Context, id ID) (Record, error) {
	agent, session, _, ok := id.split()
	if !ok {
		return Record{}, fmt.Errorf("%.100q is not the id of a record: %w", string(id), ErrNotFound)
	}
	t, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, fmt.Errorf("%s: %w", id, ErrNotFound)
	}
	if err != nil {
		return Record{}, fmt.Errorf("read %s: %w", id, err)
	}
	defer t.Close()
	months, err := t.months(agent)
	if err != nil {
		return Record{}, fmt.Errorf("read %s: %w", id, err)
	}
	for _, month := range months {
		names, err := t.names(month)
		if err != nil {
			return Record{}, fmt.Errorf("read %s: %w", id, err)
		}
		for _, name := range names {
			if !endsInSession(name, session) {
				continue
			}
			r, err := t.find(ctx, path.Join(month, name), id)
			if !errors.Is(err, ErrNotFound) {
				return r, err
			}
		}
	}
	return Record{}, fmt.Errorf("%s: %w", id, ErrNotFound)
}

// HasSession reports whether the store has the session that a record's id names.
func (s *Store) HasSession(id ID) bool {
	agent, session, _, ok := id.split()
	if !ok {
		return false
	}
	t, err := s.open(false)
	if err != nil {
		return false
	}
	defer t.Close()
	months, err := t.months(agent)
	if err != nil {
		return false
	}
	for _, month := range months {
		names, err := t.names(month)
		if err == nil && slices.ContainsFunc(names, func(name string) bool { return endsInSession(name, session) }) {
			return true
		}
	}
	return false
}

// endsInSession reports whether a session directory's hash begins with the session part of an id.
func endsInSession(name, session string) bool {
	i := len(name) - sessionHashHex
	return i > 0 && name[i-1] == '-' && strings.HasPrefix(name[i:], session)
}

// find reads one record of a session directory; all other lines are compared by their first bytes only.
func (t *tree) find(ctx context.Context, dir string, id ID) (Record, error) {
	f, err := t.openEvents(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, ErrNotFound
	}
	if err != nil {
		return Record{}, fmt.Errorf("read %s: %w", id, err)
	}
	defer f.Close()
	start := append(append(bytes.Clone(idPrefix), id...), idSuffix...)
	lines := newLineReader(f)
	for {
		line, err := lines.next()
		switch {
		case err == io.EOF:
			return Record{}, ErrNotFound
		case errors.Is(err, ErrDamaged):
			continue
		case err != nil:
			return Record{}, fmt.Errorf("read %s: %w", id, err)
		case ctx.Err() != nil:
			return Record{}, ctx.Err()
		case !bytes.HasPrefix(line, start):
			continue
		}
		if r, err := decodeRecord(line, lines.number); err == nil {
			return r, nil
		}
	}
}
