package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
)

// Packs returns the ledger's packs, newest first, at most n (0 = all).
func (h *Hub) Packs(ctx context.Context, n int) ([]PackRecord, error) {
	var all []PackRecord
	for line, err := range h.Ledger.Read(ctx, ledger.Packs) {
		if err != nil {
			return nil, err
		}
		var r PackRecord
		if json.Unmarshal(line, &r) == nil && r.Cohort != "" {
			all = append(all, r)
		}
	}
	slices.Reverse(all)
	if n > 0 && len(all) > n {
		all = all[:n]
	}
	return all, nil
}

// Given returns the packs that an item stands in, newest first, at most n (0 = all): who has its words, when it turns out to be wrong or planted.
func (h *Hub) Given(ctx context.Context, id items.ID, n int) ([]PackRecord, error) {
	all, err := h.Packs(ctx, 0)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(r PackRecord) bool {
		return !slices.ContainsFunc(r.Entries, func(e contextpack.Entry) bool { return e.ID == id })
	})
	if n > 0 && len(all) > n {
		all = all[:n]
	}
	return all, nil
}

// PackOf finds one past pack by its cohort or a unique prefix of it; "" is the latest.
func (h *Hub) PackOf(ctx context.Context, cohort string) (PackRecord, error) {
	all, err := h.Packs(ctx, 0)
	if err != nil {
		return PackRecord{}, err
	}
	var found []PackRecord
	for _, r := range all {
		if r.Cohort == cohort || cohort == "" {
			return r, nil
		}
		if strings.HasPrefix(r.Cohort, cohort) {
			found = append(found, r)
		}
	}
	switch {
	case len(all) == 0:
		return PackRecord{}, fmt.Errorf("%w: nothing was packed yet; memory pack \"QUESTION\" makes one", ErrNoCohort)
	case len(found) == 0:
		return PackRecord{}, fmt.Errorf("%w: %s; memory why --list shows them", ErrNoCohort, cohort)
	case len(found) > 1:
		return PackRecord{}, fmt.Errorf("%s names %d packs; memory why --list shows them", cohort, len(found))
	}
	return found[0], nil
}

// Answer explains one item for one question.
type Answer struct {
	Title string  `json:"title"`
	Faded *Fading `json:"faded,omitempty"` // of a lesson that time made less sure
	contextpack.Explanation
}

// WhyNot follows one item through the search, the firewall and the pack that a question would get now. It records nothing.
func (h *Hub) WhyNot(ctx context.Context, id items.ID, r PackRequest) (Answer, error) {
	r.Query.K, r.Query.Want = max(candidates, 2*r.MaxItems), id
	found, err := h.Search(ctx, r.Query)
	for range mostWary { // as far as Pack looks
		if err != nil || len(found.Hits) < r.Query.K || 2*len(h.ChangedOutside(ctx, hitIDs(found.Hits))) < r.Query.K {
			break
		}
		r.Query.K *= 4
		found, err = h.Search(ctx, r.Query)
	}
	if err != nil {
		return Answer{}, err
	}
	read := newReader(h).asOf(r.Query.AsOf)
	explained, err := contextpack.Explain(ctx, h.packRequest(r, read), found, read, h.tombstoned(ctx, r), id)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Explanation: explained}
	if it, _, err := h.Get(ctx, id); err == nil {
		a.Title = it.Title
		if r.Query.AsOf.IsZero() {
			a.Faded = h.fading(ctx, it)
		}
	}
	return a, nil
}
