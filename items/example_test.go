package items_test

import (
	"fmt"

	"github.com/factline/memory/items"
)

func ExampleParse() {
	it, err := items.Parse([]byte(`---
id: mem-20261129-cursor-pagination-3f9a2c1b
type: decision
title: Cursor pagination for list endpoints
status: active
---
# Why

Offset scans broke past 100k rows, see [[mem-20261101-slow-lists-aaaaaaaa]].
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(it.Title)
	fmt.Println(it.Sections()[0].Heading, it.Links())

	_, err = items.Parse([]byte("---\nid: x\ntype: fact\ntitle: 2026-11-29\n---\n"))
	fmt.Println(err)
	// Output:
	// Cursor pagination for list endpoints
	// Why [mem-20261101-slow-lists-aaaaaaaa]
	// line 4: title: found a date, want text; put it in double quotes
}

func ExampleItem_Encode() {
	it, err := items.Parse([]byte(`---
# our own keys and comments stay
id: mem-20261129-cursor-pagination-3f9a2c1b
title:   'Cursor pagination'   # odd layout stays as well
type: decision
status: active   # until the next review
team: storage
---
Body.
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	it.Status = items.Retired
	it.Tags = []string{"sql", "yes"}
	out, err := it.Encode()
	fmt.Print(string(out), err)
	// Output:
	// ---
	// # our own keys and comments stay
	// id: mem-20261129-cursor-pagination-3f9a2c1b
	// title:   'Cursor pagination'   # odd layout stays as well
	// type: decision
	// status: retired   # until the next review
	// tags: [sql, "yes"]
	// team: storage
	// ---
	// Body.
	// <nil>
}
