// Package writeservice is the one door to items.Writer: it validates, audits, checks evidence and neighbours, decides, writes
// atomically and answers with a receipt. It knows no projection; what it must know of neighbours it asks through Index.
//
// Every change of item files happens under one lock per store (<store>/lock), held for the read-decide-write of files only.
// What cannot be written goes whole to pending/ and is replayed exactly once. Who speaks is the Channel of the call, as the door
// observed it; nothing in an item or draft raises it, and only a person's review raises an item's trust.
package writeservice

import (
	"context"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/trust"
)

// Index answers what a write must know of its neighbours: the heads of all items and candidates with this key.
// projections.View implements it.
type Index interface {
	ByText(key string) []items.Head
	ByClaim(key string) []items.Head
	BySpan(key string) []items.Head
}

// Service writes to one store. The zero values of LockWait and Index work. It is safe for concurrent use, except a Batch.
type Service struct {
	Dir      string
	Items    *items.Store
	Evidence *evidence.Store
	Ledger   *ledger.Ledger
	Seals    *trust.Store // what this machine saw being written; nil remembers nothing
	// Origin says what is known of a file without a seal; nil knows nothing of any.
	Origin func(context.Context, items.Item, items.File) trust.Seal
	// Planted says that somebody's branch may have brought evidence: then no record backs what an agent writes. nil believes the records.
	Planted func(context.Context) bool
	// Asserted gives the sentences of a person's message that touch the bytes from to and that he says himself, as true: not what he quotes or
	// asks. nil takes every word for his.
	Asserted func(message string, from, to int) []string
	// Index is opened once per call that needs it, and must show the files as they are at that moment: what is older than the call
	// may hide a twin that another process wrote in between. nil or an error degrades to a scan of all files. The service never
	// closes what it returns: that is for whoever made it.
	Index func(ctx context.Context) (Index, error)
	// Near finds the items and candidates of a head's project that are nearest to it in words, at most k. nil compares only with what
	// Index shows to have been written since it was opened.
	Near func(ctx context.Context, h items.Head, k int) ([]items.Head, error)
	// Meaning is asked about neighbours that words alone do not join; the zero value asks nobody.
	Meaning  compare.Meaning
	Now      func() time.Time
	Random   func() [5]byte
	LockWait time.Duration // how long a call waits for other writers; 0 = 5 s

	batch *neighbours      // set in a Batch only
	group *string          // of a Batch: the receipt that its imported rows are one change by, "" ahead of the first
	guard atomicfile.Guard // of tests: asked ahead of each step on the disk
}

// Batch returns a service for many writes in a row, such as an import: it opens the index once. It sees all that other writers
// do meanwhile through the journal, but files edited by hand during the batch only by their first content. It is for one
// goroutine.
func (s *Service) Batch() *Service {
	b := *s
	b.batch, b.group = &neighbours{}, new(string)
	b.Meaning = compare.Meaning{} // it takes milliseconds an item; whoever works in the store afterwards compares what came in
	return &b
}
