package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/factline/memory/hub"
	"github.com/urfave/cli/v2"
)

func handoffCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "handoff",
		Usage: "leave the work to the next session, whoever has it",
		Description: "The state of git is added. It holds for this project and branch for 14 days, and replaces this agent's earlier handoff there.\n\n" +
			"    memory handoff --objective \"Lists page by cursor\" --done \"decoder\" --next \"finish db/list.ts\" --verify \"make check\"\n" +
			"    memory handoff --from-session latest",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "objective", Usage: "what the work is for, one `SENTENCE`"},
			&cli.StringSliceFlag{Name: "done", Usage: "`WHAT` is done; repeat"},
			&cli.StringSliceFlag{Name: "pending", Usage: "`WHAT` is not; repeat"},
			&cli.StringSliceFlag{Name: "decision", Usage: "`WHAT` was decided; repeat"},
			&cli.StringSliceFlag{Name: "next", Usage: "the next `STEP`; repeat"},
			&cli.StringSliceFlag{Name: "verify", Usage: "`HOW` to see that it works; repeat"},
			&cli.StringSliceFlag{Name: "blocker", Usage: "`WHAT` is in the way; repeat"},
			&cli.StringFlag{Name: "from-session", Usage: "also fill from the evidence of the session `ID`, or latest: what it was first asked for, and what its end leaves open"},
			&cli.DurationFlag{Name: "valid", Usage: "how long it holds, such as `48h`", DefaultText: "336h"},
			asFlag(),
			&cli.BoolFlag{Name: "redact", Usage: "replace secrets instead of refusing them"},
		},
		Action: func(c *cli.Context) error {
			if c.IsSet("valid") && c.Duration("valid") < time.Second {
				return usageError{fmt.Errorf("--valid %s: it would be over before anybody reads it; give a time such as 48h", c.Duration("valid"))}
			}
			h, caller, err := openCaller(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			r, err := h.Handoff(c.Context, hub.HandoffRequest{
				Objective: c.String("objective"), Done: c.StringSlice("done"), Pending: c.StringSlice("pending"), Decisions: c.StringSlice("decision"),
				Next: c.StringSlice("next"), Verify: c.StringSlice("verify"), Blockers: c.StringSlice("blocker"),
				FromSession: c.String("from-session"), Valid: c.Duration("valid"), Caller: caller, Redact: c.Bool("redact"),
			})
			if errors.Is(err, hub.ErrIncomplete) {
				return usageError{fmt.Errorf("%w: give --objective", err)}
			}
			if err != nil {
				return err
			}
			return s.receipt(c, r)
		},
	}
}

// openCaller opens the store for writing and tells who writes.
func openCaller(c *cli.Context, s *streams) (*hub.Hub, hub.Caller, error) {
	h, err := open(c, s, true)
	if err != nil {
		return nil, hub.Caller{}, err
	}
	caller, err := h.Caller(c.String("as"))
	if err != nil {
		return nil, caller, errors.Join(usageError{err}, h.Close())
	}
	return h, caller, nil
}
