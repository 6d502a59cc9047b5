package gates

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

// correctionScenarios is how many stories the generator makes.
const correctionScenarios = 300

// correctionKinds are what happens after a fact was written in two projects and corrected or retracted in one of them.
var correctionKinds = []string{"correct", "retract", "said again", "paraphrase", "import", "copied file", "revive",
	"wide letters", "harvest", "merge", "rebuild", "profile", "mcp", "mcp retract", "mcp supersedes", "every project", "file of every project", "title", "edited back"}

// correctionSuite is the correction contract as a benchmark: a corrected or retracted value does not come back by any way in, until a
// person revives it, and nothing else is hit.
func correctionSuite() Suite {
	return Suite{
		Name: "correction", About: "300 seeded stories: correct, retract, say again, paraphrase, import, copy, revive, harvest, merge, rebuild, profile, agents by MCP, items of every project, the title alone, an edit; beside them a similar fact, one of a narrower thing and another project",
		Measure: func(ctx context.Context, o Options, rep *SuiteReport) error {
			for _, control := range []bool{false, true} {
				if err := correctionRun(ctx, rep, o.Split, control); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// correctionRun tells every story once and adds one block for each figure. The control is the same without tombstones: what no longer
// holds is deleted.
func correctionRun(ctx context.Context, rep *SuiteReport, split Split, control bool) (err error) {
	name := ours
	if control {
		name = "contract off"
	}
	tmp, err := os.MkdirTemp("", "memory-gate-correction-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	dir := filepath.Join(tmp, ".memory")
	if err := hub.Create(dir); err != nil {
		return err
	}
	clock := &gateClock{now: defaultNow}
	h, err := hub.Open(ctx, hub.Options{Place: hub.Place{Dir: dir, Why: "flag", Exists: true}, Now: clock.tick})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	runs := map[string]*taskRun{}
	figures := []string{"uptake", "non-resurrection", "scope precision", "false application"}
	for _, f := range figures {
		metric := "accuracy"
		if f == "false application" {
			metric = "wrong"
		}
		run := newTaskRun(Task{Name: f, Metrics: []string{metric}}, split)
		runs[f] = &run
	}
	random := rand.New(rand.NewPCG(Seed, 1))
	for i := range correctionScenarios {
		st := story{h: h, dir: dir, clock: clock, control: control, kind: correctionKinds[i%len(correctionKinds)], n: i, old: 1000 + random.IntN(4000), new: 5000 + random.IntN(4000)}
		got, err := st.tell(ctx)
		if err != nil {
			return fmt.Errorf("story %d, %s: %w", i, st.kind, err)
		}
		id := fmt.Sprintf("correction/%d", i)
		if !split.Holds(id) {
			continue
		}
		for f, right := range got {
			v := &VerdictRow{Right: right}
			if f == "false application" {
				v = &VerdictRow{Right: !right, Wrong: right}
			}
			runs[f].add(name, Row{Task: f, ID: id, Category: st.kind, Split: SplitOf(id), Verdict: v})
		}
	}
	for n, f := range figures {
		blocks, err := runs[f].block("")
		if err != nil {
			return err
		}
		if control {
			rep.Blocks[n].Lines = append(rep.Blocks[n].Lines, blocks.Lines...)
			continue
		}
		rep.Blocks, rep.Rows = append(rep.Blocks, blocks), append(rep.Rows, runs[f].ours()...)
	}
	return nil
}

// story is one scenario in a project of its own.
type story struct {
	h        *hub.Hub
	dir      string
	clock    *gateClock
	control  bool
	kind     string
	n        int
	old, new int

	corrected items.ID // the item with the new value
}

func (s story) project() string { return fmt.Sprintf("shop%d", s.n) }
func (s story) subject() string { return fmt.Sprintf("billing gateway %c%d", 'a'+s.n%26, s.n) }
func (s story) says(v int) string {
	return fmt.Sprintf("The port of the %s is %d", s.subject(), v)
}

// makes is the type of what the story is about: facts stand in no profile.
func (s story) makes() items.Type {
	if s.kind == "profile" {
		return items.Decision
	}
	return items.Fact
}

func (s story) write(ctx context.Context, project, text string, d writeservice.Draft) (writeservice.Receipt, error) {
	d.Item = items.Item{Type: s.makes(), Title: text, Project: project}
	if d.Channel == "" {
		d.Channel = items.Human
	}
	return s.h.Write(ctx, d)
}

// tell plays the story and answers each figure: uptake, non-resurrection, scope precision, false application.
func (s story) tell(ctx context.Context) (map[string]bool, error) {
	first, err := s.assert(ctx)
	if err != nil {
		return nil, err
	}
	elsewhere := s.project() + "-other"
	if _, err := s.write(ctx, elsewhere, s.says(s.old), writeservice.Draft{}); err != nil {
		return nil, err
	}
	was, _, err := s.h.Items.Get(ctx, first)
	if err != nil {
		return nil, err
	}
	if err := s.correct(ctx, first); err != nil {
		return nil, err
	}
	back, err := s.comeBack(ctx, was)
	if err != nil {
		return nil, err
	}
	similar := fmt.Sprintf("The port of the metrics collector %d is %d", s.n, s.old)
	if _, err := s.write(ctx, s.project(), similar, writeservice.Draft{}); err != nil {
		return nil, err
	}
	here, err := s.pack(ctx, s.project(), s.subject())
	if err != nil {
		return nil, err
	}
	there, err := s.pack(ctx, elsewhere, s.subject())
	if err != nil {
		return nil, err
	}
	beside, err := s.pack(ctx, s.project(), fmt.Sprintf("metrics collector %d", s.n))
	if err != nil {
		return nil, err
	}
	narrower, err := s.narrower(ctx)
	if err != nil {
		return nil, err
	}
	got := map[string]bool{
		"scope precision":   strings.Contains(there, s.says(s.old)),
		"false application": !strings.Contains(beside, similar) || !narrower,
	}
	oldServed := servedOf(here, s.subject(), s.old)
	switch s.kind {
	case "revive":
		got["uptake"] = back && servedOf(here, s.subject(), s.old)
	case "retract", "mcp retract", "title":
		got["non-resurrection"] = !oldServed && !back
	default:
		got["uptake"] = servedOf(here, s.subject(), s.new)
		got["non-resurrection"] = !oldServed && !back
	}
	return got, nil
}

// servedOf reports a line of a prompt that gives the subject the value.
func servedOf(prompt, subject string, v int) bool {
	for line := range strings.Lines(strings.ToLower(prompt)) {
		if strings.Contains(line, subject+" ") && strings.Contains(line, fmt.Sprint(v)) {
			return true
		}
	}
	return false
}

// assert writes the old value.
func (s story) assert(ctx context.Context) (items.ID, error) {
	if s.byMCP() {
		return s.assertByMCP(ctx)
	}
	if s.kind == "title" {
		return s.assertAtLength(ctx)
	}
	r, err := s.write(ctx, s.project(), s.says(s.old), writeservice.Draft{})
	return r.ID, err
}

// correct writes the new value, or retires the fact.
func (s *story) correct(ctx context.Context, old items.ID) error {
	person := writeservice.Actor{Channel: items.Human, By: "ada"}
	if s.byMCP() {
		if err := s.correctByMCP(ctx, old); err != nil {
			return err
		}
	} else if s.kind == "title" {
		return s.takeBack(ctx, old, person)
	} else if s.kind != "retract" && s.kind != "revive" {
		r, err := s.write(ctx, s.project(), s.says(s.new), writeservice.Draft{})
		if s.corrected = r.ID; err != nil {
			return err
		}
	} else if _, err := s.h.Change(ctx, func(w *writeservice.Service) (writeservice.Receipt, error) {
		return w.Retire(ctx, old, person, "it moved")
	}); err != nil {
		return err
	}
	if !s.control {
		return nil
	}
	_, err := s.h.Change(ctx, func(w *writeservice.Service) (writeservice.Receipt, error) { return w.Delete(ctx, old, person) })
	return err
}

// comeBack lets the old value come in again by the way that the story is about, and reports whether the store took it.
func (s story) comeBack(ctx context.Context, old items.Item) (bool, error) {
	taken := func(r writeservice.Receipt, err error) (bool, error) {
		return err == nil && (r.Status == writeservice.Written || r.Status == writeservice.Candidate), err
	}
	switch s.kind {
	case "said again":
		return taken(s.write(ctx, s.project(), strings.ToUpper(s.says(s.old)), writeservice.Draft{}))
	case "paraphrase":
		text := fmt.Sprintf("the %s has port %d", s.subject(), s.old)
		if s.n%2 == 0 {
			text = fmt.Sprintf("Port of the %s: %d", s.subject(), s.old)
		}
		return taken(s.write(ctx, s.project(), text, writeservice.Draft{Channel: items.Agent}))
	case "import":
		row := items.Item{Type: items.Fact, Title: s.says(s.old), Project: s.project(), Status: items.Active, Trust: items.Human}
		return taken(s.h.Writes.ImportItem(ctx, row, writeservice.ImportMerge, writeservice.Actor{Channel: items.Imported}))
	case "copied file":
		return false, s.copyFile(ctx, s.project())
	case "every project":
		return taken(s.sayForAll(ctx))
	case "file of every project":
		return false, s.copyFile(ctx, "")
	case "title":
		return taken(s.write(ctx, s.project(), s.says(s.old), writeservice.Draft{}))
	case "edited back":
		return taken(s.editBack(ctx))
	case "wide letters":
		return taken(s.sayWide(ctx))
	case "harvest":
		return s.harvest(ctx)
	case "merge":
		return false, s.merge(ctx, old)
	case "rebuild":
		return false, s.rebuild(ctx)
	case "mcp", "mcp retract", "mcp supersedes":
		return s.comeBackByMCP(ctx)
	case "profile":
		return s.inProfile(ctx)
	case "revive":
		return taken(s.write(ctx, s.project(), s.says(s.old), writeservice.Draft{Revive: "it moved back"}))
	}
	return false, nil
}

func (s story) pack(ctx context.Context, project, subject string) (string, error) {
	p, err := s.h.Pack(ctx, hub.PackRequest{Query: recall.Query{Text: "port of the " + subject, Project: project}, Door: "gate"})
	return p.Text, err
}
