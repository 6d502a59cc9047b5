package projections

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/factline/memory/internal/filelock"
)

// Proof compares the live projections with some that were built anew beside them.
type Proof struct {
	Items   int    `json:"items"`
	Live    string `json:"live"`    // hex SHA-256 over items, postings and vectors; see Hash
	Rebuilt string `json:"rebuilt"` // the same of the new ones
	Equal   bool   `json:"equal"`
	Wordy   int    `json:"without_vectors,omitempty"` // items whose vectors are still to be made: where there are any, no vector is compared
}

// proofPrefix names the directory of the new projections; they are removed when they were compared.
const proofPrefix = "verify-"

// proofTries is how often a comparison is made while files change under it.
const proofTries = 3

// VerifyRebuild builds projections of the same files beside the live ones and compares one hash over both. The live ones are brought up to
// date as by any search and otherwise left alone. It also works in a store that cannot be written. progress is as in Rebuild.
func (p *Projections) VerifyRebuild(ctx context.Context, progress func(done, total int)) (Proof, error) {
	proof, err := p.verifyRebuild(ctx, progress)
	if err != nil {
		return proof, fmt.Errorf("verify projections: %w", err)
	}
	return proof, nil
}

func (p *Projections) verifyRebuild(ctx context.Context, progress func(done, total int)) (proof Proof, err error) {
	if proof.Live, proof.Wordy, err = p.hashLive(ctx); err != nil { // before the lock: where there are none, this builds them
		return proof, err
	}
	unlock, err := p.lockProof(ctx)
	if err != nil {
		return proof, err
	}
	place := p.Dir
	if unlock == nil {
		place = os.TempDir()
	} else {
		defer unlock()
		p.sweepProofs()
	}
	for range proofTries {
		if err := p.rebuildBeside(ctx, place, &proof, progress); err != nil {
			return proof, err
		}
		before := proof.Live
		if proof.Live, proof.Wordy, err = p.hashLive(ctx); err != nil {
			return proof, err
		}
		proof.Equal = proof.Live == proof.Rebuilt
		if proof.Equal || proof.Live == before {
			break // otherwise files changed meanwhile
		}
	}
	return proof, nil
}

// lockProof takes the build lock. Where nothing can be written, in a store that is read-only or of another user, there is none to take and none is needed:
// nobody builds there, and the other index stands in the system's temporary directory. unlock is nil then.
func (p *Projections) lockProof(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return nil, unlessUnwritable(err)
	}
	if unlock, err = filelock.Lock(ctx, p.buildLockPath(), rebuildWait); err != nil {
		return nil, unlessUnwritable(err)
	}
	return unlock, nil
}

func unlessUnwritable(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	return err
}

// sweepProofs removes what killed comparisons left. The caller holds the build lock.
func (p *Projections) sweepProofs() {
	old, _ := filepath.Glob(filepath.Join(p.Dir, proofPrefix+"*"))
	for _, path := range old {
		os.RemoveAll(path)
	}
}

func (p *Projections) rebuildBeside(ctx context.Context, place string, proof *Proof, progress func(done, total int)) error {
	dir, err := os.MkdirTemp(place, proofPrefix)
	if err != nil {
		return fmt.Errorf("no place for the other index, TMPDIR names one: %w", err)
	}
	defer os.RemoveAll(dir)
	beside := *p
	beside.Dir, beside.vectorsOf = dir, p.Dir
	report, err := beside.Rebuild(ctx, progress)
	if err != nil {
		return err
	}
	proof.Items = report.Items
	v, err := beside.Open(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	proof.Rebuilt, err = v.hash(ctx, proof.Wordy == 0)
	return err
}

// hashLive is Hash, without vectors where some are still to be made.
func (p *Projections) hashLive(ctx context.Context) (hash string, wordy int, err error) {
	v, err := p.Open(ctx)
	if err != nil {
		return "", 0, err
	}
	defer v.Close()
	wordy = v.unfed()
	hash, err = v.hash(ctx, wordy == 0)
	return hash, wordy, err
}
