package gates

import (
	"path/filepath"
	"slices"
)

// abstainSource is a set whose questions are asked of a store that holds their answers, and of one that does not.
type abstainSource struct {
	name   string
	share  int // of 256 questions, so that each set has about the same say
	corpus *Corpus
	qs     []Question
}

// abstainSuite measures when nothing is the right answer, and what silence costs, on a sample by hash of each set. Left out are sessions and longmemeval, of
// which an answer is a whole session, amh, which has negatives of its own, and the sets that ask the same in other languages. A question counts as unanswerable in the same
// collection without the documents that answer it, and in the store of a software team when it comes from somewhere else.
func abstainSuite() Suite {
	files := slices.Concat(
		beirFiles("beir/scifact"), beirFiles("beir/anthropic-code"), beirFiles("beir/xquad-en"), beirFiles("beir/zh-drcd"), beirFiles("beir/cosqa"), beirFiles("beir/cranfield"),
		[]string{"locomo/locomo6.json", "engine/engine-eval.json", "quality/quality-240.json", "life/sessions.json", "life/queries.json"}, amhFiles,
	)
	return Suite{
		Name: "abstain", Cold: ofPrompts, About: "when nothing may be injected, and what silence costs", Files: files,
		Load: func(dir string) ([]Task, error) {
			sources, err := abstainSources(dir)
			if err != nil {
				return nil, err
			}
			team, err := teamStore(dir)
			if err != nil {
				return nil, err
			}
			metrics := []string{"injected", "tokens"}
			answerable := Task{
				Name: "answerable", Note: "kept: of the questions whose first hit is right, those that are injected with a right answer",
				ByCategory: true, Packs: true, Metrics: []string{"kept", "hit@1", "pack_recall", "tokens"},
			}
			removed := Task{Name: "answer removed", Note: "the same collection without the answers", ByCategory: true, Packs: true, Metrics: metrics}
			foreign := Task{Name: "foreign question", Note: "questions of the other sets, asked of a software team's store", ByCategory: true, Packs: true, Metrics: metrics}
			off := Task{Name: "off topic", Note: "prompts that no team memory answers; " + throughTheGate, ByCategory: true, Packs: true, Metrics: metrics, Prompts: true, Parts: []Part{{team, offTopic()}}}
			quiet, err := quietPrompts()
			if err != nil {
				return nil, err
			}
			written := Task{Name: "quiet prompts", Note: "written for this: they say nothing that a team's memory answers; dev are the odd lines", ByCategory: true, Packs: true, Prompts: true, Metrics: metrics, Parts: []Part{{team, quiet}}}
			for _, s := range sources {
				answerable.Parts = append(answerable.Parts, Part{s.corpus, s.sample(false)})
				if s.name != "life" { // every session of it answers a question: nothing would be left
					removed.Parts = append(removed.Parts, s.withoutAnswers())
				}
				if !slices.Contains([]string{"engine", "life", "quality", "anthropic-code", "cosqa"}, s.name) {
					foreign.Parts = append(foreign.Parts, Part{team, s.sample(true)})
				}
			}
			return []Task{off, written, foreign, removed, answerable}, nil
		},
	}
}

// sample is the questions of a source that are asked; silent ones have no key.
func (s abstainSource) sample(silent bool) (out []Question) {
	for _, q := range s.qs {
		if !sampled(q.ID, s.share) {
			continue
		}
		q.Category = s.name
		if silent {
			q.Relevant, q.Silent = nil, true
		}
		out = append(out, q)
	}
	return out
}

// withoutAnswers is the collection without any answer to the sampled questions, and those questions.
func (s abstainSource) withoutAnswers() Part {
	answers := map[string]bool{}
	for _, q := range s.sample(false) {
		for id := range q.Relevant {
			answers[id] = true
		}
	}
	c := &Corpus{Name: s.corpus.Name + " without answers", Now: s.corpus.Now}
	c.Docs = slices.DeleteFunc(slices.Clone(s.corpus.Docs), func(d Doc) bool { return answers[d.ID] })
	return Part{c, s.sample(true)}
}

func abstainSources(dir string) (out []abstainSource, err error) {
	for _, set := range []struct {
		suite Suite
		task  string
		share int
	}{
		{scifactSuite(), "all", 96}, {anthropicCodeSuite(), "all", 128}, {lifeSuite(), "session", 256},
		{engineSuite(), "queries, 54 memories, 120 tokens", 256}, {locomoSuite(), "turn", 48}, {qualitySuite(), "observation", 256}, {cosqaSuite(), "all", 48},
		{cranfieldSuite(), "all", 96},
	} {
		tasks, err := set.suite.Load(dir)
		if err != nil {
			return nil, err
		}
		for _, t := range tasks {
			if t.Name != set.task {
				continue
			}
			for _, p := range t.Parts {
				out = append(out, abstainSource{set.suite.Name, set.share, p.Corpus, p.Questions})
			}
		}
	}
	for _, set := range []struct {
		name  string
		share int
	}{{"xquad-en", 24}, {"zh-drcd", 8}} {
		b, err := readBEIR(dir, "beir/"+set.name)
		if err != nil {
			return nil, err
		}
		out = append(out, abstainSource{set.name, set.share, b.corpus(set.name, beirItem), b.questions()})
	}
	return out, nil
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
