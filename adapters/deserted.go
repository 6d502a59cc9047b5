package adapters

import (
	"path/filepath"
	"slices"
)

// A person's file may hold entries for a project, under the name of its directory. When that is renamed or deleted, nothing asks for them there any more.

// deserted are the directories of projects for which entries of an agent stand in the person's files, and that are not there any more.
func (m *Machine) deserted(a Agent) (dirs []string) {
	for _, o := range m.records("") {
		dir := o.project()
		if o.Agent == a.Name && o.Scope == Local && dir != "" && dir != m.Project && !there(dir) && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// project is the directory that a record's scope speaks of; "" = none, or a version that did not keep it.
func (r *record) project() string {
	if r.Project != "" || r.Scope != Local {
		return r.Project
	}
	for _, e := range r.Edits {
		for _, key := range e.Path {
			if filepath.IsAbs(key) {
				return key
			}
		}
	}
	return ""
}

// in is the machine with another project.
func (m *Machine) in(dir string) *Machine {
	other := *m
	other.Project = dir
	return &other
}

// Moved names them, where a local scope is looked at.
func (m *Machine) Moved(a Agent, scope Scope) (findings []Finding) {
	if scope != Local {
		return nil
	}
	for _, dir := range m.deserted(a) {
		for _, f := range m.in(dir).files(a, scope, nil) {
			if path := m.in(dir).target(a, f); there(path) {
				findings = append(findings, Finding{"moved", "warn", "entries for " + dir + ", which is not there any more, stand in it; memory adapter uninstall " + a.Name + " --scope local takes them out", path})
			}
		}
	}
	return findings
}
