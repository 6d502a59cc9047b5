package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/factline/memory/drift"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

// driftJSON is one anchor as --format json shows it.
type driftJSON struct {
	ID      items.ID    `json:"id"`
	State   drift.State `json:"state"`
	Path    string      `json:"path"`
	Lines   string      `json:"lines,omitempty"`
	Symbol  string      `json:"symbol,omitempty"`
	Now     string      `json:"now,omitempty"`     // path:lines; of a changed one where its declaration stands
	Bounded bool        `json:"bounded,omitempty"` // the search for it ended at its limit
}

// driftResult counts anchors; rows are those that are not as they were, or all of the items that were named.
type driftResult struct {
	Root      string                 `json:"root"`
	Items     int                    `json:"items"`
	Unchanged int                    `json:"unchanged"`
	Moved     int                    `json:"moved"`
	Changed   int                    `json:"changed"`
	Gone      int                    `json:"gone"`
	Anchors   []driftJSON            `json:"anchors"`
	Receipts  []writeservice.Receipt `json:"receipts,omitempty"` // with --update
	Note      string                 `json:"note,omitempty"`     // why nothing was compared, where the project's name is the reason
}

func driftCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "drift", Usage: "compare the code that items speak of with the working tree", ArgsUsage: "[ID...]",
		Description: "Anchors (memory write --file PATH:A-B) are unchanged, moved (the same text elsewhere), changed or gone. Shows those that are not as they\n" +
			"were. A pack doubts an item whose code changed and leaves out one whose code is gone. --update writes the new place of moved ones; for\n" +
			"changed ones look at the code, then memory update ID --file PATH:A-B says that the fact still holds there.\n\n" +
			"    memory drift\n    memory drift --update\n    memory drift mem-20261129-cursor",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "update", Usage: "write the new place of moved anchors into their items"}, asFlag()},
		Action: func(c *cli.Context) error {
			h, who, err := openAs(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			ids, err := resolve(c, h, c.Args().Slice(), h.Items.Resolve)
			if err != nil {
				return err
			}
			root, found, err := h.Drift(c.Context, ids)
			if err != nil {
				return err
			}
			result := driftRows(root, found, len(ids) > 0)
			if len(found) == 0 {
				result.Note = h.Misnamed(c.Context)
			}
			if c.Bool("update") {
				if result.Receipts, err = followMoved(c, h, found, who); err != nil {
					return err
				}
			}
			if err := s.print(c, result, func(w io.Writer) { driftText(w, result, s.paint(c)) }); err != nil {
				return err
			}
			for _, r := range result.Receipts {
				if err := outcome(r); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func followMoved(c *cli.Context, h *hub.Hub, found []hub.Drifted, who writeservice.Actor) ([]writeservice.Receipt, error) {
	receipts := []writeservice.Receipt{}
	for _, d := range found {
		for _, r := range d.Reports {
			if r.State != drift.Moved {
				continue
			}
			receipt, err := h.FollowMoved(c.Context, d, who)
			if err != nil {
				return nil, err
			}
			receipts = append(receipts, receipt)
			break
		}
	}
	return receipts, nil
}

func driftRows(root string, found []hub.Drifted, all bool) driftResult {
	result := driftResult{Root: root, Items: len(found), Anchors: []driftJSON{}}
	count := map[drift.State]*int{
		drift.Unchanged: &result.Unchanged, drift.Moved: &result.Moved, drift.Changed: &result.Changed, drift.Gone: &result.Gone,
	}
	for _, d := range found {
		for _, r := range d.Reports {
			*count[r.State]++
			if r.State == drift.Unchanged && !all {
				continue
			}
			row := driftJSON{ID: d.Item.ID, State: r.State, Path: r.Anchor.Path, Lines: r.Anchor.Lines, Symbol: r.Anchor.Symbol, Bounded: r.Bounded}
			if r.Now.Path != "" {
				row.Now = r.Now.Path + ":" + r.Now.Lines
			}
			result.Anchors = append(result.Anchors, row)
		}
	}
	return result
}

func driftText(w io.Writer, r driftResult, p paint) {
	colour := map[drift.State]func(string) string{drift.Unchanged: p.green, drift.Moved: p.yellow, drift.Changed: p.yellow, drift.Gone: p.red}
	for _, a := range r.Anchors {
		place := a.Path
		if a.Lines != "" {
			place += ":" + a.Lines
		}
		line := fmt.Sprintf("%s  %s", colour[a.State](fmt.Sprintf("%-9s", a.State)), clean(place))
		if a.Symbol != "" {
			line += " (" + clean(a.Symbol) + ")"
		}
		switch {
		case a.Now == "":
		case a.State == drift.Changed: // the text is nowhere; only where its declaration begins is known
			path, lines, _ := strings.Cut(a.Now, ":")
			first, _, _ := strings.Cut(lines, "-")
			line += fmt.Sprintf("; declared at %s:%s now", clean(path), first)
		default:
			line += " -> " + clean(a.Now)
		}
		if a.Bounded {
			line += "; not the whole tree was searched"
		}
		fmt.Fprintf(w, "%s\n           %s\n", line, a.ID)
	}
	fmt.Fprintf(w, "%s of %s: %d unchanged, %d moved, %d changed, %d gone\n", plural(r.Unchanged+r.Moved+r.Changed+r.Gone, "anchor"), plural(r.Items, "item"),
		r.Unchanged, r.Moved, r.Changed, r.Gone)
	noteText(w, r.Note)
	for _, receipt := range r.Receipts {
		receiptText(w, receipt)
	}
}
