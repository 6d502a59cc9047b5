package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// Material fences raw text for an agent that asked for it, as much as fits into budget tokens. Nothing of a store that is not trusted
// comes out.
func (h *Hub) Material(pieces []contextpack.Piece, budget int) (text string, shown int, err error) {
	if !h.Trusted() {
		return "", 0, errors.New(h.distrust())
	}
	text, shown = contextpack.Material(pieces, budget, contextpack.NonceOf(h.random()), h.Config.Privacy.Mask)
	return text, shown, nil
}

// Piece makes material of one record of the evidence: what the firewall holds back is named by its reason, and what a retired fact was
// made of is labelled with it.
func Piece(rec evidence.Record, retired []items.ID) contextpack.Piece {
	p := contextpack.Piece{Text: rec.Text}
	head := []string{rec.Time.UTC().Format("2006-01-02 15:04"), string(rec.Role) + "/" + string(rec.Channel)}
	if rec.Tool != "" {
		head = append(head, rec.Tool)
	}
	if rec.IsError {
		head = append(head, "failed")
	}
	head = append(head, string(rec.ID))
	for _, id := range retired {
		head = append(head, fmt.Sprintf("RETIRED: what was made of this no longer holds (%s)", id))
	}
	p.Head = strings.Join(head, " ")
	spoken := !rec.Meta && (rec.Channel == transcript.FromUser || rec.Channel == transcript.FromAssistant)
	if why := firewall.Material(rec.Text, spoken); why != "" {
		p.Text = fmt.Sprintf("[held back: %s; a person can see it with memory evidence show %s]", why, rec.ID)
	}
	return p
}

// Showable reports whether the firewall lets an item into a prompt at all, whatever is asked.
func (h *Hub) Showable(ctx context.Context, id items.ID) (bool, error) {
	it, file, from, err := h.get(ctx, id)
	if err != nil {
		return false, err
	}
	r := PackRequest{Floor: -1}
	v := firewall.Judge(h.firewallRequest(r), firewall.Subject{
		Item: it, Relevance: 1, Tombstone: h.tombstoned(ctx, r)(it.Head()), Standing: from.standing(ctx, it, file),
	})
	return v.Decision != firewall.Deny, nil
}
