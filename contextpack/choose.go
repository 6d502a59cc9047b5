package contextpack

import (
	"slices"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/tokens"
)

// worth is the share of an item's value that a view carries. The summary is the sentence that answers most questions; the
// body adds less per token; the title tells that there is something and how to read it.
func worth(v View) float64 {
	switch v {
	case Locator:
		return 0.3
	case Overview:
		return 0.7
	case Detail:
		return 1
	}
	return 0
}

// bytesPerToken is more than any running text holds (English has 4 to 5). A view longer than budget x bytesPerToken is not
// even counted.
const bytesPerToken = 16

// disputedMark and contradictedMark close every view of an item that another one contradicts; the older of two is only shown to who names it.
const (
	disputedMark     = "\n(disputed: an older item says otherwise, see memory conflicts)"
	contradictedMark = "\n(disputed: a newer item says otherwise, see memory conflicts)"
)

// changedMark and goneMark close every view of an item whose code is not what it was: the reader must look before he believes it.
const (
	changedMark = "\n(its code changed since, see memory drift)"
	goneMark    = "\n(its code is gone, see memory drift)"
)

// nearestMark closes every view of an item that only its vector let in: it may be no answer at all.
const nearestMark = "\n(weak match, nearest in meaning only)"

// marks are the words that close every view of a subject that is let through with a doubt.
func (s *subject) marks() (text string) {
	if s.nearest {
		text = nearestMark
	}
	for _, r := range s.verdict.Reasons {
		switch r {
		case firewall.Disputed:
			text += disputedMark
		case firewall.Contradicted:
			text += contradictedMark
		case firewall.AnchorChanged:
			text += changedMark
		case firewall.AnchorGone:
			text += goneMark
		}
	}
	return text
}

// step is one view of an item that says more than the one before.
type step struct {
	view View
	text string // quoted
	cost int    // tokens with its newline
	// passage: the sentence that answers stands in the place of the summary, which the next step adds.
	passage bool
}

// worth is the share of an item's value that a step carries. Where a sentence of the body answers, the summary beside it adds little.
func (s step) worth() float64 {
	if s.passage {
		return worth(Overview) - summaryBeside
	}
	return worth(s.view)
}

// summaryBeside is the share of an item's value that the summary adds to the sentence that answers.
const summaryBeside = 0.1

// choose gives each subject in order its locator, if it fits, and the first one what it answers with. Then it upgrades by value per token while anything
// fits: greedy with skip, so a smaller upgrade may still follow one that is too large. It returns the rendered text, which never counts more than
// budget.
//
// Guarantee: if a pack holds the first n subjects, a larger budget holds them too. Beyond a skipped subject, and for views,
// there is none: a larger budget may buy one long text instead of two short ones.
//
// Where a tiny budget has no room for all of them in the full form, or for the sentence of a long item that answers, the bare form takes its place (bare.go). The guarantee is for budgets of one
// form: from bareBudget on there are ids again, which may cost a subject.
func choose(subjects []*subject, r Request) (text string, count int) {
	text, count = fill(subjects, r, full())
	if r.Budget >= bareBudget || r.MaxView == Locator { // who asks for locators wants the ids
		return text, count
	}
	left := slices.ContainsFunc(subjects, func(s *subject) bool { return s.at < 0 })
	silent := slices.ContainsFunc(subjects, (*subject).silent)
	if left || silent {
		text, count = fill(subjects, r, bare())
	}
	if !left && slices.ContainsFunc(subjects, (*subject).silent) { // nothing was gained
		text, count = fill(subjects, r, full())
	}
	return text, count
}

// silent reports that a subject stands there without its sentence that answers.
func (s *subject) silent() bool { return s.at >= 0 && s.at+1 < len(s.steps) && s.steps[s.at+1].passage }

// form is how a pack is written.
type form struct {
	frame  func(r Request, entries []string) string
	render func(it items.Item, view View) string
}

func full() form { return form{Request.frame, Render} }
func bare() form { return form{Request.bareFrame, renderBare} }

func fill(subjects []*subject, r Request, f form) (text string, count int) {
	left := r.Budget - tokens.Count(f.frame(r, nil))
	for _, s := range subjects {
		s.steps = steps(s, r, r.MaxView, f.render)
		s.at = -1
		if len(s.steps) > 0 && s.steps[0].cost <= left {
			s.at = 0
			left -= s.steps[0].cost
		}
	}
	var upgrades []*subject
	if s := firstAnswer(subjects, left, r); s != nil {
		left -= s.steps[1].cost - s.steps[0].cost
		s.at, upgrades = 1, append(upgrades, s)
	}
	for {
		s := bestUpgrade(subjects, left, r)
		if s == nil {
			break
		}
		left -= s.steps[s.at+1].cost - s.steps[s.at].cost
		s.at++
		upgrades = append(upgrades, s)
	}
	// Costs of pieces may add up to less than the whole counts: tokens can differ at the seams. The rendered text decides.
	for {
		text = renderAll(subjects, r, f)
		if count = tokens.Count(text); text == "" || count <= r.Budget && r.fits(text) {
			return text, count
		}
		if n := len(upgrades); n > 0 {
			upgrades[n-1].at--
			upgrades = upgrades[:n-1]
			continue
		}
		for _, s := range slices.Backward(subjects) {
			if s.at >= 0 {
				s.at = -1
				break
			}
		}
	}
}

// steps are the views of a subject from short to long, those that add nothing left out. A passage that answers comes before the summary.
func steps(s *subject, r Request, most View, render func(items.Item, View) string) (out []step) {
	it := maskedItem(s.item, r.Mask)
	found := s.passage(it, most, r.Budget)
	for _, next := range viewsWith(found) {
		plain := render(it, next.view)
		switch {
		case next.passage:
			plain = render(it, Locator) + "\n" + found.line(found.sentence)
		case next.view == Overview && found.sentence != "":
			plain += "\n" + found.line(found.around)
		}
		plain += s.marks()
		if len(plain) > r.Budget*bytesPerToken {
			return out
		}
		text := masked(quote(plain), r.Mask)
		switch last := len(out) - 1; {
		case last >= 0 && out[last].text == text:
			if next.view == Detail { // all that there is, already shown
				out[last].view = Detail
			}
		default:
			next.text, next.cost = text, tokens.Count(text+"\n")
			out = append(out, next)
		}
		if next.view == most && !next.passage {
			return out
		}
	}
	return out
}

// viewsWith are the steps of an item, without their texts.
func viewsWith(p passage) []step {
	if p.sentence == "" {
		return []step{{view: Locator}, {view: Overview}, {view: Detail}}
	}
	return []step{{view: Locator}, {view: Overview, passage: true}, {view: Overview}, {view: Detail}}
}

// itemShare is how much of a budget the view of one item may take while others could still say more: one long text must not crowd out
// the rest.
const itemShare = 0.5

// firstAnswer is the first subject that stands there, if what it answers with fits: cheaper summaries of lesser hits must not take its place.
func firstAnswer(subjects []*subject, left int, r Request) *subject {
	at := slices.IndexFunc(subjects, func(s *subject) bool { return s.at >= 0 })
	if at < 0 || len(subjects[at].steps) < 2 {
		return nil
	}
	s, next := subjects[at], subjects[at].steps[1]
	if next.view != Overview || next.cost-s.steps[0].cost > left || s.stuffed(r) && next.cost > share(r) {
		return nil
	}
	return s
}

// stuffed reports a subject whose text is stuffed with words to be found, for a request that no question vouches for.
func (s *subject) stuffed(r Request) bool {
	return r.Floor > 0 && slices.Contains(s.verdict.Reasons, firewall.StuffedText)
}

func share(r Request) int { return int(itemShare * float64(r.Budget)) }

// bestUpgrade is the subject whose next view adds most per token among those that fit; the earlier one among equals. A view of more
// than an item's share is bought only when no other one is left to buy, and of what is stuffed no question buys one at all.
func bestUpgrade(subjects []*subject, left int, r Request) *subject {
	if s := bestWithin(subjects, left, func(*subject) int { return share(r) }); s != nil {
		return s
	}
	return bestWithin(subjects, left, func(s *subject) int {
		if s.stuffed(r) {
			return share(r)
		}
		return r.Budget
	})
}

func bestWithin(subjects []*subject, left int, most func(*subject) int) (best *subject) {
	var bestValue float64
	for _, s := range subjects {
		if s.at < 0 || s.at+1 >= len(s.steps) {
			continue
		}
		from, to := s.steps[s.at], s.steps[s.at+1]
		extra := to.cost - from.cost
		if extra > left || to.cost > most(s) {
			continue
		}
		value := s.value() * (to.worth() - from.worth()) / float64(max(extra, 1))
		if best == nil || value > bestValue {
			best, bestValue = s, value
		}
	}
	return best
}

func renderAll(subjects []*subject, r Request, f form) string {
	var parts []string
	for _, s := range subjects {
		if s.at >= 0 {
			parts = append(parts, s.steps[s.at].text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return f.frame(r, parts)
}
