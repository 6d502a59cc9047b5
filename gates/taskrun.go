package gates

import (
	"context"
	"errors"
	"slices"
	"time"
)

// taskRun collects the rows of one task while the stores come and go.
type taskRun struct {
	task      Task
	questions map[*Corpus][]Question // of the split
	systems   []string               // in the order of the report
	rows      map[string][]Row       // by system
	search    []time.Duration
	packs     []time.Duration
	cpu       time.Duration
}

func newTaskRun(t Task, split Split) taskRun {
	r := taskRun{task: t, questions: map[*Corpus][]Question{}, rows: map[string][]Row{}}
	for _, p := range t.Parts {
		for _, q := range p.Questions {
			if split == All || split == q.split() {
				r.questions[p.Corpus] = append(r.questions[p.Corpus], q)
			}
		}
	}
	return r
}

// ask puts the questions about one collection to one system.
func (r *taskRun) ask(ctx context.Context, sys system, c *Corpus) error {
	before := processCPU()
	for _, q := range r.questions[c] {
		if err := ctx.Err(); err != nil {
			return err
		}
		ans, err := sys.answer(ctx, r.task, q)
		if errors.Is(err, errNotAsked) {
			return nil
		}
		if err != nil {
			return err
		}
		r.add(sys.name(), newRow(r.task.Name, q, ans))
	}
	if m, ok := sys.(*memory); ok && m.title == ours {
		r.cpu += processCPU() - before
		r.search, r.packs = append(r.search, m.search...), append(r.packs, m.packs...)
		m.search, m.packs = nil, nil
	}
	return nil
}

// add takes a row of a suite that judges for itself.
func (r *taskRun) add(system string, row Row) {
	if !slices.Contains(r.systems, system) {
		r.systems = append(r.systems, system)
	}
	r.rows[system] = append(r.rows[system], row)
}

// take adds what another run of the same task found.
func (r *taskRun) take(o taskRun) {
	for _, system := range o.systems {
		for _, row := range o.rows[system] {
			r.add(system, row)
		}
	}
	r.search, r.packs, r.cpu = append(r.search, o.search...), append(r.packs, o.packs...), r.cpu+o.cpu
}

func (r *taskRun) ours() []Row { return r.rows[ours] }

// blocks works out the figures: of the whole task, then of each category where it has several.
func (r *taskRun) blocks() ([]Block, error) {
	whole, err := r.block("")
	if err != nil || whole.Questions == 0 {
		return nil, err
	}
	whole.Note, whole.Time = r.task.Note, r.time()
	out := []Block{whole}
	for _, cat := range r.categories() {
		b, err := r.block(cat)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func (r *taskRun) categories() (out []string) {
	if !r.task.ByCategory {
		return nil
	}
	for _, row := range r.ours() {
		if !slices.Contains(out, row.Category) {
			out = append(out, row.Category)
		}
	}
	slices.Sort(out)
	return out
}

// block is one table; category "" is all of them.
func (r *taskRun) block(category string) (Block, error) {
	b := Block{Task: r.task.Name, Category: category, Metrics: slices.Clone(r.task.Metrics)}
	if category != "" {
		b.Metrics = slices.DeleteFunc(b.Metrics, ofSets)
	}
	for c, qs := range r.questions {
		if len(qs) > 0 && category == "" {
			b.Stores++
			b.Docs += len(c.Docs)
		}
	}
	for _, name := range r.systems {
		rows := r.rows[name]
		if category != "" {
			rows = slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return row.Category != category })
		}
		b.Questions = max(b.Questions, len(rows))
		line := Line{System: name, Figures: map[string]Interval{}}
		for _, m := range b.Metrics {
			v, err := figure(m, rows)
			if err != nil {
				return b, err
			}
			if v.N > 0 {
				line.Figures[m] = v
			}
		}
		b.Lines = append(b.Lines, line)
	}
	return b, nil
}

// figure is one metric over rows.
func figure(name string, rows []Row) (Interval, error) {
	m, err := metric(name)
	if err != nil {
		return Interval{}, err
	}
	var values []float64
	var sets []string
	for _, row := range rows {
		if v, counts := m.of(row); counts {
			values, sets = append(values, v), append(sets, row.Category)
		}
	}
	if m.BySet {
		weigh(values, sets)
	}
	return interval(values, Seed), nil
}

// ofSets says that a metric is one of several sets together.
func ofSets(name string) bool {
	m, err := metric(name)
	return err == nil && m.BySet
}

// weigh makes the mean of the values that of the sets' means: a value counts the more, the fewer its set has.
func weigh(values []float64, sets []string) {
	size := map[string]int{}
	for _, s := range sets {
		size[s]++
	}
	for i, s := range sets {
		values[i] *= float64(len(values)) / float64(len(size)*size[s])
	}
}

func (r *taskRun) time() *Time {
	if len(r.search) == 0 {
		return nil
	}
	t := &Time{
		SearchP50: millis(percentile(r.search, 50)), SearchP95: millis(percentile(r.search, 95)),
		CPU: millis(r.cpu / time.Duration(len(r.search))),
	}
	if len(r.packs) > 0 {
		t.PackP50, t.PackP95 = millis(percentile(r.packs, 50)), millis(percentile(r.packs, 95))
	}
	return t
}

// percentile is the nearest-rank percentile; p is 0..100.
func percentile(values []time.Duration, p int) time.Duration {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}
