// Package firewall decides what may be stored (Audit) and what may be shown (Judge). It is pure: no I/O, no clock.
package firewall

import (
	"time"

	"github.com/factline/memory/items"
)

// Finding is one thing that the audit saw in a text.
type Finding struct {
	Rule   string `json:"rule"`  // secret:<rule>, hidden_unicode, instruction_like
	Start  int    `json:"start"` // bytes
	End    int    `json:"end"`
	Detail string `json:"detail"` // safe to show: masked or decoded, never the secret
}

// Reason is a code from one closed set (see Reasons).
type Reason string

const (
	StatusNotActive   Reason = "status_not_active"
	SensitivityDenied Reason = "sensitivity_denied"
	ReviewNeeded      Reason = "review_needed"
	UntrustedSource   Reason = "untrusted_source"  // only a tool, the web or an import said it
	StoreUntrusted    Reason = "store_untrusted"   // it came with a repository that nobody here vouched for
	Unreviewed        Reason = "unreviewed"        // its file is not as anybody here wrote, approved or merged it
	HandoffElsewhere  Reason = "handoff_elsewhere" // a handoff that this machine did not see being left
	Disputed          Reason = "disputed"          // a newer item in an open case: shown, and said to be disputed
	Contradicted      Reason = "contradicted"      // an older item in an open case
	Tombstoned        Reason = "tombstoned"        // its value was retired, rejected or superseded elsewhere
	NotYetValid       Reason = "not_yet_valid"
	Expired           Reason = "expired"
	OutOfScope        Reason = "out_of_scope" // valid.branch, repo or os
	SignalClosed      Reason = "signal_closed"
	SignalDeferred    Reason = "signal_deferred"
	LowConfidence     Reason = "low_confidence"
	MissingSource     Reason = "missing_source"
	HiddenText        Reason = "hidden_text"
	InstructionLike   Reason = "instruction_like"
	HoldsSecret       Reason = "holds_secret"
	StuffedText       Reason = "stuffed"        // written to be found by every question
	Unmerged          Reason = "unmerged"       // two people changed it in two ways and nobody decided yet
	AnchorChanged     Reason = "anchor_changed" // the code that it speaks of is not what it was
	AnchorGone        Reason = "anchor_gone"    // the code that it speaks of is not there any more
	WrongProject      Reason = "wrong_project"
	BelowFloor        Reason = "below_relevance_floor"
	Duplicate         Reason = "duplicate"
	ItemCap           Reason = "item_cap"
	OverBudget        Reason = "over_budget"
	AlreadyGiven      Reason = "already_given" // the session has it, unchanged
)

// Request is what a door asks on behalf of whom.
type Request struct {
	Now            time.Time
	Project        string // "" = any
	Branch         string
	Repo           string
	OS             string
	MaxSensitivity items.Sensitivity // "" = internal
	Floor          float64           // least relevance, 0..1
	Unasked        bool              // it goes into a prompt without a question: the pack of a session's start, a profile
	MinConfidence  float64
	AllowGone      bool // show items whose code is gone
}

// Standing is what this machine knows of an item besides what its file claims. A caller that keeps no such knowledge answers for the
// items himself: the zero value is Seen.
type Standing string

const (
	Seen          Standing = ""               // written or approved here
	Vouched       Standing = "vouched"        // a person trusted the store with it, or it was merged upstream
	Unborne       Standing = "unborne"        // vouched for as a file, but nothing here bears out what it cites, and nobody's word stands in it
	ForeignChange Standing = "foreign_change" // the store is trusted, this text of it came from elsewhere
	ForeignStore  Standing = "foreign_store"
)

// Subject is one item with what recall said about it.
type Subject struct {
	Item      items.Item
	Standing  Standing
	Relevance float64 // 0..1
	Tombstone bool    // a tombstone holds the same claim
	Dispute   Dispute // which side of an open case it stands on
	Code      Code    // what became of the code that its anchors name
}

// Code is what became of the lines that an item's anchors name.
type Code string

const (
	CodeUnknown Code = ""        // no anchors, or nobody looked
	CodeSame    Code = "same"    // all of them, in their place or another
	CodeChanged Code = "changed" // some are not what they were
	CodeGone    Code = "gone"    // none is there any more
)

// Decision is allow, demote or deny.
type Decision string

const (
	Allow  Decision = "allow"
	Demote Decision = "demote"
	Deny   Decision = "deny"
)

// Verdict is the firewall's answer. Deny and demote always have a reason.
type Verdict struct {
	Decision Decision `json:"decision"`
	Reasons  []Reason `json:"reasons,omitempty"`
	Factor   float64  `json:"factor"` // 1 for allow, below 1 for demote, 0 for deny
}
