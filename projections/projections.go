// Package projections holds everything derived from items and evidence: full text, vectors and references. It is disposable,
// versioned and rebuilt by one command; it is never the truth and never silently stale.
//
// On disk (in <store>/projections): a manifest names sealed segments, which never change, and one tail to which changed documents
// are appended. A reader lays the listing of the item files beside them, analyses in memory what differs, and so always sees the
// files as they are; it takes no lock. Where the folders show that no file came or went since the last listing (census.go), each known
// file is looked at by its name instead (look.go), and what is kept is ranked while that goes on (ahead.go). Writers (Sync, Rebuild, and Open when the lock happens to be free) take one lock, replace the
// manifest atomically and then remove what it no longer names. Whatever is missing, damaged or of another version is gone around
// and built anew.
//
// A caller with milliseconds bounds what is analysed for it (Most) and leaves the rest to CatchUp in another process.
//
// Scores are not made here: bleve's own BM25 takes its statistics from the segments, so its scores would depend on their cut.
// The view gives exact statistics over live documents instead, and recall scores from those.
package projections

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// Projections are the projections of one store. Items is required.
type Projections struct {
	Dir       string // <store>/projections
	Items     *items.Store
	Evidence  *evidence.Store
	Embedder  Embedder         // nil = no vectors
	Later     bool             // the embedder is slow, or far away: documents are read without it, and FillVectors makes their vectors in batches
	Endpoint  string           // where the embedder asks, "" = nowhere: a failure there is none of another endpoint
	Sentences *Sentences       // second vectors, for a process that lives long; nil = not used
	Now       func() time.Time // clock of the file system, to tell young files; nil = items.FileClock
	Begun     *Begun           // what the next view is opened from, where somebody began to read it; nil = it is read then
	Most      int              // files that opening a view may analyse while its caller waits; more is ErrUnindexed. 0 = any number
	Waits     func()           // told when opening a view begins to wait for another process that builds the projections; nil = nobody is told

	tailLimit int    // records at which Sync seals the tail; 0 = defaultTailLimit. Tests set it low
	inMemory  int    // files that Open analyses in memory where nothing is kept; 0 = memoryLimit. Tests set it low
	coarse    bool   // a test's: as on a file system that keeps whole seconds
	vectorsOf string // a directory of projections whose vectors a build takes over where the embedder is slow; "" = Dir
}

// ErrClosed says that a view was used after Close.
var ErrClosed = errors.New("view is closed")

// ErrUnindexed says that more files changed than the caller wants to wait for: see Most. CatchUp brings them in.
var ErrUnindexed = errors.New("too many item files are not in the index yet")

// Field is one indexed field of an item.
type Field int

const (
	Title Field = iota
	Tags
	Summary
	Body
	Paths  // file paths: refs.files and anchors, whole and in parts
	Idents // identifiers of all texts (camelCase, snake_case, dotted), whole and in parts
	NumFields
)

// Term is one analysed word of a text, as it stands in the index.
type Term struct {
	Text     string
	Start    int // bytes in the text it came from
	End      int
	Position int // from 1; words count words (stop words too), identifiers count identifiers
	CJK      bool
	Ident    bool // an identifier or path, or a part of one: look it up in Paths and Idents
}

func (p *Projections) newReader() (*reader, error) {
	return &reader{
		store: p.Items, analyzer: newAnalyzer(), embedder: p.Embedder, owed: p.Later && p.Embedder != nil, sentences: p.Sentences, sentencePath: p.sentencePath(), now: p.clock(), most: p.Most,
		exact: !p.coarse && p.Items.StampsByClock(),
	}, nil
}

func (p *Projections) clock() func() time.Time {
	if p.Now == nil {
		return items.FileClock
	}
	return p.Now
}

// model is the name and length of the vectors that we would write.
func (p *Projections) model() (name string, dim int) {
	if p.Embedder == nil {
		return "", 0
	}
	return p.Embedder.Model(), p.Embedder.Dim()
}

func (p *Projections) lockPath() string { return filepath.Join(p.Dir, "lock") }

// buildLockPath is held during a long build, so that processes which find no index do not all build one. The short lock is taken
// only for the swap.
func (p *Projections) buildLockPath() string { return filepath.Join(p.Dir, "build.lock") }

// evidenceLockPath is held by whoever writes or removes the index of the evidence.
func (p *Projections) evidenceLockPath() string { return filepath.Join(p.Dir, "evidence.lock") }
