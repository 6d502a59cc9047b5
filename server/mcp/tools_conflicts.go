package mcp

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/contextpack"
)

func conflictsTool() tool {
	return declare(tool{
		name: "memory_conflicts", set: All, effect: reads,
		about: "Items in force that contradict each other or say the same, case by case; deferred ones last. A person decides: memory conflicts.",
	}, conflicts)
}

// conflicts shows the members of open cases with what they say, those of a case one after the other. A page may cut a case in two.
func conflicts(ctx context.Context, c *call, in pageIn) (listed, error) {
	found, err := c.Conflicts(ctx)
	if err != nil {
		return listed{}, err
	}
	var rows []row
	for n, one := range slices.Concat(found.Open, found.Deferred) {
		words := ""
		switch {
		case n < len(found.Open):
		case one.Until.IsZero():
			words = ", deferred until an edit"
		default:
			words = ", deferred until " + stamp(one.Until)
		}
		for _, m := range one.Members {
			r := rowOf(m)
			r.Link = fmt.Sprintf("%s, %s, %d members%s", one.ID, one.Kind, len(one.Members), words)
			rows = append(rows, r)
		}
	}
	return c.pageIn(ctx, contextpack.Overview, rows, in.Limit, in.Cursor)
}
