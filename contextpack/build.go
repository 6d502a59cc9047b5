package contextpack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/tokens"
)

// subject is one hit on its way into a pack.
type subject struct {
	hit     recall.Hit
	item    items.Item
	head    items.Head // of item as it was read: it hashes the whole text, so it is made once
	verdict firewall.Verdict
	nearest bool            // only its sentence vector let it past the floor (Request.Sought)
	out     firewall.Reason // why it was left out although its verdict let it through
	answers *passage        // of its body; nil = nobody looked
	steps   []step
	at      int // index in steps of the view it gets; -1 = none
}

// value is what showing the item is worth: how much of the question it answers, lowered by a demotion.
func (s *subject) value() float64 { return s.hit.Relevance * s.verdict.Factor }

// Build makes a pack from ranked hits. tombstoned reports whether a retired claim equals this item's; nil = none is. A hit whose
// file is gone or damaged by now is named in Degraded. When the context's deadline passes while items are read, the pack holds those that were
// read by then and says so there. The same input gives the same bytes.
func Build(ctx context.Context, r Request, found recall.Result, read Reader, tombstoned func(items.Head) bool) (Pack, error) {
	r, err := withDefaults(r)
	if err != nil {
		return Pack{}, fmt.Errorf("build pack: %w", err)
	}
	judged := stopwatch.On(ctx, stopwatch.Judge)
	subjects, degraded, err := judgeAll(ctx, r, found.Hits, read, tombstoned)
	judged()
	if err != nil {
		return Pack{}, fmt.Errorf("build pack: %w", err)
	}
	defer stopwatch.On(ctx, stopwatch.Render)()
	kept := page(capItems(withoutDuplicates(byValue(subjects)), r.Skip+r.MaxItems), r.Skip)
	p := Pack{
		Tokenizer: tokens.Name, Budget: r.Budget, AsOf: r.AsOf, Entries: []Entry{}, Omitted: []Omission{},
		Degraded: slices.Concat(found.Degraded, degraded),
	}
	if len(kept) > 0 {
		p.Text, p.Tokens = choose(kept, r)
	}
	for _, s := range kept {
		if s.at < 0 {
			s.out = firewall.OverBudget
			continue
		}
		p.Entries = append(p.Entries, s.entry())
	}
	for _, s := range subjects {
		if reasons := s.omitted(); len(reasons) > 0 {
			p.Omitted = append(p.Omitted, s.omission(r.Now, reasons))
		}
	}
	p.Omitted = append(p.Omitted, droppedByRecall(found.Dropped, r.Floor)...)
	if len(p.Entries) == 0 {
		p.Abstained = abstained(r, subjects)
		if len(subjects) == 0 && slices.Contains(degraded, timeUp) {
			p.Abstained = timeUp
		}
	}
	return p.masked(r.Mask), nil
}

func withDefaults(r Request) (Request, error) {
	switch {
	case r.Budget < 0:
		return r, fmt.Errorf("budget is %d tokens; give 1 or more, or 0 for %d", r.Budget, DefaultBudget)
	case r.Nonce != "" && !validNonce().MatchString(r.Nonce):
		return r, fmt.Errorf("nonce must be 1 to 16 letters and digits")
	case r.MaxView != "" && worth(r.MaxView) == 0:
		return r, fmt.Errorf("unknown view %q; give locator, overview or detail", r.MaxView)
	}
	r.Budget = cmp.Or(r.Budget, DefaultBudget)
	r.Skip = max(0, r.Skip)
	r.MaxView = cmp.Or(r.MaxView, Detail)
	r.Nonce = cmp.Or(r.Nonce, nonceOf(r))
	r.Floor = max(0, cmp.Or(r.Floor, recall.DefaultFloor))
	if r.MaxItems <= 0 {
		r.MaxItems = DefaultMaxItems
	}
	return r, nil
}

// timeUp is what a pack says whose caller's deadline came before everything was read: it holds what was read by then.
const timeUp = "the time was up before everything was read"

// judgeAll loads each hit that is relevant enough and asks the firewall, in rank order. Once as many as the pack may hold are let
// through unconditionally, the rest cannot displace them (a demotion only lowers a score), so it is left unread.
func judgeAll(ctx context.Context, r Request, hits []recall.Hit, read Reader, tombstoned func(items.Head) bool) (
	subjects []*subject, degraded []string, err error) {
	var clean []*subject
	answered, beside := false, 0 // whether one that answers by itself was let through; how many stand beside it
	best := 0.0                  // relevance of the best that was found, let through or not
	for _, h := range hits {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return subjects, append(degraded, timeUp), nil
		}
		r, floor := r, r.Floor
		before := best
		best = max(best, h.Relevance)
		if answered && beside < maxBeside && h.Head.Type != items.Handoff { // it speaks of everything a session did
			r.Floor = besideFloor(floor, best)
		}
		nearest := r.Sought && h.Nearest && h.Relevance < r.Floor
		if nearest {
			r.Floor = h.Relevance
		}
		if len(clean) >= r.Skip+r.MaxItems && h.Relevance >= r.Floor {
			subjects = append(subjects, beyondCap(h))
			continue
		}
		if h.Relevance < r.Floor { // most of a long list; a cheap answer needs no file
			subjects = append(subjects, belowFloor(h))
			continue
		}
		it, file, err := read.Get(ctx, h.ID)
		switch {
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return subjects, append(degraded, timeUp), nil
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		}
		if err != nil {
			degraded = append(degraded, fmt.Sprintf("%s was found and cannot be read: %v", h.ID, err))
			continue
		}
		s := &subject{hit: h, item: it, head: it.Head(), nearest: nearest, at: -1}
		s.judge(ctx, r, file, tombstoned)
		subjects = append(subjects, s)
		if slices.Contains(s.verdict.Reasons, firewall.Unreviewed) {
			best = before // made to fit the question, it would raise the bar for all others
		}
		if s.verdict.Decision != firewall.Deny && r.given(it) {
			s.out = firewall.AlreadyGiven
			continue
		}
		if s.verdict.Decision == firewall.Allow && len(repeats(append(slices.Clip(clean), s))) == 0 {
			clean = append(clean, s)
			switch {
			case h.Relevance >= floor:
				answered = true
			case !nearest:
				beside++
			}
		}
	}
	return subjects, degraded, nil
}

// beyondCap stands for a hit that comes after a full pack: neither read nor judged.
func beyondCap(h recall.Hit) *subject {
	return &subject{
		hit: h, item: items.Item{ID: h.ID, Title: safeTitle(h.Head)}, at: -1, out: firewall.ItemCap,
		verdict: firewall.Verdict{Decision: firewall.Allow, Factor: 1},
	}
}

// belowFloor is the firewall's verdict on relevance, given without reading the item.
func belowFloor(h recall.Hit) *subject {
	return &subject{
		hit: h, item: items.Item{ID: h.ID, Title: safeTitle(h.Head)}, at: -1,
		verdict: firewall.Verdict{Decision: firewall.Deny, Reasons: []firewall.Reason{firewall.BelowFloor}},
	}
}

func (s *subject) judge(ctx context.Context, r Request, file items.File, tombstoned func(items.Head) bool) {
	f := firewall.Subject{Item: s.item, Relevance: s.hit.Relevance, Tombstone: tombstoned != nil && tombstoned(s.head)}
	if r.Standing != nil {
		f.Standing = r.Standing(ctx, s.item, file)
	}
	if r.Code != nil {
		f.Code = r.Code(ctx, s.item)
	}
	if r.Dispute != nil {
		f.Dispute = r.Dispute(ctx, s.item)
	}
	s.verdict = firewall.Judge(r.Request, f)
}

// byValue returns what may be shown, best first: a demotion lowers the score by its factor, so that a demoted item stands below
// a clean one that is about as good.
func byValue(subjects []*subject) (allowed []*subject) {
	for _, s := range subjects {
		if s.verdict.Decision != firewall.Deny && s.out == "" {
			allowed = append(allowed, s)
		}
	}
	slices.SortStableFunc(allowed, func(a, b *subject) int {
		return cmp.Or(cmp.Compare(b.hit.Score*b.verdict.Factor, a.hit.Score*a.verdict.Factor), cmp.Compare(a.hit.ID, b.hit.ID))
	})
	return allowed
}

// withoutDuplicates keeps the best of those that say the same, and marks the others.
func withoutDuplicates(subjects []*subject) (kept []*subject) {
	again := repeats(subjects)
	for _, s := range subjects {
		if again[s] {
			s.out = firewall.Duplicate
		} else {
			kept = append(kept, s)
		}
	}
	return kept
}

// repeats finds those that say what one before them says, by text or by claim, whatever their type. An item without a project
// speaks for all; the same words in two projects are two facts.
func repeats(subjects []*subject) map[*subject]bool {
	again := map[*subject]bool{}
	said := map[[2]string][]items.Head{} // by kind and key
	for _, s := range subjects {
		h := s.head
		keys := [][2]string{{"text", h.TextKey}, {"claim", h.ClaimKey}}
		if h.Summary == "" {
			keys = keys[:1] // the claim is only a title, and two facts may share one
		}
		if slices.ContainsFunc(keys, func(key [2]string) bool {
			return key[1] != "" && slices.ContainsFunc(said[key], func(o items.Head) bool {
				same := key[0] == "claim" && items.SameFact(o, h) || items.SameText(o, h)
				return same && (o.Project == h.Project || o.Project == "" || h.Project == "")
			})
		}) {
			again[s] = true
			continue
		}
		for _, key := range keys {
			said[key] = append(said[key], h)
		}
	}
	return again
}

func capItems(subjects []*subject, most int) []*subject {
	for n, s := range subjects {
		if n >= most {
			s.out = firewall.ItemCap
		}
	}
	return subjects[:min(most, len(subjects))]
}

// page leaves out the best, which an earlier page showed.
func page(subjects []*subject, skip int) []*subject {
	return subjects[min(skip, len(subjects)):]
}

func (s *subject) entry() Entry {
	shown := s.steps[s.at]
	return Entry{
		ID: s.item.ID, Type: s.item.Type, Title: s.item.Title, View: shown.view, Relevance: s.hit.Relevance, Nearest: s.nearest,
		Tokens: shown.cost, Decision: s.verdict.Decision, Reasons: s.verdict.Reasons, Read: "memory read " + string(s.item.ID), SHA256: hash(s.item),
	}
}

// omitted gives the reasons why a subject is not in the pack; a demotion alone is none.
func (s *subject) omitted() []firewall.Reason {
	switch {
	case s.verdict.Decision == firewall.Deny:
		return s.verdict.Reasons
	case s.out != "":
		return append(slices.Clone(s.verdict.Reasons), s.out)
	}
	return nil
}

func (s *subject) omission(at time.Time, reasons []firewall.Reason) Omission {
	o := omission(s.hit, s.safeTitle(), reasons)
	if slices.Contains(reasons, firewall.NotYetValid) || slices.Contains(reasons, firewall.Expired) {
		o.Holds = s.item.Valid.Missed(at)
	}
	return o
}

func omission(h recall.Hit, title string, reasons []firewall.Reason) Omission {
	if slices.ContainsFunc(reasons, hidesTitle) {
		title = ""
	}
	return Omission{ID: h.ID, Title: title, Relevance: h.Relevance, Reasons: reasons}
}

// hidesTitle reports reasons under which even a title may not travel: it could be the secret, the attack or another project's.
func hidesTitle(reason firewall.Reason) bool {
	switch reason {
	case firewall.SensitivityDenied, firewall.HoldsSecret, firewall.HiddenText, firewall.InstructionLike, firewall.WrongProject,
		firewall.StoreUntrusted, firewall.Unreviewed, firewall.HandoffElsewhere:
		return true
	}
	return false
}

func (s *subject) safeTitle() string {
	return safeTitle(items.Head{Title: s.item.Title, Sensitivity: s.item.Sensitivity})
}

// safeTitle is the title of an item that was not read and judged: empty where it is private or the audit sees anything in it.
func safeTitle(h items.Head) string {
	switch h.Sensitivity {
	case items.Public, items.Internal, "":
		if len(firewall.Audit(h.Title)) == 0 {
			return h.Title
		}
	}
	return ""
}

// droppedByRecall are the omissions that recall's own filters made, of items that would have been relevant enough. Filters that
// the asker chose to narrow the search (type, tags, since) are no omissions.
func droppedByRecall(dropped []recall.Hit, floor float64) (out []Omission) {
	reasons := map[string]firewall.Reason{
		recall.DropProject: firewall.WrongProject, recall.DropStatus: firewall.StatusNotActive, recall.DropReview: firewall.ReviewNeeded,
		recall.DropSensitivity: firewall.SensitivityDenied, recall.DropRank: firewall.ItemCap,
	}
	for _, h := range dropped {
		if reason, ok := reasons[h.Dropped]; ok && h.Relevance >= floor {
			out = append(out, omission(h, safeTitle(h.Head), []firewall.Reason{reason}))
		}
	}
	return out
}

// abstained says in words why a pack is empty.
func abstained(r Request, subjects []*subject) string {
	if len(subjects) == 0 {
		return "nothing in the store matches"
	}
	if r.Skip > 0 {
		return "nothing more: the pages before showed what there is"
	}
	var best float64
	count := map[firewall.Reason]int{}
	for _, s := range subjects {
		best = max(best, s.hit.Relevance)
		for _, reason := range s.omitted() {
			count[reason]++
		}
	}
	switch {
	case count[firewall.OverBudget] > 0:
		return fmt.Sprintf("a budget of %d tokens has no room for one entry", r.Budget)
	case best < r.Floor:
		return fmt.Sprintf("nothing is relevant enough: the best match has %.2f of the %.2f needed", best, r.Floor)
	}
	var parts []string
	for reason, n := range count {
		parts = append(parts, fmt.Sprintf("%s %d", reason, n))
	}
	slices.Sort(parts)
	return "nothing that matches may be shown: " + strings.Join(parts, ", ")
}
