package writeservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/purge"
)

// PurgedFiles says what the service's own files lost, or would lose.
type PurgedFiles struct {
	Removed []string   `json:"removed"` // files, relative to the store
	Renamed []items.ID `json:"renamed"` // items that named the purged one, and name its tombstone now
	Deeds   int        `json:"deeds"`   // changes that memory undo cannot take back any more
	Pending []string   `json:"pending"` // writes that waited or were given up
}

// PurgeItem puts the tombstone in the item's place and takes the words out of everything that this service keeps. Each step may be
// made again: a killed purge is finished by running it once more.
func (s *Service) PurgeItem(ctx context.Context, job PurgeJob) (PurgedFiles, error) {
	var done PurgedFiles
	unlock, err := s.lock(ctx)
	if err != nil {
		return done, err
	}
	defer unlock()
	stone, err := items.Parse([]byte(job.File))
	if err != nil {
		return done, fmt.Errorf("purge %s: its tombstone: %w", job.ID, err)
	}
	if _, _, err := s.Items.Get(ctx, stone.ID); errors.Is(err, items.ErrNotFound) { // first: the words never stand without it
		if _, err := s.create(ctx, blind(), stone); err != nil {
			return done, fmt.Errorf("purge %s: %w", job.ID, err)
		}
	} else if err != nil {
		return done, err
	}
	return done, s.purge(ctx, job.Cutter(), job.ID, &done)
}

// PurgeTraces takes the words out of what this service keeps besides its items, and takes away candidates that say the same: of a store that the item
// does not lie in.
func (s *Service) PurgeTraces(ctx context.Context, job PurgeJob) (PurgedFiles, error) {
	var done PurgedFiles
	unlock, err := s.lock(ctx)
	if err != nil {
		return done, err
	}
	defer unlock()
	cut := job.Cutter()
	twins, err := s.PurgeTwins(ctx, job)
	if err != nil {
		return done, err
	}
	var gone []string
	for _, f := range twins {
		if err := s.step("erase twin"); err != nil {
			return done, err
		}
		removed, err := s.writer().Erase(ctx, f.ID, func(text string) bool { return hasWords(cut, []byte(text)) })
		if gone = append(gone, removed...); err != nil {
			done.Removed = gone
			return done, err
		}
	}
	err = s.purge(ctx, cut, "", &done)
	done.Removed = append(gone, done.Removed...)
	return done, err
}

// purge is the work of both. The caller holds the lock. id is "" where the item does not lie here.
func (s *Service) purge(ctx context.Context, cut purge.Cutter, id items.ID, done *PurgedFiles) error {
	has := func(text string) bool { return hasWords(cut, []byte(text)) }
	if _, err := s.resume(ctx); err != nil {
		return err
	}
	renamed, err := s.renameLinks(ctx, cut, id)
	if done.Renamed = renamed; err != nil {
		return err
	}
	if err := s.step("erase"); err != nil {
		return err
	}
	removed, err := s.writer().Erase(ctx, id, has)
	if done.Removed = append([]string{}, removed...); err != nil {
		return err
	}
	if done.Deeds, err = s.purgeDeeds(cut, id); err != nil {
		return err
	}
	if done.Pending, err = s.purgePending(has); err != nil {
		return err
	}
	if err := s.step("journal"); err != nil {
		return err
	}
	// The journal names ids. Nobody needs it: a writer that finds it gone looks at all files.
	if err := os.Remove(s.journal().path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.purgeTemps(ctx)
}

// hasWords looks for words in a text, or in the texts of a record.
func hasWords(cut purge.Cutter, text []byte) bool {
	_, place := cut.Words.Lines(text)
	return place != ""
}

// renameLinks lets other items name the tombstone where they named the item: its name holds words of its title.
func (s *Service) renameLinks(ctx context.Context, cut purge.Cutter, id items.ID) ([]items.ID, error) {
	renamed := []items.ID{}
	if id == "" {
		return renamed, nil
	}
	files, _, err := s.Items.Files(ctx)
	if err != nil {
		return renamed, err
	}
	for _, f := range files {
		was, b, err := s.Items.Read(ctx, f)
		if ctx.Err() != nil {
			return renamed, ctx.Err()
		}
		if err != nil || f.ID == id || f.ID == cut.Stone || !strings.Contains(string(b), string(id)) {
			continue
		}
		it := linksRenamed(was, cut, id)
		if it.Equal(was) {
			continue
		}
		if _, err := s.replace(ctx, blind(), it, items.Hash(b)); err != nil {
			return renamed, fmt.Errorf("let %s name the tombstone: %w", f.ID, err)
		}
		renamed = append(renamed, f.ID)
	}
	return renamed, nil
}

func linksRenamed(it items.Item, cut purge.Cutter, id items.ID) items.Item {
	list := func(ids []items.ID) []items.ID {
		ids = slices.Clone(ids)
		for i := range ids {
			if ids[i] == id {
				ids[i] = cut.Stone
			}
		}
		return ids
	}
	it.Supersedes, it.Contradicts, it.Refs.Items = list(it.Supersedes), list(it.Contradicts), list(it.Refs.Items)
	link := func(text string) string {
		return cut.Rename(strings.ReplaceAll(text, "[["+string(id)+"]]", "[["+string(cut.Stone)+"]]"))
	}
	it.Title, it.Summary, it.Body, it.Review.Reason = link(it.Title), link(it.Summary), link(it.Body), link(it.Review.Reason)
	return it
}

// purgeDeeds leaves of each change that touched the item its receipt alone, so that undo can say why it takes it back no more.
func (s *Service) purgeDeeds(cut purge.Cutter, id items.ID) (int, error) {
	n := 0
	for _, name := range []string{olderDeeds, deedLog} {
		if err := s.step("purge deeds"); err != nil {
			return n, err
		}
		done, err := atomicfile.RewriteLines(filepath.Join(s.Dir, name), s.guard, func(line []byte) ([]byte, bool) {
			var d deed
			if json.Unmarshal(line, &d) != nil {
				return cut.Text(line)
			}
			if !(id != "" && d.touches(id)) && !hasWords(cut, line) {
				return line, false
			}
			if !s.mine(deedKind, line) {
				return nil, true
			}
			d = deed{Receipt: d.Receipt, Op: d.Op, At: d.At, ID: d.ID, Channel: d.Channel, Undoes: d.Undoes, Group: d.Group, Purged: true}
			if d.ID == id || cut.Words.In(string(d.ID)) != "" { // the id of a twin holds the same words
				d.ID = cut.Stone
			}
			b, err := json.Marshal(d)
			if err != nil {
				return nil, true
			}
			return s.Seals.Sign(deedKind, b), true
		})
		if n += done; err != nil {
			return n, err
		}
	}
	return n, nil
}

// purgePending removes records of writes and changes that hold the words.
func (s *Service) purgePending(has func(string) bool) ([]string, error) {
	gone := []string{}
	for _, dir := range []string{"pending", "pending/dead"} {
		entries, err := os.ReadDir(filepath.Join(s.Dir, filepath.FromSlash(dir)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return gone, err
		}
		for _, e := range entries {
			rel := dir + "/" + e.Name()
			path := filepath.Join(s.Dir, filepath.FromSlash(rel))
			if !e.Type().IsRegular() || strings.HasSuffix(rel, purgeExt) || strings.HasPrefix(e.Name(), ".reserve-") {
				continue
			}
			b, err := plainfile.Read(path, plainfile.MaxText)
			if err != nil || !has(string(b)) && !has(strings.TrimSuffix(e.Name(), pendingExt)) {
				continue
			}
			if err := s.step("purge pending"); err != nil {
				return gone, err
			}
			for _, one := range []string{path, path + reasonExt} {
				if err := os.Remove(one); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return gone, err
				}
			}
			gone = append(gone, rel)
		}
	}
	return gone, nil
}

// purgeTemps removes temporary files of killed processes wherever this service writes. The lock is what makes them leftovers.
func (s *Service) purgeTemps(ctx context.Context) error {
	if err := s.step("tidy"); err != nil {
		return err
	}
	if _, err := s.writer().Tidy(ctx); err != nil {
		return err
	}
	if _, err := s.tidyPending(); err != nil {
		return err
	}
	for _, dir := range []string{".", items.UndoDir} {
		entries, err := os.ReadDir(filepath.Join(s.Dir, dir))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !atomicfile.IsTemp(e.Name()) {
				continue
			}
			if err := os.Remove(filepath.Join(s.Dir, dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// LookPurge says what PurgeItem would do, and changes nothing.
func (s *Service) LookPurge(ctx context.Context, job PurgeJob) (PurgedFiles, error) {
	p := PurgedFiles{Removed: []string{}, Renamed: []items.ID{}, Pending: []string{}}
	cut := job.Cutter()
	if _, f, err := s.Items.Get(ctx, job.ID); err == nil {
		p.Removed = append(p.Removed, f.Path)
	}
	copies, err := s.writer().Copies(job.ID, func(text string) bool { return hasWords(cut, []byte(text)) })
	if err != nil {
		return p, err
	}
	p.Removed = append(p.Removed, slices.Sorted(maps.Keys(copies))...)
	for it, err := range s.Items.All(ctx) {
		if err == nil && it.ID != job.ID && !linksRenamed(it, cut, job.ID).Equal(it) {
			p.Renamed = append(p.Renamed, it.ID)
		}
	}
	err = s.eachDeed(ctx, func(line []byte, d deed) {
		if d.touches(job.ID) || hasWords(cut, line) {
			p.Deeds++
		}
	})
	return p, err
}
