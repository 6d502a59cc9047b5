package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/govern"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

// memberJSON is one side of a case.
type memberJSON struct {
	ID       items.ID         `json:"id"`
	Type     items.Type       `json:"type"`
	Title    string           `json:"title"`
	Summary  string           `json:"summary,omitempty"`
	Trust    items.Trust      `json:"trust"`
	Created  time.Time        `json:"created"`
	Updated  time.Time        `json:"updated"`
	From     *time.Time       `json:"valid_from,omitempty"`
	Evidence []items.Citation `json:"evidence,omitempty"`
	Outside  bool             `json:"changed_outside,omitempty"` // its file changed outside of memory: in no prompt, and its trust is what it says of itself
}

type caseJSON struct {
	ID      string       `json:"id"`
	Kind    govern.Kind  `json:"kind"`
	Until   *time.Time   `json:"until,omitempty"` // of a deferred case: when it comes back
	Members []memberJSON `json:"members"`         // newest first
}

// casesJSON is what there is to decide.
type casesJSON struct {
	Cases    []caseJSON `json:"cases"`
	Deferred []caseJSON `json:"deferred"`
	Left     int        `json:"not_compared,omitempty"`
	Degraded string     `json:"degraded,omitempty"`
}

func conflictsCommand(s *streams) *cli.Command {
	list := func(c *cli.Context) error {
		h, err := open(c, s, false)
		if err != nil {
			return err
		}
		defer h.Close()
		found, err := h.Conflicts(c.Context)
		if err != nil {
			return err
		}
		all := casesJSON{Cases: []caseJSON{}, Deferred: []caseJSON{}, Left: found.Left, Degraded: found.Degraded}
		for _, one := range found.Open {
			all.Cases = append(all.Cases, caseOf(c, s, h, one))
		}
		for _, one := range found.Deferred {
			all.Deferred = append(all.Deferred, caseOf(c, s, h, one))
		}
		return s.print(c, all, func(w io.Writer) { casesText(w, all) })
	}
	show := func(c *cli.Context) error {
		if err := need(c, 1, "one case"); err != nil {
			return err
		}
		h, err := open(c, s, false)
		if err != nil {
			return err
		}
		defer h.Close()
		one, err := h.Conflict(c.Context, c.Args().First())
		if err != nil {
			return err
		}
		row := caseOf(c, s, h, one)
		return s.print(c, row, func(w io.Writer) { caseText(w, row) })
	}
	return &cli.Command{
		Name: "conflicts", Usage: "items that contradict each other, or say the same: list, show, resolve",
		Description: "While a case is open, or deferred, a prompt gets the newest of its items, marked as disputed. Items that came in by git, by hand or by\nan import are compared with their neighbours here, and by other commands that do not hurry; those that say the same make a case of their own.\n\n    memory conflicts\n    memory conflicts resolve case-1a2b3c4d --choose mem-20261129-cursor",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usageError{fmt.Errorf("unknown command %q of conflicts: want list, show or resolve", c.Args().First())}
			}
			return list(c)
		},
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "list the open cases", Description: "    memory conflicts list", Action: list},
			{Name: "show", Usage: "show one case with the texts, their evidence and dates", ArgsUsage: "CASE|ID", Description: "    memory conflicts show case-1a2b3c4d", Action: show},
			resolveCommand(s),
		},
	}
}

func caseOf(c *cli.Context, s *streams, h *hub.Hub, one govern.Case) caseJSON {
	row := caseJSON{ID: one.ID, Kind: one.Kind}
	if !one.Until.IsZero() {
		row.Until = &one.Until
	}
	ids := make([]items.ID, len(one.Members))
	for i, m := range one.Members {
		ids[i] = m.ID
	}
	outside := h.ChangedOutside(c.Context, ids)
	given := reachable(c, s, h)
	for _, m := range one.Members {
		side := memberJSON{ID: m.ID, Type: m.Type, Title: m.Title, Summary: m.Summary, Trust: m.Trust, Created: m.Created, Updated: m.Updated, Outside: outside[m.ID]}
		if !m.Valid.From.IsZero() {
			side.From = &m.Valid.From
		}
		if it, _, err := h.Items.Get(c.Context, m.ID); err == nil {
			side.Evidence = it.Evidence
		}
		if !given(m.ID) {
			side.Title, side.Summary, side.Evidence = kept, "", nil
		}
		row.Members = append(row.Members, side)
	}
	return row
}

func casesText(w io.Writer, all casesJSON) {
	if len(all.Cases) == 0 {
		fmt.Fprintln(w, "no open cases")
	}
	for _, row := range all.Cases {
		caseText(w, row)
	}
	for _, row := range all.Deferred {
		back := "until one of them is edited"
		if row.Until != nil {
			back = "until " + row.Until.Format(time.DateOnly) + ", or until one of them is edited"
		}
		fmt.Fprintf(w, "deferred %s\n", back)
		caseText(w, row)
	}
	if all.Degraded != "" {
		fmt.Fprintln(w, clean(all.Degraded))
	}
	if all.Left > 0 {
		fmt.Fprintf(w, "%s not compared with their neighbours yet: run it again\n", plural(all.Left, "item"))
	}
	if len(all.Cases) > 0 {
		fmt.Fprintf(w, "next: memory conflicts resolve %s --choose ID; or --merge ID, --scope ID=branch:NAME, --dismiss, --defer\n", all.Cases[0].ID)
	}
}

func caseText(w io.Writer, row caseJSON) {
	fmt.Fprint(w, row.ID)
	switch row.Kind {
	case govern.Duplicate:
		fmt.Fprint(w, "  they say the same")
	case govern.Circle:
		fmt.Fprint(w, "  each was superseded by another one, and none is in force: --choose says which one holds")
	}
	fmt.Fprintln(w)
	for i, m := range row.Members {
		which := "older"
		if i == 0 {
			which = "newest"
		}
		fmt.Fprintf(w, "  %-6s  %s\n", which, oneLine(m.Title, 100))
		if m.Summary != "" {
			// whole: what two facts differ in may stand at the end
			for _, line := range wrapped(wholeWords(m.Summary, quoteMost), quoteWidth, 0) {
				fmt.Fprintf(w, "          %s\n", line)
			}
		}
		by := "by " + dash(string(m.Trust))
		if m.Outside {
			by = "unreviewed: its file changed outside of memory (memory review approve ID)"
		}
		fmt.Fprintf(w, "          %s, %s, %s, %s  memory read %s\n", m.Type, m.Created.Format(time.DateOnly), by,
			plural(len(m.Evidence), "citation"), m.ID)
	}
}

func resolveCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "resolve", Usage: "decide a case", ArgsUsage: "CASE|ID",
		Description: "One of --choose (the others are superseded), --merge (so too, and their evidence and tags move over), --scope (both are true, in two\n" +
			"branches or projects), --dismiss (they do not contradict each other, or are not the same) and --defer (not now: it is listed apart until\n" +
			"the day --until, or until a member is edited). A later edit of a member that contradicts another opens a case again.\n\n" +
			"    memory conflicts resolve case-1a2b3c4d --choose mem-20261129-cursor\n    memory conflicts resolve case-1a2b3c4d --scope mem-20261101-offset=branch:legacy\n" +
			"    memory conflicts resolve case-1a2b3c4d --defer --until 2026-12-24",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "choose", Usage: "the `ID` that holds"},
			&cli.StringFlag{Name: "merge", Usage: "the `ID` that holds and takes over what supports the others"},
			&cli.StringSliceFlag{Name: "scope", Usage: "where a member holds: `ID=branch:NAME` or ID=project:NAME (repeat for several members)"},
			&cli.BoolFlag{Name: "dismiss", Usage: "they do not contradict each other"},
			&cli.BoolFlag{Name: "defer", Usage: "decide later"},
			&cli.StringFlag{Name: "until", Usage: "with --defer: the case comes back on the `DAY` (2026-12-24)"},
			asFlag(),
		},
		Action: func(c *cli.Context) error {
			if err := errors.Join(need(c, 1, "one case"), oneOf(c, "choose", "merge", "scope", "dismiss", "defer"), untilGoesWith(c, "defer")); err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			who, err := actor(c, h)
			if err != nil {
				return err
			}
			one, err := h.Conflict(c.Context, c.Args().First())
			if err != nil {
				return err
			}
			return resolveCase(c, s, h, one, who)
		},
	}
}

// oneOf checks that exactly one of the flags was given.
func oneOf(c *cli.Context, names ...string) error {
	given := 0
	for _, name := range names {
		if c.IsSet(name) {
			given++
		}
	}
	if given != 1 {
		return usageError{fmt.Errorf("%s needs one of --%s", c.Command.Name, strings.Join(names, ", --"))}
	}
	return nil
}

func untilGoesWith(c *cli.Context, flag string) error {
	if c.IsSet("until") && !c.Bool(flag) {
		return usageError{fmt.Errorf("--until goes with --%s", flag)}
	}
	return nil
}

func resolveCase(c *cli.Context, s *streams, h *hub.Hub, one govern.Case, who writeservice.Actor) error {
	member := func(ref string) (items.ID, error) {
		id, err := h.Items.Resolve(c.Context, ref)
		if err != nil {
			return "", err
		}
		for _, m := range one.Members {
			if m.ID == id {
				return id, nil
			}
		}
		return "", fmt.Errorf("%s is not in %s", id, one.ID)
	}
	var others []items.ID
	for _, m := range one.Members {
		others = append(others, m.ID)
	}
	var op func(*writeservice.Service) (writeservice.Receipt, error)
	switch {
	case c.Bool("dismiss"):
		op = func(w *writeservice.Service) (writeservice.Receipt, error) { return w.Dismiss(c.Context, others, who) }
	case c.Bool("defer"):
		var until time.Time
		if c.IsSet("until") {
			var err error
			if until, err = time.Parse(time.DateOnly, c.String("until")); err != nil {
				return usageError{fmt.Errorf("--until %.40s: want a day such as 2026-12-24", c.String("until"))}
			}
		}
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Defer(c.Context, others, until, who)
		}
	case c.IsSet("scope"):
		scopes, err := scopesOf(c.StringSlice("scope"), member)
		if err != nil {
			return err
		}
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			return scopeAll(c.Context, w, scopes, others, who)
		}
	default:
		id, err := member(c.String("choose") + c.String("merge"))
		if err != nil {
			return err
		}
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Choose(c.Context, id, others, c.IsSet("merge"), who)
		}
	}
	r, err := h.Change(c.Context, op)
	if err != nil {
		return err
	}
	return s.receipt(c, r)
}

// scoped is where a member of a case holds.
type scoped struct {
	id         items.ID
	kind, name string // branch or project
}

func scopesOf(flags []string, member func(string) (items.ID, error)) (out []scoped, err error) {
	for _, flag := range flags {
		ref, place, _ := strings.Cut(flag, "=")
		kind, name, ok := strings.Cut(place, ":")
		if !ok || name == "" || kind != "branch" && kind != "project" {
			return nil, usageError{fmt.Errorf("--scope %s: want ID=branch:NAME or ID=project:NAME", flag)}
		}
		id, err := member(ref)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(s scoped) bool { return s.id == id && s.kind == kind }) {
			return nil, usageError{fmt.Errorf("--scope names two places of %s", id)}
		}
		out = append(out, scoped{id, kind, name})
	}
	return out, nil
}

// scopeAll scopes one member after the other, and says of the rest that they hold there too.
func scopeAll(ctx context.Context, w *writeservice.Service, scopes []scoped, members []items.ID, who writeservice.Actor) (r writeservice.Receipt, err error) {
	var said []string
	for _, s := range scopes {
		if r, err = w.Scope(ctx, s.id, s.kind, s.name, members, who); err != nil || r.Status == writeservice.Rejected {
			return r, err
		}
		said = append(said, fmt.Sprintf("%s holds in %s %s", s.id, s.kind, s.name))
	}
	for _, id := range members {
		if !slices.ContainsFunc(scopes, func(s scoped) bool { return s.id == id }) {
			said = append(said, fmt.Sprintf("%s holds where it did, there too: a --scope of its own says where", id))
		}
	}
	r.Reasons = append(r.Reasons, said...)
	return r, nil
}
