package projections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/pause"
	"github.com/factline/memory/items"
)

// vectorBatch is how many texts an embedder is asked for at once: what endpoints take in one request.
const vectorBatch = 64

// vectorPause is how long after a filling that failed another one is not worth its start.
const vectorPause = 30 * time.Second

// probeWait is how long an endpoint may take for one short text: one that loads its model then takes some seconds.
const probeWait = 30 * time.Second

// vectorFillPath is held by the one process that fills.
func (p *Projections) vectorFillPath() string { return filepath.Join(p.Dir, "vectors-fill.lock") }

// WantsVectors reports whether a FillVectors is worth its start: vectors are missing, nobody is at it, and none failed a moment ago. With a quick
// embedder it reads the manifest alone.
func (p *Projections) WantsVectors(ctx context.Context) bool {
	if p.Embedder == nil {
		return false
	}
	m, err := readManifest(p.Dir)
	if err != nil || !p.Later && !p.otherModel(m) {
		return false
	}
	k := readKept(p.Dir)
	defer k.close()
	if s := p.vectorState(k); s.Rows == s.Items {
		return false
	}
	if info, err := os.Stat(p.vectorTroublePath()); err == nil && p.vectorTrouble() != "" {
		if age := time.Since(info.ModTime()); age >= 0 && age < vectorPause {
			return false
		}
	}
	unlock, err := filelock.Lock(ctx, p.vectorFillPath(), 0)
	if err != nil {
		return false
	}
	unlock()
	return true
}

// FillVectors makes the vectors that kept items lack, batch by batch, the newest first, until all have theirs or ctx ends, which is no error: what was
// made until then is kept. Where what is kept is of another model, it is first built anew for this one. An item that the embedder refuses does
// not keep the others without. One process fills at a time.
func (p *Projections) FillVectors(ctx context.Context, o FillOptions) (VectorState, error) {
	if _, err := readManifest(p.Dir); err != nil || p.Embedder == nil {
		return VectorState{}, nil // where nothing is kept, who searches next keeps it
	}
	unlock, err := filelock.Lock(ctx, p.vectorFillPath(), 0)
	if errors.Is(err, filelock.ErrBusy) {
		return VectorState{}, ErrFilling
	}
	if err != nil {
		return VectorState{}, err
	}
	defer unlock()
	f := vectorFill{p: p, o: o, passed: map[string]bool{}}
	err = f.run(ctx)
	if err != nil && ctx.Err() != nil {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("make vectors: %w", err)
		_ = atomicfile.Write(p.vectorTroublePath(), []byte(p.embedderName()+"\n"+err.Error()), 0o600)
	} else if ctx.Err() == nil {
		_ = os.Remove(p.vectorTroublePath())
	}
	f.state.Trouble = p.vectorTrouble()
	return f.state, err
}

// vectorFill is one filling on its way.
type vectorFill struct {
	p       *Projections
	o       FillOptions
	state   VectorState
	passed  map[string]bool // paths that are left to the next filling: refused, or changed meanwhile
	refused int
	why     error // of the last refusal
}

func (f *vectorFill) run(ctx context.Context) error {
	if f.missing(); f.state.Rows < f.state.Items || f.state.Other {
		if err := f.probe(ctx); err != nil {
			return err
		}
	}
	if err := f.takeModel(ctx); err != nil {
		return err
	}
	for {
		missing := f.missing()
		if f.o.Progress != nil {
			f.o.Progress(SentenceState{Rows: f.state.Rows, Items: f.state.Items})
		}
		if len(missing) == 0 {
			if f.refused > 0 {
				return fmt.Errorf("the embedder refused %d of %d items: %w", f.refused, f.state.Items, f.why)
			}
			return ctx.Err()
		}
		if f.o.Rest != nil {
			if err := f.o.Rest(ctx); err != nil {
				return err
			}
		}
		began := time.Now()
		err := f.batch(ctx, missing)
		if err == nil && f.o.Gently {
			err = pause.For(ctx, min(time.Since(began), longestRest))
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
	}
}

// takeModel builds what is kept anew for the embedder's model, where it is of another one. The old vectors go then, so the embedder has answered before.
func (f *vectorFill) takeModel(ctx context.Context) error {
	p := f.p
	taken := func() bool {
		m, err := readManifest(p.Dir)
		return err == nil && !p.otherModel(m)
	}
	if taken() {
		return nil
	}
	r, err := p.newReader()
	if err != nil {
		return err
	}
	_, err = p.lockedBuild(ctx, r, rebuildWait, taken, nil)
	return err
}

// probe asks for one short text: whoever does not answer that needs not be asked for many.
func (f *vectorFill) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, probeWait)
	defer cancel()
	_, err := embedded(ctx, f.p.Embedder, []string{"memory"})
	return err
}

// missing counts, and lists the items without vectors that were not passed over, those whose files changed last first.
func (f *vectorFill) missing() (paths []string) {
	k := readKept(f.p.Dir)
	defer k.close()
	f.state = f.p.vectorState(k)
	rows, _ := k.live()
	rows = slices.DeleteFunc(slices.Clone(rows), func(row known) bool { return !k.item(row) || !k.unfed(row) })
	changed := func(row known) int64 { return k.sources[row.stat.source].stat(int(row.stat.row)).mtime }
	slices.SortStableFunc(rows, func(a, b known) int { return cmp.Compare(changed(b), changed(a)) })
	for _, row := range rows {
		if path := k.sources[row.doc.source].path(int(row.doc.row)); !f.passed[path] {
			paths = append(paths, path)
		}
	}
	return paths
}

// hungry is a document without vectors and the texts that they are made of.
type hungry struct {
	doc   *document
	texts []string
}

// batch makes the vectors of the first items. Where they are refused together but another text is not, each is tried by itself.
func (f *vectorFill) batch(ctx context.Context, paths []string) error {
	r, err := f.p.newReader()
	if err != nil {
		return err
	}
	var list []hungry
	for n := 0; len(paths) > 0 && n < vectorBatch; paths = paths[1:] {
		f.passed[paths[0]] = true // in this filling it is tried once
		h, err := r.hungry(ctx, paths[0])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			list, n = append(list, h), n+len(h.texts)
		}
	}
	err = f.p.feed(ctx, list)
	if err == nil || ctx.Err() != nil || f.probe(ctx) != nil {
		return err
	}
	for _, h := range list {
		if err := f.p.feed(ctx, []hungry{h}); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			f.refused, f.why = f.refused+1, err
		}
	}
	return nil
}

// hungry reads one file.
func (r *reader) hungry(ctx context.Context, path string) (hungry, error) {
	file, err := statPath(r.store, path)
	if err != nil {
		return hungry{}, err
	}
	stat := r.statOf(file, r.now().UnixNano())
	it, raw, err := r.store.Read(ctx, file)
	if err != nil {
		return hungry{}, err
	}
	d, sections := r.analysed(file, it, raw, stat)
	return hungry{d, sectionTexts(it, sections)}, nil
}

// feed makes the vectors of documents and keeps them, where their files are still what was read: that is looked at under the lock, so that no vector of
// a file that was purged meanwhile comes back.
func (p *Projections) feed(ctx context.Context, list []hungry) error {
	var texts []string
	for _, h := range list {
		texts = append(texts, h.texts...)
	}
	if len(texts) == 0 {
		return nil
	}
	rows, err := embedded(ctx, p.Embedder, texts)
	if err != nil {
		return err
	}
	unlock, err := filelock.Lock(ctx, p.lockPath(), sentenceWait)
	if err != nil {
		return err
	}
	defer unlock()
	m, err := readManifest(p.Dir)
	if err != nil || p.otherModel(m) {
		return err // somebody builds for another model
	}
	r := reader{store: p.Items}
	var fed []*document
	for _, h := range list {
		h.doc.rows, rows = rows[:len(h.texts)], rows[len(h.texts):]
		if sum, err := r.sum(items.File{Path: h.doc.path}); err == nil && sum == h.doc.sum {
			fed = append(fed, h.doc)
		}
	}
	if len(fed) == 0 {
		return nil
	}
	return p.add(m, fed, false)
}

// feedWritten makes the vectors of the item that was just written, the first of paths. It returns why it has none, "" where it has.
func (p *Projections) feedWritten(ctx context.Context, paths []string) string {
	r, err := p.newReader()
	if err != nil || p.Embedder == nil || len(paths) == 0 || !itemPath(paths[0]) {
		return ""
	}
	h, err := r.hungry(ctx, paths[0])
	if err == nil {
		err = p.feed(ctx, []hungry{h})
	}
	if err == nil || isGone(err) || errors.Is(err, items.ErrInvalid) {
		return ""
	}
	return fmt.Sprintf("it is found by words alone until its vectors are made, which the next commands try again in the background: %v", err)
}
