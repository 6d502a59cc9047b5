package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

type bootIn struct {
	Task   string `json:"task,omitempty" jsonschema:"what the session is about"`
	Budget int    `json:"budget,omitempty" jsonschema:"tokens"`
}

func bootTool() tool {
	return declare(tool{
		name: "memory_boot", set: Core, effect: reads,
		about: "What a session starts with: the last handoff of this project and branch, the rules in force, open signals, what fits the task and what changed lately.",
	}, boot)
}

func boot(ctx context.Context, c *call, in bootIn) (packed, error) {
	p, err := c.Boot(ctx, hub.BootRequest{Task: in.Task, Budget: within(in.Budget, hub.DefaultBoot, maxBudget), Door: "mcp"})
	if err != nil {
		return packed{}, err
	}
	return c.fromPack(p, false), nil
}

type updateIn struct {
	ID       string `json:"id"`
	Type     string `json:"type,omitempty"`
	Title    string `json:"title,omitempty"`
	Summary  string `json:"summary,omitempty"`
	Body     string `json:"body,omitempty" jsonschema:"replaces the whole body"`
	Tags     list   `json:"tags,omitempty" jsonschema:"replaces all tags"`
	Files    list   `json:"files,omitempty" jsonschema:"replaces all files; path or path:10-20"`
	Evidence list   `json:"evidence,omitempty" jsonschema:"is added; ev-id:from-to, or what the person said, verbatim"`

	ValidFrom  string `json:"valid_from,omitempty" jsonschema:"true since this date"`
	ValidUntil string `json:"valid_until,omitempty" jsonschema:"true until the end of this date"`
}

func updateTool() tool {
	return declare(tool{
		name: "memory_update", set: Core, effect: replaces,
		about: "Change fields of an item that an agent wrote. To say that a fact is different now, use memory_write with supersedes instead, so that the old value stays known as wrong.",
	}, update)
}

func update(ctx context.Context, c *call, in updateIn) (receipt, error) {
	var add items.Item // what must be looked up before the store is locked
	if err := c.cite(ctx, &add, in.Evidence, in.Files); err != nil {
		return receipt{}, err
	}
	var kind []items.Type
	if in.Type != "" {
		var err error
		if kind, err = types([]string{in.Type}); err != nil {
			return receipt{}, err
		}
	}
	return c.change(ctx, in.ID, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
		return w.Update(ctx, id, who, func(it *items.Item) error {
			for to, text := range map[*string]string{&it.Title: in.Title, &it.Summary: in.Summary, &it.Body: strings.Trim(in.Body, "\n")} {
				if text != "" {
					*to = text
				}
			}
			if kind != nil {
				it.Type = kind[0]
			}
			if in.Tags != nil {
				it.Tags = in.Tags
			}
			if in.Files != nil {
				it.Refs.Files, it.Anchors = add.Refs.Files, add.Anchors
			}
			it.Evidence = append(it.Evidence, add.Evidence...)
			return setValid(it, in.ValidFrom, in.ValidUntil)
		})
	})
}

type supersedeIn struct {
	Old  string `json:"old" jsonschema:"id of what no longer holds"`
	With string `json:"with" jsonschema:"id of the existing item that holds now"`
	From string `json:"valid_from,omitempty" jsonschema:"it is true since this date"`
}

func supersedeTool() tool {
	return declare(tool{
		name: "memory_supersede", set: Core, effect: replaces,
		about: "Mark one item as replaced by another that exists. The old one stays as a tombstone: its value does not come back.",
	}, supersede)
}

func supersede(ctx context.Context, c *call, in supersedeIn) (receipt, error) {
	with, err := c.Items.Resolve(ctx, in.With)
	if err != nil {
		return receipt{}, err
	}
	var since items.Item
	if err := setValid(&since, in.From, ""); err != nil {
		return receipt{}, err
	}
	return c.change(ctx, in.Old, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
		return w.SupersedeFrom(ctx, id, with, since.Valid.From, who)
	})
}

type handoffIn struct {
	Objective   string `json:"objective,omitempty" jsonschema:"one sentence: what the work is for"`
	Done        list   `json:"done,omitempty"`
	Pending     list   `json:"pending,omitempty"`
	Decisions   list   `json:"decisions,omitempty"`
	Next        list   `json:"next,omitempty" jsonschema:"first step first"`
	Verify      list   `json:"verify,omitempty" jsonschema:"how to check that it works"`
	Blockers    list   `json:"blockers,omitempty"`
	FromSession string `json:"from_session,omitempty" jsonschema:"fill from the record of a session: id or latest"`
}

func handoffTool() tool {
	return declare(tool{
		name: "memory_handoff", set: Core, effect: rewrites, creates: true,
		about: "Leave the state of unfinished work to the next session or agent on this project and branch; git's state is added. It replaces your own earlier handoff here.",
	}, handoff)
}

func handoff(ctx context.Context, c *call, in handoffIn) (receipt, error) {
	r, err := c.Handoff(ctx, hub.HandoffRequest{
		Objective: in.Objective, Done: in.Done, Pending: in.Pending, Decisions: in.Decisions, Next: in.Next, Verify: in.Verify,
		Blockers: in.Blockers, FromSession: in.FromSession, Caller: c.who,
	})
	if err != nil {
		return receipt{}, plain(err, hub.ErrIncomplete)
	}
	return fromReceipt(r), nil
}

type lessonIn struct {
	Trigger     string `json:"trigger" jsonschema:"when it applies"`
	Action      string `json:"action" jsonschema:"what to do then, one sentence"`
	Consequence string `json:"consequence,omitempty" jsonschema:"what happens otherwise"`
	Evidence    list   `json:"evidence,omitempty" jsonschema:"ev-id:from-to, or what the person said, verbatim"`
	Tags        list   `json:"tags,omitempty"`
}

func lessonSaveTool() tool {
	return declare(tool{
		name: "memory_lesson_save", set: Core, effect: appends, creates: true,
		about: "Save what went wrong and what to do instead. The same lesson again makes it surer.",
	}, lessonSave)
}

func lessonSave(ctx context.Context, c *call, in lessonIn) (receipt, error) {
	var cited items.Item
	if err := c.cite(ctx, &cited, in.Evidence, nil); err != nil {
		return receipt{}, err
	}
	r, err := c.SaveLesson(ctx, hub.LessonRequest{
		Trigger: in.Trigger, Action: in.Action, Consequence: in.Consequence, Evidence: cited.Evidence, Tags: in.Tags, Caller: c.who,
	})
	if err != nil {
		return receipt{}, plain(err, hub.ErrIncomplete)
	}
	return fromReceipt(r), nil
}

type lessonRecallIn struct {
	Task   string `json:"task" jsonschema:"what you are about to do"`
	Budget int    `json:"budget,omitempty" jsonschema:"tokens"`
}

func lessonRecallTool() tool {
	return declare(tool{
		name: "memory_lesson_recall", set: Core, effect: reads,
		about: "The lessons that a task calls for, before you start it.",
	}, lessonRecall)
}

func lessonRecall(ctx context.Context, c *call, in lessonRecallIn) (packed, error) {
	p, err := c.RecallLessons(ctx, hub.PackRequest{
		Query: recall.Query{Text: in.Task}, Budget: within(in.Budget, contextpack.DefaultBudget, maxBudget), Door: "mcp",
	})
	if err != nil {
		return packed{}, err
	}
	return c.fromPack(p, false), nil
}

type nothing struct{}

// status is what a store holds, in numbers and names of closed sets.
type status struct {
	Store    string         `json:"store"`
	Project  string         `json:"project"` // "" = any
	Trusted  bool           `json:"trusted"`
	Items    int            `json:"items"`
	Review   int            `json:"review"`
	Types    map[string]int `json:"types"`
	Sessions int            `json:"sessions"`
	Notes    []string       `json:"notes,omitempty"`
}

func (s status) words() string {
	var types []string
	for _, name := range slices.Sorted(maps.Keys(s.Types)) {
		types = append(types, fmt.Sprintf("%d %s", s.Types[name], name))
	}
	lines := []string{
		fmt.Sprintf("store %s, project %q: %d items (%s), %d wait for review, %d sessions of evidence", s.Store, s.Project, s.Items, strings.Join(types, ", "), s.Review, s.Sessions),
	}
	return strings.Join(append(lines, s.Notes...), "\n")
}

func statusTool() tool {
	return declare(tool{
		name: "memory_status", set: Core, effect: reads,
		about: "Which store serves this directory, what it holds, and what is wrong with it.",
	}, showStatus)
}

func showStatus(ctx context.Context, c *call, _ nothing) (status, error) {
	st, err := c.Stats(ctx)
	if err != nil {
		return status{}, err
	}
	out := status{
		Store: c.Dir, Project: c.Project, Trusted: c.Trusted(), Items: st.Items, Review: st.Review, Types: st.Types, Sessions: st.Sessions,
	}
	if st.Bad > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("files of the store that are no items: %d; a person runs memory doctor", st.Bad))
	}
	if why := c.Distrust(); why != "" {
		out.Notes = append(out.Notes, why)
	}
	return out, nil
}

// plain is an error without the kind that programs tell it by.
func plain(err, kind error) error {
	if errors.Is(err, kind) {
		return errors.New(strings.TrimPrefix(err.Error(), kind.Error()+": "))
	}
	return err
}
