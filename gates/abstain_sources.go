package gates

import (
	"fmt"
	"slices"
	"strings"
)

// abstainSet names a part of a suite whose questions are asked.
type abstainSet struct {
	name         string // the category of its questions
	suite        Suite
	tasks        func(name string) bool
	foreign      int  // of 256 questions, how many are asked of the team's store too, so that each set there has about the same say
	unanswerable bool // its questions have no answer; what their key names is where a wrong one would come from
}

// abstainSets are the suites that ask a store for something. A question that a suite asks at two levels, of two sizes of a store or
// under several budgets is asked once; one whose suite wants silence is measured there.
func abstainSets() []abstainSet {
	one := func(name string) func(string) bool { return func(task string) bool { return task == name } }
	scifact, zh, cross, locomo, longmemeval := scifactSuite(), zhSuite(), crossSuite(), locomoSuite(), longmemevalSuite()
	return []abstainSet{
		{name: "scifact", suite: scifact, tasks: one("all"), foreign: 96},
		{name: "anthropic-code", suite: anthropicCodeSuite(), tasks: one("all")},
		{name: "life", suite: lifeSuite(), tasks: one("session")},
		{name: "engine", suite: engineSuite(), tasks: func(task string) bool {
			return task == "queries, 54 memories, 120 tokens" || task == "paraphrases, 54 memories, 120 tokens"
		}},
		{name: "locomo", suite: locomo, tasks: one("turn"), foreign: 48},
		{name: "locomo, adversarial", suite: locomo, tasks: one("turn, adversarial"), unanswerable: true},
		{name: "quality", suite: qualitySuite(), tasks: one("observation")},
		{name: "cosqa", suite: cosqaSuite(), tasks: one("all")},
		{name: "cranfield", suite: cranfieldSuite(), tasks: one("all"), foreign: 96},
		{name: "xquad-en", suite: zh, tasks: one("XQuAD en, its twin"), foreign: 24},
		{name: "xquad-zh", suite: zh, tasks: one("XQuAD zh")},
		{name: "zh-drcd", suite: zh, tasks: one("DRCD (traditional)"), foreign: 8},
		{name: "zh-cmrc", suite: zh, tasks: one("CMRC (simplified)")},
		{name: "cross, English texts", suite: cross, tasks: func(task string) bool { return strings.HasSuffix(task, "-> en") }},
		{name: "cross, English questions", suite: cross, tasks: func(task string) bool { return strings.HasPrefix(task, "en ->") }},
		{name: "sessions", suite: sessionsSuite(), tasks: one("session")},
		{name: "longmemeval", suite: longmemeval, tasks: one("session as one item")},
		{name: "longmemeval, turns", suite: longmemeval, tasks: one("session by its best turn")},
		{name: "amh", suite: amhSuite(), tasks: func(task string) bool { return task == "dual route" || task == "production replay" }},
	}
}

// abstainSource is one collection of a set with everything that is asked of it.
type abstainSource struct {
	abstainSet
	corpus *Corpus
	qs     []Question
}

func abstainSources(dir string) (out []abstainSource, err error) {
	loaded := map[string][]Task{}
	for _, set := range abstainSets() {
		all, ok := loaded[set.suite.Name]
		if !ok {
			if all, err = set.suite.Load(dir); err != nil {
				return nil, err
			}
			loaded[set.suite.Name] = all
		}
		asked := slices.DeleteFunc(slices.Clone(all), func(t Task) bool { return !set.tasks(t.Name) })
		if len(asked) == 0 {
			return nil, fmt.Errorf("the suite %s has no task for %s", set.suite.Name, set.name)
		}
		out = append(out, set.sources(asked)...)
	}
	return out, nil
}

// sources joins the questions of a set that are asked of the same collection. Tasks may ask the same ids: the task's name tells them apart.
func (set abstainSet) sources(tasks []Task) (out []abstainSource) {
	at := map[*Corpus]int{}
	for _, t := range tasks {
		for _, p := range t.Parts {
			n, ok := at[p.Corpus]
			if !ok {
				n = len(out)
				at[p.Corpus] = n
				out = append(out, abstainSource{set, p.Corpus, nil})
				if t.ByGroup {
					grouped := *p.Corpus
					grouped.ByGroup = true
					out[n].corpus = &grouped
				}
			}
			for _, q := range p.Questions {
				if q.Silent || len(q.Relevant) == 0 {
					continue
				}
				if len(tasks) > 1 {
					q.ID, q.Split = t.Name+"/"+q.ID, q.split()
				}
				q.Category = set.name
				out[n].qs = append(out[n].qs, q)
			}
		}
	}
	return out
}
