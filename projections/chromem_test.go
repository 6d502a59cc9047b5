package projections

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/philippgille/chromem-go"
)

// chromemVectors answers from an exact chromem-go collection: the control that the flat scan is held against. Its float arithmetic only
// chooses the candidates; the cosine that counts is ours. It stays out of the program: for the few documents in memory a scan is quicker than
// building a collection of them, and links nothing.
type chromemVectors struct {
	collection *chromem.Collection
	rows       [][]quantized // by row and section
	count      int
	id         func(row int) string
}

// errNoEmbedding is what the collection's embedding function returns. Every document and query brings its vector; without this
// function chromem-go would send texts to a remote service.
var errNoEmbedding = errors.New("texts are never embedded here")

func newChromemVectors(ctx context.Context, rows [][]quantized, id func(row int) string) (*chromemVectors, error) {
	refuse := func(context.Context, string) ([]float32, error) { return nil, errNoEmbedding }
	collection, err := chromem.NewDB().CreateCollection("items", nil, refuse)
	if err != nil {
		return nil, fmt.Errorf("make vector collection: %w", err)
	}
	v := &chromemVectors{collection: collection, rows: rows, id: id}
	for row, sections := range rows {
		for section, q := range sections {
			if q.norm2 == 0 {
				continue // a zero vector is near to nothing
			}
			doc := chromem.Document{ID: strconv.Itoa(row) + "/" + strconv.Itoa(section), Embedding: q.unit()}
			if err := collection.AddDocument(ctx, doc); err != nil {
				return nil, fmt.Errorf("add vector: %w", err)
			}
			v.count++
		}
	}
	return v, nil
}

// nearest asks for twice as many sections until enough rows are allowed, or all were seen: the library can neither filter by a
// function nor give one result per document, and asking for more than there are is an error.
func (v *chromemVectors) nearest(ctx context.Context, query quantized, k int, want wantedRows) ([]neighbour, error) {
	if v.count == 0 || k <= 0 || query.norm2 == 0 {
		return nil, nil
	}
	for n := min(4*k, v.count); ; n = min(2*n, v.count) {
		results, err := v.collection.QueryEmbedding(ctx, query.unit(), n, nil, nil)
		if err != nil {
			return nil, fmt.Errorf("query vectors: %w", err)
		}
		list := nearestList{k: k, order: byCosine(v.id), want: want}
		found, farthest := v.exact(results, query)
		for _, neighbour := range found {
			if !want.passesOver(neighbour.row) {
				list.offer(neighbour)
			}
		}
		// A section that was not returned may still be as near as the farthest that was, up to the rounding of float32.
		if n == v.count || len(list.best) == k && list.best[k-1].cosine > farthest+1e-5 {
			return list.best, nil
		}
	}
}

// exact gives each row of the results once, with our cosine of its best section, and the lowest cosine among all results.
func (v *chromemVectors) exact(results []chromem.Result, query quantized) (found []neighbour, farthest float64) {
	farthest = 1
	seen := map[int]bool{}
	for _, r := range results {
		rowText, sectionText, _ := strings.Cut(r.ID, "/")
		row, _ := strconv.Atoi(rowText)
		section, _ := strconv.Atoi(sectionText)
		q := v.rows[row][section]
		farthest = min(farthest, cosine(dot8(q.bytes(), query.values), q.norm2, query.norm2))
		if !seen[row] {
			seen[row] = true
			found = append(found, bestSection(row, v.rows[row], query))
		}
	}
	return found, farthest
}

// bestSection returns the nearest of a row's vectors, the first one of equals.
func bestSection(row int, sections []quantized, query quantized) neighbour {
	best := neighbour{row: row, section: -1}
	for i, q := range sections {
		if q.norm2 == 0 {
			continue
		}
		if c := cosine(dot8(q.bytes(), query.values), q.norm2, query.norm2); best.section < 0 || c > best.cosine {
			best.section, best.cosine = i, c
		}
	}
	return best
}

// unit returns the vector with length 1, for libraries that count in floats.
func (q quantized) unit() []float32 {
	v := make([]float32, len(q.values))
	length := math.Sqrt(float64(q.norm2))
	for i, n := range q.values {
		v[i] = float32(float64(n) / length)
	}
	return v
}
