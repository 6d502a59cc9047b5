package hub

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/secrets"
	"github.com/factline/memory/writeservice"
)

// candidates is how many hits the firewall gets to see for a pack: enough that the denied ones do not starve it, few enough that looking
// at each stays cheap.
const candidates = 20

// PackRequest asks for prompt text.
type PackRequest struct {
	Query    recall.Query
	Budget   int // tokens; 0 = the store's setting
	MaxItems int
	Skip     int // so many of the best were on earlier pages
	MaxView  contextpack.View
	Door     string              // who asks: search, pack, demo, ...
	Sought   bool                // somebody searches, no prompt is filled: see contextpack.Request
	Floor    float64             // least relevance; 0 = the store's setting, negative = none
	MaxChars int                 // cap of a host on the text written as JSON; 0 = none
	Given    map[items.ID]string // what the session has already, by the SHA256 of the entry
	Gone     bool                // also items whose code is gone
	Session  string              // agent and session that get it, for the ledger; "" = none

	eitherSide bool // see oneSide
}

// PackRecord is what the ledger keeps of one pack: no text beyond titles, and a query without secrets.
type PackRecord struct {
	Cohort    string                 `json:"cohort"`
	At        time.Time              `json:"at"`
	Door      string                 `json:"door"`
	Session   string                 `json:"session,omitempty"` // agent and session of a hook's pack
	Project   string                 `json:"project,omitempty"`
	Query     string                 `json:"query"`
	AsOf      time.Time              `json:"as_of,omitzero"`
	Budget    int                    `json:"budget"`
	Tokens    int                    `json:"tokens"`
	Abstained string                 `json:"abstained,omitempty"`
	Entries   []contextpack.Entry    `json:"entries"`
	Omitted   []contextpack.Omission `json:"omitted"`
	Degraded  []string               `json:"degraded,omitempty"`
}

// Packed is a pack with the name under which the ledger remembers it.
type Packed struct {
	Cohort string `json:"cohort"`
	contextpack.Pack
}

// Pack searches, judges and renders, and records in the ledger what went in and what stayed out.
func (h *Hub) Pack(ctx context.Context, r PackRequest) (Packed, error) {
	wanted := max(candidates, 2*(r.Skip+r.MaxItems))
	if r.Query.Now.IsZero() {
		r.Query.Now = h.Now()
	}
	go firewall.Warm() // its tables take as long as the judging; the search leaves a core idle half of the time
	read := newReader(h).asOf(r.Query.AsOf)
	asked := h.packRequest(r, read)
	var packed Packed
	err := h.ahead(ctx, func() error {
		pack, err := h.uncrowded(ctx, func() (contextpack.Pack, int, error) {
			q := r.Query
			q.K = h.further(wanted)
			found, err := h.Search(ctx, q)
			if err != nil {
				return contextpack.Pack{}, 0, err
			}
			pack, err := contextpack.Build(ctx, asked, found, read, h.tombstoned(ctx, r))
			if err == nil && r.eitherSide && silenced(pack) {
				either := asked
				either.Dispute = oneSide(asked.Dispute)
				pack, err = contextpack.Build(ctx, either, found, read, h.tombstoned(ctx, r))
			}
			if len(found.Hits) < q.K {
				return pack, 0, err
			}
			return pack, q.K, err
		})
		packed = Packed{Pack: pack}
		return err
	})
	if err != nil {
		return Packed{}, err
	}
	h.record(ctx, r, &packed)
	return packed, nil
}

// packRequest is what the pack is built from; each has a fence of its own.
func (h *Hub) packRequest(r PackRequest, read *reader) contextpack.Request {
	chance := h.random()
	return contextpack.Request{
		Request: h.firewallRequest(r), Query: r.Query.Text, Budget: cmp.Or(r.Budget, h.Config.Pack.Budget), MaxItems: r.MaxItems, Skip: r.Skip, Sought: r.Sought, MaxView: r.MaxView,
		MaxChars: r.MaxChars, Given: r.Given, Nonce: contextpack.NonceOf(chance), Standing: read.Standing, Dispute: h.disputed(h.firewallRequest(r).Project, r.Query.AsOf), Code: read.Code,
		AsOf: r.Query.AsOf, Mask: h.Config.Privacy.Mask,
	}
}

func (h *Hub) firewallRequest(r PackRequest) firewall.Request {
	if r.Query.Now.IsZero() {
		r.Query.Now = h.Now()
	}
	name := r.Query.Project
	switch name {
	case "":
		name = h.Project
	case AllProjects:
		name = ""
	}
	at := r.Query.Now
	if !r.Query.AsOf.IsZero() {
		at = r.Query.AsOf
	}
	return firewall.Request{
		Now: at, Project: name, Branch: h.Branch, OS: runtime.GOOS, Floor: h.floor(r.Floor), AllowGone: r.Gone,
	}
}

// tombstoned reports whether a retired, superseded or rejected value equals an item's, in either store, where the item is asked for: an item of every
// project is held back in those where its claim was retired, and stays in the others. The answer is as of the time that the question names; zero = now.
func (h *Hub) tombstoned(ctx context.Context, r PackRequest) func(items.Head) bool {
	at, project := r.Query.AsOf, h.firewallRequest(r).Project
	return func(head items.Head) bool {
		head = writeservice.InProject(head, project)
		for _, store := range []*Hub{h, h.user} {
			if store == nil || !store.Trusted() {
				continue // a tombstone of a store that came from elsewhere would take a person's own facts away
			}
			view, err := store.View(ctx)
			if err != nil {
				continue // the pack says so: see tellUser
			}
			var index writeservice.Index = view
			if !at.IsZero() {
				index = past{view, at, store.mistrust(ctx)}
			}
			if _, stands := writeservice.Tombstone(head, vouchedIndex{ctx, store, index}); stands {
				return true
			}
		}
		return false
	}
}

// record writes the pack to the ledger; that it could not is said in the pack and stops nothing.
func (h *Hub) record(ctx context.Context, r PackRequest, p *Packed) {
	query, _ := secrets.Redact(r.Query.Text)
	project, _ := secrets.Redact(h.firewallRequest(r).Project)
	tail := h.random()
	p.Cohort = fmt.Sprintf("pk-%s-%s", r.Query.Now.Format("20060102-150405"), hex.EncodeToString(tail[:3]))
	// What is given is recorded, also where the caller's time ends meanwhile.
	p.Degraded = h.tellUser(ctx, p.Degraded)
	err := h.Ledger.Append(context.WithoutCancel(ctx), ledger.Packs, r.Query.Now, PackRecord{
		Cohort: p.Cohort, At: r.Query.Now, Door: r.Door, Session: r.Session, Project: project, Query: query,
		Budget: p.Budget, Tokens: p.Tokens, AsOf: p.AsOf, Abstained: p.Abstained, Entries: p.Entries, Omitted: p.Omitted, Degraded: p.Degraded,
	})
	if err != nil {
		p.Degraded = append(p.Degraded, "not recorded for memory why: "+err.Error())
	}
	if r.Query.AsOf.IsZero() { // else it is no use of today
		h.shownLessons(ctx, p)
	}
}

// reader lets a pack read items of both stores, lessons with what the weeks left of their confidence, and remembers which store each is of.
type reader struct {
	h    *Hub
	at   time.Time // zero = now; else items are given as they stood then
	from map[items.ID]*Hub
}

func newReader(h *Hub) *reader { return &reader{h: h, from: map[items.ID]*Hub{}} }

func (r *reader) asOf(at time.Time) *reader {
	r.at = at
	return r
}

func (r *reader) Get(ctx context.Context, id items.ID) (items.Item, items.File, error) {
	it, f, from, err := r.h.get(ctx, id)
	if err == nil {
		r.from[it.ID] = from
		err = r.h.believes(it, from)
	}
	if err == nil && !r.at.IsZero() {
		return from.then(ctx, it, f, r.at), f, nil
	}
	if err != nil {
		return it, f, err
	}
	return r.h.current(ctx, r.h.faded(ctx, it)), f, nil
}

// Standing says what this machine knows of an item that Get returned.
func (r *reader) Standing(ctx context.Context, it items.Item, f items.File) firewall.Standing {
	if from := r.from[it.ID]; from != nil {
		return from.standing(ctx, it, f)
	}
	return firewall.ForeignStore
}

// ErrNoCohort says that the ledger holds no such pack.
var ErrNoCohort = errors.New("no such pack in the ledger")
