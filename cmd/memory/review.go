package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

func reviewCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "review",
		Usage: "decide on candidates: interactive on a terminal, or by list, show, approve, reject, edit, merge",
		Description: "On a terminal, memory review shows one candidate after the other with the words it was found in, and takes one key:\n" +
			"a approve, r reject, e edit in $EDITOR, m merge into an item, s skip, q quit, and = merge into the item that it looks like,\n" +
			"where there is one. A rejected candidate does not come back. Items that changed outside of memory (an editor, a program, a branch that\n" +
			"is not merged) come after the candidates: until they are approved no prompt gets them, and rejecting one retires it.\n\n" +
			"    memory review\n    memory review list --type decision\n    memory review approve mem-20261129-use-pnpm\n    memory review --branch memory-2026-11\n    memory review --merged",
		Flags: append(reviewFilter(), &cli.StringFlag{Name: "branch", Usage: "put approved changes on the git branch `NAME`, one commit an item, ready for a pull request"},
			&cli.BoolFlag{Name: "merged", Usage: "after the pull request is merged and git fetch: how to pull over the same changes here; changes nothing"}),
		Subcommands: []*cli.Command{
			reviewListCommand(s), reviewShowCommand(s),
			simple(s, "approve", "make candidates items", "    memory review approve ID ID", "memory review list",
				[]cli.Flag{reviveFlag(), &cli.StringFlag{Name: "despite", Usage: "approve a text that reads like an order to a model, for the `REASON`"}},
				func(c *cli.Context, w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
					who.Revive, who.Despite = c.String("revive"), c.String("despite")
					return w.Approve(c.Context, id, who)
				}),
			simple(s, "reject", "reject candidates; they do not come back", "    memory review reject ID --reason \"only for this task\"", "memory review list",
				[]cli.Flag{reasonFlag()},
				func(c *cli.Context, w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
					return w.Reject(c.Context, id, who, c.String("reason"))
				}),
			reviewEditCommand(s), reviewMergeCommand(s),
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usageError{fmt.Errorf("review has no command %q; memory review --help lists them", c.Args().First())}
			}
			if c.IsSet("branch") {
				return reviewBranch(c, s)
			}
			if c.Bool("merged") {
				return reviewMerged(c, s)
			}
			if !s.inTTY {
				return usageError{fmt.Errorf("review is interactive on a terminal; elsewhere use memory review list, show, approve, reject, edit or merge")}
			}
			return interactiveReview(c, s)
		},
	}
}

func reviewFilter() []cli.Flag { return append(filterFlags()[:2:2], filterFlags()[3]) }

func reviewListCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "list what waits: candidates, items that changed outside of memory, and those that a reader marked wrong or outdated", Description: "    memory review list --type decision", Flags: append(reviewFilter(), &cli.BoolFlag{Name: "rejected", Usage: "the rejected ones instead"}),
		Action: func(c *cli.Context) error {
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			waiting, elsewhere, err := candidates(c, s, h)
			if err != nil {
				return err
			}
			type row struct {
				headJSON
				Supersedes []items.ID               `json:"supersedes,omitempty"` // approving it puts them out of force
				Like       []writeservice.Neighbour `json:"looks_like,omitempty"` // as in review show
			}
			rows := []row{}
			for i, head := range waiting {
				like, err := looksLike(c, h, head)
				if err != nil {
					return err
				}
				head = s.proposedHead(c, h, head)
				waiting[i] = head
				rows = append(rows, row{headRow(head), head.Supersedes, like})
			}
			result := map[string]any{"candidates": rows}
			var doubts []hub.Doubt
			var changed []hub.OutsideChange
			if !c.Bool("rejected") {
				if changed, err = outside(c, s, h); err != nil {
					return err
				}
				for i := range changed {
					changed[i].Head = s.proposedHead(c, h, changed[i].Head)
				}
				result["changed_outside"] = outsideRows(changed)
				if doubts, err = h.Doubted(c.Context); err != nil {
					return err
				}
				for i := range doubts {
					doubts[i].Head = s.proposedHead(c, h, doubts[i].Head)
				}
				result["doubted"] = doubtRows(doubts)
			}
			return s.quoted(c, result, func(w io.Writer) {
				for i, head := range waiting {
					fmt.Fprintf(w, "%-12s %-4s  %-14s %s\n             %s\n", head.Type, sureness(head.Confidence), oneLine(head.Project, 14), oneLine(head.Title, 90), head.ID)
					if it, _, err := h.Items.Get(c.Context, head.ID); err == nil {
						warnOfInstructions(w, "             ", it)
					}
					for _, id := range head.Supersedes {
						fmt.Fprintf(w, "             approving it supersedes %s%s\n", clean(string(id)), titleText(c, h, id))
					}
					looksLikeText(c, w, h, "             ", rows[i].Like)
				}
				if len(rows) == 0 && c.Bool("rejected") {
					fmt.Fprintln(w, "nothing was rejected")
				} else if len(rows)+len(changed) == 0 {
					fmt.Fprintln(w, "nothing waits for review")
				}
				elsewhereText(w, elsewhere)
				outsideListText(c, w, h, changed)
				doubtsText(w, doubts)
			})
		},
	}
}

// sureness is a confidence as people read it; nobody set one for "-".
func sureness(confidence float64) string {
	if confidence == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", confidence)
}

// candidates lists what waits in review (or, with --rejected, what was rejected) and passes the filter flags, surest first;
// elsewhere counts those of other projects.
func candidates(c *cli.Context, s *streams, h *hub.Hub) (found []items.Head, elsewhere int, err error) {
	status := items.Proposed
	if c.Bool("rejected") {
		status = items.Retired
	}
	want, err := headFilter(c, s, status)
	if err != nil {
		return nil, 0, err
	}
	h.Project = harvestProject(c, h) // what harvest brought here is reviewed here
	found, elsewhere, err = h.Heads(c.Context, func(head items.Head) bool { return head.Candidate && want(head) })
	if c.Bool("rejected") {
		found = slices.DeleteFunc(found, func(head items.Head) bool {
			it, _, err := h.Items.Get(c.Context, head.ID)
			return err == nil && writeservice.Merged(it) // its words live on in an item
		})
	}
	slices.SortStableFunc(found, func(a, b items.Head) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return found, elsewhere, err
}

func reviewShowCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "show", Usage: "show candidates with their evidence", ArgsUsage: "ID...", Description: "    memory review show mem-20261129-use-pnpm",
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{fmt.Errorf("review show which candidate? memory review list shows them")}
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			type row struct {
				ID      items.ID   `json:"id"`
				Path    string     `json:"path"`
				Item    items.Item `json:"item"`
				Sources []source   `json:"sources"`
				Warn    []string   `json:"reads_like_instruction,omitempty"` // fields
				// Like are items that may say the same in other words, and those that say otherwise.
				Like []writeservice.Neighbour `json:"looks_like,omitempty"`
			}
			rows := []row{}
			for _, ref := range c.Args().Slice() {
				id, err := h.Items.Resolve(c.Context, ref)
				if err != nil {
					return err
				}
				it, f, err := h.Items.Get(c.Context, id)
				if err != nil {
					return err
				}
				like, err := h.LooksLike(c.Context, it)
				if err != nil {
					return err
				}
				warn, said := writeservice.Instructs(it), sources(c, h, it)
				if shown := s.proposed(it); shown.Title != it.Title {
					it, said = shown, nil
				}
				rows = append(rows, row{id, f.Path, it, said, warn, like})
			}
			return s.quoted(c, map[string]any{"candidates": rows}, func(w io.Writer) {
				for _, r := range rows {
					candidateText(w, r.Item, r.Sources)
					looksLikeText(c, w, h, "  ", r.Like)
				}
			})
		},
	}
}

// candidateText is what a reviewer needs to decide: the fact, and the words it was found in.
func candidateText(w io.Writer, it items.Item, from []source) {
	fmt.Fprintf(w, "%s\n", it.ID)
	warnOfInstructions(w, "  ", it)
	fmt.Fprintln(w, indent(strings.TrimRight(clean(contextpack.Render(it, contextpack.Detail)), "\n"), "  "))
	fmt.Fprintf(w, "  type %s, project %s, confidence %.2f, trust %s\n", it.Type, dash(it.Project), it.EffectiveConfidence(), dash(string(it.Trust)))
	if len(it.Refs.Files) > 0 {
		fmt.Fprintf(w, "  files %s\n", clean(strings.Join(it.Refs.Files, ", ")))
	}
	for _, a := range it.Anchors {
		fmt.Fprintf(w, "  anchored to %s:%s", clean(a.Path), a.Lines)
		if a.Symbol != "" {
			fmt.Fprintf(w, " (%s)", clean(a.Symbol))
		}
		fmt.Fprintln(w)
	}
	for _, id := range it.Supersedes {
		fmt.Fprintf(w, "  approving it supersedes %s\n", id)
	}
	sourcesText(w, true, from)
}

// looksLike compares a candidate of the list with what is there; nothing waits in a rejected one. One that is gone meanwhile looks like nothing.
func looksLike(c *cli.Context, h *hub.Hub, head items.Head) ([]writeservice.Neighbour, error) {
	if head.Status != items.Proposed {
		return nil, nil
	}
	it, _, err := h.Items.Get(c.Context, head.ID)
	if err != nil {
		return nil, c.Context.Err()
	}
	return h.LooksLike(c.Context, it)
}

// looksLikeText names the items that a candidate may say again, and those that say otherwise.
func looksLikeText(c *cli.Context, w io.Writer, h *hub.Hub, margin string, like []writeservice.Neighbour) {
	for _, n := range like {
		words := "looks like"
		if !n.MayBeOne() {
			words = "says otherwise than"
		}
		if it, _, err := h.Items.Get(c.Context, n.ID); err == nil && (it.Status == items.Retired || it.Status == items.Superseded) {
			words = "says again what was " + string(it.Status) + ","
		}
		fmt.Fprintf(w, "%s%s %s%s\n", margin, words, clean(string(n.ID)), titleText(c, h, n.ID))
	}
}

// titleText is the title of an item behind its id, "" where there is none.
func titleText(c *cli.Context, h *hub.Hub, id items.ID) string {
	it, _, err := h.Items.Get(c.Context, id)
	if err != nil {
		return ""
	}
	if h.ByAgent() {
		it = proposed(it)
	}
	return ": " + oneLine(it.Title, 90)
}

// warnOfInstructions says ahead of an approval which fields of a candidate a model could take for an order.
func warnOfInstructions(w io.Writer, margin string, it items.Item) {
	if fields := writeservice.Instructs(it); len(fields) > 0 {
		fmt.Fprintf(w, "%s! reads like an instruction (%s): look twice before you approve it\n", margin, strings.Join(fields, ", "))
	}
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return clean(text)
}

func reviewEditCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "edit", Usage: "edit a candidate in $EDITOR, or take it from a file", ArgsUsage: "ID",
		Description: "    memory review edit mem-20261129-use-pnpm\n    memory review edit mem-20261129-use-pnpm --from changed.md",
		Flags:       []cli.Flag{&cli.StringFlag{Name: "from", Usage: "the whole new item file, `FILE` or -"}, asFlag()},
		Action: func(c *cli.Context) error {
			if err := need(c, 1, "one id"); err != nil {
				return err
			}
			return change(c, s, c.Args().Slice(), func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				if from := c.String("from"); from != "" {
					b, err := readInput(s, from)
					if err != nil {
						return writeservice.Receipt{}, err
					}
					return w.Edit(c.Context, id, who, b)
				}
				r, _, err := editInEditor(c, s, w, id, who, "")
				return r, err
			})
		},
	}
}

func reviewMergeCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "merge", Usage: "merge a candidate into an item: its evidence, files and tags move over", ArgsUsage: "CANDIDATE",
		Description: "    memory review merge mem-20261129-use-pnpm --into mem-20261101-package-manager",
		Flags:       []cli.Flag{&cli.StringFlag{Name: "into", Usage: "the item `ID`"}, asFlag()},
		Action: func(c *cli.Context) error {
			if err := errors.Join(need(c, 1, "one candidate, and --into an item"), flagNeeded(c, "into")); err != nil {
				return err
			}
			h, who, err := openAs(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			into, err := h.Items.Resolve(c.Context, c.String("into"))
			if err != nil {
				return err
			}
			return changeIn(c, s, h, c.Args().Slice(), who, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				return w.Merge(c.Context, id, into, who)
			})
		},
	}
}
