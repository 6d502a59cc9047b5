package recall

import (
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// Standing at a time in the past (Query.AsOf), from what the item files say:
//
//	began   valid.from, or else created: an item that was written later about a time before counts for that time
//	ended   valid.until (a day counts to its end), or what put it out of force, whichever is first
//	        superseded: its successor's valid.from, or else the successor's created; an older successor: updated
//	        retired, archived: updated
//
// What waits for review or was rejected never stood. An item that was taken out and brought back stands throughout: a file keeps no
// record of the gap.

// StoodAt reports whether an item was in force at a time. successors are the items that supersede it.
func StoodAt(h items.Head, successors []items.Head, at time.Time) bool {
	if h.Candidate || h.Status == items.Proposed || began(h).After(at) {
		return false
	}
	if !h.Valid.Until.IsZero() && !at.Before(h.Valid.End()) {
		return false
	}
	left, out := Left(h, successors)
	return !out || at.Before(left)
}

// Left says when an item was put out of force, by a person, an agent or a successor; false if it never was. What valid.until says is not
// asked. A candidate left when it was rejected.
func Left(h items.Head, successors []items.Head) (time.Time, bool) {
	switch h.Status {
	case items.Retired, items.Archived:
		return h.Updated, true
	case items.Superseded:
		return replaced(h, successors), true
	}
	return time.Time{}, false
}

// replaced is when the first successor of a superseded item took its place.
func replaced(h items.Head, successors []items.Head) time.Time {
	var first time.Time
	for _, s := range successors {
		if s.Candidate {
			continue
		}
		from := s.Valid.From
		if from.IsZero() && s.Created.After(began(h)) {
			from = s.Created
		}
		if from.IsZero() { // it was there already when this one began, and replaced it by decision
			from = h.Updated
		}
		if first.IsZero() || from.Before(first) {
			first = from
		}
	}
	if first.IsZero() { // its successor is gone, or in another store
		return h.Updated
	}
	return first
}

func began(h items.Head) time.Time {
	if !h.Valid.From.IsZero() {
		return h.Valid.From
	}
	if !h.Valid.Until.IsZero() && !h.Valid.End().After(h.Created) {
		return time.Time{} // over when it was written: it held before, nobody says since when
	}
	return h.Created
}

// links is what Successors needs of a view.
type links interface {
	Edges(id items.ID) []projections.Edge
	Lookup(id items.ID) (doc int, ok bool)
	Head(doc int) items.Head
}

// Successors are the heads of the items that supersede id, by id, without those that are not vouched for; see Query.Unvouched.
func Successors(v links, id items.ID, unvouched func(items.ID) bool) (found []items.Head) {
	for _, e := range v.Edges(id) {
		if doc, ok := v.Lookup(e.From); ok && e.Kind == "supersedes" && e.To == id && e.From != id && (unvouched == nil || !unvouched(e.From)) {
			found = append(found, v.Head(doc))
		}
	}
	return found
}
