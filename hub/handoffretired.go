package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// A handoff quotes what held when work stopped: a decision, a fact. What was corrected, retired or purged since is not said again by the lines of an
// older handoff, nor by a new one that takes it up: wherever a handoff is rendered, each of its sentences is held against the tombstones.

// noLonger stands in the place of a sentence that a tombstone stands against.
func noLonger(now items.ID) string {
	if now == "" {
		return "[no longer true]"
	}
	return fmt.Sprintf("[no longer true; now: memory read %s]", now)
}

// current is a handoff without the sentences that were put out of force, and with marks at those that are disputed; any other item as it is.
func (h *Hub) current(ctx context.Context, it items.Item) items.Item {
	if it.Type != items.Handoff {
		return it
	}
	cut := func(text string) string {
		out, _ := h.withoutRetired(ctx, it, text)
		out, _ = h.marked(ctx, it, out)
		return out
	}
	it.Title, it.Summary, it.Body = cut(it.Title), cut(it.Summary), cut(it.Body)
	return it
}

// withoutRetired puts noLonger in the place of each sentence of a text that a tombstone stands against, and names the tombstones.
func (h *Hub) withoutRetired(ctx context.Context, it items.Item, text string) (string, []items.ID) {
	var stones []items.ID
	rows := strings.Split(text, "\n")
	for i, row := range rows {
		for _, said := range sentencesOf(row) {
			stone, now, ok := h.stoneFor(ctx, it, said)
			if !ok {
				continue
			}
			rows[i] = strings.Replace(rows[i], said, noLonger(now), 1)
			if !slices.Contains(stones, stone) {
				stones = append(stones, stone)
			}
		}
	}
	return strings.Join(rows, "\n"), stones
}

// sentencesOf are what a line may claim: all of it without its bullet, what stands behind a label, and each of its sentences. The longest come first.
func sentencesOf(row string) (out []string) {
	add := func(text string) {
		if text = strings.TrimSpace(text); len(text) >= 4 && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	whole := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(row), "-*# "))
	for _, label := range []string{"Handoff: ", "Next: ", "Pending: ", "Blocked: "} {
		whole = strings.TrimPrefix(whole, label)
	}
	add(whole)
	for part := range strings.SplitSeq(strings.NewReplacer("。", "。\x00", ". ", ".\x00 ", "; ", "\x00 ", "；", "\x00").Replace(whole), "\x00") {
		part = strings.TrimSpace(part)
		add(part)
		for _, label := range []string{"Next: ", "Pending: ", "Blocked: "} {
			if rest, ok := strings.CutPrefix(part, label); ok {
				add(rest)
			}
		}
	}
	return out
}

// stoneFor finds the tombstone of a sentence of an item, in either store that counts, and what is in force in its place.
func (h *Hub) stoneFor(ctx context.Context, it items.Item, said string) (stone, now items.ID, ok bool) {
	head := items.Item{Type: items.Fact, Title: strings.TrimRight(said, "."), Project: it.Project, Status: items.Active}.Head()
	for _, store := range []*Hub{h, h.user} {
		if store == nil || !store.Trusted() {
			continue
		}
		view, err := store.View(ctx)
		if err != nil {
			continue
		}
		found, stands := writeservice.Tombstone(writeservice.InProject(head, h.Project), view)
		if !stands {
			continue
		}
		for _, e := range view.Edges(found.ID) {
			if doc, ok := view.Lookup(e.From); ok && e.To == found.ID {
				if o := view.Head(doc); o.Status == items.Active && !o.Candidate && slices.Contains(o.Supersedes, found.ID) {
					return found.ID, o.ID, true
				}
			}
		}
		return found.ID, "", true
	}
	return "", "", false
}

// saidOfRetired tells who hands off which of his lines speak of what was put out of force.
func (h *Hub) saidOfRetired(ctx context.Context, it items.Item) (reasons []string) {
	for _, text := range []string{it.Title, it.Body} {
		_, stones := h.withoutRetired(ctx, it, text)
		for _, id := range stones {
			why := fmt.Sprintf("a line of it says what %s said, which is out of force: no prompt gets that line", id)
			if !slices.Contains(reasons, why) {
				reasons = append(reasons, why)
			}
		}
	}
	return reasons
}
