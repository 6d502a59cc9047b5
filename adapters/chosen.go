package adapters

import "path/filepath"

// sharedName is what the files that a team commits name, so that each machine finds its own program.
const sharedName = "memory"

// asInstalled is the machine with the program that was chosen for an agent in a scope when its entries were written, so that a check
// needs no flag to know it. Files that came with a project, of which nothing is remembered here, may name the program as teams do.
func (m *Machine) asInstalled(a Agent, scope Scope) *Machine {
	if m.Chosen {
		return m
	}
	if program, known := m.chosen(a, scope); known {
		return m.with(program)
	}
	if shared := m.with(sharedName); scope == Project && shared.Installed(a, scope) {
		return shared
	}
	return m
}

// mending is asInstalled for a repair: a chosen program that is no longer there gives way to this one.
func (m *Machine) mending(a Agent, scope Scope) *Machine {
	if as := m.asInstalled(a, scope); !filepath.IsAbs(as.Binary) || there(as.Binary) {
		return as
	}
	return m
}

func (m *Machine) with(program string) *Machine {
	if program == "" {
		return m
	}
	as := *m
	as.Binary, as.Chosen = program, true
	return &as
}

// chosen is the program of the newest record; "" where the program that installed named itself.
func (m *Machine) chosen(a Agent, scope Scope) (program string, known bool) {
	var newest *record
	for _, f := range m.files(a, scope, nil) {
		if r := m.load(a.Name, f, m.target(a, f)); r != nil && (newest == nil || r.At.After(newest.At)) {
			newest = r
		}
	}
	if newest == nil {
		return "", false
	}
	return newest.Program, true
}
