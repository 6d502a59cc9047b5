package items

import (
	"fmt"
	"slices"
	"strings"
)

// Type says what kind of knowledge an item is. See Types and Aliases.
type Type string

const (
	Fact         Type = "fact"
	Decision     Type = "decision"
	Preference   Type = "preference"
	Policy       Type = "policy"
	Lesson       Type = "lesson"
	Procedure    Type = "procedure"
	Architecture Type = "architecture"
	Issue        Type = "issue"
	Episode      Type = "episode"
	Signal       Type = "signal"
	Handoff      Type = "handoff"
	Artifact     Type = "artifact"
)

// Class is how a type may act on an agent.
type Class string

const (
	Informs  Class = "fact"      // fact, decision, architecture, issue, episode, artifact, signal, handoff
	Suggests Class = "advice"    // lesson, procedure
	Orders   Class = "directive" // policy, preference
)

// Types lists the types in the order of the format's documentation.
func Types() []Type {
	return []Type{Fact, Decision, Preference, Policy, Lesson, Procedure, Architecture, Issue, Episode, Signal, Handoff, Artifact}
}

// Aliases maps each other name that is accepted at every door to the type it is stored as.
func Aliases() map[string]Type {
	return map[string]Type{
		"skill": Procedure, "workflow": Procedure, "pattern": Procedure, "bug": Issue, "worklog": Episode, "state": Signal, "rule": Policy,
		"project": Fact,
	}
}

// ParseType accepts a type or one of its aliases (skill, workflow, pattern -> procedure; bug -> issue; worklog -> episode;
// state -> signal; rule -> policy; project -> fact), in any case. The error lists the valid names.
func ParseType(s string) (Type, error) {
	name := strings.ToLower(strings.TrimSpace(s))
	if t := Type(name); slices.Contains(Types(), t) {
		return t, nil
	}
	if t, ok := Aliases()[name]; ok {
		return t, nil
	}
	return "", fmt.Errorf("unknown type %.30q, want one of %s: %w", s, joinWords(Types()), ErrInvalid)
}

// Class returns how a type may act.
func (t Type) Class() Class {
	switch t {
	case Lesson, Procedure:
		return Suggests
	case Policy, Preference:
		return Orders
	}
	return Informs
}

// joinWords lists the words of a closed set for an error text.
func joinWords[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}
