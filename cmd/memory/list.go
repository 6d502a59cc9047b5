package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/urfave/cli/v2"
)

// headJSON is one item without its text, as list and review list show it.
type headJSON struct {
	ID         items.ID     `json:"id"`
	Type       items.Type   `json:"type"`
	Title      string       `json:"title"`
	Summary    string       `json:"summary,omitempty"`
	Status     items.Status `json:"status"`
	Project    string       `json:"project,omitempty"`
	Tags       []string     `json:"tags,omitempty"`
	Trust      items.Trust  `json:"trust,omitempty"`
	Confidence float64      `json:"confidence,omitempty"`
	Created    string       `json:"created"`
	Updated    string       `json:"updated"`

	Outside bool `json:"changed_outside,omitempty"` // its file changed outside of memory, and nobody approved or merged it: in no prompt
}

// listJSON is what list prints.
type listJSON struct {
	Items     []headJSON `json:"items"`
	Total     int        `json:"total"`
	Elsewhere int        `json:"elsewhere,omitempty"` // in other projects
	Note      string     `json:"note,omitempty"`      // why there are none, where the project's name is the reason
}

func headRow(h items.Head) headJSON {
	return headJSON{h.ID, h.Type, h.Title, h.Summary, h.Status, h.Project, h.Tags, h.Trust, h.Confidence,
		h.Created.Format("2006-01-02T15:04:05Z"), h.Updated.Format("2006-01-02T15:04:05Z"), false}
}

func headIDs(heads []items.Head) []items.ID {
	ids := make([]items.ID, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	return ids
}

func listCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "list",
		Usage:       "list items, newest change first",
		Description: "    memory list --type decision --tag pagination\n    memory list --status proposed --limit 0",
		Flags: append(filterFlags()[:4:4],
			&cli.IntFlag{Name: "limit", Value: 50, Usage: "at most `N`; 0 = all"},
		),
		Action: func(c *cli.Context) error {
			want, err := headFilter(c, s, items.Active)
			if err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			heads, elsewhere, err := h.Heads(c.Context, want)
			if err != nil {
				return err
			}
			total := len(heads)
			if n := c.Int("limit"); n > 0 && total > n {
				heads = heads[:n]
			}
			if _, agent := hub.RunByAgent(s.getenv); agent && len(heads) > 0 {
				if heads, err = mayReach(c, h, heads); err != nil {
					return err
				}
			}
			rows := []headJSON{}
			outside := h.ChangedOutside(c.Context, headIDs(heads))
			for _, head := range heads {
				row := headRow(head)
				row.Outside = outside[head.ID]
				rows = append(rows, row)
			}
			note := ""
			if total == 0 {
				note = h.Misnamed(c.Context)
			}
			return s.print(c, listJSON{rows, total, elsewhere, note}, func(w io.Writer) {
				for _, head := range heads {
					fmt.Fprintf(w, "%s  %-12s %-10s %s\n            %s%s\n", day(head.Updated), head.Type, head.Status, oneLine(head.Title, 90), head.ID, outsideText(outside[head.ID]))
				}
				if total == 0 {
					fmt.Fprintln(w, "no items; memory harvest and memory review, or memory write, make some")
				}
				if total > len(heads) {
					fmt.Fprintf(w, "%d of %s; --limit 0 shows all\n", len(heads), plural(total, "item"))
				}
				elsewhereText(w, elsewhere)
				noteText(w, note)
			})
		},
	}
}

// mayReach keeps the items whose titles an agent is given.
func mayReach(c *cli.Context, h *hub.Hub, heads []items.Head) ([]items.Head, error) {
	refs := make([]string, len(heads))
	for i, head := range heads {
		refs[i] = string(head.ID)
	}
	pack, err := h.Show(c.Context, refs, hub.PackRequest{MaxView: contextpack.Locator, Budget: len(refs) * contextpack.LocatorTokens, Door: "list"})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(heads, func(head items.Head) bool {
		return !slices.ContainsFunc(pack.Entries, func(e contextpack.Entry) bool { return e.ID == head.ID })
	}), nil
}

// headFilter reads the filter flags of list. Without --status only items of the given statuses pass.
func headFilter(c *cli.Context, s *streams, statuses ...items.Status) (func(items.Head) bool, error) {
	types, err := typesFlag(c)
	if err != nil {
		return nil, err
	}
	if named, err := statusFlag(c); err != nil {
		return nil, err
	} else if named != nil {
		statuses = named
	}
	after, err := since(c.String("since"), s.now())
	if err != nil {
		return nil, err
	}
	tags := listed(c, "tag")
	return func(h items.Head) bool {
		return (len(types) == 0 || slices.Contains(types, h.Type)) && slices.Contains(statuses, h.Status) && !h.Updated.Before(after) &&
			!slices.ContainsFunc(tags, func(t string) bool { return !slices.Contains(h.Tags, t) })
	}, nil
}

// elsewhereText says that other projects hold more.
func elsewhereText(w io.Writer, n int) {
	if n > 0 {
		fmt.Fprintf(w, "%d more in other projects: --project all\n", n)
	}
}

// tagsJSON is what tags prints.
type tagsJSON struct {
	Tags      map[string]int `json:"tags"`
	Elsewhere int            `json:"elsewhere"`
	Note      string         `json:"note,omitempty"` // as in listJSON
}

func tagsCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "tags",
		Usage:       "count the tags of active items",
		Description: "    memory tags --project all",
		Action: func(c *cli.Context) error {
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			found, elsewhere, err := h.Heads(c.Context, func(h items.Head) bool { return h.Status == items.Active })
			if err != nil {
				return err
			}
			counts, given := map[string]int{}, reachable(c, s, h)
			for _, head := range found {
				if len(head.Tags) == 0 || !given(head.ID) {
					continue
				}
				for _, tag := range head.Tags {
					counts[tag]++
				}
			}
			note := ""
			if len(counts) == 0 {
				note = h.Misnamed(c.Context)
			}
			return s.print(c, tagsJSON{counts, elsewhere, note}, func(w io.Writer) {
				names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
				for _, name := range names {
					fmt.Fprintf(w, "%5d  %s\n", counts[name], clean(name))
				}
				if len(names) == 0 {
					fmt.Fprintln(w, "no tags")
				}
				elsewhereText(w, elsewhere)
				noteText(w, note)
			})
		},
	}
}

func statsCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "stats",
		Usage:       "count items, candidates, evidence and packs",
		Description: "    memory stats --format json",
		Action: func(c *cli.Context) error {
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			st, err := h.Stats(c.Context)
			if err != nil {
				return err
			}
			return s.print(c, st, func(w io.Writer) {
				fmt.Fprintf(w, "items       %d\n", st.Items)
				for i, table := range []struct {
					name   string
					counts map[string]int
				}{{"status", st.Status}, {"type", st.Types}, {"project", st.Projects}, {"trust", st.Trust}} {
					if i == 1 && st.Status[string(items.Active)] != st.Items {
						fmt.Fprintf(w, "of the %d active\n", st.Status[string(items.Active)])
					}
					for _, key := range slices.Sorted(maps.Keys(table.counts)) {
						fmt.Fprintf(w, "  %-9s %-20s %d\n", table.name, clean(key), table.counts[key])
					}
				}
				fmt.Fprintf(w, "in review   %d\nunreadable  %d\n", st.Review, st.Bad)
				elsewhereText(w, st.Elsewhere)
				fmt.Fprintf(w, "sessions    %s\nevents      %d\npacks       %d\n", sessionsText(st), st.Events, st.Packs)
			})
		},
	}
}

// sessionsText counts the sessions of this project, and says where the others are.
func sessionsText(st hub.Stats) string {
	if st.SessionsElsewhere == 0 {
		return strconv.Itoa(st.Sessions)
	}
	return fmt.Sprintf("%d (%d in other projects)", st.Sessions, st.SessionsElsewhere)
}
