package mcp

import (
	"context"
	"fmt"
)

func conflictsTool() tool {
	return declare(tool{
		name: "memory_conflicts", set: All, effect: reads,
		about: "Items in force that contradict each other, case by case. A person decides: memory conflicts.",
	}, conflicts)
}

// conflicts shows the members of open cases, those of a case one after the other. A page may cut a case in two.
func conflicts(ctx context.Context, c *call, in pageIn) (listed, error) {
	cases, err := c.Conflicts(ctx)
	if err != nil {
		return listed{}, err
	}
	var rows []row
	for _, one := range cases {
		for _, m := range one.Members {
			r := rowOf(m)
			r.Link = fmt.Sprintf("%s, %d members", one.ID, len(one.Members))
			rows = append(rows, r)
		}
	}
	return c.page(ctx, rows, in.Limit, in.Cursor)
}
