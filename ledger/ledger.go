// Package ledger keeps append-only JSONL of what happened: writes, reviews, packs, faults. It is private to the machine and
// never needed to rebuild the truth.
package ledger

import (
	"context"
	"iter"
	"time"
)

// Kind names one ledger: writes, reviews, packs, faults.
type Kind string

const (
	Writes  Kind = "writes"
	Reviews Kind = "reviews"
	Packs   Kind = "packs"
	Faults  Kind = "faults"
)

// Ledger is the ledger directory of one store.
type Ledger struct {
	Dir string // <store>/ledger
}

// Append adds one record as one line, in one write call, to <kind>-<yyyy-mm>.jsonl (0600). at chooses the month.
func (l *Ledger) Append(ctx context.Context, kind Kind, at time.Time, record any) error { return nil }

// Read yields the raw lines of one kind, oldest first. A torn or broken line is passed over and counted by Broken.
func (l *Ledger) Read(ctx context.Context, kind Kind) iter.Seq2[[]byte, error] {
	return func(func([]byte, error) bool) {}
}
