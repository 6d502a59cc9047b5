package hub

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/check"
	"github.com/factline/memory/govern"
)

// checkConflicts names the cases that wait for a person, however their items came in.
func (h *Hub) checkConflicts(ctx context.Context) Check {
	c := Check{Name: "conflicts", Level: OK, Detail: "no items contradict each other or say the same"}
	found, err := h.Conflicts(ctx)
	if err != nil {
		c.Level, c.Detail = Warn, "not looked for: "+err.Error()
		return c
	}
	n := map[govern.Kind]int{}
	for _, one := range found.Open {
		n[one.Kind]++
		c.Files = append(c.Files, one.ID+": "+memberIDs(one))
	}
	if len(found.Open) > 0 {
		c.Level, c.Fix = Warn, "memory conflicts lists them, memory conflicts resolve decides"
		c.Detail = fmt.Sprintf("%s of items that contradict each other, %d of items that say the same", count(n[govern.Contradiction], "case"), n[govern.Duplicate])
		if n[govern.Circle] > 0 {
			c.Detail += fmt.Sprintf(", %d of items that supersede each other and are all out of force", n[govern.Circle])
		}
	}
	if n := len(found.Deferred); n > 0 {
		c.Detail += fmt.Sprintf("; %d deferred", n)
	}
	if found.Degraded != "" {
		c.Level, c.Detail = Warn, c.Detail+"; "+found.Degraded
	}
	if found.Left > 0 {
		c.Detail += fmt.Sprintf("; %s not compared with their neighbours yet", count(found.Left, "item"))
	}
	return c
}

// memberIDs lists the members of a case, the newest first.
func memberIDs(one govern.Case) string {
	text := ""
	for n, m := range one.Members {
		if n > 0 {
			text += ", "
		}
		text += string(m.ID)
	}
	return text
}

// checkMet warns of changed items that are in a case which the rules of a pull request alone do not see: of another type, or not surely.
func (h *Hub) checkMet(ctx context.Context, files []check.File, known []check.Finding) (out []check.Finding, err error) {
	found, err := h.Conflicts(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		named := slices.ContainsFunc(known, func(k check.Finding) bool {
			return k.Path == f.Path && (k.Rule == check.Contradiction || k.Rule == check.Duplicate)
		})
		for _, one := range found.Open {
			for _, m := range one.Members {
				switch {
				case m.ID != f.Item.ID || named:
				case one.Kind == govern.Circle:
					out = append(out, check.Circled(f, one.ID))
				default:
					out = append(out, check.Met(f, one.Kind == govern.Duplicate, one.ID))
				}
			}
		}
	}
	return out, nil
}
