package hub

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// Write sends one draft through the write service and brings the projections up to date. A projection that cannot be updated
// degrades the receipt and never the write.
func (h *Hub) Write(ctx context.Context, d writeservice.Draft) (writeservice.Receipt, error) {
	retired, lookErr := h.retiredClaims(ctx, d)
	d.Against = append(d.Against, retired...)
	r, err := h.Writes.Write(ctx, d)
	if lookErr != nil {
		r.Degraded = append(r.Degraded, "retired claims in other words were not looked for: "+lookErr.Error())
	}
	if err == nil && r.Status != writeservice.Rejected {
		r.Reasons = append(r.Reasons, h.outOfTime(d.Item.Valid)...)
	}
	return h.written(ctx, r, err)
}

// outOfTime says of what is not true now that no prompt gets it.
func (h *Hub) outOfTime(v items.Valid) []string {
	missed := v.Missed(h.Now())
	if from, ok := strings.CutPrefix(missed, "from "); ok {
		return []string{"it is not true yet: no prompt gets it before " + from}
	}
	if until, ok := strings.CutPrefix(missed, "until "); ok {
		return []string{fmt.Sprintf("it expired already, on %s: no prompt gets it", until)}
	}
	return nil
}

// written follows every change of an item: the shared view is dropped and the projections take the change in.
func (h *Hub) written(ctx context.Context, r writeservice.Receipt, err error) (writeservice.Receipt, error) {
	looked := h.looked
	if refreshErr := h.Refresh(); refreshErr != nil {
		r.Degraded = append(r.Degraded, "index: "+refreshErr.Error())
	}
	if err != nil || r.Status != writeservice.Written && r.Status != writeservice.Candidate && r.Added == 0 {
		return r, err
	}
	if r.Op == writeservice.OpUpdate && path.Dir(r.Path) == items.ReviewDir {
		r.Reasons = append(r.Reasons, "it still waits in review and is not shown until a person approves it")
	}
	if why := h.Distrust(); why != "" {
		r.Degraded = append(r.Degraded, why)
	}
	// What it buried goes with it: else the next search would find those files changed and rank twice.
	brought, syncErr := h.Projections.SyncPaths(ctx, looked, append([]string{r.Path}, r.Paths...)...)
	if syncErr != nil {
		r.Degraded = append(r.Degraded, "not indexed yet, the next search brings it in: "+syncErr.Error())
	}
	if brought.Wordy != "" {
		r.Degraded = append(r.Degraded, brought.Wordy)
	}
	return r, nil
}

// Change runs one operation of the write service on existing items, as written does for a new one.
func (h *Hub) Change(ctx context.Context, op func(*writeservice.Service) (writeservice.Receipt, error)) (writeservice.Receipt, error) {
	r, err := op(h.Writes)
	if err == nil && r.Op == writeservice.OpUpdate && r.Status == writeservice.Written {
		if it, _, readErr := h.Items.Get(ctx, r.ID); readErr == nil {
			r.Reasons = append(r.Reasons, h.outOfTime(it.Valid)...)
		}
	}
	if r, err = h.written(ctx, r, err); err == nil && r.Op == writeservice.OpApprove && r.Status == writeservice.Written && !r.Unchanged {
		h.settleUser(ctx, &r)
	}
	if err == nil && r.Status == writeservice.Written && !r.Unchanged {
		switch r.Op {
		case writeservice.OpRetire, writeservice.OpReject, writeservice.OpSupersede:
			r.Reasons = append(r.Reasons, h.keptOut(ctx, r)...)
		}
	}
	return r, err
}

// settleUser takes out of the user's review what he has just approved here: he is asked once.
func (h *Hub) settleUser(ctx context.Context, r *writeservice.Receipt) {
	if h.user == nil || !h.user.Trusted() {
		return
	}
	it, _, err := h.Items.Get(ctx, r.ID)
	var settled []writeservice.Receipt
	if err == nil {
		settled, err = h.user.Writes.PutAwaySettled(ctx, it, writeservice.Actor{Channel: items.Human, By: it.Review.By})
	}
	for _, s := range settled {
		r.Reasons = append(r.Reasons, fmt.Sprintf("the same waited in your own store, and is settled by this: memory undo --store %s %s brings it back", h.user.Dir, s.Receipt))
	}
	if err == nil {
		err = h.user.Refresh()
	}
	if err != nil {
		r.Degraded = append(r.Degraded, "your own store may still ask for the same: "+err.Error())
	}
}

// NewProject is the project that a new item belongs to: the caller's.
func (h *Hub) NewProject(it *items.Item) {
	if it.Project == "" {
		it.Project = h.Project
	}
}
