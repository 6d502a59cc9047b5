package writeservice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// maxDiffer bounds what a receipt shows of each side of a difference; memory conflicts shows both texts whole.
const maxDiffer = 160

// Nearest is how many items near in words a new one is compared with.
const Nearest = 10

// Neighbour is an item that a new one was compared with, and what came of it.
type Neighbour struct {
	ID       items.ID         `json:"id"`
	Relation compare.Relation `json:"relation"`
	Old      string           `json:"old,omitempty"` // what differs, as the two texts have it
	New      string           `json:"new,omitempty"`
	Done     string           `json:"done"` // what became of the two; see the constants
}

// MayBeOne reports that the two may be one fact, which a person can merge; else one of them says otherwise.
func (n Neighbour) MayBeOne() bool {
	return n.Relation == compare.Same || n.Relation == compare.Similar
}

// What a comparison led to. Only replaced puts an item out of force.
const (
	doneSame     = "same"     // the evidence went to the item that is there
	doneReplaced = "replaced" // the new item supersedes it
	doneProposed = "proposed" // the new item waits for review; approving it replaces the other
	doneAgain    = "again"    // a person says in other words what a tombstone holds
	doneDisputed = "disputed" // both stand, and memory conflicts lists them
	doneNothing  = "none"     // both stand; they may be one fact in other words, and a person can merge them
)

// Compared says which types have claims that can be one fact, a correction or a contradiction. What happened once, what is open and what
// was handed over is of its time.
func Compared(t items.Type) bool {
	switch t {
	case items.Fact, items.Decision, items.Policy, items.Preference, items.Lesson, items.Procedure, items.Architecture:
		return true
	}
	return false
}

// ComparedAs names what is compared of an item in force: its words and where they hold. With other ones it is compared anew. It is "" for
// an item that is not compared.
func ComparedAs(h items.Head) string {
	if h.Status != items.Active || h.Candidate || !Compared(h.Type) {
		return ""
	}
	v := h.Valid
	sum := sha256.Sum256([]byte(strings.Join([]string{string(h.ID), h.TextKey + h.Signs, string(h.Type), h.Project, v.Branch, v.Repo, v.OS,
		v.From.Format(time.RFC3339), v.Until.Format(time.RFC3339)}, "\n")))
	return hex.EncodeToString(sum[:8])
}

// near asks for the items that a new one must be compared with, before the lock: it may read postings. What was written since then
// comes from neighbours, under the lock. An index that fails degrades the receipt.
func (s *Service) near(ctx context.Context, h items.Head, r *Receipt) ([]items.Head, error) {
	if s.Near == nil || !Compared(h.Type) {
		return nil, nil
	}
	defer stopwatch.On(ctx, stopwatch.Neighbours)()
	found, err := s.Near(ctx, h, Nearest)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		r.Degraded = append(r.Degraded, fmt.Sprintf("not compared with what is near in words: %v", err))
	}
	return found, nil
}

// met is what comparing a new item with its neighbours says.
type met struct {
	same    items.Head
	replace []Neighbour // surely corrected, and the writer may put them out of force
	propose []Neighbour // corrected, and the writer may not
	dispute []Neighbour // contradicted, or perhaps corrected
	similar []Neighbour // perhaps the same in other words; one is named
}

// meet compares the words of a new item with those of its live neighbours. An item of another project is another fact, and not looked at unless one of the two is of every project; so is one that
// holds on another branch, repository or system.
func meet(o *opinion, it items.Item, h items.Head, found []items.Head) (m met) {
	for _, old := range byID(found) {
		if !mayMeet(it, h, old) {
			continue
		}
		r := o.relationTo(old)
		n := Neighbour{ID: old.ID, Relation: r.Relation, Old: r.Old, New: r.New}
		switch {
		case old.Project != h.Project:
			m.across(n, r, h, old)
		case r.Relation == compare.Unrelated:
		case r.Relation == compare.Same:
			if m.same.ID == "" && (r.Sure || !isHuman(h.Trust)) && old.Type == h.Type && old.Valid == h.Valid {
				m.same = old
			} else if !r.Sure {
				m.similar = append(m.similar, Neighbour{ID: old.ID, Relation: compare.Similar})
			}
		case r.Relation == compare.Similar:
			m.similar = append(m.similar, n)
		case old.Candidate: // it waits for review; a person sees both
		case r.Relation == compare.Update && r.Sure && !mayReplace(old, h):
			m.propose = append(m.propose, n)
		case r.Relation == compare.Update && r.Sure && old.Valid.From.After(begins(h)): // true later than the new one: it is no older value of it
			m.dispute = append(m.dispute, n)
		case r.Relation == compare.Update && r.Sure:
			m.replace = append(m.replace, n)
		case weakness(h.Trust) > weakness(old.Trust):
			m.propose = append(m.propose, n)
		default:
			m.dispute = append(m.dispute, n)
		}
	}
	m.similar = m.similar[:min(1, len(m.similar))]
	return m
}

// across holds an item of every project against one of a single project. They are two facts, whatever they have in common, and none takes the place
// of the other by itself; where they say otherwise, a person decides what holds in that project.
func (m *met) across(n Neighbour, r compare.Result, h, old items.Head) {
	if old.Candidate || r.Relation != compare.Contradiction && !(r.Relation == compare.Update && r.Sure) {
		return
	}
	n.Relation = compare.Contradiction
	if weakness(h.Trust) > weakness(old.Trust) {
		m.propose = append(m.propose, n)
	} else {
		m.dispute = append(m.dispute, n)
	}
}

// mayMeet reports that two items can be one fact or speak against each other: live, of projects that have a place in common, of types with claims, in
// one scope.
func mayMeet(it items.Item, h, old items.Head) bool {
	return old.ID != h.ID && old.ID != it.ID && isLive(old) && together(old.Project, h.Project) && Compared(old.Type) && !slices.Contains(it.Supersedes, old.ID) &&
		!apart(old.Valid, h.Valid)
}

func factOf(h items.Head) compare.Fact {
	return compare.Fact{Title: h.Title, Claim: h.Summary, Lead: h.Lead}
}

// LooksLike compares a candidate or an item with others near it and names those that may say the same, surely or not, and then those in force
// that say otherwise.
func LooksLike(ctx context.Context, meaning compare.Meaning, it items.Item, near []items.Head) (found []Neighbour) {
	if !Compared(it.Type) {
		return nil
	}
	o := opinionOf(ctx, meaning, it.Head())
	m := meet(o, it, it.Head(), near)
	if len(m.replace)+len(m.propose)+len(m.dispute) == 0 {
		m.resemble(o, it, it.Head(), near, inReview)
		m.similar = slices.Concat(m.similar, m.propose, m.dispute) // guessed: the reader decides
	}
	if m.same.ID != "" {
		found = append(found, Neighbour{ID: m.same.ID, Relation: compare.Same, Done: doneNothing})
	}
	for _, n := range slices.Concat(m.similar, m.replace, m.propose, m.dispute) {
		n.Done = doneNothing
		found = append(found, n)
	}
	return found
}

// Meets compares an item in force with others near it, as a write does, and names those that it contradicts, corrects or says again. It
// changes nothing. What the item names itself, in supersedes, contradicts or settled, is passed over.
func Meets(ctx context.Context, meaning compare.Meaning, it items.Item, near []items.Head, now time.Time) (found []Neighbour) {
	h := it.Head()
	if !Compared(it.Type) || it.Status != items.Active {
		return nil
	}
	o := opinionOf(ctx, meaning, h)
	for _, old := range byID(near) {
		if _, settled := it.SettledWith(old, now); settled || old.Status != items.Active || old.Candidate ||
			slices.Contains(it.Contradicts, old.ID) || slices.Contains(old.Contradicts, it.ID) || slices.Contains(old.Supersedes, it.ID) {
			continue
		}
		m := meet(o, it, h, []items.Head{old})
		if h.Created.Before(old.Created) {
			m = meet(opinionOf(ctx, meaning, old), items.Item{ID: old.ID, Supersedes: old.Supersedes}, old, []items.Head{h})
		}
		for _, n := range slices.Concat(m.replace, m.propose, m.dispute) {
			n.ID = old.ID
			found = append(found, n)
		}
		if m.same.ID != "" {
			found = append(found, Neighbour{ID: old.ID, Relation: compare.Same})
		}
	}
	return found
}

// mayReplace reports whether a corrected value may put the older item out of force by itself: in the same scope, as the same type, and
// with at least its trust.
func mayReplace(old, h items.Head) bool {
	return old.Type == h.Type && old.Valid.Branch == h.Valid.Branch && old.Valid.Repo == h.Valid.Repo && old.Valid.OS == h.Valid.OS &&
		weakness(h.Trust) <= weakness(old.Trust)
}

// together reports that items of two projects meet in one: what has no project is in all.
func together(a, b string) bool { return a == b || a == "" || b == "" }

// begins is when what a head says began to hold, as far as it says so.
func begins(h items.Head) time.Time {
	if !h.Valid.From.IsZero() {
		return h.Valid.From
	}
	return h.Created
}

// apart reports two scopes that have nothing in common.
func apart(a, b items.Valid) bool {
	differ := func(x, y string) bool { return x != "" && y != "" && x != y }
	return differ(a.Branch, b.Branch) || differ(a.Repo, b.Repo) || differ(a.OS, b.OS) ||
		ended(a, b) || ended(b, a)
}

// ended reports that a was over when b began.
func ended(a, b items.Valid) bool {
	return !a.Until.IsZero() && !b.From.IsZero() && a.Until.Before(b.From)
}

// weigh applies the comparison to a newcomer: it may become a duplicate, supersede, wait for review or stand beside what it
// contradicts. The receipt names every other item and what differs.
func (s *Service) weigh(ctx context.Context, n *neighbours, c *newcomer, near []items.Head, r *Receipt) (same items.ID, err error) {
	if !Compared(c.item.Type) {
		return "", nil
	}
	h := c.head()
	found := n.fresh(near, h)
	o := s.opinionAbout(ctx, c, h)
	m := meet(o, c.item, h, found)
	for s.dropped(ctx, m.same) { // it stands for nobody's word: perhaps another one says it too
		planted := m.same.ID
		r.Reasons = append(r.Reasons, fmt.Sprintf("%s says the same, and nobody stands for it: its file changed outside of memory", planted))
		found = slices.DeleteFunc(slices.Clone(found), func(o items.Head) bool { return o.ID == planted })
		m = meet(o, c.item, h, found)
	}
	m.resemble(o, c.item, h, found, inReceipt)
	m.propose = slices.DeleteFunc(m.propose, func(o Neighbour) bool {
		planted := s.claimed(ctx, o.ID)
		if planted { // what nobody stands for keeps nothing out of force
			m.dispute = append(m.dispute, o)
		}
		return planted
	})
	m.spokenFor(c)
	if m.same.ID != "" {
		ok, err := s.saysNoMore(ctx, c.item, m.same.ID)
		if err != nil || ok {
			r.say(Neighbour{ID: m.same.ID, Relation: compare.Same, Done: doneSame})
			return m.same.ID, err
		}
	}
	if c.outcome == Candidate {
		m.propose, m.replace = append(m.propose, m.replace...), nil
	}
	if len(m.propose) > 0 && c.outcome == Written {
		c.outcome, c.item.Status = Candidate, items.Proposed
		m.propose, m.replace = append(m.propose, m.replace...), nil
	}
	for _, old := range m.replace {
		link := c.item
		link.Supersedes = []items.ID{old.ID}
		if _, why, err := s.predecessors(ctx, link, actorOf(c.draft), !c.replayed); err != nil || why != "" {
			if err != nil {
				return "", err
			}
			old.Done = doneDisputed
			c.item.Contradicts = append(c.item.Contradicts, old.ID)
			r.say(old)
			continue
		}
		old.Done = doneReplaced
		c.item.Supersedes = append(c.item.Supersedes, old.ID)
		r.say(old)
	}
	for _, old := range m.propose {
		old.Done = doneProposed
		if old.Relation == compare.Update {
			c.item.Supersedes = append(c.item.Supersedes, old.ID)
		} else {
			c.item.Contradicts = append(c.item.Contradicts, old.ID)
		}
		r.say(old)
	}
	for _, old := range m.dispute {
		old.Done = doneDisputed
		c.item.Contradicts = append(c.item.Contradicts, old.ID)
		r.say(old)
	}
	for _, old := range m.similar {
		old.Done = doneNothing
		r.say(old)
	}
	return "", nil
}

// saysNoMore reports that a new item has no words beyond its claim that the item there does not have: else they would be lost.
func (s *Service) saysNoMore(ctx context.Context, it items.Item, id items.ID) (bool, error) {
	if it.Body == "" || items.SameWords(it.Body, it.Title) || items.SameWords(it.Body, it.Summary) || items.SameWords(it.Body, it.Title+"\n"+it.Summary) {
		return true, nil
	}
	old, _, err := s.Items.Get(ctx, id)
	if errors.Is(err, items.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read what says the same: %w", err)
	}
	return items.SameWords(old.Body, it.Body), nil
}

// say puts a neighbour into the receipt, and the same in words.
func (r *Receipt) say(n Neighbour) {
	n.Old, n.New = enclosed.Clip(n.Old, maxDiffer), enclosed.Clip(n.New, maxDiffer)
	r.Near = append(r.Near, n)
	differ := ""
	if n.Old != "" || n.New != "" {
		differ = fmt.Sprintf(" (%s there, %s here)", orNothing(n.Old), orNothing(n.New))
	}
	switch n.Done {
	case doneSame:
		r.Reasons = append(r.Reasons, fmt.Sprintf("%s says the same in other words", n.ID))
	case doneReplaced:
		r.Reasons = append(r.Reasons, fmt.Sprintf("replaces %s%s: memory undo takes it back", n.ID, differ))
	case doneProposed:
		r.Reasons = append(r.Reasons, fmt.Sprintf("%s of %s%s: a person must approve it", nounOf(n.Relation), n.ID, differ))
	case doneNothing:
		r.Reasons = append(r.Reasons, lookalike(n))
	case doneDisputed:
		r.Reasons = append(r.Reasons, fmt.Sprintf("%s of %s%s: both stand, memory conflicts lists them", nounOf(n.Relation), n.ID, differ))
	}
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

func nounOf(r compare.Relation) string {
	if r == compare.Update {
		return "it may be a correction"
	}
	return "it is a contradiction"
}

// confront compares changed words with their neighbours: what they contradict is linked and named, which opens a case or opens it
// again. Nothing is replaced by an edit.
func (t *tx) confront(it *items.Item) error {
	h := it.Head()
	var r Receipt
	near, err := t.s.near(t.ctx, h, &r)
	if err != nil || it.Status != items.Active {
		return err
	}
	m := meet(opinionOf(t.ctx, t.s.Meaning, h), *it, h, t.n.fresh(near, h))
	for _, n := range slices.Concat(m.replace, m.propose, m.dispute) {
		if slices.Contains(it.Contradicts, n.ID) {
			continue
		}
		n.Done = doneDisputed
		it.Contradicts = append(it.Contradicts, n.ID)
		t.near = append(t.near, n)
	}
	return nil
}
