package hub

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// History is what the ledger and git know of one item, oldest first. Without git, or outside a repository, the ledger stands alone. Nothing is
// known of what cannot be an id: as a path it would ask git for another file.
func (h *Hub) History(ctx context.Context, id items.ID) ([]writeservice.Event, error) {
	if id.Check() != "" {
		return nil, nil
	}
	events, err := h.Writes.History(ctx, id)
	if err != nil {
		return nil, err
	}
	repo, err := gitrepo.At(h.Dir, h.home)
	if err != nil {
		return events, nil
	}
	args := []string{"log", "--format=%H%x09%cI%x09%an%x09%s", "--", repo.Path(items.ReviewDir + "/" + string(id) + ".md")}
	if _, f, err := h.Items.Get(ctx, id); err == nil {
		args = append(args, repo.Path(f.Path))
	}
	out, err := repo.Git(ctx, args...)
	if err != nil {
		return events, nil
	}
	for line := range strings.Lines(out) {
		if part := strings.SplitN(strings.TrimSpace(line), "\t", 4); len(part) == 4 {
			events = append(events, writeservice.Event{At: part[1], Op: "commit", ID: id, By: part[2], Note: part[0][:12] + " " + part[3]})
		}
	}
	slices.SortStableFunc(events, func(a, b writeservice.Event) int { return cmp.Compare(a.At, b.At) })
	return events, nil
}
