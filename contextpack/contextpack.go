// Package contextpack makes prompt text: hits -> verdicts -> views -> pack, under a hard budget on the rendered text. It is the
// only place that renders items for a prompt.
package contextpack

import (
	"context"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// View is how much of an item is shown.
type View string

const (
	Locator  View = "locator"  // one line
	Overview View = "overview" // summary and why
	Detail   View = "detail"   // body
)

// Request asks for a pack.
type Request struct {
	firewall.Request
	Query    string
	Budget   int    // tokens of the whole rendered text; 0 = 600
	MaxItems int    // 0 = 8
	MaxView  View   // "" = detail
	Nonce    string // the fence's per-pack nonce, given by the caller so that the same input gives the same bytes
}

// Entry is one item in a pack.
type Entry struct {
	ID        items.ID          `json:"id"`
	Type      items.Type        `json:"type"`
	Title     string            `json:"title"`
	View      View              `json:"view"`
	Relevance float64           `json:"relevance"`
	Tokens    int               `json:"tokens"`
	Decision  firewall.Decision `json:"decision"`
	Reasons   []firewall.Reason `json:"reasons,omitempty"`
	Read      string            `json:"read"`   // memory read ID
	SHA256    string            `json:"sha256"` // hex, of the detail text that Read gives back
}

// Omission is one item that was considered and left out.
type Omission struct {
	ID        items.ID          `json:"id"`
	Title     string            `json:"title"`
	Relevance float64           `json:"relevance"`
	Reasons   []firewall.Reason `json:"reasons"`
}

// Pack is what a prompt gets.
type Pack struct {
	Text      string     `json:"text"`
	Tokenizer string     `json:"tokenizer"`
	Tokens    int        `json:"tokens"` // of Text
	Budget    int        `json:"budget"`
	Abstained string     `json:"abstained,omitempty"` // why nothing is in it
	Entries   []Entry    `json:"entries"`
	Omitted   []Omission `json:"omitted"`
	Degraded  []string   `json:"degraded,omitempty"`
}

// Reader loads full items.
type Reader interface {
	Get(ctx context.Context, id items.ID) (items.Item, items.File, error)
}

// Build makes a pack from ranked hits. tombstoned reports whether a retired claim equals this item's.
func Build(ctx context.Context, r Request, found recall.Result, read Reader, tombstoned func(items.Head) bool) (Pack, error) {
	return Pack{}, nil
}
