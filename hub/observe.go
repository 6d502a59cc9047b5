package hub

import (
	"context"
	"time"

	"github.com/factline/memory/ledger"
	"github.com/factline/memory/secrets"
)

// Observe keeps a sign of life of an agent in the ledger.
func (h *Hub) Observe(ctx context.Context, o ledger.Observation) error {
	if o.At.IsZero() {
		o.At = h.Now()
	}
	return h.Ledger.Append(ctx, ledger.Runtime, o.At, o)
}

// Fault is one thing that broke inside and was survived. It holds where, and no words of the memory.
type Fault struct {
	At    time.Time `json:"at"`
	Door  string    `json:"door"`
	What  string    `json:"what"`
	Where string    `json:"where,omitempty"`
}

// maxWhere bounds the stack that a fault keeps, in bytes.
const maxWhere = 2 << 10

// Fault keeps a fault in the ledger, for doctor.
func (h *Hub) Fault(ctx context.Context, door, what string, stack []byte) error {
	what, _ = secrets.Redact(what)
	f := Fault{At: h.Now(), Door: door, What: what, Where: string(stack[:min(len(stack), maxWhere)])}
	return h.Ledger.Append(ctx, ledger.Faults, f.At, f)
}
