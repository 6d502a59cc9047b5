package gates

import (
	"context"
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
	if err := hub.Create(dir); err != nil {
		return err
	}
	year := filepath.Join(dir, "items", now.Format("2006"))
	if err := os.MkdirAll(year, 0o755); err != nil {
		return err
	}
	for i, d := range s.corpus.Docs {
		it := d.Item
		if it.ID == "" {
			it.ID = items.ID(fmt.Sprintf("mem-%s-gate-%08d", it.Created.Format("20060102"), i))
		}
		b, err := it.Encode()
		if err != nil {
			return fmt.Errorf("document %s: %w", d.ID, err)
		}
		if err := os.WriteFile(filepath.Join(year, string(it.ID)+items.Ext), b, 0o644); err != nil {
			return err
		}
		s.doc[it.ID] = i
	}
	return nil
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
