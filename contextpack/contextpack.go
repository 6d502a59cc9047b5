// Package contextpack makes prompt text: hits -> verdicts -> views -> pack, under a hard budget on the rendered text. It is the
// only place that renders items for a prompt. It ranks nothing anew and decides nothing about trust: recall and firewall do.
//
//	build.go    hits -> loaded items -> verdicts -> duplicates -> item cap -> views -> text
//	compose.go  chosen items under headings, for the start of a session
//	choose.go   which view each item gets under the budget
//	passage.go  the sentence of a long item that answers
//	render.go   item and view -> plain text; what `memory read` prints and what an entry's hash is of
//	quote.go    plain text -> text that cannot leave its place in a prompt
//	frame.go    the fence around all of it
//	explain.go  one item's way through, for `memory why-not`
package contextpack

import (
	"context"
	"time"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
)

// View is how much of an item is shown.
type View string

const (
	Locator  View = "locator"  // one line
	Overview View = "overview" // summary and why
	Detail   View = "detail"   // body
)

// Defaults of a Request.
const (
	DefaultBudget   = 600 // tokens
	DefaultMaxItems = 8
)

// Request asks for a pack. Floor 0 means recall.DefaultFloor; a negative one means no floor.
type Request struct {
	firewall.Request
	Query    string
	AsOf     time.Time // what was in force then is shown, and the text says so; zero = now
	Budget   int       // tokens of the whole rendered text; 0 = DefaultBudget, negative = error
	MaxItems int       // 0 = DefaultMaxItems
	Skip     int       // leave out so many of the best: an earlier page showed them
	MaxView  View      // "" = detail
	Sought   bool      // somebody searches: what the sentence vectors place clearly nearest passes the floor
	MaxChars int       // characters of the whole text written as JSON, which some hosts cap; 0 = no cap
	Mask     []string  // kinds of personal data that no text shows, as secrets names them
	Nonce    string    // the fence's per-pack nonce, given by the caller so that the same input gives the same bytes; see validNonce

	// Given are the items that the asker has already, by the SHA256 of their entry: they are left out unless they changed since.
	Given map[items.ID]string
	// Dispute says which side of an open case an item stands on; nil = there are none.
	Dispute func(ctx context.Context, it items.Item) firewall.Dispute
	// Standing says what this machine knows of an item that was read; nil = the caller answers for all of them.
	Standing func(ctx context.Context, it items.Item, f items.File) firewall.Standing
	// Code says what became of the code that an item's anchors name; nil = nobody looks.
	Code func(ctx context.Context, it items.Item) firewall.Code
}

// LocatorTokens is room for one line of any title: 160 characters, and a frame of 60 tokens spread over the page.
const LocatorTokens = 120

// Entry is one item in a pack.
type Entry struct {
	ID        items.ID          `json:"id"`
	Type      items.Type        `json:"type"`
	Title     string            `json:"title"`
	View      View              `json:"view"`
	Relevance float64           `json:"relevance"`
	Nearest   bool              `json:"nearest,omitempty"` // below the floor of relevance: its sentence vector let it in (Request.Sought)
	Tokens    int               `json:"tokens"`            // of its lines in the pack
	Decision  firewall.Decision `json:"decision"`
	Reasons   []firewall.Reason `json:"reasons,omitempty"`
	Read      string            `json:"read"`   // memory read ID
	SHA256    string            `json:"sha256"` // hex, of Render(item, Detail), which `memory read ID --view detail` prints
}

// Omission is one item that was considered and left out. Title is empty where it could carry what must not be shown.
type Omission struct {
	ID        items.ID          `json:"id"`
	Title     string            `json:"title"`
	Relevance float64           `json:"relevance"`
	Reasons   []firewall.Reason `json:"reasons"`
	Holds     string            `json:"holds,omitempty"` // of what is not true at the time of the question: "from 2027-03-01", "until 2026-05-01"
}

// Pack is what a prompt gets. Entries stand in the order of the text; omissions in rank order, then what recall had dropped.
type Pack struct {
	Text      string     `json:"text"` // "" when nothing is in it
	Tokenizer string     `json:"tokenizer"`
	Tokens    int        `json:"tokens"` // of Text
	Budget    int        `json:"budget"`
	AsOf      time.Time  `json:"as_of,omitzero"`
	Abstained string     `json:"abstained,omitempty"` // why nothing is in it
	Entries   []Entry    `json:"entries"`
	Omitted   []Omission `json:"omitted"`
	Degraded  []string   `json:"degraded,omitempty"`
	Least     int        `json:"-"` // tokens that the shortest entry takes, where a standing text has none because of the budget
}

// Reader loads full items.
type Reader interface {
	Get(ctx context.Context, id items.ID) (items.Item, items.File, error)
}
