package gates

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/projections"
)

// Options say what a run measures.
type Options struct {
	Suites   []string // names; none = all but the heavy ones
	Data     string   // directory of the public data; "" = none
	Split    Split    // "" = test
	Binary   string   // the memory program that perf starts
	Cache    string   // directory in which vectors are kept between runs; "" = they are made anew
	Progress func(line string)

	second *projections.Sentences // of all stores of the run
}

// errNotAsked says that a system does not answer this kind of question; its line is left out.
var errNotAsked = errors.New("does not answer this kind of question")

// Run measures the suites one after the other. A suite whose data is missing is skipped and named.
func Run(ctx context.Context, o Options) (Report, error) {
	if o.Split == "" {
		o.Split = Test
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	rep := Report{Split: o.Split, Seed: Seed, Suites: []SuiteReport{}}
	o.second = projections.NewSentences(newVectorCache(hub.SentenceModel(), o.Cache))
	for _, s := range Suites() {
		if len(o.Suites) == 0 && s.Heavy {
			rep.Skipped = append(rep.Skipped, s.Name+": takes minutes, runs when named: --suite "+s.Name)
			continue
		}
		if len(o.Suites) > 0 && !slices.Contains(o.Suites, s.Name) {
			continue
		}
		if missing := s.missing(o.Data); missing != "" {
			rep.Skipped = append(rep.Skipped, s.Name+": "+missing)
			continue
		}
		o.Progress(s.Name)
		one, err := s.run(ctx, o)
		if err != nil {
			return rep, fmt.Errorf("suite %s: %w", s.Name, err)
		}
		rep.Suites = append(rep.Suites, one)
		if one.Harvest != nil {
			rep.Failures = append(rep.Failures, one.Harvest.Failures...)
		}
	}
	floors, err := readThresholds(thresholdFile)
	if err != nil {
		return rep, err
	}
	rep.judge(floors)
	return rep, nil
}

// missing says which data is not there, "" when all of it is.
func (s Suite) missing(data string) string {
	if len(s.Files) == 0 {
		return ""
	}
	if data == "" {
		return "the public data is not here; name its directory with --data or MEMORY_GATE_DATA"
	}
	if info, err := os.Stat(data); err != nil || !info.IsDir() {
		return "there is no directory " + data + ", which was named for the public data"
	}
	for _, f := range s.Files {
		if _, err := os.Stat(filepath.Join(data, f)); err != nil {
			return f + " is not in the data directory"
		}
	}
	return ""
}

func (s Suite) run(ctx context.Context, o Options) (SuiteReport, error) {
	rep := SuiteReport{Name: s.Name, About: s.About, Split: o.Split, Seed: Seed, Build: build()}
	started := time.Now()
	for _, f := range s.Files {
		sum, err := hashFile(filepath.Join(o.Data, f))
		if err != nil {
			return rep, err
		}
		rep.Data = append(rep.Data, DataFile{f, sum})
	}
	var err error
	if s.Measure != nil {
		err = s.Measure(ctx, o, &rep)
	} else {
		err = s.ask(ctx, o, &rep)
	}
	rep.Took = time.Since(started)
	return rep, err
}

// build is the revision that this program was built from, with a + where files had been changed since.
func build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var revision, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + changed
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// ask runs the tasks of a suite: a store for each collection, every question to ours and to each control.
func (s Suite) ask(ctx context.Context, o Options, rep *SuiteReport) error {
	tasks, err := s.Load(o.Data)
	if err != nil {
		return err
	}
	if s.Cold != "" {
		o.second = nil
	}
	for i := range tasks {
		if s.Cold != "" {
			tasks[i].Note = strings.TrimPrefix(tasks[i].Note+"; "+s.Cold, "; ")
		}
	}
	asked, err := askAll(ctx, tasks, o, s.atOnce())
	if err != nil {
		return err
	}
	for i := range asked {
		blocks, err := asked[i].blocks()
		if err != nil {
			return err
		}
		rep.Blocks = append(rep.Blocks, blocks...)
		rep.Rows = append(rep.Rows, asked[i].ours()...)
	}
	return nil
}

// askAll asks several collections at once and puts their rows together in the order of use, so that the same rows come out of any number.
func askAll(ctx context.Context, tasks []Task, o Options, atOnce int) ([]taskRun, error) {
	fresh := func() (asked []taskRun) {
		for _, t := range tasks {
			asked = append(asked, newTaskRun(t, o.Split))
		}
		return asked
	}
	all := corpora(tasks)
	of := make([][]taskRun, len(all))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, c := range all {
		group.Go(func() error {
			of[i] = fresh()
			if err := askCorpus(ctx, c, o.second, of[i]); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	asked := fresh()
	for _, one := range of {
		for i := range asked {
			asked[i].take(one[i])
		}
	}
	return asked, nil
}

// corpora lists each collection once, in the order of use.
func corpora(tasks []Task) (out []*Corpus) {
	for _, t := range tasks {
		for _, p := range t.Parts {
			if !slices.Contains(out, p.Corpus) {
				out = append(out, p.Corpus)
			}
		}
	}
	return out
}

// askCorpus opens one store and asks it everything that any task wants of it.
func askCorpus(ctx context.Context, c *Corpus, second *projections.Sentences, asked []taskRun) (err error) {
	if !slices.ContainsFunc(asked, func(a taskRun) bool { return len(a.questions[c]) > 0 }) {
		return nil
	}
	st, err := openStore(ctx, c, second)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close()) }()
	others, err := controls(st)
	if err != nil {
		return err
	}
	for _, sys := range append(memories(st), others...) {
		for i := range asked {
			if err := asked[i].ask(ctx, sys, c); err != nil {
				return fmt.Errorf("%s: %w", sys.name(), err)
			}
		}
		if err := sys.close(); err != nil {
			return err
		}
	}
	return nil
}

// SuiteNames lists the suites in order.
func SuiteNames() []string {
	var names []string
	for _, s := range Suites() {
		names = append(names, s.Name)
	}
	return names
}

// CheckSuites refuses unknown names.
func CheckSuites(names []string) error {
	for _, name := range names {
		if !slices.Contains(SuiteNames(), name) {
			return fmt.Errorf("unknown suite %.30q, want one of %s", name, strings.Join(SuiteNames(), ", "))
		}
	}
	return nil
}
