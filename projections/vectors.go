package projections

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/factline/memory/internal/plainfile"
)

// Documents get their vectors while they are read where the embedder answers in no time, and the built-in table does. They wait for them
// where it is slow or far away (Later), and where what is kept is of another model: no search and no write makes the vectors of a whole store.
// Until FillVectors has made them such items are found by words, and whoever asks is told. Vectors of another model are not used meanwhile:
// the question cannot be put into their space once the settings name another embedder.

// VectorState says how far the vectors of the kept items are.
type VectorState struct {
	Rows    int    // items that have theirs
	Items   int    // all
	Other   bool   // what is kept is of another model, so none has
	Trouble string // why they could not all be made when somebody tried last; "" where nobody did, or all were
}

// vectorState counts what is kept. Without an embedder no item lacks anything.
func (p *Projections) vectorState(k *kept) VectorState {
	s := VectorState{Other: k.usable() && p.otherModel(k.manifest)}
	rows, _ := k.live()
	for _, row := range rows {
		if k.item(row) {
			s.Items++
			if !s.Other && (p.Embedder == nil || !k.unfed(row)) {
				s.Rows++
			}
		}
	}
	if s.Rows < s.Items {
		s.Trouble = p.vectorTrouble()
	}
	return s
}

func (k *kept) item(row known) bool {
	return k.sources[row.doc.source].kind(int(row.doc.row)) == kindItem
}

func (k *kept) unfed(row known) bool { return k.sources[row.doc.source].unfed(int(row.doc.row)) }

// anyUnfed reports whether any row lacks its vectors, also one that is no longer live.
func (k *kept) anyUnfed() bool {
	for _, d := range k.tail.docs {
		if d.unfed {
			return true
		}
	}
	for _, s := range k.segments {
		for row := range s.rows {
			if s.unfed(row) {
				return true
			}
		}
	}
	return false
}

// otherModel reports whether a manifest's vectors are not those of the embedder. Without one there is nothing to be missed.
func (p *Projections) otherModel(m manifest) bool {
	name, dim := p.model()
	return p.Embedder != nil && (m.Model != name || m.Dim != dim)
}

// setAside makes the reader fit to what a manifest holds: where that is of another model, or there is no embedder, documents are read without
// vectors and marked, so that they get theirs once the manifest's model is the one that is asked for.
func (r *reader) setAside(p *Projections, m manifest) (other bool) {
	if other = p.otherModel(m); other {
		r.embedder = nil
	}
	r.owed = r.owed || r.embedder == nil && m.Model != ""
	return other
}

// retries reports whether a refresh can make the vectors that are missing.
func (r *reader) retries() bool { return r.embedder != nil && !r.owed }

// carried finds the vectors of a file among what is kept, where that is of the model; nil where there are none.
func (k *kept) carried(model string, dim int) func(path string, sum [sha256.Size]byte) ([]quantized, bool) {
	rows, ok := k.live()
	if !ok || k.manifest.Model != model || k.manifest.Dim != dim {
		return nil
	}
	at := make(map[string]known, len(rows))
	for _, row := range rows {
		if k.item(row) && !k.unfed(row) {
			at[k.sources[row.doc.source].path(int(row.doc.row))] = row
		}
	}
	return func(path string, sum [sha256.Size]byte) ([]quantized, bool) {
		row, ok := at[path]
		if !ok {
			return nil, false
		}
		s := k.sources[row.doc.source]
		if had, err := s.sum(int(row.doc.row)); err != nil || had != sum {
			return nil, false
		}
		vectors, err := s.vectorsOf(int(row.doc.row))
		return vectors, err == nil
	}
}

// unfed counts the documents that have no vectors yet, of the model that is asked for.
func (v *View) unfed() (n int) {
	switch {
	case v.noModel != "":
		return v.Len()
	case v.reader.embedder == nil:
		return 0
	}
	for _, at := range v.docs {
		if v.origin[at.source].unfed(int(at.row)) {
			n++
		}
	}
	return n
}

// otherVectors is what is said of a store whose vectors are of another model.
func (p *Projections) otherVectors() string {
	return fmt.Sprintf("the vectors of %s are of another model: its items are found by words alone until they have new ones, which are made in the background",
		filepath.Dir(p.Dir))
}

// missingVectors is what is said of a store where some are missing; "" where none is.
func (p *Projections) missingVectors(n, of int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d items of %s have no vectors yet and are found by words alone; they are made in the background", n, of, filepath.Dir(p.Dir))
}

// vectorless says in a report that an embedder which should have answered did not.
func (r *Report) vectorless(by *reader, d *document) {
	if d.unfed && !by.owed {
		r.degrade("the embedder failed: some items have no vectors yet")
	}
}

// vectorTroublePath holds whose vectors could not be made, in a line, and why; its time says when.
func (p *Projections) vectorTroublePath() string { return filepath.Join(p.Dir, "vectors-trouble") }

// embedderName tells the embedder from another one: a failure is of a model at an endpoint, and says nothing of the one that is configured since.
func (p *Projections) embedderName() string {
	if p.Embedder == nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%s", p.Embedder.Model(), p.Embedder.Dim(), p.Endpoint)))
}

// vectorTrouble is why the embedder's last filling failed, "" where it did not.
func (p *Projections) vectorTrouble() string {
	b, err := plainfile.Read(p.vectorTroublePath(), plainfile.MaxText)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil:
		return err.Error()
	}
	whose, why, _ := strings.Cut(string(b), "\n")
	if whose != p.embedderName() {
		return ""
	}
	return why
}
