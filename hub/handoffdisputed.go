package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// A handoff holds at once, whoever wrote it, and no review asks whether what it says is true. So its sentences are compared with what is in force, as
// a new fact would be: what says otherwise is named beside the sentence, wherever the handoff is rendered. A sentence puts no item in doubt.
// It is compared when it is written, and again behind other work when items came since; what was found is kept in the ledger, so that no prompt waits.

// What is compared at a time: the newest handoffs, and the first sentences of each. One takes some ms of CPU.
const (
	mostRead   = 4
	mostClaims = 40
)

// objection is one sentence of a handoff and the item that says otherwise, in the ledger.
type objection struct {
	At      time.Time `json:"at"`
	Handoff items.ID  `json:"handoff"`
	Said    string    `json:"said"` // saidKey: the ledger holds no text
	By      items.ID  `json:"by"`
	Words   string    `json:"words"` // those of the item: it says nothing of other ones
}

// disputedBy stands behind a sentence that an item in force contradicts.
func disputedBy(by items.ID) string { return fmt.Sprintf(" [disputed; in force: memory read %s]", by) }

func saidKey(said string) string {
	sum := sha256.Sum256([]byte(items.Fold(strings.TrimRight(said, "."))))
	return hex.EncodeToString(sum[:8])
}

// claimsOf are the sentences of a line, each alone: two that stand in a line are no third one.
func claimsOf(row string) []string {
	said := sentencesOf(row)
	return slices.DeleteFunc(slices.Clone(said), func(one string) bool {
		return slices.ContainsFunc(said, func(part string) bool { return part != one && strings.Contains(one, part) })
	})
}

// marked puts behind each sentence of a text of a handoff what is in force against it, and names those items.
func (h *Hub) marked(ctx context.Context, it items.Item, text string) (string, []items.ID) {
	objections := h.objectionsTo(ctx, it.ID)
	if len(objections) == 0 {
		return text, nil
	}
	var named []items.ID
	rows := strings.Split(text, "\n")
	for i, row := range rows {
		for _, said := range sentencesOf(row) {
			by, ok := h.inForceAgainst(ctx, objections, said)
			if !ok || strings.Contains(rows[i], disputedBy(by)) { // a part of a sentence that is marked
				continue
			}
			rows[i] = strings.Replace(rows[i], said, said+disputedBy(by), 1)
			if !slices.Contains(named, by) {
				named = append(named, by)
			}
		}
	}
	return strings.Join(rows, "\n"), named
}

// inForceAgainst is the item that still says otherwise than a sentence, in the words that it was compared with, and that could reach a prompt itself.
func (h *Hub) inForceAgainst(ctx context.Context, objections []objection, said string) (items.ID, bool) {
	key := saidKey(said)
	for _, d := range objections {
		if d.Said != key {
			continue
		}
		for _, store := range h.trusted() {
			view, err := store.View(ctx)
			if err != nil {
				continue
			}
			doc, ok := view.Lookup(d.By)
			if !ok || writeservice.ComparedAs(view.Head(doc)) != d.Words || d.Words == "" {
				continue
			}
			if store.speaks(ctx, d.By, h.Project, time.Time{}) {
				return d.By, true
			}
		}
	}
	return "", false
}

// trusted are this store and the user's, as far as they count.
func (h *Hub) trusted() (stores []*Hub) {
	for _, store := range []*Hub{h, h.user} {
		if store != nil && store.Trusted() {
			stores = append(stores, store)
		}
	}
	return stores
}

// object compares a handoff that was written, and tells who hands off which items in force say otherwise than a line of his.
func (h *Hub) object(ctx context.Context, it items.Item, r *writeservice.Receipt) {
	it.ID = r.ID
	if notKept, err := h.compareHandoff(ctx, it); err != nil || notKept != nil {
		r.Degraded = append(r.Degraded, fmt.Sprintf("not compared for good with what is in force: %v", errors.Join(err, notKept)))
	}
	_, named := h.marked(ctx, it, it.Title+"\n"+it.Summary+"\n"+it.Body)
	for _, id := range named {
		r.Reasons = append(r.Reasons, fmt.Sprintf("a line of it contradicts %s, which is in force: it is shown as disputed; where the line is right, write it as a fact, and it is proposed as a correction", id))
	}
}

// compareHandoff compares the sentences of a handoff with what is in force, and keeps what contradicts: for this hub in any case. The summary repeats
// the title and the body, and what stands under Git is no claim.
func (h *Hub) compareHandoff(ctx context.Context, it items.Item) (notKept, err error) {
	known := h.objectionsTo(ctx, it.ID)
	left := mostClaims
	for row := range strings.SplitSeq(it.Title+"\n"+it.Body, "\n") {
		if row == "## Git" {
			break
		}
		if strings.HasPrefix(row, "#") {
			continue
		}
		for _, said := range claimsOf(row) {
			if left--; left < 0 {
				return notKept, nil
			}
			claim := items.Item{Type: items.Fact, Title: strings.TrimRight(said, "."), Project: it.Project, Trust: it.Trust, Status: items.Active,
				Created: it.Created, Valid: items.Valid{Branch: it.Valid.Branch}}
			found, err := h.contradicted(ctx, claim)
			if err != nil {
				return notKept, err
			}
			for _, other := range found {
				d := objection{At: h.Now(), Handoff: it.ID, Said: saidKey(said), By: other.ID, Words: writeservice.ComparedAs(other)}
				if slices.ContainsFunc(known, func(k objection) bool { return k.Said == d.Said && k.By == d.By && k.Words == d.Words }) {
					continue
				}
				known = append(known, d)
				notKept = errors.Join(notKept, h.Ledger.Append(ctx, ledger.Objections, d.At, d))
			}
			h.objections[it.ID] = known
		}
	}
	return notKept, ctx.Err()
}

// contradicted are the items in force that say otherwise than a claim, of either store that counts.
func (h *Hub) contradicted(ctx context.Context, claim items.Item) (found []items.Head, err error) {
	for _, store := range h.trusted() {
		near, err := store.near(ctx, claim.Head(), writeservice.Nearest)
		if err != nil {
			return nil, err
		}
		for _, n := range writeservice.Meets(ctx, h.Writes.Meaning, claim, near, h.Now()) {
			if at := slices.IndexFunc(near, func(o items.Head) bool { return o.ID == n.ID }); at >= 0 && n.Relation != compare.Same {
				found = append(found, near[at])
			}
		}
	}
	return found, nil
}

// compareHandoffs compares the newest handoffs in force again where items came since, or where they came themselves. names are what a round in the
// ledger says of those that were compared.
func (h *Hub) compareHandoffs(ctx context.Context, newItems bool, done map[string]bool) (names []string, notKept, err error) {
	view, err := h.View(ctx)
	if err != nil {
		return nil, nil, err
	}
	var last []items.Head
	for doc := range view.Len() {
		if head := view.Head(doc); head.Type == items.Handoff && head.Status == items.Active && !head.Candidate && head.Valid.Missed(h.Now()) == "" {
			last = append(last, head)
		}
	}
	slices.SortFunc(last, func(a, b items.Head) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	for _, head := range last[:min(len(last), mostRead)] {
		name := "handoff " + saidKey(string(head.ID)+head.TextKey)
		if !newItems && done[name] {
			continue
		}
		it, _, err := h.Items.Get(ctx, head.ID)
		if err != nil {
			continue // gone meanwhile
		}
		lost, err := h.compareHandoff(ctx, it)
		if err != nil {
			return names, notKept, err
		}
		notKept = errors.Join(notKept, lost)
		if !done[name] {
			names = append(names, name)
		}
	}
	return names, notKept, nil
}

// objectionsTo are the objections of the ledger about one handoff. It is read once: few handoffs have any. A ledger that cannot be read says nothing.
func (h *Hub) objectionsTo(ctx context.Context, id items.ID) []objection {
	if h.objections == nil {
		h.objections = map[items.ID][]objection{}
		for line, err := range h.Ledger.Read(ctx, ledger.Objections) {
			if err != nil {
				break
			}
			var d objection
			if json.Unmarshal(line, &d) == nil && d.Handoff != "" {
				h.objections[d.Handoff] = append(h.objections[d.Handoff], d)
			}
		}
	}
	return h.objections[id]
}
