package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
	"github.com/factline/memory/writeservice"
)

// HarvestRequest says which sessions to read.
type HarvestRequest struct {
	Session  string    // id, unique prefix or "latest"; "" = all
	Since    time.Time // sessions that ended at or after
	Project  string    // "" = all
	Again    bool      // also sessions that are as they were at the last harvest
	Progress func(done, total int64)
}

// Proposal is one candidate and what became of it.
type Proposal struct {
	Session string               `json:"session"`
	Rule    string               `json:"rule"`
	Title   string               `json:"title"`
	Type    items.Type           `json:"type"`
	Receipt writeservice.Receipt `json:"receipt"`
}

// Harvested is the result of one harvest.
type Harvested struct {
	Sessions     int        `json:"sessions"`
	Unchanged    int        `json:"unchanged,omitempty"` // of them as they were at the last harvest, so not read again
	Proposed     int        `json:"proposed"`            // new candidates in review
	Strengthened int        `json:"strengthened"`        // citations added to what was there
	Known        int        `json:"known"`               // seen before, nothing to add
	Refused      int        `json:"refused"`             // rejected before, or stopped by the audit
	Elsewhere    int        `json:"elsewhere,omitempty"` // sessions of other projects, not read
	Proposals    []Proposal `json:"proposals"`
}

// Harvest reads sessions and sends what they hold worth keeping to review.
func (h *Hub) Harvest(ctx context.Context, r HarvestRequest) (Harvested, error) {
	result := Harvested{Proposals: []Proposal{}}
	sessions, elsewhere, err := h.harvestable(ctx, r)
	result.Elsewhere = elsewhere
	if err != nil {
		return result, err
	}
	marks := h.marks()
	defer marks.save()
	for i, sess := range sessions {
		result.Sessions++
		if r.Progress != nil {
			r.Progress(int64(i+1), int64(len(sessions)))
		}
		if marks.read(sess) && !r.Again && r.Session == "" {
			result.Unchanged++
			continue
		}
		records, err := h.records(ctx, sess)
		if err != nil {
			return result, err
		}
		found := harvest.Session(records)
		if len(found) > 0 {
			edited := h.editedFiles(records)
			for i := range found {
				if slices.Contains(h.former, found[i].Item.Project) {
					found[i].Item.Project = h.Project
				}
				anchor(&found[i].Item, edited)
			}
		}
		for _, c := range found {
			receipt, err := h.propose(ctx, c)
			if err != nil {
				return result, fmt.Errorf("session %s: %w", sess.Session, err)
			}
			result.add(Proposal{sess.Session, c.Rule, c.Item.Title, c.Item.Type, receipt})
		}
		marks.set(sess)
	}
	if result.Proposed+result.Strengthened > 0 {
		if _, err := h.Projections.Sync(ctx); err != nil {
			return result, nil // the next search brings them in
		}
	}
	_, _ = h.Meet(ctx, meetBehind) // what cannot be compared now is compared by the next
	return result, nil
}

func (r *Harvested) add(p Proposal) {
	r.Proposals = append(r.Proposals, p)
	switch {
	case p.Receipt.Status == writeservice.Candidate || p.Receipt.Status == writeservice.Written:
		r.Proposed++
	case p.Receipt.Added > 0:
		r.Strengthened++
	case p.Receipt.Status == writeservice.Duplicate:
		r.Known++
	default:
		r.Refused++
	}
}

// harvestable lists the sessions to read, and counts those that only their project keeps out.
func (h *Hub) harvestable(ctx context.Context, r HarvestRequest) (wanted []evidence.Session, elsewhere int, err error) {
	if r.Session != "" {
		sess, err := h.Evidence.Find(ctx, r.Session)
		return []evidence.Session{sess}, 0, err
	}
	all, err := h.Evidence.Sessions(ctx)
	h.former = h.formerNames(all)
	for _, s := range all {
		switch {
		case !r.Since.IsZero() && s.End.Before(r.Since):
		case r.Project == "" || s.Project == r.Project || r.Project == h.Project && slices.Contains(h.former, s.Project):
			wanted = append(wanted, s)
		default:
			elsewhere++
		}
	}
	return wanted, elsewhere, err
}

// records loads one session; a torn line is doctor's business, not a reason to leave the rest unread.
func (h *Hub) records(ctx context.Context, sess evidence.Session) ([]evidence.Record, error) {
	var records []evidence.Record
	for rec, err := range h.Evidence.Records(ctx, sess) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			if rec.Role == transcript.Tool && len(rec.Text) > toolText {
				rec.Text = strings.ToValidUTF8(rec.Text[:toolText], "")
			}
			records = append(records, rec)
		}
	}
	return records, nil
}

// toolText is how much of a tool's answer the rules get to see, in bytes: they look for error lines and results, and whole logs would
// fill the memory. Spans are counted from the front, so they stay right.
const toolText = 16 << 10

// propose sends one candidate to the write service. A fact that stands there already in slightly other words takes the new
// citations instead of getting a twin.
func (h *Hub) propose(ctx context.Context, c harvest.Candidate) (writeservice.Receipt, error) {
	defer h.Refresh()
	d := writeservice.Draft{Item: c.Item, Channel: items.Agent, Propose: true}
	for _, cite := range c.Item.Evidence {
		d.Sources = append(d.Sources, evidence.ID(cite.ID))
	}
	known, retired, err := h.sameFact(ctx, c.Item)
	if err != nil {
		return writeservice.Receipt{}, err
	}
	if known != "" {
		return h.Writes.Strengthen(ctx, known, c.Item.Evidence)
	}
	if r, decided, err := h.decidedByUser(ctx, c.Item); err != nil || decided {
		return r, err
	}
	d.Against = retired
	return h.Writes.Write(ctx, d)
}

// retiredClaims finds the tombstones that make the claim of a draft in other words. A person's draft is not held against them.
func (h *Hub) retiredClaims(ctx context.Context, d writeservice.Draft) ([]items.ID, error) {
	if d.Channel == items.Human && !d.Propose {
		return nil, nil
	}
	_, retired, err := h.sameFact(ctx, d.Item)
	return retired, err
}

// sameFact looks among the nearest items and candidates for the same claim in other words: known is the nearest in force or in
// review, "" when there is none; retired are the tombstones, which the write service holds against the candidate. A title alone says
// nothing where the sentences below are told apart. What nobody here vouches for, in force or in review, is not known: it would take a person's
// words in, and they would come out in words that somebody else chose.
func (h *Hub) sameFact(ctx context.Context, it items.Item) (known items.ID, retired []items.ID, err error) {
	near, err := h.near(ctx, it.Head(), neighbours)
	if err != nil {
		return "", nil, err
	}
	for _, head := range near {
		other := items.Item{Type: head.Type, Title: head.Title, Summary: head.Summary, Project: head.Project}
		similar := harvest.Similar(it, other) && !writeservice.ToldApart(head, it.Head())
		switch live := head.Status == items.Active || head.Status == items.Proposed; {
		case live && similar && head.Project == it.Project:
			if h.unvouched(ctx, head.ID) || head.Type == items.Handoff && it.Type != items.Handoff || writeservice.Narrowed(head, it.Head()) {
				continue // a handoff holds for days, and states nothing of its own
			}
			return head.ID, nil, nil
		case live || it.Type == items.Handoff: // what was open once and is open again is another fact
		case similar || items.SameWords(it.Title, other.Title):
			retired = append(retired, head.ID)
		}
	}
	return "", retired, nil
}

// neighbours is how many near items are compared before a candidate counts as new.
const neighbours = 10
