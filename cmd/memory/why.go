package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/urfave/cli/v2"
)

func whyCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "why",
		Usage:     "show what a past pack injected and left out, and why",
		ArgsUsage: "[COHORT]",
		Description: "Without a cohort it shows the latest pack. --item says which packs, and so which sessions, an item went into.\n\n" +
			"    memory why\n    memory why --list\n    memory why --item mem-20261129-cursor",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Usage: "list the packs, newest first"},
			&cli.StringFlag{Name: "item", Usage: "list the packs that the item `ID` went into; one that is gone is named in full"},
			&cli.IntFlag{Name: "limit", Value: 20, Usage: "with --list or --item: at most `N`; 0 = all"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 || c.NArg() > 0 && c.IsSet("item") {
				return usageError{fmt.Errorf("why takes one cohort, or --item ID")}
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			if c.Bool("list") || c.IsSet("item") {
				return whyList(c, s, h)
			}
			p, err := h.PackOf(c.Context, c.Args().First())
			if err != nil {
				return err
			}
			return s.print(c, p, func(w io.Writer) { whyText(w, p) })
		},
	}
}

// whyList lists packs: all, or those that an item went into.
func whyList(c *cli.Context, s *streams, h *hub.Hub) error {
	packs, err := packsOf(c, h)
	if err != nil {
		return err
	}
	if packs == nil {
		packs = []hub.PackRecord{}
	}
	return s.print(c, map[string]any{"packs": packs}, func(w io.Writer) {
		for _, p := range packs {
			session := ""
			if p.Session != "" {
				session = "  session " + clean(p.Session)
			}
			fmt.Fprintf(w, "%s  %s  %-6s %3d tokens  %d in, %d out  %s%s\n", p.Cohort, minute(p.At), p.Door, p.Tokens, len(p.Entries), len(p.Omitted), oneLine(p.Query, 60), session)
		}
		switch {
		case len(packs) > 0:
		case c.IsSet("item"):
			fmt.Fprintln(w, "no pack that the ledger knows held it")
		default:
			fmt.Fprintln(w, "no packs yet")
		}
	})
}

// packsOf reads the packs that are asked for. An item that is gone cannot be resolved: its id is taken as it stands.
func packsOf(c *cli.Context, h *hub.Hub) ([]hub.PackRecord, error) {
	if !c.IsSet("item") {
		return h.Packs(c.Context, c.Int("limit"))
	}
	id := items.ID(c.String("item"))
	if known, err := h.Resolve(c.Context, string(id)); err == nil {
		id = known
	}
	return h.Given(c.Context, id, c.Int("limit"))
}

func whyText(w io.Writer, p hub.PackRecord) {
	fmt.Fprintf(w, "%s  %s  %s asked%s: %s\n%d of %d tokens\n", clean(p.Cohort), minute(p.At), clean(p.Door), asOfText(p.AsOf), oneLine(p.Query, 200), p.Tokens, p.Budget)
	if p.Abstained != "" {
		fmt.Fprintf(w, "nothing injected: %s\n", p.Abstained)
	}
	for _, e := range p.Entries {
		fmt.Fprintf(w, "in   %.2f  %-8s %4d tokens  %s  (%s)%s\n", e.Relevance, e.View, e.Tokens, oneLine(e.Title, 80), clean(string(e.ID)), nearestText(e.Nearest)+because(e.Reasons))
	}
	for _, o := range p.Omitted {
		fmt.Fprintf(w, "out  %.2f  %s  (%s)%s\n", o.Relevance, oneLine(o.Title, 80), clean(string(o.ID)), because(o.Reasons)+holdsText(o.Holds))
	}
}

// nearestText says why an item is in whose relevance alone would have kept it out.
func nearestText(yes bool) string {
	if yes {
		return "\n          clearly nearest in meaning, by its sentence vector"
	}
	return ""
}

func holdsText(holds string) string {
	if holds == "" {
		return ""
	}
	return "\n          true " + holds
}

// because lists reason codes with their meaning.
func because(reasons []firewall.Reason) string {
	if len(reasons) == 0 {
		return ""
	}
	parts := make([]string, len(reasons))
	for i, r := range reasons {
		parts[i] = fmt.Sprintf("%s: %s", r, reasonText(r))
	}
	return "\n          " + strings.Join(parts, "\n          ")
}

// outcomes says in words what became of an item.
var outcomes = map[contextpack.Outcome]string{
	contextpack.Injected:   "would be injected",
	contextpack.LeftOut:    "found, and left out",
	contextpack.NotFound:   "not found: a filter stopped it, or nothing of the question is in it",
	contextpack.Unreadable: "its file is gone or damaged; memory doctor names it",
}

func whyNotCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "why-not",
		Usage:       "explain why one item would or would not be injected for a question",
		ArgsUsage:   "ID",
		Description: "    memory why-not mem-20261129-cursor --query \"how do lists page?\"",
		Flags: append(filterFlags(), asOfFlag(), &cli.StringFlag{Name: "query", Usage: "the `QUESTION`"},
			budgetFlag("")),
		Action: func(c *cli.Context) error {
			if err := errors.Join(need(c, 1, "one id"), flagNeeded(c, "query")); err != nil {
				return err
			}
			q, err := filters(c, s)
			if err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			id, err := h.Resolve(c.Context, c.Args().First())
			if err != nil {
				return err
			}
			q.Text = c.String("query")
			answer, err := h.WhyNot(c.Context, id, hub.PackRequest{Query: q, Budget: c.Int("budget"), Door: "why-not"})
			if err != nil {
				return err
			}
			return s.print(c, answer, func(w io.Writer) {
				fmt.Fprintf(w, "%s  %s\n%s\n", answer.ID, oneLine(answer.Title, 100), outcomes[answer.Outcome])
				if b := because(answer.Reasons); b != "" {
					fmt.Fprintln(w, strings.TrimPrefix(b, "\n"))
				}
				if f := answer.Faded; f != nil {
					fmt.Fprintf(w, "it faded: confidence %.2f, was %.2f, not used since %s; memory lesson reinforce %s, if it still holds\n", f.To, f.From, f.Since.Format(time.DateOnly), answer.ID)
				}
				if answer.Dropped != "" {
					fmt.Fprintf(w, "dropped by recall: %s\n", answer.Dropped)
				}
				if answer.Rank > 0 {
					fmt.Fprintf(w, "rank %d, relevance %.2f, score %.4f\n", answer.Rank, answer.Relevance, answer.Score)
				}
				partsText(w, answer.Parts)
			})
		},
	}
}
