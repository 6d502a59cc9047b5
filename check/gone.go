package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// Asked is a golden query and the file that asks it.
type Asked struct {
	Path string
	Query
}

// Gone compares the golden queries of the base with those of now. vanished are those that nobody asks any more; findings name what the ones
// that are still asked no longer want.
func Gone(base, now []Asked) (vanished []Asked, findings []Finding) {
	for _, was := range base {
		var is *Asked
		var wants Query
		for i := range now {
			if n := &now[i]; n.Query.Query == was.Query.Query && n.Project == was.Project {
				is = n
				wants.Inject, wants.Never = append(wants.Inject, n.Inject...), append(wants.Never, n.Never...)
				if n.Tokens > 0 && (wants.Tokens == 0 || n.Tokens < wants.Tokens) {
					wants.Tokens = n.Tokens
				}
			}
		}
		if is == nil {
			vanished = append(vanished, was)
			continue
		}
		for _, less := range was.Query.beyond(wants) {
			findings = append(findings, Finding{Rule: Golden, Level: Warning, Path: is.Path, Line: is.Line, Message: fmt.Sprintf("%q: the base also wants %s, which this change drops", was.Query.Query, less)})
		}
	}
	return vanished, findings
}

// beyond says what q wants and other does not.
func (q Query) beyond(other Query) (less []string) {
	for _, id := range q.Inject { // a longer name of the same item asks for no less
		if !slices.ContainsFunc(other.Inject, func(o string) bool { return strings.HasPrefix(o, id) }) {
			less = append(less, "inject "+id)
		}
	}
	for _, no := range q.Never {
		if !slices.ContainsFunc(other.Never, func(o string) bool { return o != "" && strings.HasPrefix(no, o) }) {
			less = append(less, "never "+no)
		}
	}
	if q.Tokens > 0 && (other.Tokens == 0 || other.Tokens > q.Tokens) {
		less = append(less, fmt.Sprintf("at most %d tokens", q.Tokens))
	}
	return less
}

// Removed holds a pack to a query of the base that a change took away. A change that takes away what the query protects together with the query
// fails: else whoever breaks a promise would only have to strike it out. A query that still holds is named and fails nothing.
func Removed(q Asked, p Pack) []Finding {
	broken := Promise(q.Path, q.Query, p)
	for i := range broken {
		broken[i].Line = 1 // where the file is gone no line is left
		broken[i].Message += "; this change removes the golden query as well as what it asks for: where that is meant, keep the query and write what it must get now (never: [ID])"
	}
	if len(broken) == 0 {
		broken = []Finding{{Rule: Golden, Level: Warning, Path: q.Path, Line: 1, Message: fmt.Sprintf("%q: this change removes the golden query; what it asks for still holds", q.Query.Query)}}
	}
	return broken
}

// Deletion is the finding for an item that was in force in the base and whose file is gone. base are the golden queries there.
func Deletion(f File, base []Asked) Finding {
	named := ""
	for _, q := range base {
		if slices.ContainsFunc(q.Inject, func(id string) bool { return strings.HasPrefix(string(f.Item.ID), id) }) {
			named = fmt.Sprintf(", and the golden query %q of the base wants it", q.Query.Query)
			break
		}
	}
	return Finding{Rule: Deleted, Level: Warning, Path: f.Path, Line: 1, Message: "an item in force is deleted" + named + "; nothing keeps it from coming back: memory retire leaves a tombstone"}
}

// Keeps reports whether an item of the base is one whose deletion a review should see.
func Keeps(it items.Item) bool { return it.Status == items.Active && it.Type != items.Handoff }
