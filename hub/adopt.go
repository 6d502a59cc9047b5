package hub

import (
	"context"
	"strings"

	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
	"github.com/factline/memory/profile"
	"github.com/factline/memory/writeservice"
)

// bracketed is what may be the id of an item at its line of a profile.
var bracketed = lazyregexp.New(` ?\(([A-Za-z0-9][A-Za-z0-9._-]+)\)`)

// AdoptRules puts the lines up for review that a hand put into a block or changed there. A line that names an item of this store is that item in other
// words: its candidate replaces the item once it is approved.
func (h *Hub) AdoptRules(ctx context.Context, name string, rules []profile.Statement) (ImportedRules, error) {
	return h.proposeRules(ctx, name, rules, func(rule profile.Statement) (old items.Item, words string, changed bool) {
		all := bracketed().FindAllStringSubmatchIndex(rule.Text, -1)
		for i := len(all) - 1; i >= 0; i-- { // ours stands last
			m := all[i]
			it, named := h.atLine(ctx, rule.Text[m[2]:m[3]])
			if !named {
				continue
			}
			words = strings.TrimSpace(rule.Lead + " " + strings.TrimSpace(rule.Text[:m[0]]+rule.Text[m[1]:]))
			if own, _, err := h.Items.Get(ctx, it.ID); err != nil || own.Status != items.Active {
				it = items.Item{} // of the person's own store, or out of force: there is nothing to replace here
			}
			return it, words, true
		}
		return old, "", false
	})
}

// atLine is the item whose line in a profile ends in this word: its id, or the tail of one that was made up here.
func (h *Hub) atLine(ctx context.Context, word string) (items.Item, bool) {
	id, err := h.Resolve(ctx, word)
	if err != nil || string(id) != word && !strings.HasSuffix(string(id), "-"+word) {
		return items.Item{}, false
	}
	it, _, err := h.Get(ctx, id)
	return it, err == nil
}

// reworded is a candidate that says what an item says in the words of a line of a profile, "title: summary". What the line does not show stays as the
// item has it, but its evidence, which speaks for the old words.
func reworded(it, old items.Item, text, block string) items.Item {
	title := strings.TrimRight(strings.Join(strings.Fields(old.Title), " "), ".:")
	summary := strings.Join(strings.Fields(old.Summary), " ")
	if rest, same := strings.CutPrefix(text, title+": "); same {
		it.Title, it.Summary = old.Title, enclosed.Clip(rest, writeservice.MaxSummary)
	} else if first, same := strings.CutSuffix(text, ": "+summary); same && summary != "" {
		it.Title, it.Summary = enclosed.Clip(first, writeservice.MaxTitle), old.Summary
	}
	it.Body = strings.TrimSpace(old.Body + "\n\n" + block)
	it.Type, it.Project, it.Tags, it.Refs, it.Anchors = old.Type, old.Project, old.Tags, old.Refs, old.Anchors
	it.Valid, it.Confidence, it.Sensitivity = old.Valid, old.Confidence, old.Sensitivity
	it.Supersedes = []items.ID{old.ID}
	return it
}
