package adapters

import (
	"cmp"
	"path/filepath"
	"slices"
)

// Place is another project for which an agent's files hold entries of ours, as the records tell.
type Place struct {
	Scope   Scope    `json:"scope"`
	Project string   `json:"project,omitempty"` // "" = written by a version that did not keep it
	Paths   []string `json:"paths"`
	There   bool     `json:"there"` // all of the files, and the project, are where they were
}

// elsewhere are the other projects in which the agent was installed, by their directories.
func (m *Machine) elsewhere(a Agent) []Place {
	places := []Place{}
	for _, o := range m.records("") {
		project := o.project()
		rel, err := filepath.Rel(m.Project, o.Path)
		if o.Agent != a.Name || o.Scope == User || project == m.Project || project == "" && err == nil && filepath.IsLocal(rel) {
			continue
		}
		found := there(o.Path) && (project == "" || there(project))
		at := slices.IndexFunc(places, func(p Place) bool { return p.Scope == o.Scope && p.Project == project && project != "" })
		if at < 0 {
			places = append(places, Place{o.Scope, project, []string{o.Path}, found})
			continue
		}
		p := &places[at]
		p.There = p.There && found
		if !slices.Contains(p.Paths, o.Path) {
			p.Paths = append(p.Paths, o.Path)
		}
	}
	for _, p := range places {
		slices.Sort(p.Paths)
	}
	slices.SortFunc(places, func(x, y Place) int {
		return cmp.Or(cmp.Compare(x.Project, y.Project), cmp.Compare(x.Scope, y.Scope), slices.Compare(x.Paths, y.Paths))
	})
	return places
}
