package adapters

import (
	"slices"
	"strings"
	"testing"
)

// A second scope is warned of where the agent would start both hooks, and doctor goes on to say so.
func TestHooksInTwoScopesAreNamed(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		if len(m.Twice(a, scope)) > 0 {
			t.Error("the first install is warned of")
		}
		must(t, m, m.Install(a, scope))
		hooked := m.hooks(a, scope, nil, ours)
		for _, other := range a.Scopes() {
			wired := slices.ContainsFunc(m.files(a, other, nil), func(f File) bool { return f.Part == Hooks })
			want := other != scope && hooked && wired
			if got := len(m.Twice(a, other)) > 0; got != (want && !a.Once) {
				t.Errorf("beside %s, %s: warned %v", scope, other, got)
			}
			chosen := *m
			chosen.Binary, chosen.Chosen = sharedName, true
			if got := len(chosen.Twice(a, other)) > 0; got != want {
				t.Errorf("beside %s, %s with another program: warned %v", scope, other, got)
			}
			if !want {
				continue
			}
			must(t, m, chosen.Install(a, other))
			if findings := m.Doctor(a, scope); !slices.ContainsFunc(findings, func(f Finding) bool { return f.Name == "twice" && strings.Contains(f.Text, string(other)) }) {
				t.Errorf("doctor of %s says nothing of %s: %+v", scope, other, findings)
			}
			must(t, m, m.Uninstall(a, other))
		}
	})
}

// What is there is seen also where the program is gone.
func TestEveryScopeIsSeenAfterTheProgramMoved(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		if m.Present(a, scope) {
			t.Error("there before an install")
		}
		must(t, m, m.Install(a, scope, Rules, Skills))
		m.Binary = "/opt/elsewhere/memory"
		for _, other := range a.Scopes() {
			if got := m.Present(a, other); got != (other == scope) && m.path(a.Rules[scope]) != m.path(a.Rules[other]) {
				t.Errorf("installed in %s, moved: %s is there: %v", scope, other, got)
			}
		}
		must(t, m, m.Uninstall(a, scope))
		if m.Present(a, scope) {
			t.Error("there after uninstall")
		}
	})
}
