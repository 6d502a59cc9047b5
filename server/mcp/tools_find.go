package mcp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// Limits of answers. A model that asks for more gets these; the answer pages.
const (
	defaultLimit = 8
	maxLimit     = 50
	readBudget   = 1500  // tokens of a reading that names none
	maxBudget    = 20000 // tokens of one answer
	maxRead      = 50    // items of one reading
)

// packed is an answer whose words come out of a pack.
type packed struct {
	Text    string     `json:"text"`               // the fenced pack, or why there is none
	IDs     []items.ID `json:"ids"`                // whole ids, in the order of the text
	Pack    string     `json:"pack,omitempty"`     // its name, for memory_feedback and memory why
	Next    string     `json:"next,omitempty"`     // cursor of the next page
	LeftOut []string   `json:"left_out,omitempty"` // ids with the reasons why they may not or could not be shown
	Notes   []string   `json:"notes,omitempty"`    // what did not work although the rest did
}

func (p packed) words() string {
	lines := []string{p.Text}
	if p.Pack != "" && len(p.IDs) > 0 {
		lines = append(lines, "pack "+p.Pack)
	}
	if p.Next != "" {
		lines = append(lines, "more: cursor "+p.Next)
	}
	for _, out := range p.LeftOut {
		lines = append(lines, "left out: "+out)
	}
	for _, note := range p.Notes {
		lines = append(lines, "note: "+note)
	}
	return strings.Join(lines, "\n")
}

// fromPack turns a pack into an answer. Reasons of what was left out are named for those that the caller asked for by id; of a search
// memory why names them, but for what is only not true now: that something will hold, or held, is an answer.
func (c *call) fromPack(p hub.Packed, named bool) packed {
	out := packed{Text: p.Text, IDs: []items.ID{}, Pack: p.Cohort, Notes: p.Degraded}
	if p.Abstained != "" {
		out.Text = "nothing to show: " + p.Abstained
	}
	for _, e := range p.Entries {
		out.IDs = append(out.IDs, e.ID)
	}
	if why := c.Distrust(); why != "" && !slices.Contains(out.Notes, why) {
		out.Notes = append(out.Notes, why)
	}
	for _, o := range p.Omitted {
		if named || o.Holds != "" && len(o.Reasons) == 1 {
			out.LeftOut = append(out.LeftOut, leftOut(o))
		}
	}
	return out
}

// leftOut names an item that is not shown, and why.
func leftOut(o contextpack.Omission) string {
	reasons := make([]string, len(o.Reasons))
	for i, r := range o.Reasons {
		reasons[i] = string(r)
	}
	text := fmt.Sprintf("%s (%s", o.ID, strings.Join(reasons, ", "))
	if o.Holds != "" {
		text += ": true " + o.Holds + ", see memory_search with as_of"
	}
	return text + ")"
}

type searchIn struct {
	Query   string `json:"query,omitempty"`
	Task    string `json:"task,omitempty" jsonschema:"instead: what to know before this task"`
	Types   list   `json:"types,omitempty"`
	Project string `json:"project,omitempty" jsonschema:"or all"`
	AsOf    string `json:"as_of,omitempty"`
	Limit   int    `json:"limit,omitempty"`
	Cursor  string `json:"cursor,omitempty"`
}

func searchTool() tool {
	return declare(tool{
		name: "memory_search", set: Default, effect: reads,
		about: "Search project memory: decisions, facts, lessons, rules. Use before answering about it or changing code. Gives one line an item; then memory_read what matters.",
	}, search)
}

func search(ctx context.Context, c *call, in searchIn) (packed, error) {
	switch query, task := strings.TrimSpace(in.Query) != "", strings.TrimSpace(in.Task) != ""; {
	case query && task:
		return packed{}, fmt.Errorf("query and task at once: query asks a question, task gives what to know before starting it; give one of them")
	case query == task:
		return packed{}, fmt.Errorf("search for what? give a query, or a task that is about to start")
	case task:
		return boot(ctx, c, bootIn{Task: in.Task})
	}
	q := recall.Query{Text: in.Query, Project: in.Project}
	var err error
	if q.Types, err = types(in.Types); err != nil {
		return packed{}, err
	}
	if in.AsOf != "" {
		if q.AsOf, err = hub.AsOf(in.AsOf); err != nil {
			return packed{}, fmt.Errorf("as_of %w", err)
		}
	}
	skip, err := offset(in.Cursor)
	if err != nil {
		return packed{}, err
	}
	limit := within(in.Limit, defaultLimit, maxLimit)
	p, err := c.Pack(ctx, hub.PackRequest{
		Query: q, MaxItems: limit, Skip: skip, MaxView: contextpack.Locator, Budget: limit * contextpack.LocatorTokens, Sought: true, Door: "mcp",
	})
	if err != nil {
		return packed{}, err
	}
	out := c.fromPack(p, false)
	if more(p) {
		out.Next = cursor(skip + limit)
	}
	return out, nil
}

// more reports whether the pack stopped at its number of items and not at the end of what was found.
func more(p hub.Packed) bool {
	for _, o := range p.Omitted {
		for _, r := range o.Reasons {
			if r == firewall.ItemCap {
				return true
			}
		}
	}
	return false
}

type readIn struct {
	IDs    list `json:"ids"`
	View   view `json:"view,omitempty"`
	Budget int  `json:"budget,omitempty"`
}

func readTool() tool {
	return declare(tool{
		name: "memory_read", set: Default, effect: reads,
		about: "Read items by id, in full within the budget.",
	}, read)
}

func read(ctx context.Context, c *call, in readIn) (packed, error) {
	switch {
	case len(in.IDs) == 0:
		return packed{}, fmt.Errorf("read which items? memory_search gives ids")
	case len(in.IDs) > maxRead:
		return packed{}, fmt.Errorf("%d ids: read at most %d at once", len(in.IDs), maxRead)
	}
	p, err := c.Show(ctx, in.IDs, hub.PackRequest{MaxView: in.View, Budget: within(in.Budget, readBudget, maxBudget), Door: "mcp"})
	if err != nil {
		return packed{}, err
	}
	out := c.fromPack(p, true)
	for _, e := range p.Entries {
		if in.View != contextpack.Locator && in.View != contextpack.Overview && e.View != contextpack.Detail {
			out.Notes = append(out.Notes, fmt.Sprintf("%s is shown as %s: read it alone or with a larger budget", e.ID, e.View))
		}
	}
	return out, nil
}

// types reads names of types, with their aliases.
func types(names []string) (found []items.Type, err error) {
	for _, name := range names {
		t, err := items.ParseType(name)
		if err != nil {
			return nil, fmt.Errorf("type %.40q: want one of %s", name, typeNames())
		}
		found = append(found, t)
	}
	return found, nil
}

func typeNames() string {
	var names []string
	for _, t := range items.Types() {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

// within is a number that was asked for, inside what is given at all.
func within(asked, otherwise, most int) int {
	if asked <= 0 {
		return otherwise
	}
	return min(asked, most)
}

// cursor names the place where the next page starts.
func cursor(at int) string { return "at-" + strconv.Itoa(at) }

func offset(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	digits, ok := strings.CutPrefix(cursor, "at-")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 0 || n > 1<<20 {
		return 0, fmt.Errorf("cursor %.40q: take the one that the page before gave, or none for the first page", cursor)
	}
	return n, nil
}
