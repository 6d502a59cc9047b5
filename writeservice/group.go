package writeservice

import (
	"context"
	"slices"
)

// An import is many deeds, a row each, so that what is killed in the middle is known as far as it came. They carry the receipt of the first, and undo
// takes them for one.

// importRow writes an imported row and what it puts out of force, as one deed of the import.
func (s *Service) importRow(ctx context.Context, n *neighbours, who Actor, all []stored) (deed, []string, error) {
	d := deed{Op: OpImport, ID: all[0].ID, Channel: who.Channel}
	if s.group != nil {
		d.Group = *s.group
	}
	return s.carryOut(ctx, n, d, all)
}

// joined names the import after its first deed.
func (s *Service) joined(d *deed) {
	if s.group != nil && d.Op == OpImport && *s.group == "" {
		*s.group, d.Group = d.Receipt, d.Receipt
	}
}

// gathered is an import whose deeds are put together: its place in the list, and that of each path among its files.
type gathered struct {
	at    int
	paths map[string]int
}

// asOne puts the deeds of an import, newest first as all are, in the place of its newest one. A file that several rows changed is what it was before the
// first and after the last. What is imported anew after it was taken back is another import.
func asOne(all []deed) (out []deed) {
	open := map[string]gathered{}
	var whole []int
	for _, d := range all {
		if d.Op == OpUndo {
			delete(open, d.Undoes)
		}
		if d.Group == "" {
			out = append(out, d)
			continue
		}
		g, ok := open[d.Group]
		if !ok {
			g = gathered{len(out), map[string]int{}}
			open[d.Group], whole = g, append(whole, g.at)
			one := d
			one.Receipt, one.Files = d.Group, nil
			out = append(out, one)
		}
		one := &out[g.at]
		one.ID, one.Purged = d.ID, one.Purged || d.Purged
		for _, f := range slices.Backward(d.Files) {
			if i, seen := g.paths[f.Path]; seen {
				one.Files[i].Before = f.Before
				continue
			}
			g.paths[f.Path] = len(one.Files)
			one.Files = append(one.Files, f)
		}
	}
	for _, n := range whole {
		slices.Reverse(out[n].Files)
	}
	return out
}
