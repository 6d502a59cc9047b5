package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/urfave/cli/v2"
)

// source is one citation with the words it cites, as read --evidence shows it.
type source struct {
	ID      string `json:"id"`
	Span    string `json:"span,omitempty"`
	Agent   string `json:"agent,omitempty"`
	Session string `json:"session,omitempty"`
	Time    string `json:"time,omitempty"`
	Channel string `json:"channel,omitempty"`
	Text    string `json:"text,omitempty"`
	State   string `json:"state"` // verified, changed, missing
}

func readCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "read",
		Usage:     "show one item, or several",
		ArgsUsage: "ID...",
		Description: "An id, or any unique start of it. The detail view is exactly the text whose hash a pack names. An agent that runs it is given what the tool\n" +
			"memory_read gives: a pack of what may reach a prompt.\n\n" +
			"    memory read mem-20261129-cursor --view overview\n    memory read mem-20261129-cursor --evidence",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "view", Value: "detail", Usage: "`VIEW` locator, overview or detail"},
			&cli.BoolFlag{Name: "evidence", Usage: "show the cited words and where they come from"},
			&cli.BoolFlag{Name: "raw", Usage: "print the item's file as it is"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{fmt.Errorf("read which item? memory list shows them")}
			}
			view, err := viewFlag(c)
			if err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			if _, agent := hub.RunByAgent(s.getenv); agent {
				return readByAgent(c, s, h, view)
			}
			type row struct {
				ID      items.ID   `json:"id"`
				Path    string     `json:"path"`
				View    string     `json:"view"`
				Text    string     `json:"text"`
				SHA256  string     `json:"sha256"` // of the detail text
				Item    items.Item `json:"item"`
				Sources []source   `json:"sources,omitempty"`

				Standing firewall.Standing `json:"standing,omitempty"`
			}
			rows := []row{}
			for _, ref := range c.Args().Slice() {
				id, err := h.Resolve(c.Context, ref)
				if err != nil {
					return err
				}
				it, file, err := h.Get(c.Context, id)
				if err != nil {
					return err
				}
				sum := sha256.Sum256([]byte(contextpack.Render(it, contextpack.Detail)))
				r := row{ID: id, Path: file.Path, View: string(view), Text: contextpack.Render(it, view), SHA256: hex.EncodeToString(sum[:]), Item: it}
				if c.Bool("raw") {
					b, err := it.Encode()
					if err != nil {
						return err
					}
					r.Text, r.View = string(b), "raw"
				}
				if r.Standing, err = h.Standing(c.Context, id); err != nil {
					return err
				}
				if c.Bool("evidence") {
					r.Sources = sources(c, h, it)
				}
				rows = append(rows, r)
			}
			var result any = map[string]any{"items": rows}
			if len(rows) == 1 {
				result = rows[0]
			}
			return s.print(c, result, func(w io.Writer) {
				for i, r := range rows {
					if i > 0 {
						fmt.Fprintln(w)
					}
					fmt.Fprintln(w, strings.TrimRight(clean(r.Text), "\n"))
					if r.View != "raw" {
						fmt.Fprintf(w, "(%s)\n", standing(r.Item)+standingText(r.ID, r.Standing))
					}
					sourcesText(w, c.Bool("evidence"), r.Sources)
				}
			})
		},
	}
}

// agentsBudget is what an agent reads at most in one go, in tokens: the most that the tool memory_read gives.
const agentsBudget = 20000

// readByAgent hands out a pack and nothing else: --raw and --evidence show words that no firewall judged.
func readByAgent(c *cli.Context, s *streams, h *hub.Hub, view contextpack.View) error {
	for _, flag := range []string{"raw", "evidence"} {
		if c.Bool(flag) {
			return fmt.Errorf("--%s shows words that nobody judged, and is a person's: run memory read without it", flag)
		}
	}
	pack, err := h.Show(c.Context, c.Args().Slice(), hub.PackRequest{MaxView: view, Budget: agentsBudget, Door: "read"})
	if err != nil {
		return err
	}
	return s.print(c, pack, func(w io.Writer) { packText(w, pack) })
}

// standingText warns of an item that no prompt gets because of where its file comes from.
func standingText(id items.ID, s firewall.Standing) string {
	switch s {
	case firewall.ForeignStore:
		return ", in a store that is not trusted"
	case firewall.ForeignChange:
		return ", changed outside of memory: not injected before a person approves it: memory review approve " + string(id)
	}
	return ""
}

// standing says in one line what a reader must know of an item besides its text.
func standing(it items.Item) string {
	parts := []string{string(it.Status), "trust " + dash(string(it.Trust)), "project " + dash(it.Project), "changed " + day(it.Updated)}
	if len(it.Tags) > 0 {
		parts = append(parts, "tags "+clean(strings.Join(it.Tags, " ")))
	}
	for _, a := range it.Anchors {
		parts = append(parts, "code "+clean(a.Path)+":"+a.Lines)
	}
	if it.Review.Verdict != "" {
		parts = append(parts, it.Review.Verdict+" by "+dash(it.Review.By))
	}
	return strings.Join(parts, ", ")
}

// sources are an item's citations as the output shows them.
func sources(c *cli.Context, h *hub.Hub, it items.Item) []source {
	rows := []source{}
	for _, from := range h.Sources(c.Context, it) {
		row := source{ID: from.Citation.ID, Span: from.Citation.Span, State: from.State}
		if from.State != hub.SourceMissing {
			row.Agent, row.Session, row.Time = from.Record.Agent, from.Record.Session, minute(from.Record.Time)
			row.Channel, row.Text = string(from.Record.Channel), from.Text
		}
		rows = append(rows, row)
	}
	return rows
}

func sourcesText(w io.Writer, asked bool, rows []source) {
	if asked && len(rows) == 0 {
		fmt.Fprintln(w, "\nno evidence cited")
	}
	for _, r := range rows {
		fmt.Fprintf(w, "\nevidence %s %s  %s\n", r.ID, r.Span, r.State)
		if r.Text != "" {
			fmt.Fprintf(w, "  %s, %s, said by %s, session %s\n%s\n", r.Time, r.Agent, r.Channel, clean(r.Session), indent(clean(r.Text), "  > "))
		}
	}
}
