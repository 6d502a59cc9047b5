package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/urfave/cli/v2"
)

func feedbackCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "feedback", Usage: "say whether what memory gave was useful, wrong or outdated", ArgsUsage: "MARK [ID...]",
		Description: "It decides among items that match a question about equally well, and changes no fact. What is marked wrong or outdated waits in memory review list\n" +
			"until it is changed, retired, or marked useful by a person.\n\n" +
			"    memory feedback useful mem-20261129-cursor\n    memory feedback outdated mem-20261129-redis --note \"we moved to valkey\"\n    memory feedback useful --pack pk-20261129-101500-3f9a2c",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "pack", Usage: "all that the pack `NAME` held, instead of ids"},
			&cli.StringFlag{Name: "note", Usage: "`WHY`, in one sentence"}, asFlag(),
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{fmt.Errorf("feedback: say one of %s, then the ids", strings.Join(hub.MarkNames(), ", "))}
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			who, err := h.Caller(c.String("as"))
			if err != nil {
				return err
			}
			m, err := h.Marked(c.Context, c.Args().First(), c.String("pack"), c.Args().Tail(), c.String("note"), who)
			if err != nil {
				return err
			}
			return s.print(c, m, func(w io.Writer) {
				for _, id := range m.Items {
					fmt.Fprintf(w, "%s %s\n", m.Mark, id)
				}
			})
		},
	}
}

// doubtJSON is an item in force that somebody found wrong or outdated.
type doubtJSON struct {
	ID    items.ID   `json:"id"`
	Type  items.Type `json:"type"`
	Title string     `json:"title"`
	Said  []hub.Mark `json:"said"`
}

func doubtRows(doubts []hub.Doubt) []doubtJSON {
	rows := []doubtJSON{}
	for _, d := range doubts {
		rows = append(rows, doubtJSON{d.Head.ID, d.Head.Type, d.Head.Title, d.Said})
	}
	return rows
}

func doubtsText(w io.Writer, doubts []hub.Doubt) {
	for _, d := range doubts {
		fmt.Fprintf(w, "in doubt: %s\n             %s\n", oneLine(d.Head.Title, 90), d.Head.ID)
		for _, m := range d.Said {
			fmt.Fprintf(w, "             %s\n", strings.TrimRight(oneLine(fmt.Sprintf("%s, says %s %s (%s): %s", m.Mark, m.Channel, m.By, minute(m.At), m.Note), 140), ": "))
		}
	}
	if len(doubts) > 0 {
		fmt.Fprintln(w, "correct or retire what is wrong; memory feedback useful ID settles the rest")
	}
}
