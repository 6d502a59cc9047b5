package evidence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Damage is one place where the evidence is no longer what was written.
type Damage struct {
	Path   string // relative to the store, slash-separated: a record file, or the state of a source whose records are gone
	Line   int    // in a record file, from 1; 0 stands for the whole
	Reason string
}

// BadSource is a transcript of which some lines could not be read when it was ingested.
type BadSource struct {
	Path  string // as in Record.Source
	Lines int
}

// damageShown bounds the lines that Verify names of one session; the rest is counted in one more.
const damageShown = 20

// Verify finds what was lost or changed since it was written, in lexical order: lines that are no records, texts that do not
// match their hash, ids that stand twice, records out of order, and sessions that are gone or have fewer records than a
// transcript gave them. A session is read whole when its record file has changed since its summary was made, and believed
// otherwise. Repair and Ingest mend what is found as far as the transcripts are still there.
func (s *Store) Verify(ctx context.Context) ([]Damage, error) {
	t, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("verify evidence: %w", err)
	}
	defer t.Close()
	damaged, stale, err := t.damagedSessions(ctx)
	if err != nil {
		return nil, fmt.Errorf("verify evidence: %w", err)
	}
	t.renew(ctx, stale)
	var list []Damage
	for _, dir := range damaged {
		found, err := t.damage(dir)
		if err != nil {
			return nil, fmt.Errorf("verify session %s: %w", dir, err)
		}
		list = append(list, found...)
	}
	kept := keptRecords{tree: t}
	err = t.eachSource(ctx, func(file string, state source) error {
		for _, session := range state.Sessions {
			have, err := kept.of(session)
			if err != nil {
				return err
			}
			if want := state.kept(session); have < want {
				list = append(list, Damage{Path: path.Join(treeDir, file),
					Reason: fmt.Sprintf("session %s has %d of %d records; `memory ingest` of %s reads it again", session, have, want, state.Path)})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("verify evidence: %w", err)
	}
	return list, nil
}

// BadLines lists the transcripts of which lines could not be read, by path. It is no damage: the transcripts are like that.
func (s *Store) BadLines(ctx context.Context) ([]BadSource, error) {
	t, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("count unreadable lines: %w", err)
	}
	defer t.Close()
	var list []BadSource
	err = t.eachSource(ctx, func(_ string, state source) error {
		if state.BadLines > 0 {
			list = append(list, BadSource{Path: state.Path, Lines: state.BadLines})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count unreadable lines: %w", err)
	}
	slices.SortFunc(list, func(a, b BadSource) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// damagedSessions lists the directories of sessions with damaged lines, and the summaries that had to be made anew.
func (t *tree) damagedSessions(ctx context.Context) (damaged []string, stale map[string]summary, err error) {
	dirs, err := t.sessionDirs(ctx)
	if err != nil {
		return nil, nil, err
	}
	stale = map[string]summary{}
	var month monthReader
	defer month.close()
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		sum, _, old, err := month.summary(t, dir)
		if errors.Is(err, fs.ErrNotExist) { // nothing written yet, or taken away: then the state of its source tells
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("session %s: %w", dir, err)
		}
		if old {
			stale[dir] = sum
		}
		if sum.Damaged > 0 {
			damaged = append(damaged, dir)
		}
	}
	return damaged, stale, nil
}

// damage names the damaged lines of a session.
func (t *tree) damage(dir string) ([]Damage, error) {
	f, err := t.openEvents(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	at, more := path.Join(treeDir, dir, eventsFile), 0
	var list []Damage
	_, err = eachLine(f, func(_ []byte, line int, _ *Record, reason string) error {
		switch {
		case reason == "":
		case len(list) < damageShown:
			list = append(list, Damage{Path: at, Line: line, Reason: reason})
		default:
			more++
		}
		return nil
	})
	if more > 0 {
		list = append(list, Damage{Path: at, Reason: fmt.Sprintf("%d more damaged lines", more)})
	}
	return list, err
}

// eachLine hands on every whole line of a record file with its record, or with the reason why it is damaged. line is nil when
// it is too long to be kept. It returns the length of the whole lines in bytes: what follows is what a killed process left.
func eachLine(r io.Reader, do func(line []byte, number int, rec *Record, reason string) error) (size int64, err error) {
	lines := newLineReader(r)
	order := recordOrder{seen: map[uint64]struct{}{}}
	for {
		line, err := lines.next()
		if err == io.EOF {
			return lines.offset, nil
		}
		if err != nil && !errors.Is(err, ErrDamaged) {
			return 0, err
		}
		if err != nil && lines.number > lines.whole { // the unfinished last line
			return lines.offset, nil
		}
		var rec Record
		reason := "longer than any record"
		if err == nil {
			if rec, err = decodeRecord(line, lines.number); err != nil {
				reason = "not a record"
			} else {
				reason = order.fault(&rec)
			}
		}
		if err := do(line, lines.number, &rec, reason); err != nil {
			return 0, err
		}
	}
}

// recordOrder holds what must be true of the records of one file together.
type recordOrder struct {
	seen map[uint64]struct{} // event parts of the ids so far
	seq  int                 // the last one
}

// fault tells what is wrong with the next record, "" if nothing is.
func (o *recordOrder) fault(r *Record) string {
	short, ok := r.ID.short()
	if !ok {
		return "the id is malformed"
	}
	if sum := sha256.Sum256([]byte(r.Text)); hex.EncodeToString(sum[:]) != r.SHA256 {
		return "the text does not match its sha256"
	}
	if _, twice := o.seen[short]; twice {
		return "the id stands on an earlier line already"
	}
	if r.Seq <= o.seq {
		return fmt.Sprintf("seq %d comes after %d", r.Seq, o.seq)
	}
	o.seen[short], o.seq = struct{}{}, r.Seq
	return ""
}

// eachSource hands on the state of every source, by file name. A state that cannot be read means that its transcript is read
// whole next time, and is passed over.
func (t *tree) eachSource(ctx context.Context, do func(file string, state source) error) error {
	entries, err := fs.ReadDir(t.FS(), sourcesDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		file := path.Join(sourcesDir, e.Name())
		var state source
		if !e.Type().IsRegular() || path.Ext(file) != ".json" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if data, err := t.ReadFile(file); err != nil || json.Unmarshal(data, &state) != nil || state.Version != sourceVersion {
			continue
		}
		if err := do(file, state); err != nil {
			return err
		}
	}
	return nil
}

// keptRecords tells how many records sessions have now. What it once told it tells again: it serves one run.
type keptRecords struct {
	tree  *tree
	dirs  map[string]map[string]string // by agent directory, then by session as in ids
	count map[string]int
}

// of returns the number of whole records of a session named as in ids (<agent>-<10 hex>), 0 when it is gone.
func (k *keptRecords) of(session string) (int, error) {
	if n, ok := k.count[session]; ok {
		return n, nil
	}
	if k.count == nil {
		k.count, k.dirs = map[string]int{}, map[string]map[string]string{}
	}
	agent := session[:max(0, len(session)-sessionIDHex-1)]
	dirs, ok := k.dirs[agent]
	if !ok {
		index, err := k.tree.sessionIndex(agent)
		if err != nil {
			return 0, err
		}
		dirs = map[string]string{}
		for name, dir := range index {
			if i := len(name) - sessionHashHex; i > 0 {
				dirs[agent+"-"+name[i:i+sessionIDHex]] = dir
			}
		}
		k.dirs[agent] = dirs
	}
	n := 0
	if dir, ok := dirs[session]; ok {
		sum, _, _, err := k.tree.summary(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
		n = sum.Events
	}
	k.count[session] = n
	return n, nil
}

// lost reports whether a session that a source gave records to has fewer now.
func (k *keptRecords) lost(state source) (bool, error) {
	for _, session := range state.Sessions {
		have, err := k.of(session)
		if err != nil {
			return false, fmt.Errorf("look at session %s: %w", session, err)
		}
		if have < state.kept(session) {
			return true, nil
		}
	}
	return false, nil
}
