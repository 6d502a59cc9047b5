package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/drift"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
)

type profileIn struct {
	Dir    string `json:"dir,omitempty" jsonschema:"below the project"`
	Budget int    `json:"budget,omitempty" jsonschema:"tokens"`
}

func profileTool() tool {
	return declare(tool{
		name: "memory_profile", set: All, effect: reads,
		about: "What is worth every prompt here: policies and preferences, decisions, procedures, lessons.",
	}, profile)
}

// profile shows the items of a profile in the fence of a pack; the text that memory profile writes into files is for files.
func profile(ctx context.Context, c *call, in profileIn) (packed, error) {
	budget := within(in.Budget, hub.DefaultProfile, maxBudget)
	p, err := c.Profile(ctx, hub.ProfileRequest{Dir: in.Dir, Budget: budget})
	if err != nil {
		return packed{}, err
	}
	refs := make([]string, len(p.Entries))
	for i, e := range p.Entries {
		refs[i] = string(e.ID)
	}
	if len(refs) == 0 {
		return packed{Text: "nothing is worth every prompt yet", IDs: []items.ID{}, Notes: p.Degraded}, nil
	}
	shown, err := c.Show(ctx, refs, hub.PackRequest{MaxView: contextpack.Overview, Budget: budget, Door: "mcp"})
	if err != nil {
		return packed{}, err
	}
	return c.fromPack(shown, true), nil
}

type driftIn struct {
	IDs    list   `json:"ids,omitempty" jsonschema:"none = all"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

// drifted is one place in the code that an item speaks of and that is not as it was.
type drifted struct {
	ID    items.ID    `json:"id"`
	Path  string      `json:"path"`
	Lines string      `json:"lines"`
	State drift.State `json:"state"`
	Now   string      `json:"now,omitempty"` // where the same text, or its declaration, stands now
}

type drifts struct {
	Drifted []drifted `json:"drifted"`
	Checked int       `json:"checked"` // places
	Total   int       `json:"total"`   // of them not as they were
	Next    string    `json:"next,omitempty"`
}

func (d drifts) words() string {
	var b strings.Builder
	for _, one := range d.Drifted {
		fmt.Fprintf(&b, "%s %s: %s:%s", one.ID, one.State, one.Path, one.Lines)
		switch {
		case one.Now == "":
		case one.State == drift.Changed:
			b.WriteString(", declared in " + one.Now)
		default:
			b.WriteString(" now " + one.Now)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%d of %d places in the code are not as the memory has them", d.Total, d.Checked)
	if d.Next != "" {
		b.WriteString("\nmore: cursor " + d.Next)
	}
	return b.String()
}

func driftTool() tool {
	return declare(tool{
		name: "memory_drift", set: All, effect: reads,
		about: "Which items speak of code that moved, changed or is gone since.",
	}, showDrift)
}

func showDrift(ctx context.Context, c *call, in driftIn) (drifts, error) {
	at, err := offset(in.Cursor)
	if err != nil {
		return drifts{}, err
	}
	var ids []items.ID
	for _, ref := range in.IDs {
		id, err := c.Items.Resolve(ctx, ref)
		if err != nil {
			return drifts{}, err
		}
		ids = append(ids, id)
	}
	_, found, err := c.Drift(ctx, ids)
	if err != nil {
		return drifts{}, err
	}
	out := drifts{Drifted: []drifted{}}
	var all []drifted
	for _, d := range found {
		for _, r := range d.Reports {
			out.Checked++
			if r.State == drift.Unchanged {
				continue
			}
			row := drifted{ID: d.Item.ID, Path: r.Anchor.Path, Lines: r.Anchor.Lines, State: r.State}
			if r.Now.Path != "" {
				row.Now = r.Now.Path + ":" + r.Now.Lines
			}
			all = append(all, row)
		}
	}
	out.Total = len(all)
	all = all[min(at, len(all)):]
	if limit := within(in.Limit, defaultLimit, maxLimit); len(all) > limit {
		all, out.Next = all[:limit], cursor(at+limit)
	}
	out.Drifted = append(out.Drifted, all...)
	return out, nil
}
