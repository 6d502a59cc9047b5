package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

// errUnproven ends with exit status 3: the purge was made, and words are still in the store.
var errUnproven = errors.New("words are left")

func forgetCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "forget", Usage: "retire items, or with --purge take one out of the store for good", ArgsUsage: "ID...",
		Description: "Without --purge this is memory retire: the item is no longer true, stays as a tombstone, and memory restore brings it back.\n\n" +
			"With --purge the words go: the item and its copies in undo/, the evidence that it cites and what else holds the same words, the lines of\n" +
			"the ledger, every generation of the index with its vectors; blocks of memory profile export are written anew. A tombstone of hashes stays, so that the same words do not come back. Then\n" +
			"every file of the store, and of your own store, is looked through. Exit status 3 where words are left, and they are named. Only a person\n" +
			"can; it asks first on a terminal, and wants --yes elsewhere. Git history keeps the text: the command that rewrites it is printed, for you\n" +
			"to run. Without an ID it finishes a purge that was interrupted.\n\n" +
			"    memory forget mem-20261129-cursor --reason \"replaced by GraphQL\"\n" +
			"    memory forget mem-20261129-acme-pays --purge --dry-run\n    memory forget mem-20261129-acme-pays --purge --yes",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "purge", Usage: "take the words out of the store for good"},
			&cli.BoolFlag{Name: "dry-run", Usage: "only show what would go"},
			&cli.BoolFlag{Name: "yes", Usage: "do not ask"},
			reasonFlag(), asFlag(),
		},
		Action: func(c *cli.Context) error {
			refs := c.Args().Slice()
			switch {
			case !c.Bool("purge") && len(refs) == 0:
				return usageError{fmt.Errorf("forget which item? memory list shows them")}
			case !c.Bool("purge") && c.Bool("dry-run"):
				return retireLook(c, s, refs)
			case !c.Bool("purge"):
				return change(c, s, refs, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
					return w.Retire(c.Context, id, who, c.String("reason"))
				})
			case len(refs) > 1:
				return usageError{fmt.Errorf("--purge takes one id at a time")}
			case !c.Bool("yes") && !c.Bool("dry-run") && !s.inTTY:
				return usageError{fmt.Errorf("forget --purge asks on a terminal; here it wants --yes, and --dry-run shows what would go")}
			}
			return purgeItem(c, s, c.Args().First())
		},
	}
}

// retireLook names what would be retired.
func retireLook(c *cli.Context, s *streams, refs []string) error {
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	ids, err := resolve(c, h, refs, h.Items.Resolve)
	if err != nil {
		return err
	}
	return s.print(c, map[string]any{"dry_run": true, "retire": ids}, func(w io.Writer) {
		for _, id := range ids {
			fmt.Fprintf(w, "would retire %s\n", id)
		}
	})
}

func purgeItem(c *cli.Context, s *streams, ref string) error {
	h, who, err := openAs(c, s)
	if err != nil {
		return err
	}
	defer h.Close()
	if begun, err := h.BegunPurge(ref); err != nil {
		return err
	} else if begun || ref == "" {
		return finishPurges(c, s, h, begun)
	}
	ids, err := resolve(c, h, []string{ref}, func(ctx context.Context, ref string) (items.ID, error) { return resolveKnown(ctx, h, ref) })
	if err != nil {
		return err
	}
	if !namesOne(ids[0], ref) {
		return usageError{fmt.Errorf("forget --purge wants more of the id than %q: nothing brings back what it takes. Is it %s?", clean(ref), ids[0])}
	}
	plan, job, err := h.PurgePlan(c.Context, ids[0], who)
	if err != nil {
		return err
	}
	if plan.Refused != "" || c.Bool("dry-run") {
		if err := s.print(c, plan, func(w io.Writer) { purgeText(w, h, plan) }); err != nil || plan.Refused == "" {
			return err
		}
		return errFailed
	}
	if !c.Bool("yes") {
		purgeText(s.err, h, plan)
		if !s.confirm("take it out for good? Nothing brings it back. [y/N] ") {
			s.say(c, "nothing changed")
			return nil
		}
	}
	done, others, err := h.Purge(c.Context, job)
	if err != nil {
		return fmt.Errorf("%w; what is done stays done, and memory forget --purge goes on from here", err)
	}
	return purgeDone(c, s, h, append([]hub.Purged{done}, others...))
}

// namesOne reports whether ref is surely meant for id: the whole id, its start with a part of the title, or the letters that packs print. A
// fragment that happens to fit one item is enough to read it, and not enough to lose it.
func namesOne(id items.ID, ref string) bool {
	ref = strings.TrimSuffix(strings.TrimSpace(ref), items.Ext)
	return ref == string(id) || len(ref) > len("mem-20060102-") && strings.HasPrefix(string(id), ref) || len(ref) >= 8 && strings.HasSuffix(string(id), "-"+ref)
}

// finishPurges goes on with what was interrupted.
func finishPurges(c *cli.Context, s *streams, h *hub.Hub, begun bool) error {
	switch {
	case !begun:
		return usageError{fmt.Errorf("purge which item? None waits to be finished; memory list shows them")}
	case c.Bool("dry-run"):
		jobs, _, err := h.Writes.BegunPurges()
		if err != nil {
			return err
		}
		var receipts []string
		for _, job := range jobs {
			receipts = append(receipts, job.Receipt)
		}
		return s.print(c, map[string]any{"dry_run": true, "unfinished": receipts}, func(w io.Writer) {
			fmt.Fprintf(w, "would finish %s\n", strings.Join(receipts, ", "))
		})
	}
	finished, err := h.FinishPurges(c.Context)
	if err != nil {
		return err
	}
	return purgeDone(c, s, h, finished)
}

// purgeDone prints what was done. Where words are left, the exit status says so.
func purgeDone(c *cli.Context, s *streams, h *hub.Hub, all []hub.Purged) error {
	var result any = map[string]any{"purges": all}
	if len(all) == 1 {
		result = all[0]
	}
	err := s.print(c, result, func(w io.Writer) {
		for _, p := range all {
			purgeText(w, h, p)
		}
	})
	for _, p := range all {
		if err == nil && !p.Proven {
			err = errUnproven
		}
	}
	return err
}

func purgeText(w io.Writer, h *hub.Hub, p hub.Purged) {
	switch {
	case p.Refused != "":
		fmt.Fprintf(w, "refused: %s\n", clean(p.Refused))
		return
	case p.DryRun:
		fmt.Fprintf(w, "would purge %s\n", p.ID)
	default:
		fmt.Fprintf(w, "purged %s; %s is its tombstone, a hash\n", p.ID, p.Stone)
	}
	for _, path := range p.Files.Removed {
		fmt.Fprintf(w, "  file %s\n", clean(path))
	}
	for _, path := range p.Files.Pending {
		fmt.Fprintf(w, "  waiting write %s\n", clean(path))
	}
	for _, id := range p.Files.Renamed {
		fmt.Fprintf(w, "  link in %s names the tombstone\n", id)
	}
	fmt.Fprintf(w, "  evidence: %s, %s of hooks\n", plural(len(p.Evidence.Records), "record"), plural(p.Evidence.Spooled, "delivery"))
	fmt.Fprintf(w, "  ledger: %s; undo: %s\n", plural(p.Ledger, "line"), plural(p.Files.Deeds, "change"))
	fmt.Fprintf(w, "  index and vectors: %s\n", clean(p.Projections))
	for _, path := range p.Blocks {
		fmt.Fprintf(w, "  memory's block in %s: %s\n", clean(path), map[bool]string{true: "would be written anew", false: "written anew"}[p.DryRun])
	}
	remainsText(w, h, p)
	gitText(w, p.ID, p.Git)
	for _, what := range p.Outside {
		fmt.Fprintf(w, "not in the store, and not touched: %s\n", clean(what))
	}
}

func remainsText(w io.Writer, h *hub.Hub, p hub.Purged) {
	switch {
	case p.Proven:
		fmt.Fprintf(w, "proof: every file below %s was looked through, and nothing of the words is left\n", clean(h.Dir))
	case !p.DryRun:
		fmt.Fprintf(w, "NOT PROVEN: words are left in %s. The purge stays unfinished, and keeps the words in pending/%s.purge until it is\n",
			plural(len(p.Remains), "place"), p.Receipt)
	}
	for _, f := range p.Remains {
		at := clean(f.Path)
		if f.Line > 0 {
			at = fmt.Sprintf("%s:%d", at, f.Line)
		}
		fmt.Fprintf(w, "  %s: %s\n", at, clean(f.What))
	}
	if len(p.Remains) > 0 {
		fmt.Fprintln(w, "  purge those items too, or change the files, then: memory forget --purge")
	}
}

func gitText(w io.Writer, id items.ID, g hub.GitTrace) {
	switch g.State {
	case hub.GitClean:
		fmt.Fprintln(w, "git: no commit here knows the file")
	case hub.GitKept:
		fmt.Fprintf(w, "git history keeps the text: commits hold %s\n", clean(strings.Join(g.Paths, ", ")))
		gitWay(w, g)
	case hub.GitUnknown:
		fmt.Fprintln(w, "git history may keep the text: git could not be asked")
		gitWay(w, g)
	}
	if len(g.Blocks) > 0 {
		fmt.Fprintf(w, "git history keeps the words in memory's block too: commits hold %s\n", clean(strings.Join(g.Blocks, ", ")))
		fmt.Fprintln(w, "  a person takes them out with: git filter-repo --replace-text FILE, a file with one of the words' lines a line")
	}
	if len(g.Staged) > 0 {
		fmt.Fprintf(w, "git: the index holds the text, and the next commit takes it in: %s\n", clean(strings.Join(g.Staged, ", ")))
		fmt.Fprintf(w, "  a person takes it out with: %s\n", clean(g.Unstage))
	}
	for _, store := range g.Trees {
		fmt.Fprintf(w, "another working tree has the item too, and its store gives it to prompts: %s (there: memory forget %s --purge)\n", clean(store), id)
	}
}

func gitWay(w io.Writer, g hub.GitTrace) {
	fmt.Fprintf(w, "  a person takes it out of history with: %s\n", clean(g.Command))
	fmt.Fprintln(w, "  then commits the change, force-pushes every branch, and has every clone made anew; who has fetched it keeps it")
}

// resolveKnown finds the id that ref means, of an item too of which only a copy or the log of changes is left.
func resolveKnown(ctx context.Context, h *hub.Hub, ref string) (items.ID, error) {
	id, err := h.Items.Resolve(ctx, ref)
	if errors.Is(err, items.ErrNotFound) && h.Writes.Known(ctx, items.ID(ref)) {
		return items.ID(ref), nil
	}
	return id, err
}
