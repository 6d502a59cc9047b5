package projections

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/pause"
	"github.com/factline/memory/items"
)

// FillOptions say how sentence vectors are filled.
type FillOptions struct {
	Batch    int                             // texts that are embedded at once: 1 (also for 0) leaves the other cores to others
	Gently   bool                            // rest after each batch for as long as it took: half of a core at most
	Rest     func(ctx context.Context) error // called before each batch; waits while others need the machine. nil = nobody does
	Progress func(SentenceState)             // called after each batch; may be nil
}

// longestRest bounds the rest after one batch: a machine that was asleep meanwhile has rested.
const longestRest = time.Second

// ErrFilling says that another process fills the sentence vectors.
var ErrFilling = errors.New("another process fills the sentence vectors")

// FillSentences embeds what has no sentence vector yet, the newest items first, until all have one or ctx ends, which is no error: what was
// embedded until then is kept. One process fills at a time. Rows of files that are gone are taken out on the way, once they are many.
func (p *Projections) FillSentences(ctx context.Context, o FillOptions) (state SentenceState, err error) {
	if p.Sentences == nil {
		return state, errNoSentences
	}
	unlock, err := filelock.Lock(ctx, p.sentenceFillPath(), 0)
	if errors.Is(err, filelock.ErrBusy) {
		return state, ErrFilling
	}
	if err != nil {
		return state, err
	}
	defer unlock()
	v, err := p.Open(ctx)
	if err != nil {
		return state, err
	}
	defer v.Close()
	rows, data := p.Sentences.join(v)
	missing := v.missingSentences(rows)
	state = SentenceState{Rows: v.Len() - len(missing), Items: v.Len()}
	if dead, all := p.deadSentences(rows, data); manyDeadSentences(dead, all) {
		if err := p.compactSentences(ctx, v); err != nil {
			return state, err
		}
	}
	batch := max(1, o.Batch)
	for ; len(missing) > 0; missing = missing[min(batch, len(missing)):] {
		if o.Rest != nil {
			err = o.Rest(ctx)
		}
		began := time.Now()
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = p.fillSentences(ctx, v, missing[:min(batch, len(missing))], &state)
		}
		if err == nil && o.Gently {
			err = pause.For(ctx, min(time.Since(began), longestRest))
		}
		if err != nil && ctx.Err() != nil {
			return state, nil
		}
		if err != nil {
			return state, fmt.Errorf("fill sentence vectors: %w", err)
		}
		if o.Progress != nil {
			o.Progress(state)
		}
	}
	return state, nil
}

// missingSentences are the documents without a row, of what join found, those whose files changed last first.
func (v *View) missingSentences(rows []int32) (missing []int) {
	for doc := range v.Len() {
		if rows == nil || rows[doc] < 0 {
			missing = append(missing, doc)
		}
	}
	changed := func(doc int) int64 {
		at := v.docs[doc]
		return v.origin[at.source].stat(int(at.row)).mtime
	}
	slices.SortFunc(missing, func(a, b int) int { return cmp.Or(cmp.Compare(changed(b), changed(a)), a-b) })
	return missing
}

// errSentenceFile says that an item's file changed or went since the view was opened: the next filling sees it.
var errSentenceFile = errors.New("the file changed meanwhile")

// fillSentences embeds some documents and keeps their rows.
func (p *Projections) fillSentences(ctx context.Context, v *View, docs []int, state *SentenceState) error {
	var rows []sentenceRow
	var texts []string
	var known []int // rows that texts are of
	for _, doc := range docs {
		row, text, err := p.sentenceInput(ctx, v, doc)
		if errors.Is(err, errSentenceFile) {
			continue
		}
		if err != nil {
			return err
		}
		if text != "" {
			texts, known = append(texts, text), append(known, len(rows))
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	vectors, err := p.Sentences.embed(ctx, texts)
	if err != nil {
		return err
	}
	for i, q := range vectors {
		rows[known[i]].quantized = q
	}
	kept, err := p.appendSentences(ctx, rows)
	state.Rows += kept
	return err
}

// sentenceInput reads one document: its row, with a vector of zeros, and the text to embed; none where the model does not know its language.
func (p *Projections) sentenceInput(ctx context.Context, v *View, doc int) (row sentenceRow, text string, err error) {
	it, raw, err := p.Items.Read(ctx, items.File{ID: v.id(doc), Path: v.path(doc)})
	if err := ctx.Err(); err != nil {
		return row, "", err
	}
	if err != nil {
		return row, "", errSentenceFile
	}
	row = sentenceRow{path: v.path(doc), sum: sha256.Sum256(raw), quantized: quantized{values: make([]int8, p.Sentences.embedder.Dim())}}
	if text = sentenceText(it); !p.Sentences.embedder.Knows(text) {
		text = ""
	}
	return row, text, nil
}

// sentenceText is what is embedded of an item. A model reads some hundred words; more is not prepared for it.
func sentenceText(it items.Item) string {
	text := it.Title + "\n" + it.Summary + "\n" + it.Body
	return text[:min(len(text), mostSentenceText)]
}

// mostSentenceText is more, in bytes, than a model reads of any text: 256 pieces of words.
const mostSentenceText = 4 << 10

// sentenceWait is how long a writer waits for another one, which is done in milliseconds.
const sentenceWait = 10 * time.Second

// appendSentences keeps rows whose files still are what was embedded. That is looked at under the lock: a row of a file that was purged
// meanwhile never comes back. A store that was moved away under a long filling is not begun anew in its old place.
func (p *Projections) appendSentences(ctx context.Context, rows []sentenceRow) (kept int, err error) {
	if _, err := os.Stat(p.Dir); err != nil {
		return 0, err
	}
	unlock, err := filelock.Lock(ctx, p.sentenceLockPath(), sentenceWait)
	if err != nil {
		return 0, err
	}
	defer unlock()
	r := reader{store: p.Items}
	rows = slices.DeleteFunc(rows, func(row sentenceRow) bool {
		sum, err := r.sum(items.File{Path: row.path})
		return err != nil || sum != row.sum
	})
	if len(rows) == 0 {
		return 0, nil
	}
	return len(rows), appendSentenceRows(p.sentencePath(), p.Sentences.Model(), p.Sentences.embedder.Dim(), rows, p.clock()())
}

// Rows of files that are gone stay until they are a quarter of all and more than a few.
const (
	deadSentenceShare = 4
	fewDeadSentences  = 64
)

func manyDeadSentences(dead, all int) bool {
	return dead > fewDeadSentences && dead*deadSentenceShare > all
}

// deadSentences counts the records that no document uses, of what join found, and all.
func (p *Projections) deadSentences(rows []int32, data []byte) (dead, all int) {
	used := map[int32]bool{}
	for _, row := range rows {
		if row >= 0 {
			used[row] = true
		}
	}
	all = len(data) / sentenceWidth(p.Sentences.embedder.Dim())
	return all - len(used), all
}

// compactSentences takes out the rows of files that are gone.
func (p *Projections) compactSentences(ctx context.Context, v *View) error {
	live := map[sentenceKey]bool{}
	v.eachSum(func(_ int, sum [sha256.Size]byte) { live[sentenceKey(sum[:sentenceKeySize])] = true })
	return p.keepSentences(ctx, live, manyDeadSentences)
}

// purgeSentences takes out every row whose file is not in the store as it is now, and fails where one is left.
func (p *Projections) purgeSentences(ctx context.Context) error {
	if _, err := os.Lstat(p.sentencePath()); err != nil {
		return nil
	}
	files, _, err := p.Items.Files(ctx)
	if err != nil {
		return err
	}
	live := map[sentenceKey]bool{}
	r := reader{store: p.Items}
	for _, f := range files {
		if sum, err := r.sum(f); err == nil {
			live[sentenceKey(sum[:sentenceKeySize])] = true
		}
	}
	return p.keepSentences(ctx, live, func(dead, _ int) bool { return dead > 0 })
}

// keepSentences writes the file anew with the rows of live keys alone, where worth says so of the number of the others. A file that is damaged
// is removed.
func (p *Projections) keepSentences(ctx context.Context, live map[sentenceKey]bool, worth func(dead, all int) bool) error {
	path := p.sentencePath()
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	unlock, err := filelock.Lock(ctx, p.sentenceLockPath(), sentenceWait)
	if err != nil {
		return err
	}
	defer unlock()
	f, err := readSentences(path, "", nil) // of whatever model
	if err != nil {
		return os.RemoveAll(path)
	}
	all := len(f.data) / sentenceWidth(f.dim)
	content := slices.Clone(f.header)
	kept := 0
	for n := range all {
		record := f.data[n*sentenceWidth(f.dim):][:sentenceWidth(f.dim)]
		key := sentenceKey(record[:sentenceKeySize])
		if newest, ok := f.at[key]; ok && int(newest) == n && live[key] {
			content = append(content, record...)
			kept++
		}
	}
	if !worth(all-kept, all) {
		return nil
	}
	if kept == 0 {
		return os.Remove(path)
	}
	stampSentences(content, p.clock()())
	return writeSentences(path, content)
}
