package evidence

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/filelock"
)

// PurgedText stands in a record in place of words that were taken out for good.
const PurgedText = "[purged]"

// ErrPurged says that the cited record is there, and that its words were taken out for good.
var ErrPurged = errors.New("its words were purged")

// Purge says what Purge did, or would do.
type Purge struct {
	Records []ID     `json:"records"` // whose words went, in order
	Spooled int      `json:"spooled"` // deliveries of hooks that went whole
	Damaged int      `json:"damaged"` // lines that were no records and went whole
	Sources []string `json:"sources"` // transcripts that the records were read from, which nobody here changes
}

// Purge takes the words out of every record that match names: it stays with its id, its times and its place, says that it was purged,
// and is as whole as any other to whoever checks hashes. What is no record and what hooks left in the spool goes where has finds words
// in it. dry changes nothing. It is the one edit of a record there is; a killed process leaves each session as it was or purged, and
// running it again does the rest.
func (s *Store) Purge(ctx context.Context, match func(*Record) bool, has func(text string) bool, dry bool) (p Purge, err error) {
	p = Purge{Records: []ID{}, Sources: []string{}}
	defer func() {
		slices.Sort(p.Sources)
		p.Sources = slices.Compact(p.Sources)
		if err != nil {
			err = fmt.Errorf("purge evidence: %w", err)
		}
	}()
	t, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	defer t.Close()
	if !dry {
		unlock, err := t.lock(ctx, lockWait)
		if err != nil {
			return p, err
		}
		defer unlock()
	}
	dirs, err := t.sessionDirs(ctx)
	if err != nil {
		return p, err
	}
	for _, dir := range dirs {
		if err := errors.Join(ctx.Err(), t.purgeSession(dir, match, has, dry, &p)); err != nil {
			return p, fmt.Errorf("session %s: %w", dir, err)
		}
	}
	return p, s.purgeSpool(ctx, has, dry, &p)
}

// purgeSession looks a session through first: most are not touched.
func (t *tree) purgeSession(dir string, match func(*Record) bool, has func(string) bool, dry bool, p *Purge) error {
	if !dry {
		if err := t.clearTemps(dir); err != nil {
			return err
		}
	}
	hits, damaged, err := t.purgeable(dir, match, has, p)
	if err != nil || dry {
		p.Damaged += damaged
		return err
	}
	if damaged > 0 {
		if err := t.setAside(dir); err != nil {
			return err
		}
	}
	n, err := atomicfile.RewriteLines(filepath.Join(t.path, filepath.FromSlash(dir), damagedFile), t.guard, dropping(has))
	p.Damaged += n
	if err != nil || !hits {
		return err
	}
	return t.rewrite(dir, match)
}

// purgeable reports whether records of a session match, or its unfinished last line has words, and how many damaged lines have some.
func (t *tree) purgeable(dir string, match func(*Record) bool, has func(string) bool, p *Purge) (hits bool, damaged int, err error) {
	f, err := t.openEvents(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, 0, nil
	}
	if err != nil {
		return false, 0, err
	}
	defer f.Close()
	whole, err := eachLine(f, func(line []byte, _ int, rec *Record, reason string) error {
		switch {
		case reason != "" && has(string(line)):
			damaged++
		case reason == "" && !rec.Purged && match(rec):
			hits = true
			p.Records = append(p.Records, rec.ID)
			p.Sources = append(p.Sources, rec.Source)
		}
		return nil
	})
	if err != nil {
		return hits, damaged, err
	}
	torn, err := io.ReadAll(io.NewSectionReader(f, whole, maxLine)) // what a killed process left of a last line: rewrite drops it
	if has(string(torn)) {
		hits = true
		p.Damaged++
	}
	return hits, damaged, err
}

// rewrite replaces a session's record file by one in which what matches is purged, and its summary with it. The caller holds the lock.
func (t *tree) rewrite(dir string, match func(*Record) bool) error {
	name, tmp := path.Join(dir, eventsFile), path.Join(dir, ".tmp-"+eventsFile)
	in, err := t.openEvents(dir)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := t.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer t.Remove(tmp) // gone already when all went well
	encoder := recordEncoder(out)
	_, err = eachLine(in, func(line []byte, _ int, rec *Record, reason string) error {
		if reason == "" && !rec.Purged && match(rec) {
			return encoder.Encode(rec.purged())
		}
		_, err := out.Write(append(bytes.Clone(line), '\n'))
		return err
	})
	if err = errors.Join(err, t.guard.Step("write evidence"), out.Chmod(0o600), out.Sync(), out.Close()); err != nil {
		return err
	}
	// The summary holds the first words of the session: without it a reader adds the records up, so it goes before.
	if err := t.Remove(path.Join(dir, summaryFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	in.Close() // Windows renames over no open file
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
	_ = t.writeSummary(dir, sum) // best effort, as always
	return nil
}

// purged is the record without its words. Which event it was stays in its id, so that no later reading brings it back.
func (r Record) purged() Record {
	r.Text, r.Purged, r.Files, r.Resources, r.FullBytes, r.FullSHA256 = PurgedText, true, nil, nil, 0, ""
	sum := sha256.Sum256([]byte(r.Text))
	r.SHA256 = hex.EncodeToString(sum[:])
	return r
}

// clearTemps removes what killed processes left in a session's directory. The caller holds the lock.
func (t *tree) clearTemps(dir string) error {
	entries, err := fs.ReadDir(t.FS(), dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Type().IsRegular() && atomicfile.IsTemp(e.Name()) {
			if err := t.Remove(path.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

func (s *Store) purgeSpool(ctx context.Context, has func(string) bool, dry bool, p *Purge) error {
	dir := filepath.Join(s.Dir, treeDir, spoolDir)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	unlock, err := filelock.Lock(ctx, filepath.Join(dir, lockFile), lockWait)
	if err != nil {
		return err
	}
	defer unlock()
	for _, e := range entries {
		if e.Type().IsRegular() && atomicfile.IsTemp(e.Name()) && !dry { // a killed purge leaves one; the lock is what makes it a leftover
			if err := errors.Join(s.Guard.Step("remove evidence"), os.Remove(filepath.Join(dir, e.Name()))); err != nil {
				return err
			}
		}
		if !e.Type().IsRegular() || !strings.Contains(e.Name(), ".jsonl") || strings.HasSuffix(e.Name(), ".lock") {
			continue
		}
		cut := dropping(has)
		if dry {
			cut = func(line []byte) ([]byte, bool) {
				if has(string(line)) {
					p.Spooled++
				}
				return line, false
			}
		}
		n, err := atomicfile.RewriteLines(filepath.Join(dir, e.Name()), s.Guard, cut)
		p.Spooled += n
		if err != nil {
			return err
		}
	}
	return nil
}

// dropping drops lines that have words.
func dropping(has func(string) bool) func([]byte) ([]byte, bool) {
	return func(line []byte) ([]byte, bool) {
		if has(string(line)) {
			return nil, true
		}
		return line, false
	}
}
