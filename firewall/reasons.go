package firewall

// Reasons lists every code, in the order in which Judge gives them; the last four are given by contextpack alone, which
// knows the other items and the budget.
func Reasons() []Reason {
	return append(judged(), Duplicate, ItemCap, OverBudget, AlreadyGiven)
}

// judged lists the codes that Judge gives, in the order of its rules.
func judged() []Reason {
	return []Reason{
		ReviewNeeded, StatusNotActive, Tombstoned, SensitivityDenied, StoreUntrusted, Unreviewed, HandoffElsewhere, NotYetValid, Expired, OutOfScope, SignalClosed, SignalDeferred,
		UntrustedSource, MissingSource, HoldsSecret, HiddenText, InstructionLike, StuffedText, WrongProject, BelowFloor, LowConfidence,
		Unmerged, AnchorChanged, AnchorGone, Disputed, Contradicted,
	}
}
