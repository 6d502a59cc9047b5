package projections

import (
	"cmp"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/filelock"
)

// EvidenceHit is one record found by full text.
type EvidenceHit struct {
	ID    evidence.ID
	Score float64
}

// EvidenceQuery narrows a search over evidence.
type EvidenceQuery struct {
	Text    string
	Agent   string
	Project string
	Session string // the host's whole session id
	K       int    // at most so many hits; 0 = 10

	Progress func(done, total int64) // of bringing the index up to date, in records; may be nil
}

// BM25's usual constants (Robertson and Zaragoza 2009). Evidence is raw text without fields worth a weight, so this is all there is.
const (
	evidenceK1 = 1.2
	evidenceB  = 0.75
)

// SearchEvidence searches the evidence's own index, which it brings up to date first: BM25 over the words and identifiers of
// every record's text, tool name and files. It never mixes with items. Order is by score, then id.
func (p *Projections) SearchEvidence(ctx context.Context, q EvidenceQuery) ([]EvidenceHit, error) {
	hits, err := p.searchEvidence(ctx, q)
	if errors.Is(err, errDamaged) { // found where it was read: the next opening builds the index anew
		if err := p.dropEvidence(ctx); err != nil {
			return nil, err
		}
		hits, err = p.searchEvidence(ctx, q)
	}
	return hits, err
}

func (p *Projections) dropEvidence(ctx context.Context) error {
	unlock, err := filelock.Lock(ctx, p.evidenceLockPath(), evidenceWait)
	if err != nil {
		return err
	}
	defer unlock()
	return os.RemoveAll(filepath.Join(p.Dir, evidenceDir))
}

func (p *Projections) searchEvidence(ctx context.Context, q EvidenceQuery) ([]EvidenceHit, error) {
	ix, err := p.openEvidence(ctx, q.Progress)
	if err != nil {
		return nil, err
	}
	defer ix.close()
	scores, err := ix.score(newAnalyzer().query(q.Text), func(r evidenceRow) bool {
		s := ix.sessions[r.session]
		return (q.Agent == "" || s.Agent == q.Agent) && (q.Project == "" || s.Project == q.Project) && (q.Session == "" || s.Session == q.Session)
	})
	if err != nil {
		return nil, err
	}
	hits := make([]EvidenceHit, 0, len(scores))
	for row, score := range scores {
		hits = append(hits, EvidenceHit{ix.id(ix.rows[row]), score})
	}
	slices.SortFunc(hits, func(a, b EvidenceHit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	if q.K <= 0 {
		q.K = 10
	}
	return hits[:min(q.K, len(hits))], nil
}

// score sums BM25 over the distinct terms of a query, for the rows that accept takes.
func (ix *evidenceIndex) score(terms []Term, accept func(evidenceRow) bool) (map[int]float64, error) {
	scores, seen := map[int]float64{}, map[string]bool{}
	avg := ix.averageLength()
	for _, t := range terms {
		if seen[t.Text] {
			continue
		}
		seen[t.Text] = true
		freqs, err := ix.postings(t.Text)
		if err != nil {
			return nil, err
		}
		n, df := float64(len(ix.rows)), float64(len(freqs))
		idf := math.Log(1 + (n-df+0.5)/(df+0.5))
		for row, freq := range freqs {
			if r := ix.rows[row]; accept(r) {
				f := float64(freq)
				scores[row] += idf * f * (evidenceK1 + 1) / (f + evidenceK1*(1-evidenceB+evidenceB*float64(r.length)/avg))
			}
		}
	}
	return scores, nil
}

func (ix *evidenceIndex) averageLength() float64 {
	total := 0.0
	for _, r := range ix.rows {
		total += float64(r.length)
	}
	return max(1, total/float64(max(1, len(ix.rows))))
}
