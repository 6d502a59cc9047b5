package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/urfave/cli/v2"
)

// filterFlags are what narrows a question, the same for search and pack.
func filterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "type", Usage: "only items of the `TYPE` (repeat for several)"},
		&cli.StringSliceFlag{Name: "tag", Usage: "only items with the `TAG` (repeat: all of them)"},
		&cli.StringSliceFlag{Name: "status", Usage: "items of the `STATUS` instead of active ones (active, proposed, superseded, retired, archived)"},
		&cli.StringFlag{Name: "since", Usage: "only items changed since `DATE` (2026-11-29, yesterday, monday) or for so long (7d, 2w, 12h)"},
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

// since reads what recall.Since reads; "" is the zero time.
func since(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	from, ok := recall.Since(text, now)
	if !ok {
		return from, usageError{fmt.Errorf("--since %s: want a date (2026-11-29), a length of time (7d, 2w, 12h) or words for a day (today, yesterday, \"last week\")", text)}
	}
	return from, nil
}
