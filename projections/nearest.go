package projections

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// VectorHit is the best section of one document.
type VectorHit struct {
	Doc     int
	Cosine  float64
	Section int // index into items.Item.Sections
}

// Nearest is NearestOf all that allow accepts.
func (v *View) Nearest(ctx context.Context, text string, k int, allow func(doc int) bool) ([]VectorHit, error) {
	return v.NearestOf(ctx, text, k, nil, allow)
}

// NearestOf returns the k documents whose best section is nearest to text, among those that may and allow accept (nil = all), by
// cosine descending, then id. may is asked about every document and must cost next to nothing; allow is asked only about documents that could be
// returned. Both are asked from several goroutines. Without an embedder, or when the kept vectors are of another model (see Degraded), it returns
// nothing.
func (v *View) NearestOf(ctx context.Context, text string, k int, may, allow func(doc int) bool) ([]VectorHit, error) {
	if v.closed.Load() {
		return nil, ErrClosed
	}
	if v.reader.embedder == nil || v.noModel != "" || k <= 0 || v.Len() == 0 {
		return nil, nil
	}
	vectors, err := v.reader.embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, fmt.Errorf("embed the query: %w", err)
	}
	if len(vectors) != 1 || len(vectors[0]) != v.reader.embedder.Dim() {
		return nil, fmt.Errorf("embed the query: model %s gave a vector of the wrong length", v.reader.embedder.Model())
	}
	query := quantize(vectors[0])
	var hits []VectorHit
	for i := range v.docOf {
		found, err := v.nearestIn(ctx, int32(i), query, k, may, allow)
		if err != nil {
			return nil, err
		}
		hits = append(hits, found...)
	}
	slices.SortFunc(hits, func(a, b VectorHit) int {
		if c := cmp.Compare(b.Cosine, a.Cosine); c != 0 {
			return c
		}
		return cmp.Compare(v.id(a.Doc), v.id(b.Doc))
	})
	return hits[:min(k, len(hits))], nil
}

func (v *View) nearestIn(ctx context.Context, i int32, query quantized, k int, may, allow func(doc int) bool) ([]VectorHit, error) {
	live := v.docOf[i]
	want := wantedRows{may: func(row int) bool { return live[row] >= 0 && (may == nil || may(int(live[row]))) }}
	if allow != nil {
		want.allow = func(row int) bool { return allow(int(live[row])) }
	}
	var found []neighbour
	v.from(i, func(s source) error {
		rows, err := s.vectors(ctx)
		if err != nil {
			return err
		}
		found, err = rows.nearest(ctx, query, k, want)
		return err
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	hits := make([]VectorHit, len(found))
	for n, f := range found {
		hits[n] = VectorHit{Doc: int(live[f.row]), Cosine: f.cosine, Section: f.section}
	}
	return hits, nil
}
