package main

import (
	"errors"
	"fmt"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

func lessonCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "lesson",
		Usage: "keep what was learned, and recall it before a like task",
		Subcommands: []*cli.Command{
			{
				Name:  "save",
				Usage: "write a lesson, or reinforce the one that says the same",
				Description: "    memory lesson save --trigger \"a migration touches orders\" --action \"Take the advisory lock first\" " +
					"--consequence \"two deadlocks in production\"",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "trigger", Usage: "`WHEN` it applies"},
					&cli.StringFlag{Name: "action", Usage: "`WHAT` to do then, one imperative sentence"},
					&cli.StringFlag{Name: "consequence", Usage: "`WHAT` happens otherwise"},
					&cli.BoolFlag{Name: "corrected", Usage: "a person corrected the agent: it starts surer (0.7, not 0.5)"},
					&cli.Float64Flag{Name: "confidence", Usage: "`C` from 0 to 1"},
					&cli.StringSliceFlag{Name: "evidence", Usage: "cite `ID:SPAN`; repeat"},
					&cli.StringSliceFlag{Name: "tag", Usage: "`TAG`; repeat"},
					asFlag(),
				},
				Action: func(c *cli.Context) error {
					var it items.Item
					if err := setFields(c, s, &it); err != nil {
						return err
					}
					return lessonWrite(c, s, func(h *hub.Hub, caller hub.Caller) (writeservice.Receipt, error) {
						return h.SaveLesson(c.Context, hub.LessonRequest{
							Trigger: c.String("trigger"), Action: c.String("action"), Consequence: c.String("consequence"), Corrected: c.Bool("corrected"),
							Confidence: it.Confidence, Evidence: it.Evidence, Tags: it.Tags, Caller: caller,
						})
					})
				},
			},
			{
				Name:        "recall",
				Usage:       "show the lessons that a task calls for",
				ArgsUsage:   "TASK...",
				Description: "    memory lesson recall \"write the migration of the orders table\"",
				Flags:       []cli.Flag{budgetFlag("")},
				Action: func(c *cli.Context) error {
					q, err := query(c, s)
					if err != nil {
						return err
					}
					return withPack(c, s, func(h *hub.Hub) (hub.Packed, error) {
						return h.RecallLessons(c.Context, hub.PackRequest{Query: recall.Query{Text: q.Text, Project: q.Project, Now: q.Now}, Budget: c.Int("budget")})
					})
				},
			},
			{
				Name:        "reinforce",
				Usage:       "say that a lesson held again: its confidence grows by a tenth of what is missing",
				ArgsUsage:   "ID",
				Description: "    memory lesson reinforce mem-20261129-take-the-lock",
				Flags:       []cli.Flag{asFlag()},
				Action: func(c *cli.Context) error {
					if err := need(c, 1, "one id"); err != nil {
						return err
					}
					return lessonWrite(c, s, func(h *hub.Hub, caller hub.Caller) (writeservice.Receipt, error) {
						id, err := h.Resolve(c.Context, c.Args().First())
						if err != nil {
							return writeservice.Receipt{}, err
						}
						return h.ReinforceLesson(c.Context, id, caller)
					})
				},
			},
		},
	}
}

func lessonWrite(c *cli.Context, s *streams, write func(*hub.Hub, hub.Caller) (writeservice.Receipt, error)) error {
	h, caller, err := openCaller(c, s)
	if err != nil {
		return err
	}
	defer h.Close()
	r, err := write(h, caller)
	if errors.Is(err, hub.ErrIncomplete) {
		return usageError{fmt.Errorf("%w: give --trigger and --action", err)}
	}
	if err != nil {
		return err
	}
	return s.receipt(c, r)
}
