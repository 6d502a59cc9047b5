package projections

import (
	"context"
	"io/fs"
	"path/filepath"
)

// State is what doctor shows.
type State struct {
	Present bool
	Version int
	Model   string
	Docs    int // live documents, as the files are now
	Vectors VectorState
	Stale   int    // files that differ from the manifest
	Damage  string // "" when whole
	Bytes   int64  // of all files in the directory
}

// Inspect looks without repairing. Unlike Open it reads every file of the projections and compares its checksum.
func (p *Projections) Inspect(ctx context.Context) (State, error) {
	r, err := p.newReader()
	if err != nil {
		return State{}, err
	}
	k := readKept(p.Dir)
	defer k.close()
	s := State{Present: !isGone(k.problem) || k.manifest.Generation > 0, Version: k.manifest.Schema, Model: k.manifest.Model, Bytes: sizeOf(p.Dir)}
	if !k.usable() {
		s.Damage = k.trouble()
		files, _, _, err := r.list(ctx)
		s.Stale = len(files)
		return s, err
	}
	s.Version, s.Model = k.manifest.Schema, k.manifest.Model
	r.setAside(p, k.manifest)
	s.Vectors = p.vectorState(k)
	for _, e := range k.manifest.Segments {
		if err := e.verify(p.Dir); err != nil && s.Damage == "" {
			s.Damage = err.Error()
		}
	}
	out, err := r.refresh(ctx, k, false)
	if err != nil {
		return s, err
	}
	s.Docs = out.report.Items
	for _, d := range out.records {
		if d.kind != kindTouched {
			s.Stale++
		}
	}
	return s, nil
}

func sizeOf(dir string) (n int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}
