package main

import (
	"fmt"
	"io"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

func harvestCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "harvest",
		Usage: "find what is worth keeping in ingested sessions and put it up for review",
		Description: "Rules, no language model: decisions with their reason, corrections, preferences, fixes, facts that cost a search, open ends.\n" +
			"Nothing becomes a fact before a person approves it. In a project's own store only its sessions are read. A session that did not\n" +
			"grow since the last harvest is not read again, unless the rules of this program are others.\n\n    memory harvest\n    memory harvest --session latest\n    memory harvest --since 7d",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "session", Usage: "only the session `ID` (prefix, or latest)"},
			&cli.BoolFlag{Name: "again", Usage: "also read the sessions that are as they were at the last harvest"},
			&cli.StringFlag{Name: "since", Usage: "only sessions that ended since `DATE` (2026-11-29, yesterday, monday) or in the last (7d, 2w, 12h)"},
		},
		Action: func(c *cli.Context) error {
			after, err := since(c.String("since"), s.now())
			if err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			longWork(s)
			catchUp(c, s, h)
			bar := newProgress(c, s, "harvest")
			r, err := h.Harvest(c.Context, hub.HarvestRequest{Session: c.String("session"), Since: after, Project: harvestProject(c, h),
				Again: c.Bool("again"), Progress: bar.set})
			bar.end()
			if err != nil {
				return err
			}
			return s.print(c, r, func(w io.Writer) { harvestText(w, r, c.String("project") == hub.AllProjects) })
		},
	}
}

// harvestProject keeps other projects' facts out of a project's own store, whose review/ is tracked by git. A session that is named
// is meant, whatever its project; the user's store and an explicitly named one take all.
func harvestProject(c *cli.Context, h *hub.Hub) string {
	if c.String("session") == "" && (h.Chosen == "project" || explicitProject(c) != "") {
		return h.Project
	}
	return ""
}

func harvestText(w io.Writer, r hub.Harvested, all bool) {
	for _, p := range r.Proposals {
		if p.Receipt.Status == writeservice.Duplicate && p.Receipt.Added == 0 {
			continue // known already, and nothing new was said
		}
		became := string(p.Receipt.Status)
		switch p.Receipt.Status {
		case writeservice.Rejected:
			became = "refused"
		case writeservice.Duplicate:
			became = "again"
		}
		fmt.Fprintf(w, "%-10s %-12s %s\n", became, p.Type, oneLine(p.Title, 100))
	}
	if r.Unchanged == r.Sessions && r.Sessions > 0 {
		fmt.Fprintf(w, "nothing new in %s since the last harvest\n", plural(r.Sessions, "session"))
	} else {
		harvestCounts(w, r)
	}
	leftAlone(w, r.Elsewhere)
	if r.Proposed > 0 && all {
		fmt.Fprintln(w, "next: memory review --project all")
	} else if r.Proposed > 0 {
		fmt.Fprintln(w, "next: memory review")
	}
}

func harvestCounts(w io.Writer, r hub.Harvested) {
	fmt.Fprintf(w, "%s: %d proposed, %d strengthened, %d known, %d refused\n", plural(r.Sessions, "session"), r.Proposed, r.Strengthened, r.Known, r.Refused)
	if r.Unchanged > 0 {
		fmt.Fprintf(w, "%d of them did not change since the last harvest\n", r.Unchanged)
	}
}
