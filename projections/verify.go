package projections

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/filelock"
)

// Proof compares the live projections with some that were built anew beside them.
type Proof struct {
	Items   int    `json:"items"`
	Live    string `json:"live"`    // hex SHA-256 over items, postings and vectors; see Hash
	Rebuilt string `json:"rebuilt"` // the same of the new ones
	Equal   bool   `json:"equal"`
}

// proofPrefix names the directory of the new projections; they are removed when they were compared.
const proofPrefix = "verify-"

// proofTries is how often a comparison is made while files change under it.
const proofTries = 3

// VerifyRebuild builds projections of the same files beside the live ones and compares one hash over both. The live ones are brought up to
// date as by any search and otherwise left alone. progress is as in Rebuild.
func (p *Projections) VerifyRebuild(ctx context.Context, progress func(done, total int)) (Proof, error) {
	proof, err := p.verifyRebuild(ctx, progress)
	if err != nil {
		return proof, fmt.Errorf("verify projections: %w", err)
	}
	return proof, nil
}

func (p *Projections) verifyRebuild(ctx context.Context, progress func(done, total int)) (proof Proof, err error) {
	if proof.Live, err = p.Hash(ctx); err != nil { // before the lock: where there are none, this builds them
		return proof, err
	}
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return proof, err
	}
	unlock, err := filelock.Lock(ctx, p.buildLockPath(), rebuildWait)
	if err != nil {
		return proof, err
	}
	defer unlock()
	p.sweepProofs()
	for range proofTries {
		if err := p.rebuildBeside(ctx, &proof, progress); err != nil {
			return proof, err
		}
		before := proof.Live
		if proof.Live, err = p.Hash(ctx); err != nil {
			return proof, err
		}
		proof.Equal = proof.Live == proof.Rebuilt
		if proof.Equal || proof.Live == before {
			break // otherwise files changed meanwhile
		}
	}
	return proof, nil
}

// sweepProofs removes what killed comparisons left. The caller holds the build lock.
func (p *Projections) sweepProofs() {
	old, _ := filepath.Glob(filepath.Join(p.Dir, proofPrefix+"*"))
	for _, path := range old {
		os.RemoveAll(path)
	}
}

func (p *Projections) rebuildBeside(ctx context.Context, proof *Proof, progress func(done, total int)) error {
	dir, err := os.MkdirTemp(p.Dir, proofPrefix)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	beside := *p
	beside.Dir = dir
	report, err := beside.Rebuild(ctx, progress)
	if err != nil {
		return err
	}
	proof.Items = report.Items
	proof.Rebuilt, err = beside.Hash(ctx)
	return err
}
