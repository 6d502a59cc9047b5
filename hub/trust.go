package hub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// stand is what the user's record says of one open store.
type stand struct {
	book  *trust.Book // nil: whoever opened the hub vouches for the store and all in it
	store *trust.Store
	state trust.State
	was   string // where a moved store's key is on record for
	err   error  // the record could not be read; nothing is trusted
}

func look(book *trust.Book, dir string) stand {
	s := stand{book: book}
	if book != nil {
		s.store, s.state, s.was, s.err = book.Look(dir)
	}
	return s
}

// Trusted reports whether anything of this store may reach a prompt.
func (h *Hub) Trusted() bool { return h.stand.book == nil || h.stand.state == trust.Trusted }

// Vouch takes the store and all in it as trusted, for as long as this hub is open: for what only compares, as a machine does that checks a
// pull request, and gives no prompt anything.
func (h *Hub) Vouch() { h.stand = stand{} }

// Distrust says in one sentence why nothing of this store is injected, and the way out; "" for a trusted store, and for one without items: in a
// directory that holds settings alone there is nothing to trust.
func (h *Hub) Distrust() string {
	if why := h.distrust(); why == "" || !h.empty() {
		return why
	}
	return ""
}

// empty reports whether the store holds no item, no candidate and no file that might be one.
func (h *Hub) empty() bool {
	files, bad, err := h.Items.Files(context.Background())
	return err == nil && len(files)+len(bad) == 0
}

func (h *Hub) distrust() string {
	const way = ": nothing of it is injected; look at it, then memory trust"
	switch s := h.stand; {
	case h.Trusted():
		return ""
	case s.err != nil:
		return fmt.Sprintf("what is remembered of trusted stores cannot be used (%v): nothing of this store is injected", s.err)
	case s.state == trust.Moved:
		return fmt.Sprintf("the store %s was trusted at %s, and was moved since%s", h.Dir, s.was, way)
	case s.state == trust.Changed:
		return fmt.Sprintf("the store %s is not the one that was trusted here before%s", h.Dir, way)
	}
	return fmt.Sprintf("the store %s came from elsewhere and is not trusted, or no longer%s", h.Dir, way)
}

// standing says what this machine knows of an item of this store.
func (h *Hub) standing(ctx context.Context, it items.Item, f items.File) firewall.Standing {
	switch {
	case h.stand.book == nil:
		return firewall.Seen
	case !h.Trusted():
		return firewall.ForeignStore
	}
	file := []byte(it.Source())
	switch h.stand.store.Of(file) {
	case trust.Seen:
		return firewall.Seen
	case trust.Vouched:
		return h.vouched(ctx, it)
	}
	if !h.upstream.vouches(ctx, h.Dir, f.Path, file) {
		return firewall.ForeignChange
	}
	_ = h.stand.store.Add(trust.Vouched, file) // the next pack need not ask git; if it is not kept, it asks
	return h.vouched(ctx, it)
}

// vouched tells apart what a write service made, here or with a colleague whose evidence lies on his machine, and a file that somebody made by
// hand: that one names no channel (trust) and no approval, and what it cites counts where it is found.
func (h *Hub) vouched(ctx context.Context, it items.Item) firewall.Standing {
	if it.Trust != "" || it.Review.Verdict == "approved" || len(it.Evidence) == 0 || h.borneOut(ctx, it) {
		return firewall.Vouched
	}
	return firewall.Unborne
}

// origin is standing in the terms of seals.
func (h *Hub) origin(ctx context.Context, it items.Item, f items.File) trust.Seal {
	switch h.standing(ctx, it, f) {
	case firewall.Seen:
		return trust.Seen
	case firewall.Vouched, firewall.Unborne:
		return trust.Vouched
	}
	return trust.None
}

// sameText compares two item files but for line ends and a byte order mark, which git changes on checkout.
func sameText(a, b []byte) bool {
	plain := func(x []byte) []byte {
		return bytes.ReplaceAll(bytes.TrimPrefix(x, []byte("\xef\xbb\xbf")), []byte("\r\n"), []byte("\n"))
	}
	return bytes.Equal(plain(a), plain(b))
}

// Standing is standing for an item that Get returned, of whichever store it is.
func (h *Hub) Standing(ctx context.Context, id items.ID) (firewall.Standing, error) {
	r := newReader(h)
	it, f, err := r.Get(ctx, id)
	if err != nil {
		return "", err
	}
	return r.Standing(ctx, it, f), nil
}

// Vouch is what memory trust did.
type Vouch struct {
	Store   string      `json:"store"`
	Was     string      `json:"was"`           // how it stood before: trusted, unknown, moved, changed
	Items   int         `json:"items"`         // items and candidates, as they are now
	Waiting int         `json:"candidates"`    // of them: candidates that wait in review, or were rejected there
	Fresh   int         `json:"fresh"`         // of those, nobody had vouched for before
	Orders  []string    `json:"orders"`        // policies and preferences among the fresh ones, "id title": they tell an agent what to do
	Others  []string    `json:"others"`        // what else is active among the fresh ones, "id title"
	Suspect []string    `json:"suspect"`       // ids of fresh ones with hidden, instruction-like or secret text: the firewall stops them all the same
	Bad     []items.Bad `json:"bad,omitempty"` // files that are not items
}

// ErrOnlyPersons says that an agent asked for what is a person's to say.
var ErrOnlyPersons = errors.New("only a person can trust a store, or trust it no longer: run it at the terminal, outside of an agent")

// Trust records that the person at the terminal vouches for this store with all that is in it now.
func (h *Hub) Trust(ctx context.Context) (Vouch, error) {
	v := Vouch{Store: h.Dir, Was: string(h.stand.state), Orders: []string{}, Others: []string{}, Suspect: []string{}}
	caller, err := h.Caller("")
	switch {
	case err != nil:
		return v, err
	case caller.Channel != items.Human:
		return v, ErrOnlyPersons
	case h.stand.book == nil:
		return v, trust.ErrNoState
	}
	store := h.stand.store
	if !h.Trusted() {
		if store, err = h.stand.book.Trust(ctx, h.Dir, trust.Entry{At: h.Now().Truncate(time.Second), By: caller.Author}); err != nil {
			return v, err
		}
	}
	files, bad, err := h.Items.Files(ctx)
	if err != nil {
		return v, err
	}
	v.Bad = bad
	for _, f := range files {
		it, file, err := h.Items.Read(ctx, f)
		if err != nil {
			v.Bad = append(v.Bad, badFile(f.Path, err))
			continue
		}
		v.Items++
		if f.Candidate {
			v.Waiting++
		}
		if kind := store.Of(file); kind == trust.Seen || kind == trust.Vouched {
			continue
		}
		if err := store.Add(trust.Vouched, file); err != nil {
			return v, err
		}
		v.add(it)
	}
	h.stand = look(h.stand.book, h.Dir)
	return v, nil
}

func (v *Vouch) add(it items.Item) {
	v.Fresh++
	doubtful := len(firewall.Audit(it.Title+"\n"+it.Summary+"\n"+it.Body)) > 0
	if doubtful {
		v.Suspect = append(v.Suspect, string(it.ID))
	}
	switch name := string(it.ID) + " " + it.Title; {
	case it.Status != items.Active || doubtful:
	case it.Type.Class() == items.Orders:
		v.Orders = append(v.Orders, name)
	default:
		v.Others = append(v.Others, name)
	}
}

// checkTrust names a store that is not trusted, and files in a trusted one that nobody here vouched for.
func (h *Hub) checkTrust(ctx context.Context) Check {
	c := Check{Name: "trust", Level: OK, Detail: "this store is yours, and all in it was written, approved or merged"}
	if h.stand.book == nil {
		c.Detail = "whoever opened the store vouches for it"
		return c
	}
	if why := h.Distrust(); why != "" {
		c.Level, c.Detail, c.Fix = Warn, why, "memory trust, if you know where it comes from"
		if h.stand.err != nil {
			c.Fix = "mend what is named there, then memory trust"
		}
		return c
	}
	files, _, err := h.Items.Files(ctx)
	if err != nil {
		return Check{Name: "trust", Level: Fail, Detail: err.Error()}
	}
	for _, f := range files {
		it, _, err := h.Items.Read(ctx, f)
		if err != nil || !counts(it.Status) {
			continue
		}
		if h.standing(ctx, it, f) == firewall.ForeignChange {
			c.Files = append(c.Files, f.Path)
		}
	}
	if n := len(c.Files); n > 0 {
		c.Level, c.Detail = Warn, count(n, "item")+" changed outside of memory, by an editor, a program or a branch that is not merged: not injected"
		c.Fix = "memory review list shows what changed; memory review approve ID for one, memory trust for all as they are now"
	}
	return c
}
