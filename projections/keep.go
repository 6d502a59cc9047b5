package projections

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// defaultTailLimit bounds the tail, in records: each process reads the tail whole, so Sync seals it at this size.
const defaultTailLimit = 512

// openFactor is how many times larger Open lets the tail grow: it only appends, so that a search does not pay for a seal, until the
// tail is out of all proportion because nobody ever calls Sync.
const openFactor = 4

func (p *Projections) syncTailLimit() int { return cmp.Or(p.tailLimit, defaultTailLimit) }

// keep adds records to the projections that k was read from: to the tail, or, when it would pass limit, as a sealed segment. The
// caller holds the lock. If another process has replaced the manifest since, nothing is written: the next reader finds what is missing. asOf is as in
// refreshed; zero for the records of single paths, of which c knows nothing.
func (p *Projections) keep(k *kept, records []*document, c census, asOf time.Time, limit int) error {
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return err
	}
	m, err := readManifest(p.Dir)
	if k.usable() {
		if err != nil || m.Generation != k.manifest.Generation || m.Tail != k.manifest.Tail {
			return nil
		}
		tail := filepath.Join(p.Dir, m.Tail)
		t, err := readTail(tail)
		if err != nil {
			return err
		}
		if t.records+len(records) <= limit {
			if err := appendTail(tail, t.whole, records, c); err != nil || asOf.IsZero() {
				return err
			}
			return completeUntil(tail, asOf)
		}
		if len(c.folders) == 0 {
			c = t.census
		}
		return p.seal(k, mergeRecords(t.docs, records), c, asOf)
	}
	if err == nil && m.Generation != k.manifest.Generation {
		return nil // somebody has built them meanwhile
	}
	return p.start(m, records, c, asOf)
}

// mergeRecords returns the newest document of each path of a tail and of records that come after it.
func mergeRecords(tail, records []*document) []*document {
	at := make(map[string]int, len(tail))
	docs := slices.Clone(tail)
	for i, d := range docs {
		at[d.path] = i
	}
	for _, d := range records {
		if i, ok := at[d.path]; ok {
			docs[i] = newer(docs[i], d)
			continue
		}
		docs = append(docs, d)
	}
	return docs
}

// start makes the first manifest, or the first one after damage, out of documents in memory. old may be unreadable; its generation is
// used where there is one, so that readers notice the change.
func (p *Projections) start(old manifest, records []*document, c census, asOf time.Time) error {
	name, dim := p.model()
	entry, err := p.sealInto(segmentPlan{fresh: records, bottom: true, dim: dim})
	if err != nil {
		return err
	}
	return p.swapTo(manifest{Model: name, Dim: dim, Generation: old.Generation, Segments: []segmentEntry{entry}}, entry, c, asOf)
}

// seal turns the tail's documents into a segment. Newer segments that are not much larger are merged in the same step, so that sizes
// grow by a factor from newest to oldest and their number stays logarithmic.
func (p *Projections) seal(k *kept, docs []*document, c census, asOf time.Time) error {
	merged := k.mergedWith(docs)
	plan := segmentPlan{fresh: docs, merge: k.segments[:merged], bottom: merged == len(k.segments), dim: k.manifest.Dim}
	entry, err := p.sealInto(plan)
	if err != nil {
		return err
	}
	m := k.manifest
	m.Segments = append(slices.Clone(m.Segments[:len(m.Segments)-merged]), entry)
	return p.swapTo(m, entry, c, asOf)
}

// mergedWith is how many of the newest segments a seal of docs takes in. Rows without words count for nothing: where all files have a new time
// and their old bytes (another branch was checked out, a backup restored), what holds the words stays as it is.
func (k *kept) mergedWith(docs []*document) (merged int) {
	worded := 0
	for _, d := range docs {
		if d.kind != kindTouched {
			worded++
		}
	}
	for merged < len(k.segments) && k.segments[merged].docs <= mergeFactor*worded {
		worded += k.segments[merged].docs
		merged++
	}
	return merged
}

// swapTo is swap for a manifest with a new segment. Where it cannot be written the segment goes too: a full disk is not made fuller by
// each search.
func (p *Projections) swapTo(m manifest, entry segmentEntry, c census, asOf time.Time) error {
	err := p.swap(m, c, asOf)
	if err != nil {
		p.dropUnnamed(entry)
	}
	return err
}

// dropUnnamed removes a segment that the manifest on disk does not name.
func (p *Projections) dropUnnamed(entry segmentEntry) {
	m, err := readManifest(p.Dir)
	if err == nil && slices.ContainsFunc(m.Segments, func(s segmentEntry) bool { return s.Name == entry.Name }) {
		return
	}
	os.RemoveAll(filepath.Join(p.Dir, entry.Name))
}

// mergeFactor is how many times larger than all newer ones together a segment must be to be left alone. At 4, ten thousand documents
// stand in at most 3 segments beside the tail, and each document is written about 3 times on its way to the oldest.
const mergeFactor = 4

// swap makes m the manifest, with a tail of a new name that holds at most a census, and then removes what it does not name.
func (p *Projections) swap(m manifest, c census, asOf time.Time) error {
	m.Schema, m.Analyzer = schemaVersion, analyzerVersion
	m.Generation++
	m.Tail = "tail-" + strconv.Itoa(m.Generation)
	// A tail of that name may be left from projections whose manifest was lost.
	if err := os.RemoveAll(filepath.Join(p.Dir, m.Tail)); err != nil {
		return err
	}
	if err := m.write(p.Dir); err != nil {
		return err
	}
	if err := completeUntil(filepath.Join(p.Dir, manifestFile), asOf); err != nil {
		return err
	}
	if len(c.folders) > 0 {
		tail := filepath.Join(p.Dir, m.Tail)
		if err := appendTail(tail, 0, nil, c); err != nil {
			return err
		}
		if err := completeUntil(tail, asOf); err != nil {
			return err
		}
	}
	p.sweep(m)
	return nil
}

// sweep removes segments, tails and leftovers that m does not name. What cannot be removed (on Windows a file that a reader has
// open) stays for the next sweep.
func (p *Projections) sweep(m manifest) {
	named := map[string]bool{m.Tail: true}
	for _, s := range m.Segments {
		named[s.Name] = true
	}
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		ours := strings.HasPrefix(e.Name(), segmentPrefix) || strings.HasPrefix(e.Name(), "tail-")
		if ours && !named[e.Name()] {
			os.RemoveAll(filepath.Join(p.Dir, e.Name()))
		}
	}
}

// completeUntil sets the time of a manifest or tail to the last change of the item directories that the projections are sure to hold. A
// directory that changed later has changes that they may not hold: see OpenKeys. Both times are of the file system's clock.
func completeUntil(path string, asOf time.Time) error {
	if asOf.IsZero() {
		asOf = time.Unix(1, 0) // before any change
	}
	return os.Chtimes(path, asOf, asOf)
}
