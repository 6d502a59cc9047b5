package writeservice

import (
	"fmt"
	"slices"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
)

// Outcome is what became of a write.
type Outcome string

const (
	Written   Outcome = "written"
	Candidate Outcome = "proposed"
	Duplicate Outcome = "duplicate"
	Rejected  Outcome = "rejected"
	Pending   Outcome = "pending"
)

// Receipt answers every write. A refusal is a receipt (Rejected, with the reason and the way out), not an error: an error says
// that the store could not be read or written, that an id does not exist, or that a file changed meanwhile.
type Receipt struct {
	Status  Outcome  `json:"status"`
	Op      Op       `json:"op,omitempty"`
	ID      items.ID `json:"id,omitempty"`      // of the item, or of the one it duplicates
	Path    string   `json:"path,omitempty"`    // relative to the store, with slashes; of the undo copy after a delete
	Receipt string   `json:"receipt,omitempty"` // names the change for memory undo
	// Other is the second item: what was superseded, merged or linked to.
	Other items.ID `json:"other,omitempty"`
	// Unchanged says that what was asked for is already so (status written): no file was touched.
	Unchanged bool               `json:"unchanged,omitempty"`
	Near      []Neighbour        `json:"near,omitempty"`    // items that it was compared with, where something came of it
	Reasons   []string           `json:"reasons,omitempty"` // why it is not simply written, in words
	Findings  []firewall.Finding `json:"findings,omitempty"`
	Added     int                `json:"added_evidence,omitempty"` // citations added to an existing item or candidate
	Degraded  []string           `json:"degraded,omitempty"`       // what did not work although the write did

	Paths   []string `json:"-"` // every file that changed, for the projections
	after   string   // hash of the new item's file
	changed bool     // a duplicate that brought something new without a citation: for the ledger
}

func (r Receipt) refuse(reasons ...string) Receipt {
	r.Status = Rejected
	r.Reasons = append(r.Reasons, reasons...)
	return r
}

// heldBack says of an item in force that the firewall keeps out of prompts, because nobody but a tool, a page, a file or an import stands for
// it, what a person can do.
func (r *Receipt) heldBack(it items.Item) {
	stuffed := slices.ContainsFunc(r.Findings, func(f firewall.Finding) bool { return f.Rule == firewall.RuleStuffed })
	weak := !isHuman(it.Trust) && it.Trust != items.Agent
	if it.Status != items.Active || !weak && !stuffed {
		return
	}
	if stuffed {
		r.Reasons = append(r.Reasons, "it reads as if it were made to be found by every question: none brings it into a prompt before a person approves it")
	}
	if weak && !slices.Contains(r.Reasons, unbacked) {
		r.Reasons = append(r.Reasons, "only what a tool, a file, the web or an import said stands behind it: it is not injected before a person approves it")
	}
	r.Reasons = append(r.Reasons, fmt.Sprintf("a person approves it with memory review approve %s", it.ID))
}

// reaches says of an item that reads like an instruction whether a prompt gets it, as the firewall will answer.
func (r *Receipt) reaches(it items.Item) {
	if !slices.ContainsFunc(r.Findings, func(f firewall.Finding) bool { return f.Rule == firewall.RuleInstruction }) {
		return
	}
	v := firewall.Judge(firewall.Request{}, firewall.Subject{Item: it, Relevance: 1})
	switch {
	case it.Status == items.Proposed:
		r.Reasons = append(r.Reasons, "no prompt gets it before that")
	case it.Status != items.Active:
	case slices.Contains(v.Reasons, firewall.InstructionLike):
		r.Reasons = append(r.Reasons, fmt.Sprintf("no prompt gets it as it reads: a person approves it with memory review approve %s, or takes the order out", it.ID))
	default:
		r.Reasons = append(r.Reasons, "prompts get it with what reads like an instruction in it, since a person stands for it")
	}
}
