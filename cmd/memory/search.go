package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/secrets"
	"github.com/urfave/cli/v2"
)

func recallCommands() []branch {
	return []branch{{"search", searchCommand}, {"pack", packCommand}, {"why", whyCommand}, {"why-not", whyNotCommand}}
}

func searchCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find items, best first",
		ArgsUsage: "QUERY...",
		Description: "Shows what recall found, whether or not a prompt may see it; with --context-firewall it shows the pack that a prompt would get. An agent that\n" +
			"runs it is given what the tool memory_search gives: what may reach a prompt, one line an item.\n" +
			"The number is the relevance, how much of the question an item answers. The order is that of the score, in which trust, confidence and age\n" +
			"count too (--explain), so a less relevant item can stand first. It ranks by words and the word table of the binary, as hooks do; memory mcp, which\n" +
			"lives longer, by sentence vectors where they are made (memory doctor counts them), so its order can be another one.\n\n" +
			"    memory search \"README order\"\n    memory search \"README order\" --context-firewall --budget 300\n    memory search 分页 --type decision --explain",
		Flags: append(filterFlags(), asOfFlag(),
			&cli.IntFlag{Name: "limit", Aliases: []string{"k"}, Value: 10, Usage: "at most `N` hits"},
			&cli.BoolFlag{Name: "explain", Usage: "show the named parts of every score, also of what was dropped"},
			&cli.BoolFlag{Name: "context-firewall", Usage: "pass the hits through the firewall and show the pack"},
			budgetFlag("with --context-firewall: "),
		),
		Action: func(c *cli.Context) error {
			q, err := query(c, s)
			if err != nil {
				return err
			}
			if q.K = c.Int("limit"); q.K < 1 {
				return usageError{fmt.Errorf("--limit %d: want at least 1", q.K)}
			}
			if c.Bool("context-firewall") {
				return packed(c, s, hub.PackRequest{Query: q, Budget: c.Int("budget"), MaxItems: q.K, Door: "search"})
			}
			if _, agent := hub.RunByAgent(s.getenv); agent {
				return packed(c, s, hub.PackRequest{Query: q, Budget: q.K * contextpack.LocatorTokens, MaxItems: q.K, MaxView: contextpack.Locator, Sought: true, Door: "search"})
			}
			q.HitsOnly = !c.Bool("explain")
			go secrets.Redact("warm") // the tables that clean what is printed are made beside the search, not after it
			h, err := openToSearch(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			var page bytes.Buffer // made while the files are still compared
			err = h.SearchRemarked(c.Context, q, func(found recall.Result, say hub.Remarks) error {
				page.Reset()
				return s.write(&page, c, searchResult(c, q, found, say), func(w io.Writer) { searchText(w, c, q, found, say, s.paint(c)) })
			})
			if err != nil {
				return err
			}
			return s.emit(c, page.Bytes())
		},
	}
}

// hitJSON is one hit as --format json shows it.
type hitJSON struct {
	ID        items.ID      `json:"id"`
	Type      items.Type    `json:"type"`
	Title     string        `json:"title"`
	Summary   string        `json:"summary,omitempty"`
	Project   string        `json:"project,omitempty"`
	Status    items.Status  `json:"status"`
	Updated   time.Time     `json:"updated"`
	Score     float64       `json:"score"`     // what the hits are ordered by
	Relevance float64       `json:"relevance"` // how much of the query it answers
	Disputed  bool          `json:"disputed,omitempty"`
	Outside   bool          `json:"changed_outside,omitempty"` // its file changed outside of memory: in no prompt before it is approved or merged
	Parts     []recall.Part `json:"parts,omitempty"`
	Dropped   string        `json:"dropped,omitempty"`
}

func hitsJSON(hits []recall.Hit, explain bool) []hitJSON {
	rows := []hitJSON{}
	for _, h := range hits {
		row := hitJSON{h.ID, h.Head.Type, h.Head.Title, h.Head.Summary, h.Head.Project, h.Head.Status, h.Head.Updated, h.Score, h.Relevance, false, false, nil, h.Dropped}
		if explain {
			row.Parts = h.Parts
		}
		rows = append(rows, row)
	}
	return rows
}

func searchResult(c *cli.Context, q recall.Query, found recall.Result, say hub.Remarks) any {
	result := struct {
		Query    string    `json:"query"`
		AsOf     time.Time `json:"as_of,omitzero"`
		Hits     []hitJSON `json:"hits"`
		Dropped  []hitJSON `json:"dropped,omitempty"`
		Degraded []string  `json:"degraded,omitempty"`
	}{Query: q.Text, AsOf: q.AsOf, Hits: hitsJSON(found.Hits, c.Bool("explain")), Degraded: found.Degraded}
	for i := range result.Hits {
		id := result.Hits[i].ID
		result.Hits[i].Disputed, result.Hits[i].Outside = say.Disputed[id], say.Outside[id]
	}
	if c.Bool("explain") {
		result.Dropped = hitsJSON(found.Dropped, true)
	}
	return result
}

// outOfOrder reports that relevance, which is shown, does not fall from hit to hit as the score does.
func outOfOrder(hits []recall.Hit) bool {
	return !slices.IsSortedFunc(hits, func(a, b recall.Hit) int {
		return cmp.Compare(math.Round(b.Relevance*100), math.Round(a.Relevance*100))
	})
}

func searchText(w io.Writer, c *cli.Context, q recall.Query, found recall.Result, say hub.Remarks, p paint) {
	if outOfOrder(found.Hits) {
		fmt.Fprintln(w, "ordered by score; the number is the relevance alone (--explain shows the parts)")
	}
	if len(found.Hits) == 0 {
		fmt.Fprintln(w, "nothing found")
		elsewhereText(w, recall.Elsewhere(q, found.Dropped))
		waitingText(w, recall.Waiting(found.Dropped))
	}
	for i, h := range found.Hits {
		fmt.Fprintf(w, "%2d  %.2f  %-12s %s\n", i+1, h.Relevance, h.Head.Type, p.bold(oneLine(h.Head.Title, 100)))
		if h.Head.Summary != "" {
			fmt.Fprintf(w, "          %s\n", oneLine(h.Head.Summary, 160))
		}
		fmt.Fprintf(w, "          %s%s\n", p.dim("memory read "+string(h.ID)), statusNow(c, h.Head)+timeText(q, h.Head.Valid)+disputedText(say.Disputed[h.ID])+outsideText(say.Outside[h.ID]))
		if c.Bool("explain") {
			partsText(w, h.Parts)
		}
	}
	if c.Bool("explain") {
		for _, h := range found.Dropped {
			fmt.Fprintf(w, " -  %.2f  %-12s %s\n          dropped: %s  (%s)\n", h.Relevance, h.Head.Type, oneLine(h.Head.Title, 100), h.Dropped, h.ID)
			partsText(w, h.Parts)
		}
	}
	for _, d := range found.Degraded {
		fmt.Fprintf(w, "note: %s\n", clean(d))
	}
}

// waitingText says that more would be found if it were approved.
func waitingText(w io.Writer, n int) {
	if n > 0 {
		fmt.Fprintf(w, "%d more in review: memory review\n", n)
	}
}

// outsideText says of an item that is shown why no prompt gets it.
func outsideText(yes bool) string {
	if yes {
		return "  (changed outside of memory, in no prompt: memory review approve ID)"
	}
	return ""
}

func disputedText(yes bool) string {
	if yes {
		return "  (disputed: memory conflicts)"
	}
	return ""
}

// statusNow says of an item that was in force at --as-of what it is today, if that differs.
func statusNow(c *cli.Context, h items.Head) string {
	if c.IsSet("as-of") && h.Status != items.Active {
		return fmt.Sprintf("  (now %s)", h.Status)
	}
	return ""
}

// timeText says of a hit that is not true at the time of the question since when or until when it is.
func timeText(q recall.Query, v items.Valid) string {
	switch {
	case !q.AsOf.IsZero() || q.Now.IsZero():
		return ""
	case v.From.After(q.Now):
		return "  (not true before " + day(v.From) + ")"
	case !v.End().IsZero() && !v.End().After(q.Now):
		return "  (true until " + day(v.Until) + ")"
	}
	return ""
}

func partsText(w io.Writer, parts []recall.Part) {
	for _, p := range parts {
		fmt.Fprintf(w, "          %-18s %8.4f  %s\n", p.Name, p.Value, oneLine(p.Note, 100))
	}
}
