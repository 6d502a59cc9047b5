package recall

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/factline/memory/items"
)

// A text of times alone ("what happened last week", "what did we decide since Monday", 上周做了什么) names no topic that words could find. It is
// answered from dates: what began in that time, or else was changed in it, newest first.

// period is such a question.
type period struct {
	times  []stretch
	latest bool // of the last days, or else the newest there are
	now    time.Time
	agent  namedAgent   // whose doing is asked about; zero = anybody's
	types  []items.Type // that it asks for by name ("decide", "bugs"); none = all
}

// periodOf reads a text as a question about a time and nothing else. One word that is neither time nor asking nor a happening is a topic.
func periodOf(ix index, ask question, now time.Time) *period {
	text, times := ask.text, ask.times
	latest := false
	if len(times) == 0 {
		times, latest = recently(text, now)
	}
	if len(times) == 0 || ask.focus > 0 {
		return nil
	}
	rest := []byte(text)
	for _, s := range times {
		copy(rest[s.start:s.end], strings.Repeat(" ", s.end-s.start))
	}
	copy(rest[ask.agent.start:ask.agent.end], strings.Repeat(" ", ask.agent.end-ask.agent.start))
	if bare(ix, string(rest), times, now) {
		return &period{times: times, now: now, agent: ask.agent}
	}
	if !asksBack(text) && !listsKinds(ix, string(rest), latest) {
		return nil
	}
	p := &period{times: times, latest: latest, now: now, agent: ask.agent}
	words, inLatin := p.latin(ix, string(rest))
	han, inHan := p.han(string(rest))
	if !inLatin || !inHan || words+han == 0 {
		return nil
	}
	return p
}

// latin reads the words with Latin letters: how many happenings they name, and false where one of them is a topic.
func (p *period) latin(ix index, rest string) (happenings int, ok bool) {
	for _, t := range tokens(rest) {
		kind := happeningKind(t.text)
		switch {
		case kind != "":
			p.types = append(p.types, kind)
			happenings++
		case isHappening(t.text):
			happenings++
		case isAskWord(t.text), isSmallElsewhere(t.text), t.text == "have", t.text == "has", t.text == "had", t.text == "up", t.text == "all", t.text == "any", len(t.text) == 1, len(ix.Analyze(t.text)) == 0: // one letter: the end of "what's"
		default:
			return 0, false
		}
	}
	return happenings, true
}

// han does the same for Chinese, whose words are found in the run of characters and cut out of it.
func (p *period) han(rest string) (happenings int, ok bool) {
	if isASCII(rest) {
		return 0, true
	}
	for _, h := range hanHappenings {
		if strings.Contains(rest, h.text) {
			rest = strings.ReplaceAll(rest, h.text, " ")
			happenings++
			if h.kind != "" {
				p.types = append(p.types, h.kind)
			}
		}
	}
	rest = blankAsk(rest)
	for _, word := range hanRecap {
		rest = strings.ReplaceAll(rest, word, " ")
	}
	return happenings, !strings.ContainsFunc(rest, otherThanLatin)
}

// otherThanLatin reports letters and signs that are read neither as words of Latin letters nor as marks.
func otherThanLatin(r rune) bool {
	return r > 0x7f && !unicode.Is(unicode.Latin, r) && !strings.ContainsRune(hanMarks, r)
}

// changedInTime is what counts for an item that was changed in the time, against 1 for one that began in it: an edit is smaller news.
const changedInTime = 0.8

// Relevance of what is found by its time, and of what is of another type than the one asked for.
const (
	inTime      = 0.7
	ofOtherType = 0.35 // below the floor: a search shows it, a prompt does not
)

// findInPeriod answers a question of times alone; ok is false for any other, and where nothing lies in that time. Then words may still find the time in a
// text, and those that ask what happened name nothing.
func findInPeriod(ctx context.Context, ix index, ask *question, q Query, read *heads, w Weights) (res Result, ok bool, err error) {
	p := periodOf(ix, *ask, q.Now)
	if p == nil {
		return res, false, nil
	}
	found, err := p.during(ctx, ix, read, w)
	if err == nil && p.latest && !slices.ContainsFunc(found, func(c candidate) bool { return c.relevance >= inTime }) {
		p.times[0].from = time.Time{} // what is newest may be older than days
		found, err = p.during(ctx, ix, read, w)
	}
	if err == nil && len(found) == 0 {
		for n := range ask.units {
			if u := &ask.units[n]; !u.free {
				u.mass *= w.AskWord
			}
		}
	}
	if err != nil || len(found) == 0 {
		return res, false, err
	}
	res = arrange(found, nil, q)
	is := func(h Hit) bool { return h.ID == q.Want }
	if doc, known := ix.Lookup(q.Want); known && q.Want != "" && !slices.ContainsFunc(res.Hits, is) && !slices.ContainsFunc(res.Dropped, is) {
		j := read.get(doc)
		res.Dropped = append(res.Dropped, Hit{ID: q.Want, Head: j.head, Dropped: cmp.Or(j.drop, DropNoMatch)})
	}
	if q.HitsOnly {
		res.Dropped = nil
	}
	res.Degraded = ix.Degraded()
	return res, true, nil
}

// during answers from dates. It reads the head of every item that the filters let pass. Nothing in that time gives no candidates.
func (p *period) during(ctx context.Context, ix index, read *heads, w Weights) ([]candidate, error) {
	var found []candidate
	for doc := range ix.Len() {
		if doc%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if read.drop(doc) != "" {
			continue
		}
		if c, ok := p.candidate(read.get(doc).head, w); ok {
			found = append(found, c)
		}
	}
	return found, nil
}

func (p *period) candidate(h items.Head, w Weights) (candidate, bool) {
	at, share := began(h), 1.0
	s, ok := within(at, p.times)
	if !ok {
		at, share = h.Updated, changedInTime
		if s, ok = within(at, p.times); !ok {
			return candidate{}, false
		}
	}
	if p.agent.name != "" && !p.agent.tells(h) {
		return candidate{}, false
	}
	c := candidate{head: h, relevance: inTime}
	c.add("when", share, at.Format(time.DateOnly))
	if len(p.types) > 0 && !slices.Contains(p.types, h.Type) {
		c.add("type", -share/2, "another type was asked for")
		c.relevance = ofOtherType
	}
	c.base = c.score
	c.add("recency", -w.Recency*s.past(at, p.now), "")
	return c, true
}

// past is how far back a moment lies in a stretch, 0..1: 1/2 in the middle of it. Without a beginning, a month is half of the way.
func (s stretch) past(at, now time.Time) float64 {
	to, half := s.to, 30*oneDay
	if to.IsZero() || to.After(now) {
		to = now
	}
	if !s.from.IsZero() {
		half = max(time.Hour, to.Sub(s.from)/2)
	}
	return 1 - math.Exp2(-float64(max(0, to.Sub(at)))/float64(half))
}

// within finds the stretch that a moment lies in.
func within(at time.Time, times []stretch) (stretch, bool) {
	for _, s := range times {
		if !at.IsZero() && !at.Before(s.from) && (s.to.IsZero() || at.Before(s.to)) {
			return s, true
		}
	}
	return stretch{}, false
}
