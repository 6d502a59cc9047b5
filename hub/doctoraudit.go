package hub

import (
	"context"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// checkAudit names files that hold what no write would take: a secret, hidden characters, an order to the model that nobody approved. A hand, a
// merge or an older version brought them in, and they count where a person vouched for all as it was. Packs leave them out; git keeps the words.
func (h *Hub) checkAudit(ctx context.Context) Check {
	c := Check{Name: "audit", Level: OK, Detail: "no item holds a secret, hidden characters or an order that nobody approved"}
	files, _, err := h.Items.Files(ctx)
	if err != nil {
		return Check{Name: "audit", Level: Fail, Detail: err.Error()}
	}
	for _, f := range files {
		it, _, err := h.Items.Read(ctx, f)
		if err != nil {
			continue // what does not parse is named by the check of the items
		}
		if why := refusedByAudit(it); why != "" {
			c.Files = append(c.Files, f.Path+": "+why)
		}
	}
	if n := len(c.Files); n > 0 {
		c.Level, c.Detail = Warn, count(n, "item")+" with words that memory would not have written, in no prompt"
		c.Fix = "memory update ID with other words, or an editor, takes them out; a secret that was committed has to be changed where it is used; memory forget ID --purge takes out all of an item"
	}
	return c
}

func refusedByAudit(it items.Item) string {
	for _, p := range writeservice.Problems(it) {
		if p.Audit && !p.Doubt {
			return p.Reason
		}
	}
	return ""
}
