package projections

import (
	"context"
	"fmt"
)

// OpenKept returns a view of what is kept, without looking at the files, where OpenKeys would serve; otherwise an error that matches
// ErrBehind. A writer ranks in it what its draft may meet, and reads what it finds: an item that was edited in place may rank as it was.
func (p *Projections) OpenKept(ctx context.Context) (*View, error) {
	keys, err := p.OpenKeys(ctx)
	if err != nil {
		return nil, err
	}
	if err := keys.Close(); err != nil {
		return nil, err
	}
	r, err := p.newReader()
	if err != nil {
		return nil, err
	}
	k := readKept(p.Dir)
	rows, ok := k.live()
	if name, dim := p.model(); !ok || k.manifest.Model != name || k.manifest.Dim != dim {
		k.close()
		return nil, fmt.Errorf("open what is kept: %w", ErrBehind)
	}
	v := r.keptView(k, rows)
	v.forget = func() { p.forget(k.manifest) }
	return v, nil
}
