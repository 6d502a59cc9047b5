package projections

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
)

// bleveRanks is bleve as it comes: the ranks that PlainBM25 must give.
func bleveRanks(t *testing.T, docs []string) func(query string, k int) []int {
	t.Helper()
	field := mapping.NewTextFieldMapping()
	field.Analyzer, field.Store, field.IncludeTermVectors, field.IncludeInAll, field.DocValues = en.AnalyzerName, false, false, false, false
	doc := mapping.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt("text", field)
	m := mapping.NewIndexMapping()
	m.DefaultMapping, m.ScoringModel = doc, index.BM25Scoring
	ix, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	batch := ix.NewBatch() // one batch makes one segment, whose statistics are those of the whole collection
	for i, text := range docs {
		if err := batch.Index(strconv.Itoa(i), map[string]string{"text": text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := ix.Batch(batch); err != nil {
		t.Fatal(err)
	}
	return func(query string, k int) []int {
		match := bleve.NewMatchQuery(query)
		match.SetField("text")
		req := bleve.NewSearchRequestOptions(match, k, 0, false)
		req.SortBy([]string{"-_score", "_id"})
		res, err := ix.SearchInContext(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		ranked := []int{}
		for _, hit := range res.Hits {
			n, _ := strconv.Atoi(hit.ID)
			ranked = append(ranked, n)
		}
		return ranked
	}
}

func TestPlainBM25RanksAsBleveDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		var words []string
		for range n {
			words = append(words, []string{"pages", "listed", "cursor", "the", "user's", "Caching", "缓存", fmt.Sprintf("word%d", random.IntN(40))}[random.IntN(8)])
		}
		return strings.Join(words, " ")
	}
	docs := []string{""}
	for range 300 {
		docs = append(docs, text(1+random.IntN(60)))
	}
	want := bleveRanks(t, docs)
	p, err := NewPlainBM25(docs)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		query := text(1 + random.IntN(6))
		got, err := p.Rank(t.Context(), query, 20)
		if w := want(query, 20); err != nil || !slices.Equal(got, w) {
			t.Errorf("%q: %v %v\nwant %v", query, err, got, w)
		}
	}
	if got, err := p.Rank(t.Context(), "unheard of", 5); err != nil || len(got) != 0 {
		t.Errorf("a query that matches nothing: %v, %v", got, err)
	}
}
