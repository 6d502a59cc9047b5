package main

import (
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

func undoCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "undo", Usage: "take the newest change back, or the one that a receipt or an item names", ArgsUsage: "[RECEIPT|ID]",
		Description: "Files become what they were, to the byte; it is refused where one was changed since. The receipt of an undo undoes it. A person can take back\n" +
			"what anyone did, an agent only what an agent did.\n\n    memory undo\n    memory undo rc-3f9a2c1b7d\n    memory undo mem-20261129-cursor",
		Flags: []cli.Flag{asFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 {
				return need(c, 1, "one receipt or id, or none for the newest change")
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			who, err := actor(c, h)
			if err != nil {
				return err
			}
			what := c.Args().First()
			if id, err := h.Items.Resolve(c.Context, what); what != "" && err == nil {
				what = string(id)
			}
			r, err := h.Change(c.Context, func(w *writeservice.Service) (writeservice.Receipt, error) {
				return w.Undo(c.Context, what, who)
			})
			if err != nil {
				return err
			}
			return s.receipt(c, r)
		},
	}
}
