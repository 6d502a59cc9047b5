package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/urfave/cli/v2"
)

// sessionCommands are what one session leaves to the next, and what the next starts with.
func sessionCommands() []branch {
	return []branch{{"handoff", handoffCommand}, {"resume", resumeCommand}, {"boot", bootCommand}, {"brief", briefCommand}, {"lesson", lessonCommand}, {"hook", hookCommand}}
}

// composedFlag is the budget of a composed pack.
func composedFlag(tokens int) cli.Flag {
	return &cli.IntFlag{Name: "budget", Usage: "at most `N` tokens", DefaultText: strconv.Itoa(tokens)}
}

func sinceFlag() cli.Flag {
	return &cli.StringFlag{Name: "since", Usage: "name what changed since `DATE` (2026-11-29, yesterday, monday) or for so long (7d, 2w, 12h)", DefaultText: "7d"}
}

func bootCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "boot",
		Usage:     "make the prompt text that a session starts with",
		ArgsUsage: "[TASK...]",
		Description: "The last handoff of this project and branch, policies, open signals, what fits the task, and what changed; never over the budget.\n\n" +
			"    memory boot \"add cursors to the orders endpoint\" --budget 800",
		Flags:  []cli.Flag{composedFlag(hub.DefaultBoot), sinceFlag()},
		Action: func(c *cli.Context) error { return composed(c, s, (*hub.Hub).Boot, "boot") },
	}
}

func briefCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "brief",
		Usage:       "say in a few lines where the project stands",
		Description: "    memory brief",
		Flags:       []cli.Flag{composedFlag(hub.DefaultBrief), sinceFlag()},
		Action:      func(c *cli.Context) error { return composed(c, s, (*hub.Hub).Brief, "brief") },
	}
}

// composition is one way of the hub to compose a pack.
type composition func(h *hub.Hub, ctx context.Context, r hub.BootRequest) (hub.Packed, error)

func composed(c *cli.Context, s *streams, compose composition, door string) error {
	r := hub.BootRequest{Task: strings.Join(c.Args().Slice(), " "), Budget: c.Int("budget"), Door: door}
	if c.String("since") != "" {
		var err error
		if r.Since, err = since(c.String("since"), s.now()); err != nil {
			return err
		}
	}
	return withPack(c, s, func(h *hub.Hub) (hub.Packed, error) { return compose(h, c.Context, r) })
}

func resumeCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "resume",
		Usage:       "show the newest handoff of this project and branch",
		Description: "Other handoffs that still hold are named by one line each.\n\n    memory resume\n    memory resume --agent codex",
		Flags: []cli.Flag{composedFlag(hub.DefaultResume),
			&cli.StringFlag{Name: "agent", Usage: "only handoffs of the agent `NAME`"}},
		Action: func(c *cli.Context) error {
			return withPack(c, s, func(h *hub.Hub) (hub.Packed, error) {
				return h.Resume(c.Context, hub.ResumeRequest{Budget: c.Int("budget"), Agent: c.String("agent")})
			})
		},
	}
}

// withPack opens the store and prints the pack that make gives.
func withPack(c *cli.Context, s *streams, make func(*hub.Hub) (hub.Packed, error)) error {
	if b := c.Int("budget"); b < 0 || c.IsSet("budget") && b == 0 {
		return usageError{fmt.Errorf("--budget %d: want at least 1", b)}
	}
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	pack, err := make(h)
	if err != nil {
		return err
	}
	return s.print(c, pack, func(w io.Writer) { packText(w, pack) })
}
