package mcp

import (
	"context"
	"fmt"

	"github.com/factline/memory/govern"
)

func conflictsTool() tool {
	return declare(tool{
		name: "memory_conflicts", set: All, effect: reads,
		about: "Items in force that contradict each other or say the same, case by case; deferred ones last. A person decides: memory conflicts.",
	}, conflicts)
}

// conflicts shows the members of open cases, those of a case one after the other. A page may cut a case in two.
func conflicts(ctx context.Context, c *call, in pageIn) (listed, error) {
	found, err := c.Conflicts(ctx)
	if err != nil {
		return listed{}, err
	}
	var rows []row
	add := func(one govern.Case, words string) {
		for _, m := range one.Members {
			r := rowOf(m)
			r.Link = fmt.Sprintf("%s, %s, %d members%s", one.ID, one.Kind, len(one.Members), words)
			rows = append(rows, r)
		}
	}
	for _, one := range found.Open {
		add(one, "")
	}
	for _, one := range found.Deferred {
		back := "an edit"
		if !one.Until.IsZero() {
			back = stamp(one.Until)
		}
		add(one, ", deferred until "+back)
	}
	return c.page(ctx, rows, in.Limit, in.Cursor)
}
