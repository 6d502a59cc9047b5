package adapters

import (
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/splice"
)

// Present reports that something of ours is in a scope, also where it is old, incomplete or names a program that is gone.
func (m *Machine) Present(a Agent, scope Scope) bool {
	if slices.ContainsFunc(m.Files(a, scope), func(f FileState) bool { return ours(f.State) }) {
		return true
	}
	if scope == Local && len(m.deserted(a)) > 0 {
		return true
	}
	return slices.ContainsFunc(m.files(a, scope, nil), func(f File) bool { return m.load(a.Name, f, m.target(a, f)) != nil })
}

func ours(s splice.State) bool { return s == splice.Same || s == splice.Stale }

// twice are the scopes besides one in which hooks of ours stand, so that the agent tells each event once more. An agent that starts equal commands
// once does so only where they are equal.
func (m *Machine) twice(a Agent, besides Scope) (scopes []Scope) {
	as := m.asInstalled(a, besides)
	own := map[string]bool{} // a home directory that is a project itself has one file for both
	for _, f := range m.files(a, besides, nil) {
		own[place(m.target(a, f))] = true
	}
	for _, scope := range a.Scopes() {
		if scope == besides || !m.hooks(a, scope, own, ours) {
			continue
		}
		if a.Once && !as.with(as.Binary).hooks(a, scope, own, func(s splice.State) bool { return s != splice.Same }) {
			continue
		}
		scopes = append(scopes, scope)
	}
	return scopes
}

// hooks reports files of hooks in a scope, besides some, of which something holds.
func (m *Machine) hooks(a Agent, scope Scope, besides map[string]bool, holds func(splice.State) bool) bool {
	return slices.ContainsFunc(m.Files(a, scope), func(f FileState) bool { return f.Part == Hooks && holds(f.State) && !besides[place(f.Path)] })
}

// installedAs is the other scope for which the agent's entries stand in a file that is the same one in both, as where a home directory is a project
// itself; "" where none is, or where this scope has them.
func (m *Machine) installedAs(a Agent, f File, path string) Scope {
	if f.Block != "" || m.load(a.Name, f, path) != nil { // a block knows whom it stays for
		return ""
	}
	where, edits := place(path), m.edits(a, f.Entries, nil)
	for _, scope := range a.Scopes() {
		if scope == f.Scope {
			continue
		}
		for _, other := range m.files(a, scope, []Part{Rules, Skills}) {
			target := m.target(a, other)
			if other.Part != f.Part || place(target) != where || m.load(a.Name, other, target) == nil {
				continue
			}
			if slices.EqualFunc(edits, m.edits(a, other.Entries, nil), func(x, y splice.Edit) bool { return x.Key == y.Key && slices.Equal(x.Path, y.Path) }) {
				return scope
			}
		}
	}
	return ""
}

// Twice is the warning that an install in a scope makes hooks run twice; nothing where it does not.
func (m *Machine) Twice(a Agent, scope Scope) []Finding {
	if !slices.ContainsFunc(m.files(a, scope, nil), func(f File) bool { return f.Part == Hooks }) {
		return nil
	}
	others := m.twice(a, scope)
	if len(others) == 0 {
		return nil
	}
	names := make([]string, len(others))
	for i, s := range others {
		names[i] = string(s)
	}
	return []Finding{{"twice", "warn", fmt.Sprintf("hooks stand in %s scope and in %s scope: each runs, and what happens is kept more than once; memory adapter uninstall %s --scope %s",
		scope, strings.Join(names, " and "), a.Name, scope), ""}}
}
