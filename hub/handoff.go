package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
	"github.com/factline/memory/writeservice"
)

// HandoffValid is how long a handoff holds unless its writer says otherwise: work that rested for longer starts anew.
const HandoffValid = 14 * 24 * time.Hour

// HandoffRequest is what one session leaves to the next.
type HandoffRequest struct {
	Objective   string   // one sentence: what the work is for
	Done        []string // each list in order, one sentence each
	Pending     []string
	Decisions   []string
	Next        []string
	Verify      []string // how the next one checks that it works
	Blockers    []string
	FromSession string        // also fill from this session's evidence: id, unique prefix or "latest"
	Session     string        // the session that hands off, where the door knows it
	Valid       time.Duration // 0 = HandoffValid
	Caller      Caller
	Redact      bool // replace secrets instead of refusing them
}

// Handoff writes a handoff for this project and branch, with the state of git, and archives the same agent's earlier ones there: two
// agents' handoffs stand side by side. What an agent hands off is its own words, which are kept as evidence; it stays the agent's word.
func (h *Hub) Handoff(ctx context.Context, r HandoffRequest) (writeservice.Receipt, error) {
	r.dropEmpty()
	var cited []items.Citation
	derived := r.Objective == "" // nobody wrote it: it is what a transcript tells
	if r.FromSession != "" {
		var err error
		if cited, err = h.fillFromSession(ctx, &r); err != nil {
			return writeservice.Receipt{}, err
		}
	}
	if strings.TrimSpace(r.Objective) == "" {
		return writeservice.Receipt{}, fmt.Errorf("%w: a handoff needs an objective, one sentence that says what the work is for, and better what comes next", ErrIncomplete)
	}
	if r.Valid != 0 && r.Valid < time.Second { // times are kept in seconds
		return writeservice.Receipt{}, fmt.Errorf("a handoff cannot hold for %s: it would be over before anybody reads it", r.Valid)
	}
	it := h.handoffItem(r, gitState(ctx, h.CWD))
	it.Evidence = cited
	if derived {
		it.Tags = append(it.Tags, derivedTag)
	}
	if r.Caller.Channel != items.Human {
		own, err := h.ownWords(ctx, r, it)
		if err != nil {
			return writeservice.Receipt{}, err
		}
		it.Evidence = append(it.Evidence, own)
	}
	earlier, beside, err := h.earlierHandoffs(ctx, r.Caller.Agent)
	if err != nil {
		return writeservice.Receipt{}, err
	}
	var stays []string
	if derived {
		earlier, stays = h.onlyDerived(ctx, earlier)
	}
	if len(firewall.Stuffed(it)) > 0 { // no prompt gets it before a person approves it, so the one before stays the last
		earlier = nil
	}
	receipt, err := h.Write(ctx, writeservice.Draft{Item: it, Channel: r.Caller.Channel, Redact: r.Redact, Archives: earlier, Follows: h.lastOf(beside, earlier)})
	if err == nil && receipt.Status == writeservice.Written {
		receipt.Reasons = append(receipt.Reasons, stays...)
		receipt.Reasons = append(receipt.Reasons, h.saidOfRetired(ctx, it)...)
		h.object(ctx, it, &receipt)
	}
	return receipt, err
}

// dropEmpty takes out of the lists what says nothing: it would be a bullet without words, and the first step that is none.
func (r *HandoffRequest) dropEmpty() {
	r.Objective = strings.TrimSpace(r.Objective)
	for _, list := range []*[]string{&r.Done, &r.Pending, &r.Decisions, &r.Next, &r.Verify, &r.Blockers} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(line string) bool { return strings.TrimLeft(oneLine(line), "-*• ") == "" })
	}
}

// ErrIncomplete says that a handoff or a lesson lacks a part that it cannot do without.
var ErrIncomplete = errors.New("incomplete")

// agentTag marks an item with the agent that wrote it, so that heads alone tell whose it is.
func agentTag(agent string) string { return "agent:" + agent }

func (h *Hub) handoffItem(r HandoffRequest, git gitInfo) items.Item {
	now := h.Now()
	it := items.Item{
		Type: items.Handoff, Title: enclosed.Clip("Handoff: "+oneLine(r.Objective), writeservice.MaxTitle), Project: h.Project,
		Agent: r.Caller.Agent, Author: r.Caller.Author, Confidence: 0.8,
	}
	it.Valid.Until = items.Instant(now.Add(r.Valid)).Truncate(time.Second)
	if r.Valid <= 0 {
		it.Valid.Until = items.Instant(now.Add(HandoffValid)).Truncate(time.Second)
	}
	it.Valid.Branch = h.Branch
	if r.Caller.Agent != "" {
		it.Tags = []string{agentTag(r.Caller.Agent)}
	}
	summary := ended(r.Objective)
	switch {
	case len(r.Next) > 0:
		summary += " Next: " + ended(r.Next[0])
	case len(r.Pending) > 0:
		summary += " Pending: " + ended(r.Pending[0])
	}
	if len(r.Blockers) > 0 {
		summary += " Blocked: " + ended(r.Blockers[0])
	}
	it.Summary = enclosed.Clip(summary, writeservice.MaxSummary)
	it.Refs.Files = git.changed
	if git.commit != "" {
		it.Refs.Commits = []string{git.commit}
	}
	it.Body = handoffBody(r, git)
	return it
}

// handoffBody puts what comes next first: a view that is cut still tells it.
func handoffBody(r HandoffRequest, git gitInfo) string {
	var b strings.Builder
	for _, part := range []struct {
		heading string
		lines   []string
	}{
		{"Next", r.Next}, {"Pending", r.Pending}, {"Blockers", r.Blockers}, {"Decisions", r.Decisions}, {"Done", r.Done},
		{"Verify", r.Verify}, {"Git", git.lines()},
	} {
		if len(part.lines) == 0 {
			continue
		}
		fmt.Fprintf(&b, "## %s\n\n", part.heading)
		for _, line := range part.lines {
			fmt.Fprintf(&b, "- %s\n", oneLine(line))
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// ownWords keeps what an agent hands off as evidence, in its own channel, and cites it whole.
func (h *Hub) ownWords(ctx context.Context, r HandoffRequest, it items.Item) (items.Citation, error) {
	agent := r.Caller.Agent
	if agent == "" {
		agent = "generic"
	}
	session := r.Session
	if session == "" {
		session = "handoff-" + h.Now().Format("20060102-150405")
	}
	ids, _, err := h.Evidence.Observe(ctx, "memory handoff", []transcript.Event{{
		Agent: agent, Session: session, CWD: h.CWD, Branch: h.Branch, Time: h.Now(), Role: transcript.Assistant,
		Channel: transcript.FromAssistant, Kind: transcript.Message, Text: it.Title + "\n\n" + it.Summary + "\n\n" + it.Body,
	}}, evidence.Options{Project: h.Project})
	if err != nil {
		return items.Citation{}, fmt.Errorf("keep the words of the handoff: %w", err)
	}
	text, sha, _, err := h.Evidence.Cite(ctx, ids[0], "")
	if err != nil {
		return items.Citation{}, err
	}
	return items.Citation{ID: string(ids[0]), Span: fmt.Sprintf("0-%d", len(text)), SHA256: sha}, nil
}

// earlierHandoffs are the active ones of this agent (of a person for "") on exactly this project and branch; beside are all active ones of
// the project.
func (h *Hub) earlierHandoffs(ctx context.Context, agent string) (found []items.ID, beside []items.Head, err error) {
	view, err := h.View(ctx)
	if err != nil {
		return nil, nil, err
	}
	for doc := range view.Len() {
		head := view.Head(doc)
		if head.Type != items.Handoff || head.Candidate || head.Status != items.Active || head.Project != h.Project {
			continue
		}
		beside = append(beside, head)
		if head.Valid.Branch != h.Branch {
			continue
		}
		if it, _, err := h.Items.Get(ctx, head.ID); err == nil && it.Agent == agent {
			found = append(found, head.ID)
		}
	}
	return found, beside, nil
}

// lastOf is when the last of the handoffs was written that a new one of this second stands beside, zero where none was: times are kept in
// seconds, and the one to go on from is the newest. What a clock that runs ahead wrote is not waited for.
func (h *Hub) lastOf(beside []items.Head, archived []items.ID) (last time.Time) {
	slices.SortFunc(beside, func(a, b items.Head) int { return a.Created.Compare(b.Created) })
	next := h.Now().UTC().Truncate(time.Second)
	for _, head := range beside {
		if !head.Created.Equal(next) {
			continue
		}
		if !slices.Contains(archived, head.ID) {
			last = next
		}
		next = next.Add(time.Second)
	}
	return last
}

// derivedTag marks a handoff whose objective nobody wrote.
const derivedTag = "from-session"

// onlyDerived keeps of earlier handoffs those that nobody wrote either: what somebody wrote is not put away for what a transcript tells.
// stays says which those are.
func (h *Hub) onlyDerived(ctx context.Context, earlier []items.ID) (derived []items.ID, stays []string) {
	for _, id := range earlier {
		it, _, err := h.Items.Get(ctx, id)
		if err != nil {
			continue
		}
		if slices.Contains(it.Tags, derivedTag) {
			derived = append(derived, id)
		} else {
			stays = append(stays, fmt.Sprintf("the earlier handoff %s was written by hand and stays; memory archive %s puts it away", id, id))
		}
	}
	return derived, stays
}

// oneLine joins all white space to single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
