package recall

import (
	"slices"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// Why a candidate that matched is not among the hits.
const (
	DropProject     = "project"
	DropType        = "type"
	DropTags        = "tags"
	DropStatus      = "status"
	DropAsOf        = "as_of"  // not in force at Query.AsOf
	DropReview      = "review" // a candidate, and the query does not ask for proposed ones
	DropSince       = "since"
	DropSensitivity = "sensitivity"
	DropWeak        = "weak"     // shares no word with the query, at most single CJK characters, and its vector is not near enough
	DropRank        = "rank"     // beyond K
	DropNoMatch     = "no_match" // Query.Want alone: nothing of the query is in it
)

// filter says which documents may answer a query. Its zero value is not usable; see newFilter.
type filter struct {
	query    Query
	statuses []items.Status
	private  int                         // most private rank allowed
	next     func(items.ID) []items.Head // what supersedes an item; asked with Query.AsOf alone
}

func newFilter(q Query, next func(items.ID) []items.Head) filter {
	f := filter{query: q, statuses: q.Statuses, private: rank(q.Sensitivity), next: next}
	if len(f.statuses) == 0 {
		f.statuses = []items.Status{items.Active}
	}
	if q.Sensitivity == "" {
		f.private = rank(items.Private)
	}
	return f
}

// reason names the first filter that a head fails, or "".
func (f filter) reason(h items.Head) string {
	q := f.query
	facets := projections.Facets{Project: h.Project, Type: h.Type, Status: h.Status, Sensitivity: h.Sensitivity, Candidate: h.Candidate}
	if reason := f.reasonOf(facets); reason != "" {
		return reason
	}
	switch {
	case !q.AsOf.IsZero() && !f.stood(h):
		return DropAsOf
	case len(q.Types) > 0 && !slices.Contains(q.Types, h.Type):
		return DropType
	case !hasAll(h.Tags, q.Tags):
		return DropTags
	case !q.Since.IsZero() && h.Updated.Before(q.Since):
		return DropSince
	}
	return ""
}

// reasonOf is reason where the facets of a head decide alone. Whether it stood at a time comes before its type, and needs the head.
func (f filter) reasonOf(h projections.Facets) string {
	q := f.query
	switch {
	case q.Project != "" && h.Project != "" && h.Project != q.Project:
		return DropProject
	case rank(h.Sensitivity) > f.private:
		return DropSensitivity
	case !q.AsOf.IsZero():
		return ""
	case h.Candidate && !slices.Contains(f.statuses, items.Proposed):
		return DropReview
	case !slices.Contains(f.statuses, statusOf(h.Status)):
		return DropStatus
	case len(q.Types) > 0 && !slices.Contains(q.Types, h.Type):
		return DropType
	}
	return ""
}

// Elsewhere counts, of what Find dropped for its project, what the same question would find in every project: no candidate where none is
// asked for, nothing of another type.
func Elsewhere(q Query, dropped []Hit) (n int) {
	q.Project = ""
	f := newFilter(q, func(items.ID) []items.Head { return nil })
	for _, h := range dropped {
		if h.Dropped == DropProject && f.reason(h.Head) == "" {
			n++
		}
	}
	return n
}

// Waiting counts, of what Find dropped, what matches and waits for review.
func Waiting(dropped []Hit) (n int) {
	for _, h := range dropped {
		if h.Dropped == DropReview {
			n++
		}
	}
	return n
}

// asksHeads says that what passes reasonOf may still fail reason.
func (f filter) asksHeads() bool {
	return !f.query.AsOf.IsZero() || len(f.query.Tags) > 0 || !f.query.Since.IsZero()
}

// stood reports whether an item was in force at Query.AsOf.
func (f filter) stood(h items.Head) bool {
	var next []items.Head
	if h.Status == items.Superseded {
		next = f.next(h.ID)
	}
	return StoodAt(h, next, f.query.AsOf)
}

func statusOf(s items.Status) items.Status {
	if s == "" {
		return items.Active
	}
	return s
}

// hasAll compares without case: nobody remembers whether a tag was Postgres or postgres.
func hasAll(have, want []string) bool {
	for _, tag := range want {
		if !slices.ContainsFunc(have, func(s string) bool { return strings.EqualFold(s, tag) }) {
			return false
		}
	}
	return true
}

// rank orders sensitivities; one that is not known counts as secret.
func rank(s items.Sensitivity) int {
	switch s {
	case items.Public:
		return 0
	case items.Internal, "":
		return 1
	case items.Private:
		return 2
	}
	return 3
}
