package projections

import (
	"context"
	"fmt"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
)

// PlainBM25 is a control for measurements and no part of any search: bleve as it comes, one text a document, its English analyzer,
// its own BM25. What recall finds is worth the difference to this.
type PlainBM25 struct{ index bleve.Index }

// NewPlainBM25 indexes the texts in memory. A document's number is its place in docs. Close it when done.
func NewPlainBM25(docs []string) (*PlainBM25, error) {
	field := mapping.NewTextFieldMapping()
	field.Analyzer, field.Store, field.IncludeTermVectors, field.IncludeInAll, field.DocValues = en.AnalyzerName, false, false, false, false
	doc := mapping.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt("text", field)
	m := mapping.NewIndexMapping()
	m.DefaultMapping, m.ScoringModel = doc, index.BM25Scoring
	ix, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("make the plain BM25 index: %w", err)
	}
	p := &PlainBM25{ix}
	batch := ix.NewBatch() // one batch makes one segment, whose statistics are those of the whole collection
	for i, text := range docs {
		if err := batch.Index(strconv.Itoa(i), map[string]string{"text": text}); err != nil {
			return nil, fmt.Errorf("index document %d for plain BM25: %w", i, err)
		}
	}
	if err := ix.Batch(batch); err != nil {
		_ = ix.Close()
		return nil, fmt.Errorf("index %d documents for plain BM25: %w", len(docs), err)
	}
	return p, nil
}

// Rank returns the numbers of the k best documents for any of the query's words, best first; equal scores by number.
func (p *PlainBM25) Rank(ctx context.Context, query string, k int) ([]int, error) {
	match := bleve.NewMatchQuery(query)
	match.SetField("text")
	req := bleve.NewSearchRequestOptions(match, k, 0, false)
	req.SortBy([]string{"-_score", "_id"})
	res, err := p.index.SearchInContext(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("search with plain BM25: %w", err)
	}
	ranked := make([]int, len(res.Hits))
	for i, hit := range res.Hits {
		if ranked[i], err = strconv.Atoi(hit.ID); err != nil {
			return nil, fmt.Errorf("search with plain BM25: %w", err)
		}
	}
	return ranked, nil
}

// Close releases the index.
func (p *PlainBM25) Close() error { return p.index.Close() }
