package writeservice

import (
	"context"
	"fmt"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// cite checks each citation against the evidence and fills in its hash. It returns the best trust that the cited records allow,
// and in words what is wrong with citations; no evidence is no limit. An error means that the evidence could not be read.
func (s *Service) cite(ctx context.Context, citations []items.Citation) (limit Channel, wrong []string, err error) {
	limit = items.Human
	for i := range citations {
		c := &citations[i]
		if s.Evidence == nil {
			return limit, []string{"this store has no evidence to cite"}, nil
		}
		_, sha, rec, err := s.Evidence.Cite(ctx, evidence.ID(c.ID), c.Span)
		if ctx.Err() != nil {
			return limit, nil, ctx.Err()
		}
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("evidence %d cannot be cited (%v): memory evidence list shows what there is", i+1, err))
		case c.SHA256 != "" && c.SHA256 != sha:
			wrong = append(wrong, fmt.Sprintf("evidence %d: the cited bytes have another hash", i+1))
		default:
			c.SHA256 = sha
			limit = weakest(limit, limitOf(rec))
		}
	}
	return limit, wrong, nil
}

// consult is cite for records that a draft rests on without citing them.
func (s *Service) consult(ctx context.Context, sources []evidence.ID) (limit Channel, wrong []string, err error) {
	limit = items.Human
	for _, id := range sources {
		if s.Evidence == nil {
			return limit, []string{"this store has no evidence to cite"}, nil
		}
		rec, err := s.Evidence.Get(ctx, id)
		if ctx.Err() != nil {
			return limit, nil, ctx.Err()
		}
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("source cannot be read (%v): memory evidence list shows what there is", err))
			continue
		}
		limit = weakest(limit, limitOf(rec))
	}
	return limit, wrong, nil
}
