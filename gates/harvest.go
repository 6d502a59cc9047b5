package gates

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
)

// The harvest suite: what the rules propose, held against what a careful engineer would keep of the same sessions. The labels
// of public sessions hold only the name and hash of the source, line spans and words that must appear; the sessions themselves
// stay in the data directory. Sessions written for this project lie beside the labels.

// Harvest ingests every labelled session into a throw-away store, runs the rules, and compares. dataDir is where the public
// transcripts lie; where it is empty or lacks a source, that session is skipped and named in the report.
func Harvest(ctx context.Context, dataDir string) (rep HarvestReport, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("harvest suite: %w", err)
		}
	}()
	rep = HarvestReport{Groups: map[string]HarvestScore{}, Rules: map[string]HarvestScore{}, Wrong: []HarvestMiss{}, Missed: []HarvestMiss{}}
	all, err := loadLabels()
	if err != nil {
		return rep, err
	}
	tmp, err := os.MkdirTemp("", "memory-gate-harvest-")
	if err != nil {
		return rep, err
	}
	defer os.RemoveAll(tmp)
	for i, l := range all {
		p, why, err := l.open(dataDir, filepath.Join(tmp, fmt.Sprint("src", i)))
		if err != nil {
			return rep, err
		}
		if why != "" {
			rep.Skipped = append(rep.Skipped, l.Source+": "+why)
			continue
		}
		recs, lines, err := harvestRecords(ctx, filepath.Join(tmp, fmt.Sprint("store", i)), p)
		if err != nil {
			return rep, fmt.Errorf("%s: %w", l.Source, err)
		}
		var cands []harvest.Candidate
		for _, session := range recs {
			cands = append(cands, harvest.Session(session)...)
		}
		rep.add(l, cands, lines)
		for _, c := range harvestControls() {
			rep.control(c, l, recs, lines)
		}
	}
	rep.judge()
	return rep, nil
}

// harvestRecords takes one transcript through evidence: the records of each session, and the source line of each record.
func harvestRecords(ctx context.Context, dir, file string) (out [][]evidence.Record, lines map[string]int, err error) {
	store := &evidence.Store{Dir: dir, Now: func() time.Time { return time.Unix(1_800_000_000, 0).UTC() }}
	if _, err := store.Ingest(ctx, []string{file}, evidence.Options{Project: "gate"}); err != nil {
		return nil, nil, err
	}
	sessions, err := store.Sessions(ctx)
	if err != nil {
		return nil, nil, err
	}
	lines = map[string]int{}
	for _, s := range sessions {
		var recs []evidence.Record
		for r, err := range store.Records(ctx, s) {
			if err != nil {
				return nil, nil, err
			}
			recs = append(recs, r)
			lines[string(r.ID)] = r.Line
		}
		out = append(out, recs)
	}
	return out, lines, nil
}
