package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// receipt is what became of a write.
type receipt struct {
	Status  string   `json:"status"` // written, proposed, duplicate, rejected, pending
	ID      items.ID `json:"id,omitempty"`
	Other   items.ID `json:"other,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
	Notes   []string `json:"notes,omitempty"`
}

func (r receipt) words() string {
	line := r.Status
	if r.ID != "" {
		line += " " + string(r.ID)
	}
	if r.Other != "" {
		line += ", " + string(r.Other)
	}
	for _, reason := range r.Reasons {
		line += "\n" + reason
	}
	for _, note := range r.Notes {
		line += "\nnote: " + note
	}
	return line
}

func (r receipt) refused() bool { return r.Status == string(writeservice.Rejected) }

// fromReceipt turns the write service's answer into one for a model: no bytes and offsets, but each finding by its rule and place.
func fromReceipt(r writeservice.Receipt) receipt {
	out := receipt{Status: string(r.Status), ID: r.ID, Other: r.Other, Reasons: slices.Clone(r.Reasons), Notes: slices.Clone(r.Degraded)}
	for _, f := range r.Findings {
		out.Reasons = append(out.Reasons, fmt.Sprintf("%s at byte %d: %s", f.Rule, f.Start, f.Detail))
	}
	for i, reason := range out.Reasons {
		out.Reasons[i] = forTools(reason)
	}
	if r.Unchanged {
		out.Notes = append(out.Notes, "it was so already: nothing was changed")
	}
	if r.Status == writeservice.Candidate {
		out.Notes = append(out.Notes, "it waits in review and is not shown until a person approves it (memory review); do not write it again")
	}
	return out
}

type writeIn struct {
	Type       string `json:"type,omitempty"`
	Title      string `json:"title,omitempty"`
	Summary    string `json:"summary,omitempty" jsonschema:"one sentence"`
	Body       string `json:"body,omitempty"`
	Files      list   `json:"files,omitempty" jsonschema:"path or path:10-20"`
	Tags       list   `json:"tags,omitempty"`
	Evidence   list   `json:"evidence,omitempty" jsonschema:"what the person said, verbatim, or ev-id:from-to"`
	Supersedes list   `json:"supersedes,omitempty" jsonschema:"ids it corrects"`
	ValidFrom  string `json:"valid_from,omitempty"`
	ValidUntil string `json:"valid_until,omitempty"`
	Retire     string `json:"retire,omitempty" jsonschema:"id; summary says why"`
}

func writeTool() tool {
	return declare(tool{
		name: "memory_write", set: Default, effect: rewrites, creates: true,
		about: "Save one thing that will matter in a month: fact, decision, procedure, preference, policy, architecture, issue; lesson: title = do what, summary = when, body = why; handoff: title = goal, body = lines done: next: blockers:. Supersede or retire what is wrong. No secrets or guesses.",
	}, write)
}

func write(ctx context.Context, c *call, in writeIn) (receipt, error) {
	if in.Retire != "" {
		if in.Title != "" || in.Body != "" {
			return receipt{}, fmt.Errorf("retire alone, or write the corrected fact with supersedes: [%q]", in.Retire)
		}
		return c.change(ctx, in.Retire, func(w *writeservice.Service, id items.ID, who writeservice.Actor) (writeservice.Receipt, error) {
			return w.Retire(ctx, id, who, in.Summary)
		})
	}
	if in.Type == "" || strings.TrimSpace(in.Title) == "" {
		return receipt{}, fmt.Errorf("a new item needs type (%s) and title", typeNames())
	}
	kind, err := types([]string{in.Type})
	if err != nil {
		return receipt{}, err
	}
	if (kind[0] == items.Handoff || kind[0] == items.Lesson) && in.ValidFrom+in.ValidUntil != "" {
		return receipt{}, fmt.Errorf("valid_from and valid_until say when a fact was true: a %s has no such time", kind[0])
	}
	switch kind[0] {
	case items.Handoff:
		return handoff(ctx, c, handoffOf(in))
	case items.Lesson:
		return lessonSave(ctx, c, lessonIn{Trigger: in.Summary, Action: in.Title, Consequence: in.Body, Evidence: in.Evidence, Tags: in.Tags})
	}
	it := items.Item{Type: kind[0], Title: in.Title, Summary: in.Summary, Body: strings.Trim(in.Body, "\n"), Tags: in.Tags, Agent: c.who.Agent}
	if err := c.cite(ctx, &it, in.Evidence, in.Files); err != nil {
		return receipt{}, err
	}
	for _, ref := range in.Supersedes {
		id, err := c.Items.Resolve(ctx, ref)
		if err != nil {
			return receipt{}, err
		}
		it.Supersedes = append(it.Supersedes, id)
	}
	if err := setValid(&it, in.ValidFrom, in.ValidUntil); err != nil {
		return receipt{}, err
	}
	c.NewProject(&it)
	r, err := c.Write(ctx, writeservice.Draft{Item: it, Channel: c.who.Channel})
	if err != nil {
		return receipt{}, err
	}
	return fromReceipt(r), nil
}

// setValid says when a fact was true.
func setValid(it *items.Item, from, until string) error {
	if err := it.SetValid(from, until); err != nil {
		return fmt.Errorf("valid_%w", err)
	}
	return nil
}

// cite adds what an item rests on: spans of evidence, or words that some evidence holds, and files.
func (c *call) cite(ctx context.Context, it *items.Item, evidence, files []string) error {
	for _, ref := range evidence {
		if !strings.HasPrefix(ref, "ev-") {
			found, err := c.CiteWords(ctx, ref)
			if err != nil {
				return fmt.Errorf("evidence: %w", err)
			}
			it.Evidence = append(it.Evidence, found)
			continue
		}
		id, span, _ := strings.Cut(ref, ":")
		it.Evidence = append(it.Evidence, items.Citation{ID: id, Span: span})
	}
	for _, ref := range files {
		if err := (hub.Files{CWD: c.cwd, Home: c.home}).Add(it, ref); err != nil {
			return fmt.Errorf("files: %w", err)
		}
	}
	return nil
}

// change runs one operation of the write service on the item that ref names.
func (c *call) change(ctx context.Context, ref string, op func(*writeservice.Service, items.ID, writeservice.Actor) (writeservice.Receipt, error)) (receipt, error) {
	id, err := c.Items.Resolve(ctx, ref)
	if err != nil {
		return receipt{}, err
	}
	r, err := c.Change(ctx, func(w *writeservice.Service) (writeservice.Receipt, error) { return op(w, id, c.actor()) })
	if err != nil {
		return receipt{}, err
	}
	return fromReceipt(r), nil
}

type feedbackIn struct {
	Mark mark   `json:"mark"`
	IDs  list   `json:"ids,omitempty"`
	Pack string `json:"pack,omitempty" jsonschema:"or ids"`
	Note string `json:"note,omitempty"`
}

type feedback struct {
	Mark string     `json:"mark"`
	IDs  []items.ID `json:"ids"`
	Note string     `json:"note,omitempty"`
}

func (f feedback) words() string {
	ids := make([]string, len(f.IDs))
	for i, id := range f.IDs {
		ids[i] = string(id)
	}
	return strings.TrimSpace(fmt.Sprintf("kept: %s %s\n%s", f.Mark, strings.Join(ids, " "), f.Note))
}

func feedbackTool() tool {
	return declare(tool{
		name: "memory_feedback", set: Default, effect: appends,
		about: "Rate what you read. Correct facts with memory_write.",
	}, giveFeedback)
}

func giveFeedback(ctx context.Context, c *call, in feedbackIn) (feedback, error) {
	m, err := c.Marked(ctx, string(in.Mark), in.Pack, in.IDs, in.Note, c.who)
	if err != nil {
		return feedback{}, err
	}
	f := feedback{Mark: m.Mark, IDs: slices.Clone(m.Items)}
	if m.Mark != hub.Useful {
		f.Note = "a person will look at it; if you know what is true now, memory_write it with supersedes; else retire it"
	}
	return f, nil
}

// listMark is what Markdown puts before a line of a list or a heading.
var listMark = lazyregexp.New(`^\s*(?:[-*+]|\d+[.)]|#+)\s+`)

// handoffOf reads a handoff that came as one text: lines under done:, pending:, decisions:, next:, verify: or blockers:, and what stands
// before them is pending.
func handoffOf(in writeIn) handoffIn {
	h := handoffIn{Objective: in.Title}
	if in.Summary != "" {
		h.Objective = strings.TrimRight(in.Title, ". ") + ": " + in.Summary
	}
	parts := map[string]*list{
		"done": &h.Done, "pending": &h.Pending, "decisions": &h.Decisions, "next": &h.Next, "verify": &h.Verify, "blockers": &h.Blockers,
	}
	to := &h.Pending
	for line := range strings.Lines(in.Body) {
		line = strings.TrimSpace(listMark().ReplaceAllString(line, ""))
		head, rest, _ := strings.Cut(line, ":")
		if part := parts[strings.ToLower(strings.Trim(head, "* "))]; part != nil {
			to, line = part, strings.Trim(rest, "* ")
		}
		if line != "" {
			*to = append(*to, line)
		}
	}
	return h
}
