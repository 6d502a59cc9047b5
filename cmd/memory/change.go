package main

import (
	"bufio"
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

// operation is one operation of the write service on one item.
type operation func(*writeservice.Service, items.ID, writeservice.Actor) (writeservice.Receipt, error)

// change opens the store, finds who asks and which items are meant, and runs one operation of the write service on each.
func change(c *cli.Context, s *streams, refs []string, op operation) error {
	h, who, err := openAs(c, s)
	if err != nil {
		return err
	}
	defer h.Close()
	return changeIn(c, s, h, refs, who, op)
}

// changeIn runs op on every item that refs name. All names are resolved first: one that means nothing changes nothing.
func changeIn(c *cli.Context, s *streams, h *hub.Hub, refs []string, who writeservice.Actor, op operation) error {
	ids, err := resolve(c, h, refs, h.Items.Resolve)
	if err != nil {
		return err
	}
	return changeAll(c, s, h, ids, who, op)
}

// resolve finds the ids that refs mean, by find.
func resolve(c *cli.Context, h *hub.Hub, refs []string, find func(context.Context, string) (items.ID, error)) ([]items.ID, error) {
	var ids []items.ID
	for _, ref := range refs {
		id, err := find(c.Context, ref)
		switch {
		case err != nil && len(refs) > 1:
			return nil, fmt.Errorf("%w; nothing was changed", err)
		case err != nil:
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// changeAll runs op on the items one after the other and prints one receipt, or a list of them. An error ends it, and what was done
// until then is printed.
func changeAll(c *cli.Context, s *streams, h *hub.Hub, ids []items.ID, who writeservice.Actor, op operation) error {
	receipts := []writeservice.Receipt{}
	var failure error
	for _, id := range ids {
		r, err := h.Change(c.Context, func(w *writeservice.Service) (writeservice.Receipt, error) { return op(w, id, who) })
		if err != nil {
			failure = err
			break
		}
		receipts = append(receipts, r)
	}
	if failure != nil && len(receipts) == 0 {
		return failure
	}
	err := s.receipts(c, receipts)
	if failure != nil {
		return failure
	}
	return err
}

// openAs opens the store for a command that changes it, and says who asks.
func openAs(c *cli.Context, s *streams) (*hub.Hub, writeservice.Actor, error) {
	h, err := open(c, s, false)
	if err != nil {
		return nil, writeservice.Actor{}, err
	}
	who, err := actor(c, h)
	if err != nil {
		h.Close()
		return nil, who, err
	}
	return h, who, nil
}

// actor is who the environment and --as say is asking.
func actor(c *cli.Context, h *hub.Hub) (writeservice.Actor, error) {
	caller, err := h.Caller(c.String("as"))
	if err != nil {
		return writeservice.Actor{}, usageError{err}
	}
	return writeservice.Actor{Channel: caller.Channel, Agent: caller.Agent, By: caller.Author}, nil
}

// flagNeeded checks that a flag was given. The library's own check is not a usage error.
func flagNeeded(c *cli.Context, name string) error {
	if c.String(name) == "" {
		return usageError{fmt.Errorf("%s needs --%s", c.Command.Name, name)}
	}
	return nil
}

// need checks the number of arguments.
func need(c *cli.Context, n int, what string) error {
	if c.NArg() != n {
		return usageError{fmt.Errorf("%s takes %s", c.Command.Name, what)}
	}
	return nil
}

func updateCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "update", Usage: "change fields of an item", ArgsUsage: "ID",
		Description: "Only the fields that are named change; lists replace what was there.\n\n    memory update mem-20261129-cursor --summary \"...\" --tag pagination --tag postgres\n\n" +
			"A key that a merge left open (memory doctor names it) is decided by a value, by --theirs KEY or by --ours KEY.\n\n    memory update mem-20261129-cursor --theirs project",
		Flags: append(fieldFlags(), reviveFlag(), asFlag(),
			&cli.StringSliceFlag{Name: "ours", Usage: "of the `KEY` that a merge left open, keep the value that stands there; repeat"},
			&cli.StringSliceFlag{Name: "theirs", Usage: "of the `KEY` that a merge left open, take the other side's value; repeat"}),
		Action: func(c *cli.Context) error {
			if err := need(c, 1, "one id"); err != nil {
				return err
			}
			if c.NumFlags() == 0 {
				return usageError{fmt.Errorf("update what? memory update --help lists the fields")}
			}
			return change(c, s, c.Args().Slice(), func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				who.Revive = c.String("revive")
				return w.Update(c.Context, id, who, func(it *items.Item) error { return setFields(c, s, it) })
			})
		},
	}
}

func supersedeCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "supersede", Usage: "replace an item by a newer one", ArgsUsage: "OLD",
		Description: "The old item stays as a tombstone: its value does not come back. It was true until the new one's valid.from, which --valid-from sets, or else\n" +
			"until the new one was written.\n\n    memory supersede mem-20260101-offset --with mem-20261129-cursor --valid-from 2026-11-15",
		Flags: []cli.Flag{&cli.StringFlag{Name: "with", Usage: "the `ID` of the item that holds now"},
			&cli.StringFlag{Name: "valid-from", Usage: "the new one is true since `DATE` or instant"}, asFlag()},
		Action: func(c *cli.Context) error {
			if err := errors.Join(need(c, 1, "one id, and --with the id that replaces it"), flagNeeded(c, "with")); err != nil {
				return err
			}
			h, who, err := openAs(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			with, err := h.Items.Resolve(c.Context, c.String("with"))
			if err != nil {
				return err
			}
			var since items.Item
			if err := since.SetValid(c.String("valid-from"), ""); err != nil {
				return usageError{fmt.Errorf("--valid-%w", err)}
			}
			return changeIn(c, s, h, c.Args().Slice(), who, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				return w.SupersedeFrom(c.Context, id, with, since.Valid.From, who)
			})
		},
	}
}

func reasonFlag() cli.Flag { return &cli.StringFlag{Name: "reason", Usage: "why, `TEXT`"} }

// simple builds the commands that do one thing to one or more items.
func simple(s *streams, name, usage, description, lister string, flags []cli.Flag, op func(*cli.Context, *writeservice.Service, items.ID, writeservice.Actor) (writeservice.Receipt, error)) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: "ID...", Description: description, Flags: append(flags, asFlag()),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{fmt.Errorf("%s which item? %s shows them", name, lister)}
			}
			return change(c, s, c.Args().Slice(), func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				return op(c, w, id, who)
			})
		},
	}
}

func retireCommand(s *streams) *cli.Command {
	return simple(s, "retire", "mark items as no longer true; they stay as tombstones", "    memory retire mem-20261129-cursor --reason \"replaced by GraphQL\"", "memory list",
		[]cli.Flag{reasonFlag()},
		func(c *cli.Context, w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
			return w.Retire(c.Context, id, who, c.String("reason"))
		})
}

func archiveCommand(s *streams) *cli.Command {
	return simple(s, "archive", "put items away: still true, no longer shown", "    memory archive mem-20261129-cursor", "memory list", nil,
		func(c *cli.Context, w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
			return w.Archive(c.Context, id, who)
		})
}

func restoreCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "restore", Usage: "bring back archived, retired or deleted items", ArgsUsage: "ID...",
		Description: "A deleted item needs its whole id.\n\n    memory restore mem-20261129-cursor --reason \"still true\"",
		Flags:       []cli.Flag{reasonFlag(), asFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{fmt.Errorf("restore which item? memory list --status archived --status retired shows some")}
			}
			h, who, err := openAs(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			ids, err := resolve(c, h, c.Args().Slice(), func(ctx context.Context, ref string) (items.ID, error) { return resolveDeleted(ctx, h, ref) })
			if err != nil {
				return err
			}
			return changeAll(c, s, h, ids, who, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				return w.Restore(c.Context, id, who, c.String("reason"))
			})
		},
	}
}

// resolveDeleted finds the id that ref means, of a deleted item too.
func resolveDeleted(ctx context.Context, h *hub.Hub, ref string) (items.ID, error) {
	id, err := h.Items.Resolve(ctx, ref)
	if errors.Is(err, items.ErrNotFound) {
		if _, undoErr := h.Writes.Deleted(items.ID(ref)); undoErr == nil {
			return items.ID(ref), nil // only its copy in undo/ knows the id
		}
	}
	return id, err
}

func deleteCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "delete", Usage: "remove an item's file; a copy is kept for memory restore", ArgsUsage: "ID...",
		Description: "Asks first on a terminal; elsewhere it wants --yes. To say that a fact is no longer true use retire: a deleted fact can come back.\n\n    memory delete mem-20261129-cursor --yes",
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "yes", Usage: "do not ask"}, asFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError{fmt.Errorf("delete which item? memory list shows them")}
			}
			if !c.Bool("yes") && !s.inTTY {
				return usageError{fmt.Errorf("delete asks on a terminal; here it wants --yes")}
			}
			h, who, err := openAs(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			ids, err := resolve(c, h, c.Args().Slice(), h.Items.Resolve)
			if err != nil {
				return err
			}
			if !c.Bool("yes") && !s.confirm(deleteQuestion(c, h, ids)) {
				s.say(c, "nothing deleted")
				return nil
			}
			return changeAll(c, s, h, ids, who, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				return w.Delete(c.Context, id, who)
			})
		},
	}
}

// deleteQuestion names what would go by its title.
func deleteQuestion(c *cli.Context, h *hub.Hub, ids []items.ID) string {
	var q strings.Builder
	for _, id := range ids {
		title := "a file that does not parse"
		if it, _, err := h.Items.Get(c.Context, id); err == nil {
			title = oneLine(it.Title, 90)
		}
		fmt.Fprintf(&q, "  %s\n    %s\n", title, id)
	}
	return fmt.Sprintf("%sdelete %s? [y/N] ", q.String(), plural(len(ids), "item"))
}

// confirm asks on stderr and takes only y or yes for a yes.
func (s *streams) confirm(question string) bool {
	fmt.Fprint(s.err, question)
	answer, _ := bufio.NewReader(s.in).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

func linkCommand(s *streams) *cli.Command { return linking(s, "link", (*writeservice.Service).Link) }
func unlinkCommand(s *streams) *cli.Command {
	return linking(s, "unlink", (*writeservice.Service).Unlink)
}

func linking(s *streams, name string, op func(*writeservice.Service, context.Context, items.ID, items.ID, writeservice.LinkKind, writeservice.Actor) (writeservice.Receipt, error)) *cli.Command {
	return &cli.Command{
		Name: name, Usage: map[string]string{"link": "let one item refer to another", "unlink": "take a reference away"}[name], ArgsUsage: "FROM TO",
		Description: fmt.Sprintf("    memory %s mem-20261129-cursor mem-20261101-orders --kind refs", name),
		Flags:       []cli.Flag{&cli.StringFlag{Name: "kind", Value: "refs", Usage: "`KIND` refs or contradicts"}, asFlag()},
		Action: func(c *cli.Context) error {
			if err := need(c, 2, "two ids"); err != nil {
				return err
			}
			h, who, err := openAs(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			to, err := h.Items.Resolve(c.Context, c.Args().Get(1))
			if err != nil {
				return err
			}
			return changeIn(c, s, h, c.Args().Slice()[:1], who, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
				return op(w, c.Context, id, to, writeservice.LinkKind(c.String("kind")), who)
			})
		},
	}
}

func historyCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "history", Usage: "show what happened to an item: writes, reviews, commits", ArgsUsage: "ID", Description: "    memory history mem-20261129-cursor",
		Action: func(c *cli.Context) error {
			if err := need(c, 1, "one id"); err != nil {
				return err
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			id, err := h.Items.Resolve(c.Context, c.Args().First())
			if err != nil {
				id = items.ID(c.Args().First()) // deleted items have a history too
			}
			events, err := h.History(c.Context, id)
			if err != nil {
				return err
			}
			if len(events) == 0 {
				return fmt.Errorf("nothing is known of %s", id)
			}
			if !reachable(c, s, h)(id) {
				for i := range events {
					events[i].Title, events[i].Note = kept, ""
				}
			}
			return s.print(c, map[string]any{"id": id, "events": events}, func(w io.Writer) {
				for _, e := range events {
					who := e.By
					if who == "" {
						who = e.Agent
					}
					status := e.Status
					if status == string(writeservice.Rejected) {
						status = "refused" // as the receipt said; a candidate that was rejected has op reject
					}
					fmt.Fprintf(w, "%s  %-10s %-9s %-12s %s\n", e.At, e.Op, dash(status), clean(who), oneLine(e.Note, 120))
				}
			})
		},
	}
}
