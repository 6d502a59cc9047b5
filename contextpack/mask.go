package contextpack

import (
	"github.com/factline/memory/items"
	"github.com/factline/memory/secrets"
)

// masked is a text without personal data of these kinds. It is the last step before a text is counted: quoting may have taken invisible
// characters out of a number that no rule had seen before. The mask holds nothing that quoting would change.
func masked(text string, kinds []string) string {
	text, _ = secrets.MaskPersonal(text, kinds)
	return text
}

// maskedItem is an item whose texts are masked before any of them is cut: half of a number is no number to a rule.
func maskedItem(it items.Item, kinds []string) items.Item {
	it.Title, it.Summary, it.Body = masked(it.Title, kinds), masked(it.Summary, kinds), masked(it.Body, kinds)
	return it
}

// masked is the pack with its titles as its text has them.
func (p Pack) masked(kinds []string) Pack {
	for i := range p.Entries {
		p.Entries[i].Title = masked(p.Entries[i].Title, kinds)
	}
	for i := range p.Omitted {
		p.Omitted[i].Title = masked(p.Omitted[i].Title, kinds)
	}
	return p
}
