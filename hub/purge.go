package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/purge"
	"github.com/factline/memory/writeservice"
)

// Purged is what a purge did, or would do, and whether nothing of the words is left.
type Purged struct {
	ID      items.ID `json:"id"`
	Stone   items.ID `json:"tombstone,omitempty"`
	Receipt string   `json:"receipt,omitempty"`
	DryRun  bool     `json:"dry_run,omitempty"`
	Refused string   `json:"refused,omitempty"`

	Files       writeservice.PurgedFiles `json:"files"`
	Evidence    evidence.Purge           `json:"evidence"`
	Ledger      int                      `json:"ledger"`      // lines
	Projections string                   `json:"projections"` // rebuilt, dropped, or why not

	Proven  bool          `json:"proven"`            // the store, and the user's own, were looked through and nothing was found
	Remains []purge.Found `json:"remains,omitempty"` // where words are still to be found
	Twins   []items.ID    `json:"twins,omitempty"`   // other items that hold the same words, which a person decides on
	Git     GitTrace      `json:"git"`
	Blocks  []string      `json:"blocks,omitempty"`  // agents' files whose block of ours said the words and is written anew
	Outside []string      `json:"outside,omitempty"` // what the store does not hold and nobody here changes

	blocksLeft []purge.Found // see purgeBlocks
}

// PurgePlan looks what a purge would take away. It changes nothing.
func (h *Hub) PurgePlan(ctx context.Context, id items.ID, who writeservice.Actor) (Purged, writeservice.PurgeJob, error) {
	p := Purged{
		ID: id, DryRun: true, Projections: "all generations would be dropped and built anew",
		Files:    writeservice.PurgedFiles{Removed: []string{}, Renamed: []items.ID{}, Pending: []string{}},
		Evidence: evidence.Purge{Records: []evidence.ID{}, Sources: []string{}},
	}
	job, no, err := h.Writes.PlanPurge(ctx, id, who)
	if err != nil || no != "" {
		p.Refused = no
		return p, job, err
	}
	p.ID = job.ID
	cut := job.Cutter()
	if p.Files, err = h.Writes.LookPurge(ctx, job); err != nil {
		return p, job, err
	}
	for _, side := range h.sides() {
		if err := side.purgeRecords(ctx, job, cut, true, &p); err != nil {
			return p, job, err
		}
		if side == h {
			continue
		}
		twins, err := side.Writes.PurgeTwins(ctx, job)
		if err != nil {
			return p, job, err
		}
		for _, f := range twins {
			p.Files.Removed = append(p.Files.Removed, side.Dir+"/"+f.Path)
		}
	}
	found, err := h.purgeScan(ctx, job, []writeservice.PurgeJob{job})
	if err != nil {
		return p, job, err
	}
	for _, f := range found { // the files of other items are what no purge touches
		if isItemFile(f.Path) && !slices.Contains(p.Files.Removed, f.Path) && f.What != "id" {
			p.Remains = append(p.Remains, f)
		}
	}
	p.twins()
	p.Git = h.gitTrace(ctx, job, p.Files.Removed)
	return p, job, h.purgeBlocks(ctx, job, true, &p)
}

// Purge takes an item out of the store for good: a person asked for it, and saw what would go. It proves by looking the store through
// that nothing is left; where it cannot, the purge stays unfinished and Proven is false. Purges that were begun before and not finished
// are tried again with it, since one keeps words that the other takes away.
func (h *Hub) Purge(ctx context.Context, job writeservice.PurgeJob) (Purged, []Purged, error) {
	job, err := h.Writes.BeginPurge(ctx, job)
	if err != nil {
		return Purged{}, nil, err
	}
	all, err := h.purgeInTurn(ctx, []writeservice.PurgeJob{job})
	if err != nil {
		return Purged{}, nil, err
	}
	return all[0], all[1:], nil
}

// FinishPurges does all that is left to do of purges that were begun. It may be done again after a kill at any step.
func (h *Hub) FinishPurges(ctx context.Context) ([]Purged, error) {
	jobs, _, err := h.Writes.BegunPurges()
	if err != nil || len(jobs) == 0 {
		return nil, err
	}
	return h.purgeInTurn(ctx, nil)
}

func (h *Hub) finishPurges(ctx context.Context, jobs []writeservice.PurgeJob) ([]Purged, error) {
	all := make([]Purged, len(jobs))
	for i, job := range jobs {
		p, err := h.takeAway(ctx, job)
		if err != nil {
			return nil, err
		}
		all[i] = p
	}
	for i, job := range jobs { // after all of them: what one leaves another may take
		err := h.purgeBlocks(ctx, job, false, &all[i])
		if err != nil {
			return nil, err
		}
		if all[i].Remains, err = h.purgeScan(ctx, job, jobs); err != nil {
			return nil, err
		}
		all[i].twins()
		all[i].Remains = append(all[i].Remains, all[i].blocksLeft...)
		all[i].Proven = len(all[i].Remains) == 0
	}
	leftInJobs(jobs, all)
	for i, job := range jobs {
		if all[i].Proven {
			if err := h.Writes.EndPurge(ctx, job); err != nil {
				return nil, err
			}
		}
	}
	_, err := h.Projections.Rebuild(ctx, nil)
	for i := range all {
		all[i].Projections = "rebuilt"
		if err != nil {
			all[i].Projections = "dropped; the next search builds them: " + err.Error()
		}
	}
	return all, nil
}

// leftInJobs takes back a proof where the words are in the job of a purge that stays unfinished.
func leftInJobs(jobs []writeservice.PurgeJob, all []Purged) {
	for changed := true; changed; {
		changed = false
		for i := range jobs {
			for k := range jobs {
				if !all[i].Proven || all[k].Proven {
					continue
				}
				if place := jobs[i].Cutter().Words.In(strings.Join(append(slices.Clone(jobs[k].Versions), jobs[k].Spans...), "\n")); place != "" {
					all[i].Proven, changed = false, true
					all[i].Remains = append(all[i].Remains, purge.Found{Path: jobs[k].Path(), Line: 1, What: place})
				}
			}
		}
	}
}

// takeAway lets every owner of files cut in his own.
func (h *Hub) takeAway(ctx context.Context, job writeservice.PurgeJob) (Purged, error) {
	p := Purged{ID: job.ID, Stone: job.Stone, Receipt: job.Receipt}
	cut := job.Cutter()
	if err := h.Refresh(); err != nil {
		return p, err
	}
	var err error
	if p.Files, err = h.Writes.PurgeItem(ctx, job); err != nil {
		return p, err
	}
	for _, side := range h.sides() {
		if side != h {
			traces, err := side.Writes.PurgeTraces(ctx, job)
			if err != nil {
				return p, fmt.Errorf("%s: %w", side.Dir, err)
			}
			p.Files.Deeds += traces.Deeds
			for _, path := range append(traces.Removed, traces.Pending...) {
				p.Files.Removed = append(p.Files.Removed, side.Dir+"/"+path)
			}
		}
		if err := side.purgeRecords(ctx, job, cut, false, &p); err != nil {
			return p, err
		}
		if err := errors.Join(side.Refresh(), side.Projections.Drop(ctx)); err != nil {
			return p, err
		}
	}
	p.Git = h.gitTrace(ctx, job, p.Files.Removed)
	return p, nil
}

// sides are the stores in which the words may stand: this one, and the user's own.
func (h *Hub) sides() []*Hub {
	if h.user == nil {
		return []*Hub{h}
	}
	return []*Hub{h, h.user}
}

func (h *Hub) purgeRecords(ctx context.Context, job writeservice.PurgeJob, cut purge.Cutter, dry bool, p *Purged) error {
	match := func(r *evidence.Record) bool {
		return slices.Contains(job.Cited, r.ID) || cut.Words.In(r.Text) != "" || slices.ContainsFunc(r.Files, func(f string) bool { return cut.Words.In(f) != "" })
	}
	has := func(text string) bool {
		_, place := cut.Words.Lines([]byte(text))
		return place != ""
	}
	found, err := h.Evidence.Purge(ctx, match, has, dry)
	if err != nil {
		return err
	}
	e := &p.Evidence
	if e.Records == nil {
		e.Records, e.Sources = []evidence.ID{}, []string{}
	}
	e.Records, e.Spooled, e.Damaged = append(e.Records, found.Records...), e.Spooled+found.Spooled, e.Damaged+found.Damaged
	cut.Fields = []string{"query", "note"} // a receipt quotes the words by which the item differed from another one
	lines, err := h.Ledger.Purge(ctx, cut.JSON, dry)
	p.Ledger += lines
	for _, source := range found.Sources {
		if slices.Contains(e.Sources, source) {
			continue // the other store read the same transcript
		}
		e.Sources = append(e.Sources, source)
		if strings.ContainsAny(source, `/\`) { // else a hook saw it, and there is no file
			p.Outside = append(p.Outside, "the agent's own transcript "+source)
		}
	}
	return err
}

// purgeScan looks through every file of the stores but the jobs themselves.
func (h *Hub) purgeScan(ctx context.Context, job writeservice.PurgeJob, jobs []writeservice.PurgeJob) ([]purge.Found, error) {
	var all []purge.Found
	words := job.Cutter().Words
	for _, side := range h.sides() {
		found, err := words.Scan(ctx, side.Dir, func(rel string) bool {
			return side == h && rel == purgeLock || side == h && slices.ContainsFunc(jobs, func(j writeservice.PurgeJob) bool { return j.Path() == rel })
		})
		if err != nil {
			return all, err
		}
		for _, f := range found {
			if side != h {
				f.Path = side.Dir + "/" + f.Path
			}
			all = append(all, f)
		}
	}
	return all, nil
}

// twins names the items among what remains.
func (p *Purged) twins() {
	for _, f := range p.Remains {
		if isItemFile(f.Path) {
			name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
			p.Twins = append(p.Twins, items.ID(strings.TrimSuffix(name, items.Ext)))
		}
	}
}

func isItemFile(path string) bool {
	return strings.HasSuffix(path, items.Ext) && (strings.HasPrefix(path, items.ItemsDir+"/") || strings.HasPrefix(path, items.ReviewDir+"/") ||
		strings.Contains(path, "/"+items.ItemsDir+"/") || strings.Contains(path, "/"+items.ReviewDir+"/"))
}

func (p Purged) inWords() string {
	if p.Proven {
		return fmt.Sprintf("finished the purge %s: nothing of the words is left in the store", p.Receipt)
	}
	return fmt.Sprintf("the purge %s is not finished: words are still in %s", p.Receipt, count(len(p.Remains), "place"))
}

// namePurges tells of purges that were begun. Their names are not shown: an id holds words.
func (h *Hub) namePurges(c *Check) bool {
	jobs, strange, err := h.Writes.BegunPurges()
	if err != nil || len(jobs)+len(strange) == 0 {
		return false
	}
	c.Level, c.Detail = Warn, count(len(jobs), "purge")+" begun and not finished: the words are still in the store"
	c.Fix = "memory forget --purge finishes them, or says where words are left"
	for _, job := range jobs {
		c.Files = append(c.Files, job.Path())
	}
	for _, path := range strange {
		c.Files = append(c.Files, path+": this machine did not write it: look at it and remove it")
	}
	return true
}

// BegunPurge reports whether a purge was begun and not finished: the one that ref names by the item, its tombstone or the receipt, or any
// with "".
func (h *Hub) BegunPurge(ref string) (bool, error) {
	jobs, _, err := h.Writes.BegunPurges()
	return slices.ContainsFunc(jobs, func(j writeservice.PurgeJob) bool {
		return ref == "" || ref == string(j.ID) || ref == string(j.Stone) || ref == j.Receipt
	}), err
}
