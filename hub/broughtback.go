package hub

import (
	"context"
	"fmt"

	"github.com/factline/memory/check"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/writeservice"
)

// A write holds its words against the tombstones. A copy of an old file, or a merge that takes back a file which the other side purged,
// brings the words in without one, also with others under its id: every pack leaves them out, and check and doctor say so.

// stoneOf returns the tombstone of this store that stands against an item in force, in one project at least.
func stoneOf(head items.Head, ix writeservice.Index) (items.Head, bool) {
	if head.Candidate || head.Status != items.Active && head.Status != items.Proposed {
		return items.Head{}, false
	}
	return writeservice.TombstoneAnywhere(head, ix)
}

// stoneAgainst says which tombstone keeps a changed item from being shared as one that holds; "" where none does.
func stoneAgainst(ch changedItem, ix writeservice.Index) string {
	_, now, err := ch.versions()
	if err != nil || now.ID == "" {
		return ""
	}
	stone, ok := stoneOf(now.Head(), ix)
	if !ok {
		return ""
	}
	if stone.LeftOf(now.Head()) {
		return fmt.Sprintf("%s is what is left of the item of this id, whose words were purged: memory forget --purge %s, and where it holds again, memory write it anew", stone.ID, now.ID)
	}
	return fmt.Sprintf("%s (%s) holds the same claim%s: memory forget %s, or memory restore %s --reason REASON where it holds again", stone.ID, stone.Status, onlyIn(now.Head(), stone), now.ID, stone.ID)
}

// onlyIn names the project of a tombstone that keeps an item of every project out of that one alone.
func onlyIn(head, stone items.Head) string {
	if head.Project != "" || stone.Project == "" {
		return ""
	}
	return " in project " + stone.Project
}

// broughtBack makes findings of the checked files that say what a tombstone holds.
func (h *Hub) broughtBack(ctx context.Context, files []check.File) (out []check.Finding, err error) {
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if stone, ok := stoneOf(f.Item.Head(), view); ok {
			out = append(out, check.Back(f, stone))
		}
	}
	return out, nil
}

// checkBack is doctor's look at the same over the whole store.
func (h *Hub) checkBack(ctx context.Context) Check {
	c := Check{Name: "retired", Level: OK, Detail: "no item in force says what was retired"}
	view, err := h.View(ctx)
	if err != nil {
		c.Level, c.Detail = Warn, "not looked for: "+err.Error()
		return c
	}
	for doc := range view.Len() {
		head := view.Head(doc)
		if stone, ok := stoneOf(head, view); ok {
			c.Files = append(c.Files, string(head.ID)+": "+string(stone.ID)+" stands against it"+onlyIn(head, stone))
		}
	}
	h.lookAtHandoffs(ctx, view, &c)
	if n := len(c.Files); n > 0 {
		c.Level, c.Detail = Fail, count(n, "item")+" in force "+says(n)+" what was retired, superseded or purged: no pack takes it, and its words are in the files"
		c.Fix = "memory forget ID (with --purge where it was purged), or delete the file; where it holds again, memory write --revive after that"
	}
	return c
}

// lookAtHandoffs names those in force of which a line says what was put out of force. No prompt gets the line, so that nothing is wrong but the file.
func (h *Hub) lookAtHandoffs(ctx context.Context, view *projections.View, c *Check) {
	n := 0
	for doc := range view.Len() {
		head := view.Head(doc)
		if head.Type != items.Handoff || head.Status != items.Active || head.Candidate {
			continue
		}
		if it, _, err := h.Items.Get(ctx, head.ID); err == nil && len(h.saidOfRetired(ctx, it)) > 0 {
			n++
		}
	}
	if n > 0 {
		c.Detail += "; " + count(n, "handoff") + " with lines that are out of force, which no prompt gets"
	}
}

func says(n int) string {
	if n == 1 {
		return "says"
	}
	return "say"
}
