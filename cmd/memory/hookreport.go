package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/hub"
	"github.com/urfave/cli/v2"
)

func hookRecentCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "recent",
		Usage:       "list what hooks did, newest first",
		Description: "    memory hook recent --limit 5",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Value: 20, Usage: "at most `N`; 0 = all"},
			&cli.StringFlag{Name: "agent", Usage: "only calls of the agent `NAME`"},
			&cli.BoolFlag{Name: "all", Usage: "also calls that only kept something"},
		},
		Action: func(c *cli.Context) error {
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			list, err := h.HookRecent(c.Context, c.Int("limit"), c.String("agent"), c.Bool("all"))
			if err != nil {
				return err
			}
			return s.print(c, map[string]any{"calls": list}, func(w io.Writer) {
				for _, r := range list {
					fmt.Fprintf(w, "%s  %-12s %-17s %-9s %s%s\n", minute(r.At), dash(clean(r.Agent)), dash(oneLine(cmp.Or(string(r.Event), r.Host), 40)), r.Outcome, hookDetail(r), degradedText(r.Degraded))
				}
				if len(list) == 0 {
					fmt.Fprintln(w, "no calls yet")
				}
			})
		},
	}
}

func hookDetail(r hub.HookRecord) string {
	parts := []string{fmt.Sprintf("%.1f ms", float64(r.Took)/1e3)}
	if r.Tokens > 0 {
		parts = append(parts, fmt.Sprintf("%d tokens, %s", r.Tokens, plural(len(r.Items), "item")))
	}
	if r.Reason != "" {
		parts = append(parts, oneLine(r.Reason, 100))
	}
	if r.Cut != "" {
		parts = append(parts, oneLine(r.Cut, 120))
	}
	if r.Cohort != "" {
		parts = append(parts, "memory why "+r.Cohort)
	}
	return strings.Join(parts, "; ")
}

func degradedText(degraded []string) string {
	if len(degraded) == 0 {
		return ""
	}
	return "\n          note: " + oneLine(strings.Join(degraded, "; "), 200)
}

func hookSummaryCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "summary",
		Usage:       "count what hooks injected, held back and missed, what they took, and what became of it",
		Description: "    memory hook summary --since 30d",
		Flags:       []cli.Flag{&cli.StringFlag{Name: "since", Value: "7d", Usage: "from `DATE` (2026-11-29, yesterday, monday) or for so long (7d, 2w, 12h)"}},
		Action: func(c *cli.Context) error {
			from, err := since(c.String("since"), s.now())
			if err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			sum, err := h.SummariseHooks(c.Context, from)
			if err != nil {
				return err
			}
			return s.print(c, sum, func(w io.Writer) { hookSummaryText(w, sum) })
		},
	}
}

func hookSummaryText(w io.Writer, s hub.HookSummary) {
	fmt.Fprintf(w, "%s since %s, %d tokens injected\n", plural(s.Calls, "call"), minute(s.Since), s.Tokens)
	for _, a := range s.Agents {
		fmt.Fprintf(w, "  %-14s %6d  last %s%s\n", clean(a.Agent), a.Calls, minute(a.Last), versionOf(a.Version))
	}
	if s.Unknown > 0 {
		fmt.Fprintf(w, "  %-14s %6d  of an agent or event that docs/agents.md does not list, not counted\n", "unknown", s.Unknown)
	}
	counts(w, "outcome", s.Outcomes)
	counts(w, "held back", s.Reasons)
	if s.Uncompared > 0 {
		counts(w, "in time", map[string]int{"before all files were compared": s.Uncompared})
	}
	for _, l := range s.Latency {
		fmt.Fprintf(w, "latency    %-18s p50 %.1f ms, p99 %.1f ms of %d\n", l.Event, float64(l.P50)/1e3, float64(l.P99)/1e3, l.Calls)
	}
	a := s.Aftermath
	fmt.Fprintf(w, "injected   %s: %d changed, %d corrected, %d reinforced since\n", plural(a.Injected, "item"), a.Changed, a.Corrected, a.Reinforced)
	for _, g := range s.Gaps {
		fmt.Fprintf(w, "gap        %s  %s\n", g.At.UTC().Format(time.DateOnly), oneLine(g.Query, 100))
	}
	for _, f := range s.Unreadable {
		fmt.Fprintf(w, "fault      %s\n", oneLine(f, 200))
	}
}

func versionOf(v string) string {
	if v == "" {
		return ""
	}
	return ", version " + oneLine(v, 40)
}

func counts(w io.Writer, label string, n map[string]int) {
	for _, name := range slices.Sorted(maps.Keys(n)) {
		fmt.Fprintf(w, "%-10s %-26s %d\n", label, oneLine(name, 60), n[name])
	}
}
