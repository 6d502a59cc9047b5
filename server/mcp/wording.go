package mcp

import "strings"

// forTools words a reason or an error of the packages behind this door for a caller that has tools and no command line. What only a
// person can do keeps its command, with the word that it is a person's.
func forTools(text string) string {
	return strings.NewReplacer(
		"(--evidence ID:FROM-TO)", "(argument evidence: ID:FROM-TO)",
		"take it out, or --redact replaces it", "take it out and write again",
		"to bring it back, give a reason with --revive, or memory restore it", "a person can bring it back: memory restore",
		"to bring it back, give a reason with --revive", "a person can bring it back: memory restore",
		"to bring it back, give a reason with --reason", "a person can bring it back: memory restore",
		"write it as an item of its own with memory write", "write it as an item of its own with memory_write",
		"memory list shows what there is", "memory_search finds what there is",
		"memory evidence list shows what there is", "memory_evidence_search finds what there is",
		"memory why --list shows them", "memory_why without a pack shows the last one",
		"memory pack \"QUESTION\" makes one", "memory_search makes one",
		"memory history shows what happened", "memory_history shows what happened",
		"memory conflicts lists them", "memory_conflicts lists them",
		"memory undo takes it back", "a person can take it back: memory undo",
		"memory undo will not know of it", "it cannot be undone",
	).Replace(text)
}
