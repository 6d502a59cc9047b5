package projections

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// SentenceProof compares sentence vectors with some that were made anew. They are no part of Hash: how many there are depends on how long
// nobody asked for anything. But each depends on its item alone.
type SentenceProof struct {
	SentenceState
	Checked int `json:"checked"` // rows that were made again, spread over the store
	Differ  int `json:"differ"`  // of those
}

// CheckSentences makes at most n of the kept sentence vectors again.
func (p *Projections) CheckSentences(ctx context.Context, n int) (proof SentenceProof, err error) {
	if p.Sentences == nil {
		return proof, errNoSentences
	}
	v, err := p.Open(ctx)
	if err != nil {
		return proof, err
	}
	defer v.Close()
	rows, data := p.Sentences.join(v)
	var have []int
	for doc, row := range rows {
		if row >= 0 {
			have = append(have, doc)
		}
	}
	proof.SentenceState = SentenceState{Rows: len(have), Items: v.Len()}
	width := sentenceWidth(p.Sentences.embedder.Dim())
	for i := range min(n, len(have)) {
		doc := have[i*len(have)/min(n, len(have))]
		again, err := p.sentenceRow(ctx, v, doc)
		if errors.Is(err, errSentenceFile) {
			continue
		}
		if err != nil {
			return proof, fmt.Errorf("check sentence vectors: %w", err)
		}
		proof.Checked++
		if !bytes.Equal(again.appendTo(nil), data[int(rows[doc])*width:][:width]) {
			proof.Differ++
		}
	}
	return proof, nil
}

// sentenceRow embeds one document.
func (p *Projections) sentenceRow(ctx context.Context, v *View, doc int) (sentenceRow, error) {
	row, text, err := p.sentenceInput(ctx, v, doc)
	if err != nil || text == "" {
		return row, err
	}
	vectors, err := p.Sentences.embed(ctx, []string{text})
	if err != nil {
		return row, err
	}
	row.quantized = vectors[0]
	return row, nil
}
