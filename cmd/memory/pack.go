package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/urfave/cli/v2"
)

func packCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "pack",
		Usage:     "make the prompt text that answers a question within a token budget",
		ArgsUsage: "QUERY...",
		Description: "Only what passes the firewall goes in; a question that nothing answers gives nothing. What went in and what stayed out is kept for memory why.\n\n" +
			"    memory pack \"how do list endpoints page?\" --budget 200",
		Flags: append(filterFlags(), asOfFlag(),
			budgetFlag(""),
			&cli.IntFlag{Name: "max-items", Usage: "at most `N` items", DefaultText: strconv.Itoa(contextpack.DefaultMaxItems)},
			&cli.StringFlag{Name: "view", Usage: "show no more than the `VIEW` locator, overview or detail"},
			&cli.BoolFlag{Name: "gone", Usage: "also items whose code is gone (memory drift)"},
		),
		Action: func(c *cli.Context) error {
			q, err := query(c, s)
			if err != nil {
				return err
			}
			view, err := viewFlag(c)
			if err != nil {
				return err
			}
			return packed(c, s, hub.PackRequest{Query: q, Budget: c.Int("budget"), MaxItems: c.Int("max-items"), MaxView: view, Gone: c.Bool("gone"), Door: "pack"})
		},
	}
}

// viewFlag reads --view; "" where none was given.
func viewFlag(c *cli.Context) (contextpack.View, error) {
	switch v := contextpack.View(c.String("view")); v {
	case "", contextpack.Locator, contextpack.Overview, contextpack.Detail:
		return v, nil
	default:
		return "", usageError{fmt.Errorf("--view %s: want locator, overview or detail", v)}
	}
}

func packed(c *cli.Context, s *streams, r hub.PackRequest) error {
	if r.Budget < 0 || c.IsSet("budget") && r.Budget == 0 {
		return usageError{fmt.Errorf("--budget %d: want at least 1", r.Budget)}
	}
	h, err := openToSearch(c, s)
	if err != nil {
		return err
	}
	defer h.Close()
	pack, err := h.Pack(c.Context, r)
	if err != nil {
		return err
	}
	return s.print(c, pack, func(w io.Writer) { packText(w, pack) })
}

// asOfText names the time that a pack is of; nothing for now.
func asOfText(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return " as of " + contextpack.Day(at)
}

func packText(w io.Writer, pack hub.Packed) {
	if pack.Abstained != "" {
		fmt.Fprintf(w, "nothing to inject%s: %s\n", asOfText(pack.AsOf), clean(pack.Abstained))
	} else {
		fmt.Fprintln(w, strings.TrimRight(pack.Text, "\n"))
		fmt.Fprintf(w, "\n%d of %d tokens (%s), %s\n", pack.Tokens, pack.Budget, pack.Tokenizer, plural(len(pack.Entries), "item"))
	}
	if n := len(pack.Omitted); n > 0 {
		fmt.Fprintf(w, "%s left out; memory why %s says why\n", plural(n, "item"), pack.Cohort)
	}
	for _, d := range pack.Degraded {
		fmt.Fprintf(w, "note: %s\n", clean(d))
	}
}
