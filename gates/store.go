package gates

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// store is one throw-away store with an open hub, and the way back from item ids to documents.
type store struct {
	dir    string   // everything of it; removed by close
	hub    *hub.Hub // ranks by the word table, as a cold process does
	warm   *hub.Hub // ranks by sentence vectors, as a process that lives long does; nil where a suite has none
	corpus *Corpus
	doc    map[items.ID]int
}

// openStore writes a collection as item files and opens a hub over them, with the options of the command line. Files are written
// directly: a search sees every item file however it got there, and the write service would judge each of thousands as a new fact.
// second are the sentence vectors of the run; nil = the suite goes without. They are all there before anything is asked.
func openStore(ctx context.Context, c *Corpus, second *projections.Sentences) (*store, error) {
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
	options := func() hub.Options {
		return hub.Options{
			Place:   hub.Place{Dir: filepath.Join(dir, hub.StoreName), Why: "flag", Exists: true},
			Project: hub.AllProjects, CWD: dir, Home: dir, Now: func() time.Time { return now },
			Random: counter(),
		}
	}
	if s.hub, err = hub.Open(ctx, options()); err == nil {
		err = s.index(ctx)
	}
	if err == nil && second != nil {
		o := options()
		o.Sentences = second
		if s.warm, err = hub.Open(ctx, o); err == nil {
			err = s.embed(ctx)
		}
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

// embedBatch is how many documents are embedded at once: enough to keep the cores busy where they differ in length.
const embedBatch = 64

// embed makes the sentence vectors, all of them: a figure of a part would be one of chance.
func (s *store) embed(ctx context.Context) error {
	if err := s.warm.FillSentences(ctx, projections.FillOptions{Batch: embedBatch}); err != nil {
		return err
	}
	state, _, err := s.warm.SentenceState(ctx)
	if err == nil && state.Rows != len(s.corpus.Docs) {
		err = fmt.Errorf("%d documents, %d with sentence vectors", len(s.corpus.Docs), state.Rows)
	}
	return err
}

// close removes the store.
func (s *store) close() error {
	var err error
	for _, h := range []*hub.Hub{s.hub, s.warm} {
		if h != nil {
			err = errors.Join(err, h.Close())
		}
	}
	if rmErr := os.RemoveAll(s.dir); err == nil {
		err = rmErr
	}
	return err
}
