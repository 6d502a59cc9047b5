package gates

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

// TestFoldsLackTheAnswersAndHoldTheRest: each question whose answers are not the whole collection is asked once, of a store that holds none of its answers, no document of the same text and no part of an
// answer that is a group; what a fold lacks is no more than a quarter, or the answers to one question; what it lacks answers one of its questions.
func TestFoldsLackTheAnswersAndHoldTheRest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		s := randomSource(rnd, n%2 == 0)
		answers := s.answerDocs()
		of := map[string]map[string]bool{} // of a question: the ids of the documents that answer it
		for _, q := range s.qs {
			of[q.ID] = map[string]bool{}
			for id := range q.Relevant {
				for _, d := range answers[id] {
					of[q.ID][s.corpus.Docs[d].ID] = true
				}
			}
		}
		asked := map[string]int{}
		for _, p := range s.folds() {
			there, may := map[string]bool{}, map[string]bool{}
			for _, d := range p.Corpus.Docs {
				there[d.ID] = true
			}
			for _, q := range p.Questions {
				asked[q.ID]++
				if !q.Silent || len(q.Relevant) > 0 || q.Category != s.name {
					t.Fatalf("%+v", q)
				}
				for id := range of[q.ID] {
					if there[id] {
						t.Fatalf("%s: the store of %s holds its answer %s", p.Corpus.Name, q.ID, id)
					}
				}
				maps.Copy(may, of[q.ID])
			}
			if len(there)+len(may) != len(s.corpus.Docs) {
				t.Fatalf("%s: %d documents, %d answers, of %d", p.Corpus.Name, len(there), len(may), len(s.corpus.Docs))
			}
			alone := !slices.ContainsFunc(p.Questions, func(q Question) bool { return len(of[q.ID]) != len(may) })
			if len(may)*foldShare > len(s.corpus.Docs) && !alone {
				t.Fatalf("%s lacks %d of %d", p.Corpus.Name, len(may), len(s.corpus.Docs))
			}
		}
		for _, q := range s.qs {
			want := 1
			if len(of[q.ID]) == len(s.corpus.Docs) {
				want = 0
			}
			if asked[q.ID] != want {
				t.Fatalf("%s was asked %d times", q.ID, asked[q.ID])
			}
		}
	}
}

// randomSource is a collection with questions that have one answer or several, shared or not; every third text stands there twice.
func randomSource(rnd *rand.Rand, byGroup bool) abstainSource {
	s := abstainSource{abstainSet: abstainSet{name: "random"}, corpus: &Corpus{Name: "random", ByGroup: byGroup}}
	docs := 4 + rnd.IntN(90)
	group := func(i int) string { return fmt.Sprint("group-", i/4) }
	for i := range docs {
		text := fmt.Sprint("text ", i-(i+1)%3/2)
		d := Doc{ID: fmt.Sprint("doc-", i), Item: items.Item{Title: text, Body: text}}
		if byGroup {
			d.Group = group(i)
		}
		s.corpus.Docs = append(s.corpus.Docs, d)
	}
	for i := range rnd.IntN(120) {
		q := Question{ID: fmt.Sprint("q", i), Category: "random", Relevant: map[string]float64{}}
		for range 1 + rnd.IntN(3) {
			d := rnd.IntN(docs)
			if byGroup {
				q.Relevant[group(d)] = 1
			} else {
				q.Relevant[fmt.Sprint("doc-", d)] = 1
			}
		}
		s.qs = append(s.qs, q)
	}
	return s
}

// TestEveryQuestionIsAskedWithAndWithoutItsAnswer goes the whole way over the small set: through the hub, to rows.
func TestEveryQuestionIsAskedWithAndWithoutItsAnswer(t *testing.T) {
	suite := Suite{Name: "abstain", Cold: ofPrompts, Load: func(dir string) ([]Task, error) {
		tasks, err := tinySuite().Load("testdata")
		if err != nil {
			return nil, err
		}
		sources := abstainSet{name: "tiny"}.sources(tasks)
		return []Task{removedTask(sources), answerableTask(sources)}, nil
	}}
	rep, err := suite.run(t.Context(), Options{Split: All})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	for _, r := range rep.Rows {
		rows[r.Task]++
		if removed := r.Task == "answer removed"; r.Category != "tiny" || r.Pack == nil || r.Silent != removed || (len(r.Ranks) == 0) != removed {
			t.Errorf("%+v", r)
		}
	}
	if rows["answer removed"] != 4 || rows["answerable"] != 4 {
		t.Errorf("rows: %v", rows)
	}
	whole, _ := rep.ours("answerable", "", "kept")
	if sets, _ := rep.ours("answerable", "", "kept_sets"); sets.Value != whole.Value || whole.N != 4 || sets.N != 4 {
		t.Errorf("of one set both figures are the same: %v, %v", whole, sets)
	}
	if _, ok := rep.ours("answerable", "tiny", "kept_sets"); ok {
		t.Error("one set has a figure of several")
	}
}

// TestSetsOfDifferentSizeHaveTheSameSay: nine questions of one set and one of another.
func TestSetsOfDifferentSizeHaveTheSameSay(t *testing.T) {
	var rows []Row
	for i := range 10 {
		rows = append(rows, Row{Category: []string{"large", "small"}[i/9], Silent: true, Pack: &PackRow{Items: i / 9}})
	}
	all, err := figure("injected", rows)
	if err != nil || all.Value != 0.1 {
		t.Errorf("of questions: %v %v", all, err)
	}
	if all, err = figure("injected_sets", rows); err != nil || all.Value != 0.5 || all.N != 10 {
		t.Errorf("of sets: %v %v", all, err)
	}
}

// TestEverySuiteThatAsksAStoreIsAsked: a new suite is among the sets, or stands here with the reason why not.
func TestEverySuiteThatAsksAStoreIsAsked(t *testing.T) {
	asked := map[string]bool{
		"abstain": true,                                   // itself
		"pairs":   true, "secrets": true, "harvest": true, // ask no store
		"poison": true, "correction": true, "perf": true, "perf-100k": true, // ask what they wrote a moment before
	}
	for _, set := range abstainSets() {
		asked[set.suite.Name] = true
	}
	for _, name := range SuiteNames() {
		if !asked[name] {
			t.Errorf("%s is not asked", name)
		}
	}
}

// TestGroupsAreAnsweredByTheCollectionOrTheTask: the control over whole groups is there for a task that wants groups; a collection of groups alone changes what
// an answer is, of ours and of all other controls.
func TestGroupsAreAnsweredByTheCollectionOrTheTask(t *testing.T) {
	tasks, err := tinySuite().Load("testdata")
	if err != nil {
		t.Fatal(err)
	}
	tiny := tasks[0].Parts[0]
	for _, byTask := range []bool{true, false} {
		c := *tiny.Corpus
		c.ByGroup, c.Docs = !byTask, slices.Clone(c.Docs)
		for i := range c.Docs {
			c.Docs[i].Group = "of " + c.Docs[i].ID
		}
		q := tiny.Questions[1]
		q.Relevant = map[string]float64{"of " + slices.Collect(maps.Keys(q.Relevant))[0]: 1}
		suite := Suite{Name: "groups", Cold: ofPrompts, Load: func(string) ([]Task, error) {
			return []Task{{Name: "all", ByGroup: byTask, Metrics: []string{"hit@1"}, Parts: []Part{{&c, []Question{q}}}}}, nil
		}}
		rep, err := suite.run(t.Context(), Options{Split: All})
		if err != nil {
			t.Fatal(err)
		}
		whole := slices.ContainsFunc(rep.Blocks[0].Lines, func(l Line) bool { return l.System == "plain BM25, whole" && l.Figures["hit@1"].N == 1 })
		if v, _ := rep.ours("all", "", "hit@1"); v.Value != 1 || whole != byTask {
			t.Errorf("by the task %v: hit@1 %v, control over whole groups %v", byTask, v, whole)
		}
	}
}
