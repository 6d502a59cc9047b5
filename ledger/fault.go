package ledger

import (
	"context"
	"time"
)

// Fault is one thing that went wrong where nobody could be told: inside an agent's hook or in the process that it left behind. Its words
// are safe to show: no text of a payload or an item.
type Fault struct {
	At    time.Time `json:"at"`
	Where string    `json:"where"` // hook, hook work
	Agent string    `json:"agent,omitempty"`
	Event string    `json:"event,omitempty"`
	Error string    `json:"error"`
}

// Fault appends one. That it could not be kept is told to nobody: there is no one left.
func (l *Ledger) Fault(ctx context.Context, f Fault) {
	_ = l.Append(context.WithoutCancel(ctx), Faults, f.At, f)
}
