// Package projections holds everything derived from items and evidence: full text, vectors and references. It is disposable,
// versioned and rebuilt by one command; it is never the truth and never silently stale.
package projections

import (
	"context"
	"errors"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

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
	Position int
	CJK      bool
	Ident    bool // an identifier or path, or a part of one: look it up in Paths and Idents
}

// Embedder turns texts into vectors of one length.
type Embedder interface {
	Model() string // name and version; stored with the vectors, a change re-embeds
	Dim() int
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Projections are the projections of one store.
type Projections struct {
	Dir      string // <store>/projections
	Items    *items.Store
	Evidence *evidence.Store
	Embedder Embedder // nil = no vectors
}

// ErrClosed says that a view was used after Close.
var ErrClosed = errors.New("view is closed")

// View is the store as it is on disk at the moment of Open: sealed segments plus what changed since, analysed in memory.
// Document numbers are dense (0..Len-1). A View takes no lock and survives any writer.
type View struct{}

// Open compares the item files with the manifest and returns a view that includes every difference. It keeps the difference for
// the next process if the projection lock is free, and never waits for it.
func (p *Projections) Open(ctx context.Context) (*View, error) { return &View{}, nil }

// Report says what a Sync or Rebuild did.
type Report struct {
	Items    int           `json:"items"`
	Added    int           `json:"added"`
	Changed  int           `json:"changed"`
	Removed  int           `json:"removed"`
	Bad      []items.Bad   `json:"bad,omitempty"`
	Rebuilt  bool          `json:"rebuilt"`
	Degraded []string      `json:"degraded,omitempty"`
	Took     time.Duration `json:"-"`
}

// Sync persists the difference between the item files and the projections. Idempotent.
func (p *Projections) Sync(ctx context.Context) (Report, error) { return Report{}, nil }

// Rebuild throws the projections away and builds them anew beside the live ones, then swaps.
func (p *Projections) Rebuild(ctx context.Context, progress func(done, total int)) (Report, error) {
	return Report{}, nil
}

// State is what doctor shows.
type State struct {
	Present bool
	Version int
	Model   string
	Docs    int
	Stale   int    // files that differ from the manifest
	Damage  string // "" when whole
	Bytes   int64
}

// Inspect looks without repairing.
func (p *Projections) Inspect(ctx context.Context) (State, error) { return State{}, nil }

func (v *View) Close() error                          { return nil }
func (v *View) Len() int                              { return 0 }
func (v *View) Head(doc int) items.Head               { return items.Head{} }
func (v *View) Lookup(id items.ID) (doc int, ok bool) { return 0, false }
func (v *View) Bad() []items.Bad                      { return nil } // files that do not parse
func (v *View) Degraded() []string                    { return nil } // what had to be repaired or bypassed, in words
func (v *View) Analyze(text string) []Term            { return nil } // same analysis as the index, stop words dropped
func (v *View) FieldLen(doc int, f Field) int         { return 0 }   // terms
func (v *View) AvgFieldLen(f Field) float64           { return 0 }   // over live documents, whatever the segments
func (v *View) ByText(key string) []items.Head        { return nil } // Head.TextKey
func (v *View) ByClaim(key string) []items.Head       { return nil } // Head.ClaimKey
func (v *View) BySpan(key string) []items.Head        { return nil } // Head.Spans
func (v *View) Edges(id items.ID) []Edge              { return nil }

// Postings calls f for each live document that holds term in field, in document order.
func (v *View) Postings(f Field, term string, each func(doc, freq int)) error { return nil }

// DocFreq counts the live documents that hold term in any field.
func (v *View) DocFreq(term string) int { return 0 }

// Edge is one reference between items.
type Edge struct {
	From, To items.ID
	Kind     string // supersedes, contradicts, refs, link
}

// VectorHit is the best section of one document.
type VectorHit struct {
	Doc     int
	Cosine  float64
	Section int
}

// Nearest returns the k documents whose best section is nearest to text, among those that allow accepts (nil = all), by
// cosine descending, then id. Without an embedder it returns nothing.
func (v *View) Nearest(ctx context.Context, text string, k int, allow func(doc int) bool) ([]VectorHit, error) {
	return nil, nil
}

// EvidenceHit is one record found by full text.
type EvidenceHit struct {
	ID    evidence.ID
	Score float64
}

// EvidenceQuery narrows a search over evidence.
type EvidenceQuery struct {
	Text    string
	Agent   string
	Project string
	Session string
	K       int
}

// SearchEvidence searches the evidence's own index, which it brings up to date first. It never mixes with items.
func (p *Projections) SearchEvidence(ctx context.Context, q EvidenceQuery) ([]EvidenceHit, error) {
	return nil, nil
}
