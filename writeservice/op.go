package writeservice

import "github.com/factline/memory/items"

// Op names what was asked for, in receipts and in the ledger.
type Op string

const (
	OpWrite     Op = "write"
	OpUpdate    Op = "update"
	OpSupersede Op = "supersede"
	OpRetire    Op = "retire"
	OpArchive   Op = "archive"
	OpRestore   Op = "restore"
	OpDelete    Op = "delete"
	OpLink      Op = "link"
	OpUnlink    Op = "unlink"
	OpApprove   Op = "approve"
	OpReject    Op = "reject"
	OpMerge     Op = "merge"
	OpEdit      Op = "edit"
	OpImport    Op = "import"
	OpAdd       Op = "strengthen"
	OpReplay    Op = "replay"
	OpRepair    Op = "repair"
	OpUndo      Op = "undo"
	OpResolve   Op = "resolve"
	OpPurge     Op = "purge"
	OpRename    Op = "rename"
)

// transition is the whole table of status changes: what an operation makes of an item, by where it stands now. A candidate is a file
// in review/. What is not here is refused; operations that change no status are not in it.
func transition(op Op, from items.Status, candidate bool) (to items.Status, ok bool) {
	switch op {
	case OpApprove:
		if from == items.Proposed || from == items.Active { // of an active item: a person confirms it, its trust rises
			return items.Active, true
		}
	case OpReject:
		if from == items.Proposed {
			return items.Retired, true
		}
	case OpMerge: // the item it was merged into supersedes it, which is how it differs from a rejected one
		if from == items.Proposed {
			return items.Retired, true
		}
	case OpSupersede:
		if from == items.Active || from == items.Archived {
			return items.Superseded, true
		}
	case OpRetire:
		if from == items.Active || from == items.Archived {
			return items.Retired, true
		}
	case OpArchive:
		if from == items.Active {
			return items.Archived, true
		}
	case OpRestore:
		switch {
		case from == items.Retired && candidate: // it was rejected or merged
			return items.Proposed, true
		case from == items.Retired, from == items.Archived, from == items.Superseded:
			return items.Active, true
		}
	case OpResolve: // of the items that supersede each other, the one that was chosen
		if from == items.Superseded {
			return items.Active, true
		}
	case OpUnlink: // of the supersedes link of its only successor
		if from == items.Superseded {
			return items.Active, true
		}
	}
	return from, false
}

// wayOut says what to do instead of a refused status change.
func wayOut(op Op, from items.Status) string {
	switch {
	case from == items.Proposed:
		return "it waits for review: memory review approve, reject or merge"
	case op == OpReject && (from == items.Retired || from == items.Superseded):
		return "it is out of force already; memory restore ID brings it back"
	case op == OpApprove || op == OpReject || op == OpMerge:
		return "only a proposed candidate is reviewed: memory review list"
	case from == items.Retired || from == items.Archived || from == items.Superseded:
		return "memory restore ID brings it back"
	}
	return "see memory read ID"
}
