package gates

import (
	"path/filepath"
	"slices"
)

// abstainSuite measures when nothing is the right answer, and what silence costs: every question of the other suites is asked of a store that lacks its
// answers and holds the rest, and of the whole one; questions about something else, and prompts about nothing, are asked of a software team's store.
func abstainSuite() Suite {
	return Suite{
		Name: "abstain", Cold: ofPrompts, Many: true, About: "when nothing may be injected, and what silence costs", Files: abstainFiles(),
		Load: func(dir string) ([]Task, error) {
			sources, err := abstainSources(dir)
			if err != nil {
				return nil, err
			}
			team, err := teamStore(dir)
			if err != nil {
				return nil, err
			}
			quiet, err := quietPrompts()
			if err != nil {
				return nil, err
			}
			metrics := []string{"injected", "tokens"}
			return []Task{
				{Name: "off topic", Note: "prompts that no team memory answers; " + throughTheGate, ByCategory: true, Packs: true, Metrics: metrics, Prompts: true, Parts: []Part{{team, offTopic()}}},
				{Name: "quiet prompts", Note: "written for this: they say nothing that a team's memory answers; dev are the odd lines", ByCategory: true, Packs: true, Prompts: true, Metrics: metrics, Parts: []Part{{team, quiet}}},
				foreignTask(team, sources), removedTask(sources), answerableTask(sources),
			}, nil
		},
	}
}

// foreignTask asks the store of a software team what has nothing to do with it.
func foreignTask(team *Corpus, sources []abstainSource) Task {
	t := Task{
		Name: "foreign question", Note: "a sample of the questions of the other sets, asked of a software team's store", ByCategory: true, Packs: true,
		Metrics: []string{"injected", "tokens"},
	}
	for _, s := range sources {
		var qs []Question
		for _, q := range s.qs {
			if sampled(q.ID, s.foreign) {
				qs = append(qs, q)
			}
		}
		if len(qs) > 0 {
			t.Parts = append(t.Parts, Part{team, silenced(qs)})
		}
	}
	return t
}

// removedTask asks every question of stores without its answers.
func removedTask(sources []abstainSource) Task {
	t := Task{
		Name: "answer removed", ByCategory: true, Packs: true, Metrics: []string{"injected", "injected_sets", "tokens"},
		Note: "every question of the other suites, of stores that lack its answers and, to serve several questions, up to a quarter of the set; _sets gives each set " +
			"the same say. Left out: haystacks and cases that hold the answer alone (longmemeval, amh's query gate), and 14 memories of engine, which are among its 54. " +
			"Before change 0640 a sample, of one store without the answers to all of it",
	}
	for _, s := range sources {
		t.Parts = append(t.Parts, s.folds()...)
	}
	return t
}

// answerableTask asks the same questions of the whole stores.
func answerableTask(sources []abstainSource) Task {
	t := Task{
		Name: "answerable", ByCategory: true, Packs: true, Metrics: []string{"kept", "kept_sets", "hit@1", "pack_recall", "tokens"},
		Note: "the same questions of the whole store; kept: of those whose first hit is right, those that are injected with a right answer. Before change 0640 a sample",
	}
	for _, s := range sources {
		if !s.unanswerable {
			t.Parts = append(t.Parts, Part{s.corpus, s.qs})
		}
	}
	return t
}

// teamStore is what a software team might have written down: the memories, observations, sessions and notes of four sets.
func teamStore(dir string) (*Corpus, error) {
	team := &Corpus{Name: "a software team"}
	for _, set := range []struct {
		suite Suite
		task  string
	}{{engineSuite(), "queries, 54 memories, 120 tokens"}, {qualitySuite(), "observation"}, {lifeSuite(), "session"}} {
		tasks, err := set.suite.Load(dir)
		if err != nil {
			return nil, err
		}
		for _, t := range tasks {
			if t.Name == set.task {
				team.Docs = append(team.Docs, t.Parts[0].Corpus.Docs...)
			}
		}
	}
	_, dual, err := amhDual(filepath.Join(dir, amhFiles[0]))
	if err != nil {
		return nil, err
	}
	team.Docs = append(team.Docs, dual.Docs...)
	return team, nil
}

// abstainFiles are the files of all suites that are asked.
func abstainFiles() (out []string) {
	for _, set := range abstainSets() {
		for _, f := range set.suite.Files {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}
