package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

type linkIn struct {
	From string `json:"from" jsonschema:"id"`
	To   string `json:"to" jsonschema:"id"`
	Kind string `json:"kind,omitempty" jsonschema:"refs (default), related (both ways) or contradicts"`
}

func linkTool() tool {
	return declare(tool{
		name: "memory_link", set: All, effect: adds,
		about: "Let one item refer to another, or say that the two contradict each other.",
	}, func(ctx context.Context, c *call, in linkIn) (receipt, error) {
		return c.linking(ctx, in, (*writeservice.Service).Link)
	})
}

func unlinkTool() tool {
	return declare(tool{
		name: "memory_unlink", set: All, effect: replaces,
		about: "Take a reference between two items away.",
	}, func(ctx context.Context, c *call, in linkIn) (receipt, error) {
		return c.linking(ctx, in, (*writeservice.Service).Unlink)
	})
}

func (c *call) linking(ctx context.Context, in linkIn,
	op func(*writeservice.Service, context.Context, items.ID, items.ID, writeservice.LinkKind, writeservice.Actor) (writeservice.Receipt, error)) (receipt, error) {
	kind := writeservice.LinkKind(in.Kind)
	switch kind {
	case "":
		kind = writeservice.Refs
	case writeservice.Refs, writeservice.Related, writeservice.Contradicts:
	default:
		return receipt{}, fmt.Errorf("kind %.40q: want refs, related or contradicts; memory_supersede replaces an item", in.Kind)
	}
	to, err := c.Items.Resolve(ctx, in.To)
	if err != nil {
		return receipt{}, err
	}
	return c.change(ctx, in.From, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
		return op(w, ctx, id, to, kind, who)
	})
}

type oneIn struct {
	ID string `json:"id"`
}

func deleteTool() tool {
	return declare(tool{
		name: "memory_delete", set: All, effect: replaces,
		about: "Remove an item that an agent wrote by mistake; a person can restore it. A fact that is no longer true is retired by memory_write instead, or it may come back.",
	}, func(ctx context.Context, c *call, in oneIn) (receipt, error) {
		return c.change(ctx, in.ID, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
			return w.Delete(ctx, id, who)
		})
	})
}

// candidate is one item that waits, in what is not its words: nobody has looked at them yet.
type candidate struct {
	ID         items.ID    `json:"id"`
	Type       items.Type  `json:"type"`
	Trust      items.Trust `json:"trust"`
	Confidence float64     `json:"confidence"`
	Created    string      `json:"created"`
}

type waiting struct {
	Candidates []candidate `json:"candidates"`
	Total      int         `json:"total"`
	Next       string      `json:"next,omitempty"`
	Hint       string      `json:"hint"`
}

func (w waiting) words() string {
	var b strings.Builder
	for _, c := range w.Candidates {
		fmt.Fprintf(&b, "%s %s, said by %s, confidence %.2f, %s\n", c.ID, c.Type, c.Trust, c.Confidence, c.Created)
	}
	fmt.Fprintf(&b, "%d wait for review; %s", w.Total, w.Hint)
	if w.Next != "" {
		b.WriteString("\nmore: cursor " + w.Next)
	}
	return b.String()
}

type pageIn struct {
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func reviewListTool() tool {
	return declare(tool{
		name: "memory_review_list", set: All, effect: reads,
		about: "What waits for a person's review, without its words, which nobody has looked at.",
	}, reviewList)
}

func reviewList(ctx context.Context, c *call, in pageIn) (waiting, error) {
	at, err := offset(in.Cursor)
	if err != nil {
		return waiting{}, err
	}
	heads, _, err := c.Heads(ctx, func(h items.Head) bool { return h.Candidate && h.Status == items.Proposed })
	if err != nil {
		return waiting{}, err
	}
	out := waiting{Candidates: []candidate{}, Total: len(heads), Hint: "a person decides: memory review"}
	heads = heads[min(at, len(heads)):]
	if limit := within(in.Limit, defaultLimit, maxLimit); len(heads) > limit {
		heads, out.Next = heads[:limit], cursor(at+limit)
	}
	for _, h := range heads {
		out.Candidates = append(out.Candidates, candidate{h.ID, h.Type, h.Trust, h.Confidence, stamp(h.Created)})
	}
	return out, nil
}

func reviewApproveTool() tool {
	return declare(tool{
		name: "memory_review_approve", set: All, effect: replaces,
		about: "Ask for a candidate to be approved. Only a person can: the answer says how, for you to pass on.",
	}, func(ctx context.Context, c *call, in oneIn) (receipt, error) {
		r, err := c.change(ctx, in.ID, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
			return w.Approve(ctx, id, who)
		})
		if err == nil && r.refused() {
			r.Notes = append(r.Notes, fmt.Sprintf("tell the person: memory review show %s, then memory review approve %s", r.ID, r.ID))
		}
		return r, err
	})
}

// event is one thing that happened to an item, in what is not its words.
type event struct {
	At      string   `json:"at"`
	Op      string   `json:"op"`
	ID      items.ID `json:"id,omitempty"`
	Other   items.ID `json:"other,omitempty"`
	Status  string   `json:"status,omitempty"`
	Channel string   `json:"channel,omitempty"`
	Agent   string   `json:"agent,omitempty"`
}

type events struct {
	material
	Events []event `json:"events"`
}

func (e events) words() string { return e.material.words() }

// fromEvents shows what happened: each event in one line, its note quoted, since a commit's subject is anybody's text.
func (c *call) fromEvents(all []writeservice.Event, in pageIn, single bool) (events, error) {
	at, err := offset(in.Cursor)
	if err != nil {
		return events{}, err
	}
	total := len(all)
	all = all[min(at, total):]
	all = all[:min(len(all), within(in.Limit, maxLimit, 2*maxLimit))]
	out := events{Events: []event{}}
	var pieces []contextpack.Piece
	var ids []string
	for _, e := range all {
		row := event{e.At, e.Op, e.ID, e.Other, e.Status, string(e.Channel), e.Agent}
		out.Events = append(out.Events, row)
		head := []string{e.At, e.Op, e.Status, string(e.Channel), e.Agent}
		if !single {
			head = append(head, string(e.ID))
		}
		head = append(head, string(e.Other))
		pieces = append(pieces, contextpack.Piece{Head: strings.Join(slices.DeleteFunc(head, func(s string) bool { return s == "" }), " "), Text: e.Note})
		ids = append(ids, string(e.ID))
	}
	if out.material, err = c.material(pieces, ids, 0, at, total); err != nil {
		return events{}, err
	}
	if n := len(out.IDs); n < len(out.Events) {
		out.Events = out.Events[:n]
	}
	return out, nil
}

type historyIn struct {
	ID     string `json:"id"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func historyTool() tool {
	return declare(tool{
		name: "memory_history", set: All, effect: reads,
		about: "What happened to an item, oldest first: writes, reviews, commits.",
	}, func(ctx context.Context, c *call, in historyIn) (events, error) {
		id, err := c.Items.Resolve(ctx, in.ID)
		if err != nil {
			id = items.ID(in.ID) // deleted items have a history too
		}
		all, err := c.History(ctx, id)
		if err != nil {
			return events{}, err
		}
		if len(all) == 0 {
			return events{}, fmt.Errorf("nothing is known of %.80q; memory_search gives ids", in.ID)
		}
		return c.fromEvents(all, pageIn{in.Limit, in.Cursor}, true)
	})
}

func auditTool() tool {
	return declare(tool{
		name: "memory_audit", set: All, effect: reads,
		about: "What was written, changed and reviewed in this store lately, by whom, newest first.",
	}, func(ctx context.Context, c *call, in pageIn) (events, error) {
		all, err := c.Changes(ctx, maxAudit)
		if err != nil {
			return events{}, err
		}
		return c.fromEvents(all, in, false)
	})
}

// maxAudit is how far back an audit looks, in changes.
const maxAudit = 1000
