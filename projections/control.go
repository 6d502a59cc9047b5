package projections

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"github.com/blevesearch/bleve/v2/analysis"
)

// PlainBM25 is a control for measurements and no part of any search: bleve as it comes, one text a document, its English analyzer,
// its own BM25. What recall finds is worth the difference to this.
//
// It runs bleve's analyzer and works its formula out here, and a test holds it to the ranks of bleve itself: linking bleve's index
// costs every start of the program about 17 ms, for tables of fuzzy search that are made at start.
type PlainBM25 struct {
	analyzer analysis.Analyzer
	postings map[string][]plainPosting
	lengths  []float64 // terms of each document, as bleve reads them back out of a 32-bit norm
	average  float64
}

type plainPosting struct{ doc, freq int }

// Bleve's parameters (search.BM25_k1 and BM25_b).
const plainK1, plainB = 1.2, 0.75

// NewPlainBM25 indexes the texts in memory. A document's number is its place in docs. Close it when done.
func NewPlainBM25(docs []string) (*PlainBM25, error) {
	analyzer := &analysis.DefaultAnalyzer{
		Tokenizer:    wordTokens{},
		TokenFilters: []analysis.TokenFilter{possessiveFilter{}, lowerFilter{}, stopFilter{stopWords()}, porterFilter{}},
	}
	p := &PlainBM25{analyzer: analyzer, postings: map[string][]plainPosting{}, lengths: make([]float64, len(docs))}
	for doc, text := range docs {
		tokens := analyzer.Analyze([]byte(text))
		norm := float64(float32(1 / math.Sqrt(float64(len(tokens)))))
		p.lengths[doc] = 1 / (norm * norm)
		for _, t := range tokens {
			list := p.postings[string(t.Term)]
			if n := len(list); n > 0 && list[n-1].doc == doc {
				list[n-1].freq++
				continue
			}
			p.postings[string(t.Term)] = append(list, plainPosting{doc, 1})
		}
	}
	// What bleve takes for the mean length is the number of different terms over the number of documents.
	p.average = math.Ceil(float64(len(p.postings)) / float64(len(docs)))
	return p, nil
}

// Rank returns the numbers of the k best documents for any of the query's words, best first; equal scores by number, as text.
func (p *PlainBM25) Rank(ctx context.Context, query string, k int) ([]int, error) {
	tokens := p.analyzer.Analyze([]byte(query))
	idf := make([]float64, len(tokens))
	squares := 0.0
	for i, t := range tokens {
		n := float64(len(p.postings[string(t.Term)]))
		idf[i] = math.Log(1 + (float64(len(p.lengths))-n+0.5)/(n+0.5))
		squares += idf[i] * idf[i]
	}
	scores, matched := map[int]float64{}, map[int]int{}
	for i, t := range tokens {
		weight := 1.0 // of one word alone; among several it counts by its idf once more
		if len(tokens) > 1 {
			weight = idf[i] * (1 / math.Sqrt(squares))
		}
		for _, post := range p.postings[string(t.Term)] {
			tf := math.Sqrt(float64(post.freq))
			scores[post.doc] += weight * (idf[i] * (tf * plainK1) / (tf + plainK1*(1-plainB+(plainB*p.lengths[post.doc]/p.average))))
			matched[post.doc]++
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	ranked := make([]int, 0, len(scores))
	for doc := range scores {
		scores[doc] *= float64(matched[doc]) / float64(len(tokens))
		ranked = append(ranked, doc)
	}
	slices.SortFunc(ranked, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(strconv.Itoa(a), strconv.Itoa(b)))
	})
	return ranked[:min(k, len(ranked))], nil
}

// Close releases the index.
func (p *PlainBM25) Close() error { return nil }
