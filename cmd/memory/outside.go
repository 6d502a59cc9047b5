package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/urfave/cli/v2"
)

// outsideJSON is an item whose file changed outside of memory, as review list shows it.
type outsideJSON struct {
	headJSON
	New        bool       `json:"new,omitempty"`     // the last commit has no such item
	Changed    []string   `json:"changed,omitempty"` // what differs from the last commit
	Supersedes []items.ID `json:"supersedes,omitempty"`
}

// outside lists what changed outside of memory and passes the filter flags.
func outside(c *cli.Context, s *streams, h *hub.Hub) ([]hub.OutsideChange, error) {
	want, err := headFilter(c, s, items.Active, items.Retired, items.Superseded)
	if err != nil {
		return nil, err
	}
	return h.Outside(c.Context, want)
}

func outsideRows(changes []hub.OutsideChange) []outsideJSON {
	rows := []outsideJSON{}
	for _, o := range changes {
		row := outsideJSON{headRow(o.Head), o.New, o.Changed, o.Head.Supersedes}
		row.Outside = true
		rows = append(rows, row)
	}
	return rows
}

func outsideListText(c *cli.Context, w io.Writer, h *hub.Hub, changes []hub.OutsideChange) {
	for _, o := range changes {
		fmt.Fprintf(w, "changed outside of memory: %s\n             %s\n             %s\n", oneLine(o.Head.Title, 90), o.Head.ID, whatChanged(o))
		if it, _, err := h.Items.Get(c.Context, o.Head.ID); err == nil {
			warnOfInstructions(w, "             ", it)
		}
		for _, id := range o.Head.Supersedes {
			fmt.Fprintf(w, "             approving it supersedes %s%s\n", clean(string(id)), titleText(c, h, id))
		}
	}
	if len(changes) > 0 {
		fmt.Fprintln(w, "no prompt gets these: memory read ID, then memory review approve ID; memory trust takes all as they are now")
	}
}

// whatChanged says what a person has to look at.
func whatChanged(o hub.OutsideChange) string {
	says := "it claims to be " + string(o.Head.Status)
	if o.New {
		return "new since the last commit; " + says
	}
	if len(o.Changed) == 0 {
		return "as in the last commit; " + says
	}
	return "differs from the last commit in " + strings.Join(o.Changed, ", ") + "; " + says
}
