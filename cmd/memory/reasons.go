package main

import "github.com/factline/memory/firewall"

// reasonTexts says in words what each of the firewall's codes means. A test holds it to the closed set.
var reasonTexts = map[firewall.Reason]string{
	firewall.StatusNotActive:   "it was superseded, retired or archived",
	firewall.SensitivityDenied: "it is private or secret",
	firewall.ReviewNeeded:      "it waits for review: memory review",
	firewall.UntrustedSource:   "only a tool, the web or an import said it; approving it in review lets it through",
	firewall.StoreUntrusted:    "its store came from elsewhere and is not trusted: memory trust",
	firewall.Unreviewed:        "its file changed outside of memory (an editor, a program, a branch that is not merged): memory review approve ID, or memory trust for all",
	firewall.HandoffElsewhere:  "it was handed off elsewhere: memory review approve ID takes it as one of this machine",
	firewall.Tombstoned:        "its value was retired, rejected or superseded",
	firewall.NotYetValid:       "it is not true yet (valid.from)",
	firewall.Expired:           "it is no longer true (valid.until)",
	firewall.OutOfScope:        "it holds for another branch, repository or system",
	firewall.SignalClosed:      "the signal is resolved or obsolete",
	firewall.SignalDeferred:    "the signal is deferred to a later date",
	firewall.LowConfidence:     "its confidence is low (a lesson fades by a twentieth for each week that it is not used: memory lesson reinforce ID)",
	firewall.MissingSource:     "a fact or decision needs a source: evidence, code, a reference, or a person",
	firewall.HiddenText:        "it holds hidden characters",
	firewall.InstructionLike:   "it reads like an instruction to the model",
	firewall.StuffedText:       "it is written to match every question",
	firewall.HoldsSecret:       "it holds something that looks like a secret",
	firewall.Unmerged:          "two people changed it in two ways: memory doctor says what to do",
	firewall.AnchorChanged:     "the code that it speaks of changed: memory drift",
	firewall.AnchorGone:        "the code that it speaks of is gone: memory drift",
	firewall.Disputed:          "another item says otherwise: memory conflicts",
	firewall.Contradicted:      "a newer item says otherwise: memory conflicts",
	firewall.WrongProject:      "it belongs to another project",
	firewall.BelowFloor:        "it is not relevant enough to the question",
	firewall.Duplicate:         "another item in the pack says the same",
	firewall.ItemCap:           "the pack holds as many items as it may",
	firewall.OverBudget:        "it does not fit the token budget",
	firewall.AlreadyGiven:      "the session got it before, and it has not changed since",
}

func reasonText(r firewall.Reason) string { return reasonTexts[r] }
