package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/transcript"
	"github.com/urfave/cli/v2"
)

func evidenceCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "evidence",
		Usage: "look at what was ingested: sessions, their events, full text",
		Subcommands: []*cli.Command{
			evidenceListCommand(s), evidenceShowCommand(s), evidenceSearchCommand(s),
		},
	}
}

func evidenceListCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "list",
		Usage:       "list sessions, newest first",
		Description: "    memory evidence list --agent codex --limit 10",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "agent", Usage: "only of the agent `NAME`"},
			&cli.IntFlag{Name: "limit", Value: 50, Usage: "at most `N`; 0 = all"},
		},
		Action: func(c *cli.Context) error {
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			catchUp(c, s, h)
			all, err := h.Evidence.Sessions(c.Context)
			if err != nil {
				return err
			}
			rows := []evidence.Session{}
			for i := len(all) - 1; i >= 0; i-- {
				x := all[i]
				if a := c.String("agent"); a != "" && a != x.Agent {
					continue
				}
				if p := explicitProject(c); p != "" && p != x.Project {
					continue
				}
				if n := c.Int("limit"); n > 0 && len(rows) == n {
					break
				}
				rows = append(rows, x)
			}
			return s.quoted(c, map[string]any{"sessions": rows, "total": len(all)}, func(w io.Writer) {
				for _, x := range rows {
					fmt.Fprintf(w, "%s  %-12s %-16s %5d events  %s  %s\n", minute(x.Start), x.Agent, oneLine(x.Project, 16), x.Events, oneLine(x.Session, 60), oneLine(x.Title, 60))
				}
				switch {
				case len(all) == 0:
					fmt.Fprintln(w, "no sessions; memory ingest --all reads the transcripts on this machine")
				case len(rows) == 0:
					fmt.Fprintf(w, "none of %s passes the filters\n", plural(len(all), "session"))
				}
			})
		},
	}
}

func evidenceShowCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show one session's events, or one record",
		ArgsUsage: "SESSION|RECORD|latest",
		Description: "A session by its id, a unique prefix or \"latest\"; a record by its id (ev-...).\n\n" +
			"    memory evidence show latest\n    memory evidence show 4f2a --page 2 --limit 100",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "page", Value: 1, Usage: "page `N`"},
			&cli.IntFlag{Name: "limit", Value: 50, Usage: "`N` events a page"},
			&cli.BoolFlag{Name: "full", Usage: "whole texts instead of their first lines"},
			&cli.StringFlag{Name: "channel", Usage: "only events of the channel `NAME` (user, assistant, tool, web, file, hook, import)"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError{fmt.Errorf("evidence show takes one session or record")}
			}
			if c.Int("page") < 1 || c.Int("limit") < 1 {
				return usageError{fmt.Errorf("--page and --limit start at 1")}
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			catchUp(c, s, h)
			ref := c.Args().First()
			if strings.HasPrefix(ref, "ev-") {
				rec, err := h.Evidence.Get(c.Context, evidence.ID(ref))
				if err != nil {
					return err
				}
				retired, err := h.RetiredEvidence(c.Context)
				if err != nil {
					return err
				}
				row := recordJSON{s.judged(rec), retired.Of(rec)}
				return s.quoted(c, row, func(w io.Writer) { recordText(w, row, true) })
			}
			return showSession(c, s, h, ref)
		},
	}
}

// recordJSON is a record, with the retired items that rest on it.
type recordJSON struct {
	evidence.Record
	Retired []items.ID `json:"retired,omitempty"`
}

// channels are what --channel may name.
var channels = []transcript.Channel{transcript.FromUser, transcript.FromAssistant, transcript.FromTool, transcript.FromWeb, transcript.FromFile,
	transcript.FromHook, transcript.FromImport}

func showSession(c *cli.Context, s *streams, h *hub.Hub, ref string) error {
	store := h.Evidence
	if ch := transcript.Channel(c.String("channel")); ch != "" && !slices.Contains(channels, ch) {
		return usageError{fmt.Errorf("--channel %s: want one of %v", ch, channels)}
	}
	retired, err := h.RetiredEvidence(c.Context)
	if err != nil {
		return err
	}
	sess, err := store.Find(c.Context, ref)
	if errors.Is(err, evidence.ErrNotFound) {
		return fmt.Errorf("%w: %s; memory evidence list shows the sessions", evidence.ErrNotFound, ref)
	}
	if err != nil {
		return err
	}
	page, limit := c.Int("page"), c.Int("limit")
	first, n := (page-1)*limit, 0
	rows := []recordJSON{}
	for rec, err := range store.Records(c.Context, sess) {
		if err != nil {
			s.say(c, "%v", err)
			continue
		}
		if ch := c.String("channel"); ch != "" && string(rec.Channel) != ch {
			continue
		}
		if n >= first && len(rows) < limit {
			rows = append(rows, recordJSON{s.judged(rec), retired.Of(rec)})
		}
		n++
	}
	pages := max(1, (n+limit-1)/limit)
	if page > pages {
		return usageError{fmt.Errorf("--page %d: the session has %d", page, pages)}
	}
	result := struct {
		Session evidence.Session `json:"session"`
		Page    int              `json:"page"`
		Pages   int              `json:"pages"`
		Records []recordJSON     `json:"records"`
	}{sess, page, pages, rows}
	return s.quoted(c, result, func(w io.Writer) {
		fmt.Fprintf(w, "%s session %s, project %s, %s\n", sess.Agent, oneLine(sess.Session, 80), dash(sess.Project), plural(n, "event"))
		for _, rec := range rows {
			recordText(w, rec, c.Bool("full"))
		}
		if pages > 1 {
			fmt.Fprintf(w, "page %d of %d\n", page, pages)
		}
	})
}

// recordText prints one record: who, when, how it was seen, and its words.
func recordText(w io.Writer, rec recordJSON, full bool) {
	label := string(rec.Role) + "/" + string(rec.Channel)
	if rec.Tool != "" {
		label += " " + rec.Tool
	}
	if rec.IsError {
		label += " (error)"
	}
	fmt.Fprintf(w, "\n%4d  %s  %s %s\n      %s\n", rec.Seq, clock(rec.Time), rec.Kind, clean(label), rec.ID)
	for _, id := range rec.Retired {
		fmt.Fprintf(w, "      RETIRED: what was made of this no longer holds (%s)\n", id)
	}
	text := clean(rec.Text)
	if !full {
		const lines = 6
		parts := strings.SplitN(text, "\n", lines+1)
		if len(parts) > lines {
			parts[lines] = "..."
		}
		for i := range parts {
			if r := []rune(parts[i]); len(r) > 200 {
				parts[i] = string(r[:199]) + "…"
			}
		}
		text = strings.Join(parts, "\n")
	}
	if text != "" {
		fmt.Fprintln(w, indent(text, "      "))
	}
	if rec.FullBytes > 0 {
		fmt.Fprintf(w, "      [cut: %d bytes in all, sha256 %s]\n", rec.FullBytes, rec.FullSHA256)
	}
}

// around cuts the text that surrounds the first word of a query that stands in it.
func around(text, query string) string {
	low := strings.ToLower(text)
	for _, word := range strings.Fields(strings.ToLower(query)) {
		if at := strings.Index(low, word); at > 80 && len(low) == len(text) {
			for at -= 60; !utf8.RuneStart(text[at]); at-- {
			}
			return "…" + text[at:]
		}
	}
	return text
}

func clock(t time.Time) string {
	if t.IsZero() {
		return "--:--:--"
	}
	return t.UTC().Format("15:04:05")
}

func evidenceSearchCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "search",
		Usage:       "full text over evidence; facts are found by memory search",
		ArgsUsage:   "QUERY...",
		Description: "Raw words, also of web pages and tools: what was seen, not what is true.\n\n    memory evidence search \"connection refused\" --session latest",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "agent", Usage: "only of the agent `NAME`"},
			&cli.StringFlag{Name: "session", Usage: "only in the session `ID` (prefix, or latest)"},
			&cli.IntFlag{Name: "limit", Value: 10, Usage: "at most `N`"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{fmt.Errorf("evidence search for what?")}
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			catchUp(c, s, h)
			q := projections.EvidenceQuery{
				Text: strings.Join(c.Args().Slice(), " "), Agent: c.String("agent"), Project: explicitProject(c), K: c.Int("limit"),
			}
			if ref := c.String("session"); ref != "" {
				sess, err := h.Evidence.Find(c.Context, ref)
				if err != nil {
					return err
				}
				q.Session = sess.Session
			}
			bar := newProgress(c, s, "index") // the first search after an ingest brings the index up to date
			q.Progress = bar.set
			hits, err := h.Projections.SearchEvidence(c.Context, q)
			bar.end()
			if err != nil {
				return err
			}
			type row struct {
				Score  float64    `json:"score"`
				Record recordJSON `json:"record"`
			}
			retired, err := h.RetiredEvidence(c.Context)
			if err != nil {
				return err
			}
			rows := []row{}
			for _, hit := range hits {
				rec, err := h.Evidence.Get(c.Context, hit.ID)
				if err != nil {
					continue // gone since it was indexed
				}
				rows = append(rows, row{hit.Score, recordJSON{s.judged(rec), retired.Of(rec)}})
			}
			return s.quoted(c, map[string]any{"query": q.Text, "hits": rows}, func(w io.Writer) {
				for _, r := range rows {
					fmt.Fprintf(w, "\n%.2f  %s  %s %s/%s  %s\n", r.Score, minute(r.Record.Time), r.Record.Agent, r.Record.Role, r.Record.Channel, r.Record.ID)
					for _, id := range r.Record.Retired {
						fmt.Fprintf(w, "      RETIRED: what was made of this no longer holds (%s)\n", id)
					}
					fmt.Fprintf(w, "      %s\n", oneLine(around(r.Record.Text, q.Text), 240))
				}
				if len(rows) == 0 {
					fmt.Fprintln(w, "nothing found")
				}
			})
		},
	}
}
