package hub

import (
	"context"
	"fmt"
	"strings"

	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/items"
	"github.com/factline/memory/profile"
	"github.com/factline/memory/writeservice"
)

// RulesTag marks what came out of a file of rules.
const RulesTag = "rules"

// ImportedRules says what became of the rules in a file.
type ImportedRules struct {
	File     string                 `json:"file"`
	Found    int                    `json:"found"`
	Proposed int                    `json:"proposed"`
	Replaces int                    `json:"replaces,omitempty"` // of those, how many would replace an item
	Known    int                    `json:"known"`
	Refused  int                    `json:"refused"`
	Left     []profile.Left         `json:"left,omitempty"` // what says something, perhaps, and became no candidate
	Receipts []writeservice.Receipt `json:"receipts"`
}

// ImportRules puts every rule of a file up for review, as policies that nobody has vouched for yet: name is the file as a reference holds it.
func (h *Hub) ImportRules(ctx context.Context, name string, rules []profile.Statement) (ImportedRules, error) {
	return h.proposeRules(ctx, name, rules, func(profile.Statement) (items.Item, string, bool) { return items.Item{}, "", false })
}

// proposeRules is ImportRules, where changes tells of a rule that it is an item with other words, and which.
func (h *Hub) proposeRules(ctx context.Context, name string, rules []profile.Statement, changes func(profile.Statement) (items.Item, string, bool)) (ImportedRules, error) {
	done := ImportedRules{File: name, Found: len(rules), Receipts: []writeservice.Receipt{}}
	for _, rule := range rules {
		old, words, changed := changes(rule)
		text := strings.TrimSpace(rule.Lead + " " + rule.Text) // "Never: commit secrets": the item alone would say the opposite
		if changed {
			text = words
		}
		it := items.Item{
			Type: items.Policy, Title: enclosed.Clip(firstSentence(text), writeservice.MaxTitle), Summary: enclosed.Clip(text, writeservice.MaxSummary),
			Tags: []string{RulesTag}, Refs: items.Refs{Files: []string{name}}, Project: h.Project,
		}
		if rule.Heading != "" || rule.Block != "" || len([]rune(text)) > writeservice.MaxSummary {
			it.Body = strings.TrimSpace(fmt.Sprintf("From %s, line %d: %s\n\n%s\n\n%s", name, rule.Line, rule.Heading, text, rule.Block))
		}
		if old.ID != "" {
			it = reworded(it, old, text, rule.Block)
		}
		receipt, err := h.Write(ctx, writeservice.Draft{Item: it, Channel: items.Imported, Propose: true})
		if err != nil {
			return done, err
		}
		switch receipt.Status {
		case writeservice.Candidate, writeservice.Written:
			done.Proposed++
			done.Replaces += len(it.Supersedes)
		case writeservice.Rejected:
			done.Refused++
		default:
			done.Known++
		}
		done.Receipts = append(done.Receipts, receipt)
	}
	return done, nil
}

// firstSentence is what stands before the first full stop that ends a sentence.
func firstSentence(text string) string {
	for _, end := range []string{". ", "; ", "。"} {
		if first, _, ok := strings.Cut(text, end); ok && len(first) >= 20 {
			text = enclosed.Cut(text, len(first))
		}
	}
	return strings.TrimRight(text, ".:：")
}
