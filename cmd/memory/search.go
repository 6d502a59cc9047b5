package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
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

// filterFlags are what narrows a question, the same for search and pack.
func filterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "type", Usage: "only items of the `TYPE` (repeat for several)"},
		&cli.StringSliceFlag{Name: "tag", Usage: "only items with the `TAG` (repeat: all of them)"},
		&cli.StringSliceFlag{Name: "status", Usage: "items of the `STATUS` instead of active ones (active, proposed, superseded, retired, archived)"},
		&cli.StringFlag{Name: "since", Usage: "only items changed since `DATE` (2026-11-29) or for so long (7d, 12h)"},
		&cli.BoolFlag{Name: "timings", Usage: "show what each stage took"},
	}
}

// asOfFlag asks about a time in the past.
func asOfFlag() cli.Flag {
	return &cli.StringFlag{Name: "as-of", Usage: "what was in force on `DATE` (2026-11-29: at the end of that day) or at an instant (2026-11-29T10:00:00Z)"}
}

// asOf reads asOfFlag. A date means the last second of its day.
func asOf(c *cli.Context) (time.Time, error) {
	text := c.String("as-of")
	switch {
	case !c.IsSet("as-of"):
		return time.Time{}, nil
	case c.IsSet("status"):
		return time.Time{}, usageError{fmt.Errorf("--as-of and --status exclude each other: the date decides what was in force")}
	}
	at, err := hub.AsOf(text)
	if err != nil {
		return at, usageError{fmt.Errorf("--as-of %w", err)}
	}
	return at, nil
}

// budgetFlag is the token budget of a pack; not given, it is the pack's own default.
func budgetFlag(when string) cli.Flag {
	return &cli.IntFlag{Name: "budget", Usage: when + "at most `N` tokens", DefaultText: strconv.Itoa(contextpack.DefaultBudget)}
}

// query reads filterFlags and the words of the question.
func query(c *cli.Context, s *streams) (recall.Query, error) {
	q, err := filters(c, s)
	if err != nil {
		return q, err
	}
	if q.Text = strings.Join(c.Args().Slice(), " "); strings.TrimSpace(q.Text) == "" {
		return q, usageError{fmt.Errorf("%s for what? give it a question", c.Command.Name)}
	}
	return q, nil
}

// filters reads filterFlags.
func filters(c *cli.Context, s *streams) (q recall.Query, err error) {
	q = recall.Query{Project: c.String("project"), Tags: listed(c, "tag"), Now: s.now()}
	if q.Types, err = typesFlag(c); err != nil {
		return q, err
	}
	if q.Statuses, err = statusFlag(c); err != nil {
		return q, err
	}
	if q.AsOf, err = asOf(c); err != nil {
		return q, err
	}
	q.Since, err = since(c.String("since"), s.now())
	return q, err
}

func typesFlag(c *cli.Context) (types []items.Type, err error) {
	for _, name := range listed(c, "type") {
		t, err := items.ParseType(name)
		if err != nil {
			return nil, usageError{fmt.Errorf("--type: %s", plainly(err))}
		}
		types = append(types, t)
	}
	return types, nil
}

func statusFlag(c *cli.Context) (statuses []items.Status, err error) {
	for _, name := range listed(c, "status") {
		status, err := items.ParseStatus(name)
		if err != nil {
			return nil, usageError{fmt.Errorf("--status: %s", plainly(err))}
		}
		statuses = append(statuses, status)
	}
	return statuses, nil
}

// since reads a date, an instant, or a length of time before now in days (7d) or Go's own units (12h).
func since(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	unit := text
	if days, ok := strings.CutSuffix(text, "d"); ok {
		unit = days + "h"
	}
	ago, err := time.ParseDuration(unit)
	if err != nil || ago < 0 {
		return time.Time{}, usageError{fmt.Errorf("--since %s: want a date (2026-11-29) or a length of time (7d, 12h)", text)}
	}
	if unit != text {
		ago = min(ago, math.MaxInt64/24) * 24 // what is longer than a duration can be is as long as one can be
	}
	return now.Add(-ago), nil
}

func searchCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find items, best first",
		ArgsUsage: "QUERY...",
		Description: "Shows what recall found, whether or not a prompt may see it; with --context-firewall it shows the pack that a prompt would get.\n" +
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
			q.HitsOnly = !c.Bool("explain")
			started := time.Now()
			go secrets.Redact("warm") // the tables that clean what is printed are made beside the search, not after it
			h, err := openToSearch(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			var page bytes.Buffer // made while the files are still compared
			stages, err := h.SearchDisputed(c.Context, q, func(found recall.Result, disputed map[items.ID]bool) error {
				page.Reset()
				return s.write(&page, c, searchResult(c, q, found, disputed), func(w io.Writer) { searchText(w, c, q, found, disputed, s.paint(c)) })
			})
			if err != nil {
				return err
			}
			s.timings(c, stages, time.Since(started))
			_, err = page.WriteTo(s.out)
			return err
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
	Parts     []recall.Part `json:"parts,omitempty"`
	Dropped   string        `json:"dropped,omitempty"`
}

func hitsJSON(hits []recall.Hit, explain bool) []hitJSON {
	rows := []hitJSON{}
	for _, h := range hits {
		row := hitJSON{h.ID, h.Head.Type, h.Head.Title, h.Head.Summary, h.Head.Project, h.Head.Status, h.Head.Updated, h.Score, h.Relevance, false, nil, h.Dropped}
		if explain {
			row.Parts = h.Parts
		}
		rows = append(rows, row)
	}
	return rows
}

func searchResult(c *cli.Context, q recall.Query, found recall.Result, disputed map[items.ID]bool) any {
	result := struct {
		Query    string    `json:"query"`
		AsOf     time.Time `json:"as_of,omitzero"`
		Hits     []hitJSON `json:"hits"`
		Dropped  []hitJSON `json:"dropped,omitempty"`
		Degraded []string  `json:"degraded,omitempty"`
	}{Query: q.Text, AsOf: q.AsOf, Hits: hitsJSON(found.Hits, c.Bool("explain")), Degraded: found.Degraded}
	for i := range result.Hits {
		result.Hits[i].Disputed = disputed[result.Hits[i].ID]
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

func searchText(w io.Writer, c *cli.Context, q recall.Query, found recall.Result, disputed map[items.ID]bool, p paint) {
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
		fmt.Fprintf(w, "          %s%s\n", p.dim("memory read "+string(h.ID)), statusNow(c, h.Head)+disputedText(disputed[h.ID]))
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
		fmt.Fprintf(w, "note: %s\n", d)
	}
}

// waitingText says that more would be found if it were approved.
func waitingText(w io.Writer, n int) {
	if n > 0 {
		fmt.Fprintf(w, "%d more in review: memory review\n", n)
	}
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

func partsText(w io.Writer, parts []recall.Part) {
	for _, p := range parts {
		fmt.Fprintf(w, "          %-18s %8.4f  %s\n", p.Name, p.Value, oneLine(p.Note, 100))
	}
}

// timings shows on stderr what each stage took and its share of the whole.
func (s *streams) timings(c *cli.Context, stages []recall.Stage, total time.Duration) {
	if !c.Bool("timings") {
		return
	}
	rest := total
	for _, st := range stages {
		fmt.Fprintf(s.err, "%-12s %8.2f ms  %3.0f %%\n", st.Name, st.Took.Seconds()*1e3, 100*st.Took.Seconds()/total.Seconds())
		rest -= st.Took
	}
	rest = max(rest, 0) // lexical and vector run at the same time
	fmt.Fprintf(s.err, "%-12s %8.2f ms  %3.0f %%\n%-12s %8.2f ms\n", "other", rest.Seconds()*1e3, 100*rest.Seconds()/total.Seconds(), "total", total.Seconds()*1e3)
}

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
	started := time.Now()
	h, err := openToSearch(c, s)
	if err != nil {
		return err
	}
	defer h.Close()
	pack, err := h.Pack(c.Context, r)
	if err != nil {
		return err
	}
	s.timings(c, pack.Stages, time.Since(started))
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
		fmt.Fprintf(w, "note: %s\n", d)
	}
}
