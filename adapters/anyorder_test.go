package adapters

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/splice"
)

// spot is one agent in one scope, in one of several projects of one home.
type spot struct {
	m     *Machine
	agent Agent
	scope Scope
}

func (s spot) String() string {
	return fmt.Sprintf("%s/%s in %s", s.agent.Name, s.scope, filepath.Base(s.m.Project))
}

// spots are all of them: what is the user's once, the rest in each project.
func spots(t *testing.T, m *Machine, projects int, only string) (all []spot) {
	t.Helper()
	for i := range projects {
		other := *m
		other.Project = filepath.Join(m.Home, "work", fmt.Sprintf("проект %d", i))
		put(t, filepath.Join(other.Project, "main.go"), nil, 0o644)
		for _, a := range Agents() {
			for _, scope := range a.Scopes() {
				if (scope != User || i == 0) && (only == "" || only == a.Name) {
					all = append(all, spot{&other, a, scope})
				}
			}
		}
	}
	return all
}

// nearlyNothing is what a file may hold that has nothing in it, "" standing for no file.
func nearlyNothing(f File) []string {
	switch {
	case f.Block != "":
		return []string{"", " ", "\n", "# Mine\n", "# Mine"}
	case f.Format == splice.JSON:
		return []string{"", "{}", "{}\n", " ", "\n", "// c", "// c\n", "{\n}", "{ // c\n}\r\n", bom + "{}", "null", `{"mcpServers": {}, "hooks": {}}`, `{"a": 1}`}
	case f.Format != "":
		return []string{"", " ", "\n", "# c", "# c\n"}
	}
	return []string{""}
}

// TestAllFilesAreAsBeforeInWhateverOrderTheyCameAndWent installs in several agents, scopes and projects of one home, some of them twice, and takes
// all out again, in random orders.
func TestAllFilesAreAsBeforeInWhateverOrderTheyCameAndWent(t *testing.T) {
	trial := func(t *testing.T, seed uint64, only string) {
		r := rand.New(rand.NewPCG(seed, 5))
		m := machine(t)
		m.Binary = "/opt/memory"
		all := spots(t, m, 3, only)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:min(len(all), 5)]
		story := []string{}
		for _, s := range all {
			s.m.needs(t, s.agent)
			for _, f := range s.m.files(s.agent, s.scope, []Part{Rules, Skills}) {
				starts := nearlyNothing(f)
				if start := starts[r.IntN(len(starts))]; start != "" && !there(s.m.target(s.agent, f)) && r.IntN(3) > 0 {
					put(t, s.m.target(s.agent, f), []byte(start), 0o640)
					story = append(story, fmt.Sprintf("%s = %q", f.Path, start))
				}
			}
		}
		before := m.snapshot(t)
		in := map[int]bool{}
		for range 4 * len(all) {
			i := r.IntN(len(all))
			s := all[i]
			if in[i] = !in[i] || r.IntN(4) == 0; in[i] {
				story = append(story, "in "+s.String())
				parts := [][]Part{nil, {Rules}, {Rules, Skills}}[r.IntN(3)]
				if err := s.m.Apply(t.Context(), s.m.Install(s.agent, s.scope, parts...)); err != nil {
					t.Fatal(err)
				}
			} else {
				story = append(story, "out "+s.String())
				must(t, s.m, s.m.Uninstall(s.agent, s.scope))
			}
		}
		for _, i := range r.Perm(len(all)) {
			story = append(story, "out "+all[i].String())
			must(t, all[i].m, all[i].m.Uninstall(all[i].agent, all[i].scope))
		}
		equal(t, fmt.Sprintf("seed %d %s", seed, only), m.snapshot(t), before)
		if left := keptFiles(t, m); len(left) > 0 {
			t.Errorf("seed %d: remembered still: %s\n%s", seed, left[0].path, left[0].text)
		}
		if t.Failed() {
			t.Fatal(strings.Join(story, "\n"))
		}
	}
	seeds := uint64(4)
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		seeds = 60
	}
	for seed := range seeds {
		for _, only := range []string{"claude-code", "", "codex"} { // "" = of all agents
			trial(t, seed, only)
		}
	}
}

// TestAnEditBetweenLeavesNoFrameOfOurs: several projects share the file of the user, whose agent writes it all day. What one of them made for all goes
// with the last, whoever that is.
func TestAnEditBetweenLeavesNoFrameOfOurs(t *testing.T) {
	claude := find(t, "claude-code")
	for _, scopes := range [][]Scope{{Local, Local}, {User, Local}, {Local, User}} {
		for _, firstOut := range []int{0, 1} {
			m := machine(t)
			other := *m
			other.Project = filepath.Join(m.Home, "work", "two")
			put(t, filepath.Join(other.Project, "main.go"), nil, 0o644)
			path := filepath.Join(m.Home, ".claude.json")
			put(t, path, []byte(`{"a": 1}`), 0o644)
			seats := []*Machine{m, &other}
			for i, seat := range seats {
				must(t, seat, seat.Install(claude, scopes[i]))
			}
			put(t, path, []byte(strings.Replace(read(t, path), `"a": 1`, `"a": 2`, 1)), 0o644)
			must(t, seats[firstOut], seats[firstOut].Uninstall(claude, scopes[firstOut]))
			must(t, seats[1-firstOut], seats[1-firstOut].Uninstall(claude, scopes[1-firstOut]))
			if got := read(t, path); strings.Contains(got, "projects") || strings.Contains(got, "mcpServers") || !strings.Contains(got, `"a": 2`) {
				t.Errorf("%v, %d out first: %q", scopes, firstOut, got)
			}
		}
	}
}
