package gates

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
)

// store is one throw-away store with an open hub, and the way back from item ids to documents.
type store struct {
	dir    string // everything of it; removed by close
	hub    *hub.Hub
	corpus *Corpus
	doc    map[items.ID]int
}

// openStore writes a collection as item files and opens a hub over them, with the options of the command line. Files are written
// directly: a search sees every item file however it got there, and the write service would judge each of thousands as a new fact.
func openStore(ctx context.Context, c *Corpus) (*store, error) {
	now := c.Now
	if now.IsZero() {
		now = defaultNow
	}
	dir, err := os.MkdirTemp("", "memory-gate-")
	if err != nil {
		return nil, err
	}
	s := &store{dir: dir, corpus: c, doc: map[items.ID]int{}}
	if err := s.fill(filepath.Join(dir, hub.StoreName), now); err != nil {
		_ = s.close()
		return nil, fmt.Errorf("fill a store with %s: %w", c.Name, err)
	}
	s.hub, err = hub.Open(ctx, hub.Options{
		Place:   hub.Place{Dir: filepath.Join(dir, hub.StoreName), Why: "flag", Exists: true},
		Project: hub.AllProjects, CWD: dir, Home: dir, Now: func() time.Time { return now },
		Random: counter(),
	})
	if err == nil {
		err = s.index(ctx)
	}
	if err != nil {
		_ = s.close()
		return nil, fmt.Errorf("open a store with %s: %w", c.Name, err)
	}
	return s, nil
}

func (s *store) fill(dir string, now time.Time) error {
	year, err := emptyStore(dir, now)
	if err != nil {
		return err
	}
	for i, d := range s.corpus.Docs {
		id, err := writeItem(year, d.cited(), i)
		if err != nil {
			return fmt.Errorf("document %s: %w", d.ID, err)
		}
		s.doc[id] = i
	}
	return nil
}

// emptyStore makes a store and returns the directory for its items.
func emptyStore(dir string, now time.Time) (year string, err error) {
	if err := hub.Create(dir); err != nil {
		return "", err
	}
	year = filepath.Join(dir, "items", now.Format("2006"))
	return year, os.MkdirAll(year, 0o755)
}

// writeItem writes the file of the i-th item.
func writeItem(year string, it items.Item, i int) (items.ID, error) {
	it.ID = itemID(it, i)
	b, err := it.Encode()
	if err != nil {
		return "", err
	}
	return it.ID, os.WriteFile(filepath.Join(year, string(it.ID)+items.Ext), b, 0o644)
}

// itemID is the id that a document's item gets.
func itemID(it items.Item, number int) items.ID {
	return items.ID(fmt.Sprintf("mem-%s-gate-%08d", it.Created.Format("20060102"), number))
}

// counter stands in for chance, so that two runs make the same prompt texts, token for token. The mix spreads the count over all
// five bytes.
func counter() func() [5]byte {
	var n uint64
	return func() (b [5]byte) {
		n++
		mixed := binary.BigEndian.AppendUint64(nil, n*0x9E3779B97F4A7C15)
		copy(b[:], mixed)
		return b
	}
}

// index builds the projections and checks that every document is in them: a file that was not understood would make a figure of
// something else.
func (s *store) index(ctx context.Context) error {
	if _, err := s.hub.Projections.Sync(ctx); err != nil {
		return err
	}
	view, err := s.hub.View(ctx)
	if err != nil {
		return err
	}
	if bad := view.Bad(); len(bad) > 0 || view.Len() != len(s.corpus.Docs) {
		return fmt.Errorf("%d documents, %d in the index, %d files not understood", len(s.corpus.Docs), view.Len(), len(bad))
	}
	return nil
}

// close removes the store.
func (s *store) close() error {
	var err error
	if s.hub != nil {
		err = s.hub.Close()
	}
	if rmErr := os.RemoveAll(s.dir); err == nil {
		err = rmErr
	}
	return err
}
