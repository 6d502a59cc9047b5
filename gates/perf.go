package gates

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// perfSuite measures a cold process and an open store at 1,000 and 10,000 generated items.
func perfSuite() Suite {
	return Suite{
		Name: "perf", About: "speed, memory and size at 1,000 and 10,000 generated items in 10 projects, a fifth of them Chinese", Heavy: true,
		Measure: func(ctx context.Context, o Options, rep *SuiteReport) error {
			return measurePerf(ctx, o, rep, 1000, 10_000)
		},
	}
}

// perf100kSuite is apart because filling its store alone takes minutes.
func perf100kSuite() Suite {
	return Suite{
		Name: "perf-100k", About: "the same at 100,000 items", Heavy: true,
		Measure: func(ctx context.Context, o Options, rep *SuiteReport) error { return measurePerf(ctx, o, rep, 100_000) },
	}
}

// How often each operation is measured.
const (
	coldRuns  = 15
	writeRuns = 10
	warmRuns  = 200
)

// perfMetrics are the columns. Times are milliseconds; ratio is to starting the same binary with version in the same run, and
// does not depend on how loaded the machine is.
var perfMetrics = []string{"p50_ms", "p95_ms", "ratio", "cpu_ms", "rss_mb", "size_mb"}

// measurePerf starts processes for every size before it opens a store of its own: a child's largest memory is at least its parent's.
func measurePerf(ctx context.Context, o Options, rep *SuiteReport, sizes ...int) (err error) {
	dir, err := os.MkdirTemp("", "memory-gate-perf-")
	if err != nil {
		return err
	}
	defer func() {
		if rmErr := os.RemoveAll(dir); err == nil {
			err = rmErr
		}
	}()
	all := make([]*perf, len(sizes))
	for i, n := range sizes {
		home := filepath.Join(dir, fmt.Sprint(n))
		all[i] = &perf{ctx: ctx, binary: o.Binary, home: home, store: filepath.Join(home, hub.StoreName)}
		all[i].block = Block{
			Task: fmt.Sprintf("%d items", n), Docs: n, Stores: 1, Metrics: perfMetrics,
			Note: "cold: a new process for each run, p50 and p95 of its whole life; warm: in an open store; ratio to the first line",
		}
		if err := all[i].fill(n); err != nil {
			return fmt.Errorf("%d items: %w", n, err)
		}
	}
	for _, p := range all {
		if err := p.steps(p.version, p.reindex, p.searchCold, p.packCold, p.readCold, p.writeCold, p.editCold); err != nil {
			return err
		}
	}
	for _, p := range all {
		if err := p.steps(p.warm, p.sizes); err != nil {
			return err
		}
		rep.Blocks = append(rep.Blocks, p.block)
	}
	return nil
}

func (p *perf) steps(list ...func() error) error {
	for _, step := range list {
		if err := step(); err != nil {
			return fmt.Errorf("%s: %w", p.block.Task, err)
		}
	}
	return nil
}

// perf measures one store.
type perf struct {
	ctx    context.Context
	binary string
	home   string
	store  string
	year   string      // where the item files lie
	asked  []generated // some of the items
	block  Block
	start  time.Duration // p50 of starting the binary
}

// generated is what is asked about an item. The items themselves are not kept: on Linux a child's largest memory is at least its
// parent's.
type generated struct {
	id             items.ID
	title, project string
}

// fill writes n items and remembers as many as there are questions.
func (p *perf) fill(n int) (err error) {
	if p.year, err = emptyStore(p.store, defaultNow); err != nil {
		return err
	}
	g := newGenerator()
	for i := range n {
		it := g.item(i)
		id, err := writeItem(p.year, it, i)
		if err != nil {
			return err
		}
		if i%(n/warmRuns) == 0 {
			p.asked = append(p.asked, generated{id, it.Title, it.Project})
		}
	}
	return nil
}

// about is the i-th item to ask about.
func (p *perf) about(i int) generated { return p.asked[(i*79)%len(p.asked)] }

// sample is one run of one operation.
type sample struct {
	took, cpu time.Duration
	rss       int64 // bytes
}

// add makes a line of samples.
func (p *perf) add(name string, samples []sample) {
	took := make([]time.Duration, len(samples))
	var cpu time.Duration
	var rss int64
	for i, s := range samples {
		took[i] = s.took
		cpu += s.cpu
		rss = max(rss, s.rss)
	}
	n := len(samples)
	one := func(v float64) Interval { return Interval{Value: round(v), Low: round(v), High: round(v), N: n} }
	p50 := percentile(took, 50)
	if p.start == 0 {
		p.start = p50
	}
	line := Line{System: name, Figures: map[string]Interval{
		"p50_ms": one(millis(p50)), "p95_ms": one(millis(percentile(took, 95))), "ratio": one(float64(p50) / float64(p.start)),
	}}
	if cpu > 0 {
		line.Figures["cpu_ms"] = one(millis(cpu / time.Duration(n)))
	}
	if rss > 0 {
		line.Figures["rss_mb"] = one(float64(rss) / (1 << 20))
	}
	p.block.Lines = append(p.block.Lines, line)
}

// run starts the binary once and waits for its end.
func (p *perf) run(args ...string) (sample, error) {
	cmd := exec.CommandContext(p.ctx, p.binary, args...)
	cmd.Dir, cmd.Stdout = p.home, io.Discard
	cmd.Env = []string{"HOME=" + p.home, "USERPROFILE=" + p.home, "USER=gate", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	forgetPeak()
	started := time.Now()
	err := cmd.Run()
	took := time.Since(started)
	if err != nil {
		return sample{}, fmt.Errorf("run memory %s: %w", args[0], err)
	}
	return sample{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), maxRSS(cmd.ProcessState)}, nil
}

// cold runs a command several times, after one run that fills the caches of the file system. args gives the arguments of a run.
func (p *perf) cold(name string, runs int, args func(i int) []string) error {
	samples := make([]sample, 0, runs)
	for i := range runs + 1 {
		s, err := p.run(args(i)...)
		if err != nil {
			return err
		}
		if i > 0 {
			samples = append(samples, s)
		}
	}
	p.add(name, samples)
	return nil
}

func (p *perf) version() error {
	return p.cold("start (version)", coldRuns, func(int) []string { return []string{"version"} })
}

func (p *perf) reindex() error {
	if _, err := p.run("trust", "--store", p.store); err != nil { // the items were written by no command: else none may reach a pack
		return err
	}
	s, err := p.run("reindex", "--store", p.store)
	if err == nil {
		p.add("reindex", []sample{s})
	}
	return err
}

func (p *perf) searchCold() error {
	return p.cold("search, cold", coldRuns, func(i int) []string {
		return []string{"search", "--store", p.store, "--project", p.about(i).project, p.about(i).title}
	})
}

func (p *perf) packCold() error {
	return p.cold("pack, cold", coldRuns, func(i int) []string {
		return []string{"pack", "--store", p.store, "--project", p.about(i).project, p.about(i).title}
	})
}

func (p *perf) readCold() error {
	return p.cold("read, cold", coldRuns, func(i int) []string {
		return []string{"read", "--store", p.store, string(p.about(i).id)}
	})
}

func (p *perf) writeCold() error {
	return p.cold("write, cold", writeRuns, func(i int) []string {
		return []string{
			"write", "--store", p.store, "--project", "project-0", "--type", "fact", "--title", fmt.Sprintf("Measured write number %d of the gate", i),
			"--summary", fmt.Sprintf("The gate wrote this as its write number %d.", i),
		}
	})
}

// editCold measures the first search after one file was changed by hand.
func (p *perf) editCold() error {
	var fault error
	err := p.cold("search after one edit, cold", writeRuns, func(i int) []string {
		path := filepath.Join(p.year, string(p.about(i).id)+items.Ext)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = fmt.Fprintf(f, "\nEdited by hand, time %d.\n", i)
			if closeErr := f.Close(); err == nil {
				err = closeErr
			}
		}
		if err != nil {
			fault = err
		}
		return []string{"search", "--store", p.store, "--project", p.about(i).project, p.about(i).title}
	})
	if fault != nil {
		return fault
	}
	return err
}

// warm searches and packs in one open store.
func (p *perf) warm() error {
	h, err := hub.Open(p.ctx, hub.Options{
		Place: hub.Place{Dir: p.store, Why: "flag", Exists: true}, Project: hub.AllProjects, CWD: p.home, Home: p.home,
	})
	if err != nil {
		return err
	}
	defer h.Close()
	measure := func(name string, do func(q recall.Query) error) error {
		samples := make([]sample, 0, warmRuns)
		for i := range warmRuns + 1 {
			before, started := processCPU(), time.Now()
			if err := do(recall.Query{Text: p.about(i).title, Project: p.about(i).project}); err != nil {
				return err
			}
			if i > 0 {
				samples = append(samples, sample{took: time.Since(started), cpu: processCPU() - before})
			}
		}
		p.add(name, samples)
		return nil
	}
	if err := measure("search, warm", func(q recall.Query) error {
		q.HitsOnly = true // as the commands ask that show no dropped ones
		_, err := h.Search(p.ctx, q)
		return err
	}); err != nil {
		return err
	}
	return measure("pack, warm", func(q recall.Query) error {
		_, err := h.Pack(p.ctx, hub.PackRequest{Query: q, Door: "gate"})
		return err
	})
}

// sizes measures the disk.
func (p *perf) sizes() error {
	for _, name := range []string{"items", "projections"} {
		var bytes int64
		err := filepath.WalkDir(filepath.Join(p.store, name), func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if err == nil {
				bytes += info.Size()
			}
			return err
		})
		if err != nil {
			return err
		}
		mb := round(float64(bytes) / (1 << 20))
		p.block.Lines = append(p.block.Lines, Line{System: name + " on disk", Figures: map[string]Interval{"size_mb": {Value: mb, Low: mb, High: mb, N: 1}}})
	}
	return nil
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// isPerf reports whether a column is one of perf's, which has no interval.
func isPerf(metric string) bool { return slices.Contains(perfMetrics, metric) }
