package hub

import (
	"context"

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
	return h.written(ctx, r, err)
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
	if why := h.Distrust(); why != "" {
		r.Degraded = append(r.Degraded, why)
	}
	// What it buried goes with it: else the next search would find those files changed and rank twice.
	if _, syncErr := h.Projections.SyncPaths(ctx, looked, append([]string{r.Path}, r.Paths...)...); syncErr != nil {
		r.Degraded = append(r.Degraded, "not indexed yet, the next search brings it in: "+syncErr.Error())
	}
	return r, nil
}

// Change runs one operation of the write service on existing items, as written does for a new one.
func (h *Hub) Change(ctx context.Context, op func(*writeservice.Service) (writeservice.Receipt, error)) (writeservice.Receipt, error) {
	r, err := op(h.Writes)
	return h.written(ctx, r, err)
}

// NewProject is the project that a new item belongs to: the caller's.
func (h *Hub) NewProject(it *items.Item) {
	if it.Project == "" {
		it.Project = h.Project
	}
}
