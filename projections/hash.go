package projections

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"maps"
	"slices"

	"github.com/factline/memory/internal/stopwatch"
)

// Hash returns one hash (hex SHA-256) over all live documents: their files' bytes, heads and references, lengths, postings and vectors. It does not depend
// on how the index is cut into segments: a rebuild and any history of changes that ends with the same files give the same hash. Vectors of another model
// than the embedder's are as none.
func (p *Projections) Hash(ctx context.Context) (string, error) {
	v, err := p.Open(ctx)
	if err != nil {
		return "", err
	}
	defer v.Close()
	return v.hash(ctx, true)
}

// Hash is Projections.Hash for a view that is open already.
func (v *View) Hash(ctx context.Context) (string, error) { return v.hash(ctx, true) }

// hash can leave the vectors out.
func (v *View) hash(ctx context.Context, vectors bool) (string, error) {
	defer stopwatch.On(ctx, stopwatch.Prove)()
	if v.closed.Load() {
		return "", ErrClosed
	}
	h := sha256.New()
	v.hashDocuments(h, vectors && v.reader.embedder != nil)
	if err := v.hashPostings(ctx, h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (v *View) hashDocuments(h hash.Hash, vectors bool) {
	for doc, at := range v.docs {
		var w wireWriter
		w.string(v.path(doc))
		head, targets := v.headAndTargets(doc)
		w.string(encodeCard(head, targets))
		v.from(at.source, func(s source) error {
			sum, err := s.sum(int(at.row))
			if err == nil {
				w.raw(sum[:])
			}
			return err
		})
		for _, n := range v.FieldLens(doc) {
			w.number(uint64(n))
		}
		v.from(at.source, func(s source) error {
			if !vectors {
				return nil
			}
			rows, err := s.vectorsOf(int(at.row))
			if err != nil {
				return err
			}
			w.number(uint64(len(rows)))
			for _, q := range rows {
				w.raw(q.bytes())
			}
			return nil
		})
		h.Write(w.buf)
	}
}

func (v *View) hashPostings(ctx context.Context, h hash.Hash) error {
	set := map[string]struct{}{}
	for i := range v.docOf {
		v.from(int32(i), func(s source) error { return s.eachTerm(func(term string) { set[term] = struct{}{} }) })
	}
	for _, term := range slices.Sorted(maps.Keys(set)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		list := v.collect(term).sorted(v) // not v.term: the whole vocabulary would stay in memory
		if len(list) == 0 {
			continue // left of documents that are gone
		}
		var w wireWriter
		w.string(term)
		for _, p := range list {
			w.number(uint64(p.doc))
			for _, n := range p.freqs {
				w.number(uint64(n))
			}
		}
		h.Write(w.buf)
	}
	return nil
}
